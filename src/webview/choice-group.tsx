import type { ComponentChildren } from 'preact';
import { PushButton, type PushButtonProps } from './controls.ts';

interface ChoiceGroupProps {
  /** Read out before its buttons. */
  readonly label: string;
  readonly buttons: readonly PushButtonProps[];
  /** Behind the buttons. */
  readonly children?: ComponentChildren;
}

/** Buttons side by side, each on or off. */
export function ChoiceGroup({ label, buttons, children }: ChoiceGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
    <div class="spans" role="group" aria-label={label}>
      {buttons.map((button) => (
        <PushButton key={button.label} {...button} />
      ))}
      {children}
    </div>
  );
}
