import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Action, Button, PageEvent, PanelState } from '../view/panels/protocol.ts';
import { type ButtonLook, PushButton } from './controls.ts';
import { ICONS } from './icons.tsx';

export interface PanelActions {
  /** Stores what a reload has to bring back, and draws again. */
  remember(change: Partial<Omit<PanelState, 'slug'>>): void;
  send(event: PageEvent): void;
}

/** Asks the editor for what a button stands for. */
export const Run = createContext<(action: Action) => void>(() => undefined);

interface ActionButtonProps {
  readonly button: Button;
  readonly look?: ButtonLook;
  readonly isOff?: boolean;
}

/** The key gives each action an element of its own, so that a click never runs another action than the one aimed at. */
export function ActionButton({ button, look, isOff }: ActionButtonProps) {
  const run = useContext(Run);
  const { label, hint, action } = button;
  const key = `${action.name} ${action.orderId ?? ''}`;
  const icon = ICONS[action.name];
  return (
    <PushButton
      key={key}
      label={label}
      hint={hint}
      look={look}
      isOff={isOff}
      icon={icon}
      onPress={() => run(action)}
    />
  );
}
