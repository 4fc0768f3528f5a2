import { provideVSCodeDesignSystem, vsCodeButton, vsCodeCheckbox } from '@vscode/webview-ui-toolkit';
import { type ComponentChild, h } from 'preact';

// The one file that knows the toolkit. It gives the panels their form controls and nothing else.

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox());

/** `link`: in a row or beside a heading. `icon`: its label is read out and shown to a resting pointer. */
export type ButtonLook = 'primary' | 'secondary' | 'link' | 'icon';

export interface PushButtonProps {
  readonly label: string;
  /** Read out in place of the label where that alone does not say what it acts on, and shown to a resting pointer. */
  readonly hint?: string | undefined;
  /** For a button that is on or off. */
  readonly pressed?: boolean | undefined;
  readonly look?: ButtonLook | undefined;
  /** It has nothing to act on now, and keeps its place. */
  readonly isOff?: boolean | undefined;
  /** Drawn in place of the label by a button that looks like an icon. */
  readonly icon?: ComponentChild;
  onPress(): void;
}

export function PushButton(props: PushButtonProps): ComponentChild {
  const { label, pressed, look = 'secondary', icon, onPress } = props;
  const isIcon = look === 'icon';
  const hint = props.hint ?? (isIcon ? label : undefined);
  const classes = [pressed === true ? 'pressed' : '', look === 'link' ? 'quiet' : ''].join(' ').trim();
  return h(
    'vscode-button',
    {
      title: hint,
      'aria-label': hint,
      'aria-pressed': pressed,
      appearance: look === 'link' ? 'secondary' : look,
      class: classes === '' ? undefined : classes,
      disabled: props.isOff === true,
      onClick: onPress,
    },
    isIcon ? icon : label,
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

/** Labelled by its text: the toolkit overwrites an `aria-label` on connect. */
export function Checkbox({ label, checked, onChange }: CheckboxProps): ComponentChild {
  const changed = ({ currentTarget }: Event): void => {
    const next = (currentTarget as EventTarget & { readonly checked: boolean }).checked;
    // The toolkit fires this event for a change by the program, too.
    if (next !== checked) onChange(next);
  };
  return h('vscode-checkbox', { checked, onChange: changed }, label);
}
