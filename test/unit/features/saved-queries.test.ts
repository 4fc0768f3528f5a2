import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Services } from '../../../src/features/services.ts';
import { ShownState } from '../../../src/features/shown-state.ts';
import * as editor from '../../support/editor/vscode.ts';
import { aContext } from '../../support/view.ts';
import { PROFILE } from '../store/values.ts';

const { manageQueries, saveQuery } = await import('../../../src/features/show/saved.ts');

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly place?: number;
  readonly buttons?: readonly { readonly tooltip: string }[];
}

/** Saved queries in a setting; `names` are typed in order, and every question is answered with its first button. */
function desk(setting: unknown, ...names: (string | undefined)[]) {
  const config = {
    value: setting,
    get: () => config.value,
    set: async (_name: string, value: unknown) => {
      config.value = JSON.parse(JSON.stringify(value));
    },
  };
  const memory = { get: () => undefined, update: async () => {} };
  const show = new ShownState({ memory, profile: () => PROFILE, timeZone: () => 'utc', now: () => 0 });
  const asked: string[] = [];
  const refused: (string | undefined)[] = [];
  const on = new Map<string, (value?: unknown) => unknown>();
  const listen = (name: string) => (listener: () => void) => on.set(name, listener);
  const pick = {
    items: [] as readonly Item[],
    activeItems: [] as readonly Item[],
    onDidHide: listen('hide'),
    onDidAccept: listen('accept'),
    onDidTriggerItemButton: listen('button'),
    hide: () => on.get('hide')?.(),
    dispose: () => {},
    show: () => {},
  };
  const answer = async (question: string, ...rest: readonly unknown[]) => {
    asked.push(question);
    return rest.find((button) => typeof button === 'string');
  };
  Object.assign(editor.window, {
    createQuickPick: () => pick,
    showWarningMessage: answer,
    showInputBox: async ({
      validateInput,
    }: {
      readonly validateInput: (text: string) => string | undefined;
    }) => {
      const name = names.shift();
      refused.push(name === undefined ? undefined : validateInput(name));
      return refused.at(-1) === undefined ? name : undefined;
    },
  });
  const services = { config, show, view: () => aContext() } as unknown as Services;
  const press = async (label: string, button: string) => {
    const item = pick.items.find((each) => each.label === label) ?? assert.fail(label);
    await on.get('button')?.({ item, button: item.buttons?.find(({ tooltip }) => tooltip === button) });
  };
  const accept = (label: string) => {
    pick.activeItems = pick.items.filter((each) => each.label === label);
    on.get('accept')?.();
  };
  const labels = () => pick.items.map(({ label }) => label);
  return { config, show, services, asked, refused, press, accept, labels, pick };
}

const TWO = [
  { name: 'Live', show: { live: true } },
  { name: 'Mine', show: { mine: true }, sort: 'volume' },
];

describe('Save Query', () => {
  it('writes what is shown under a name, and asks before it replaces one', async () => {
    const { config, show, services, asked } = desk([], ' Busy ', 'busy');
    await show.change('markets', { conditions: { live: true }, sort: { key: 'volume', direction: 'desc' } });
    await saveQuery(services, 'markets');
    assert.deepEqual(config.value, [{ name: 'Busy', show: { live: true }, sort: 'volume' }]);
    await show.change('markets', { conditions: { mine: true } });
    await saveQuery(services, 'markets');
    assert.deepEqual(asked, ['Replace “busy”?']);
    assert.deepEqual(config.value, [{ name: 'busy', show: { mine: true }, sort: 'volume' }]);
  });

  it('takes no empty name, and never overwrites a setting it cannot read', async () => {
    const empty = desk([], '  ');
    await saveQuery(empty.services, 'markets');
    assert.deepEqual(empty.refused, ['Type 1 to 60 characters.']);
    assert.deepEqual(empty.config.value, []);
    const broken = desk({ live: true }, 'a');
    await saveQuery(broken.services, 'markets');
    assert.deepEqual(broken.asked, ['The setting “savedQueries” is no list.']);
    assert.deepEqual(broken.config.value, { live: true });
  });
});

describe('Manage Saved Queries', () => {
  const names = (value: unknown) =>
    (value as readonly { readonly name: string }[]).map(({ name }) => name).join(' ');

  it('moves, renames and deletes', async () => {
    const { config, services, press, asked, refused } = desk(TWO, 'mine', 'Now');
    void manageQueries(services, 'markets');
    await press('Mine', 'Move Up');
    assert.equal(names(config.value), 'Mine Live');
    await press('Live', 'Rename…');
    assert.deepEqual(refused, ['Another saved query has this name.']);
    await press('Live', 'Rename…');
    assert.equal(names(config.value), 'Mine Now');
    await press('Mine', 'Delete…');
    assert.deepEqual(asked, ['Delete the saved query “Mine”?']);
    assert.equal(names(config.value), 'Now');
  });

  it('shows the one that is picked', async () => {
    const { services, show, accept } = desk(TWO);
    const done = manageQueries(services, 'events');
    accept('Mine');
    await done;
    assert.deepEqual(show.of('events').conditions, { mine: true });
    assert.deepEqual(show.of('events').sort, { key: 'volume', direction: 'desc' });
  });

  it('names what is wrong with an entry beside those that can be read', async () => {
    const { services, labels } = desk([...TWO, { name: 'x', show: { luck: 7 } }]);
    void manageQueries(services, 'markets');
    assert.deepEqual(labels(), ['Live', 'Mine', '', 'Saved query 3: “luck” does not exist.']);
  });
});
