import assert from 'node:assert/strict';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly iconPath?: { readonly id: string };
  readonly buttons?: readonly unknown[];
}

/** A quick pick that is worked by its labels. */
export function fakePick() {
  const on = new Map<string, (value: unknown) => void>();
  const listen = (name: string) => (listener: (value: never) => void) => on.set(name, listener as () => void);
  const fire = (name: string, value?: unknown) => on.get(name)?.(value);
  const pick = {
    title: '',
    placeholder: '',
    value: '',
    items: [] as readonly Item[],
    activeItems: [] as readonly Item[],
    selectedItems: [],
    buttons: [] as readonly object[],
    onDidChangeValue: listen('value'),
    onDidAccept: listen('accept'),
    onDidTriggerButton: listen('button'),
    onDidTriggerItemButton: listen('item'),
    onDidHide: listen('hide'),
    show: () => {},
    hide: () => fire('hide'),
    dispose: () => {},
  };
  Object.assign(editor.window, { createQuickPick: () => pick });
  const itemOf = (label: string): Item =>
    pick.items.find((item) => inEnglish(item.label) === label) ??
    assert.fail(pick.items.map((item) => item.label).join());
  return {
    pick,
    itemOf,
    labels: () => pick.items.map(({ label }) => inEnglish(label)),
    checked: () => pick.items.filter(({ iconPath }) => iconPath?.id === 'check').map(({ label }) => label),
    choose: (label: string) => {
      pick.activeItems = [itemOf(label)];
      fire('accept');
    },
    edit: (label: string) => fire('item', { item: itemOf(label) }),
    type: (text: string) => {
      pick.value = text;
      fire('value', text);
    },
    back: () => fire('button', editor.QuickInputButtons.Back),
    press: (place: number) => fire('button', pick.buttons[place]),
  };
}
