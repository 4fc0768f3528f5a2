import { provideVSCodeDesignSystem, vsCodeButton, vsCodeCheckbox } from '@vscode/webview-ui-toolkit';
import { type ComponentChild, h } from 'preact';

// The one file that knows the toolkit. It gives the panels their form controls and nothing else.

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox());

interface PushButtonProps {
  readonly label: string;
  /** Read out in place of the label where that alone does not say what it acts on, and shown to a resting pointer. */
  readonly hint?: string | undefined;
  /** For a button that is on or off. */
  readonly pressed?: boolean | undefined;
  onPress(): void;
}

export function PushButton({ label, hint, pressed, onPress }: PushButtonProps): ComponentChild {
  return h(
    'vscode-button',
    {
      appearance: 'secondary',
      title: hint,
      'aria-label': hint,
      'aria-pressed': pressed,
      class: pressed === true ? 'pressed' : undefined,
      onClick: onPress,
    },
    label,
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
