import { provideVSCodeDesignSystem, vsCodeButton, vsCodeCheckbox } from '@vscode/webview-ui-toolkit';
import { el } from './dom.ts';

// The one file that knows the toolkit. It gives the panels their form controls and nothing else.

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox());

export interface ButtonOptions {
  readonly label: string;
  /** Said in place of the label where that alone does not say what it acts on, and shown to a resting pointer. */
  readonly hint?: string | undefined;
  /** Names the control over redraws, so that it can keep the focus. */
  readonly focus: string;
  readonly appearance?: 'primary' | 'secondary' | undefined;
  /** For a button that is on or off. */
  readonly pressed?: boolean | undefined;
  onPress(): void;
}

export function button(options: ButtonOptions): HTMLElement {
  const control = el(
    'vscode-button',
    {
      appearance: options.appearance ?? 'secondary',
      title: options.hint,
      'aria-label': options.hint,
      'aria-pressed': options.pressed === undefined ? undefined : String(options.pressed),
      'data-focus': options.focus,
      class: options.pressed === true ? 'pressed' : undefined,
    },
    options.label,
  );
  control.addEventListener('click', () => options.onPress());
  return control;
}

export interface CheckboxOptions {
  readonly label: string;
  readonly focus: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

/** Labelled by its text: the toolkit overwrites an `aria-label` on connect. */
export function checkbox(options: CheckboxOptions): HTMLElement {
  const control = el('vscode-checkbox', { 'data-focus': options.focus }, options.label);
  if (options.checked) control.setAttribute('checked', '');
  control.addEventListener('change', () => {
    options.onChange((control as HTMLElement & { readonly checked: boolean }).checked);
  });
  return control;
}
