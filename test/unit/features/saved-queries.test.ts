import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { readSavedQueries, writeSavedQueries } from '../../../src/core/saved-queries.ts';
import type { Services } from '../../../src/features/services.ts';
import { ShownState } from '../../../src/features/shown-state.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aContext } from '../../support/view.ts';
import { PROFILE } from '../store/values.ts';

const { createSettingList } = await import('../../../src/features/setting-list.ts');
const { manageQueries, saveQuery, shownOf } = await import('../../../src/features/show/saved.ts');

/** Saved queries in a setting; `answers` are typed or picked in order, and every question is answered with its button. */
function desk(setting: unknown, ...answers: (string | undefined)[]) {
  const config = {
    value: setting,
    get: () => config.value,
    set: async (_name: string, value: unknown) => {
      config.value = JSON.parse(JSON.stringify(value));
    },
    onDidChange: () => ({ dispose: () => {} }),
  };
  const memory = { get: () => undefined, update: async () => {} };
  const show = new ShownState({ memory, profile: () => PROFILE, timeZone: () => 'utc', now: () => 0 });
  const asked: string[] = [];
  const refused: (string | undefined)[] = [];
  const offered: string[] = [];
  Object.assign(editor.window, {
    showQuickPick: async (items: readonly { readonly label: string }[]) => {
      const answer = answers.shift();
      offered.push(items.map(({ label }) => label).join(' '));
      return items.find(({ label }) => inEnglish(label) === answer);
    },
    showWarningMessage: async (question: string, ...rest: readonly unknown[]) => {
      asked.push(question);
      return rest.find((button) => typeof button === 'string');
    },
    showErrorMessage: async (question: string) => void asked.push(question),
    showInputBox: async ({ validateInput }: { validateInput(text: string): string | undefined }) => {
      const name = answers.shift();
      refused.push(name === undefined ? undefined : validateInput(name));
      return refused.at(-1) === undefined ? name : undefined;
    },
  });
  const services = () => {
    const saved = createSettingList(config as never, 'savedQueries', readSavedQueries, writeSavedQueries);
    return { show, saved, view: () => aContext() } as unknown as Services;
  };
  return { config, show, services, asked, refused, offered };
}

const TWO = [
  { name: 'Live', show: { live: true } },
  { name: 'Mine', show: { mine: true }, sort: 'volume' },
];

describe('Save Query', () => {
  it('writes what is shown under a name, and asks before it replaces one', async () => {
    const { config, show, services, asked } = desk([], ' Busy ', 'busy');
    await show.change('markets', { conditions: { live: true }, sort: { key: 'volume', direction: 'desc' } });
    await saveQuery(services(), 'markets');
    assert.deepEqual(config.value, [{ name: 'Busy', show: { live: true }, sort: 'volume' }]);
    await show.change('markets', { conditions: { mine: true } });
    await saveQuery(services(), 'markets');
    assert.deepEqual(asked, ['Replace “busy”?']);
    assert.deepEqual(config.value, [{ name: 'busy', show: { mine: true }, sort: 'volume' }]);
  });

  it('takes no empty name, and never overwrites a setting it cannot read', async () => {
    const empty = desk([], '  ');
    await saveQuery(empty.services(), 'markets');
    assert.deepEqual(empty.refused, ['Type 1 to 60 characters.']);
    assert.deepEqual(empty.config.value, []);
    const broken = desk({ live: true }, 'a');
    await saveQuery(broken.services(), 'markets');
    assert.deepEqual(broken.asked, [
      'Correct the setting predictionMarkets.savedQueries first. Cannot be read',
    ]);
    assert.deepEqual(broken.config.value, { live: true });
  });
});

describe('the grouping of a saved query', () => {
  it('is saved with it, and shown with it again', async () => {
    const { config, show, services } = desk([], 'Flat', 'Flat', 'Show');
    await show.change('markets', { conditions: { live: true }, grouping: 'flat' });
    await saveQuery(services(), 'markets');
    assert.deepEqual(config.value, [{ name: 'Flat', show: { live: true }, sort: 'start', group: 'flat' }]);
    await show.change('markets', { conditions: {}, grouping: 'event' });
    await manageQueries(services(), 'markets');
    assert.equal(show.of('markets').grouping, 'flat');
    const [query] = services().saved.items;
    assert.deepEqual(
      query && shownOf({ name: query.name, show: query.show, sort: query.sort }).grouping,
      'event',
    );
  });
});

describe('Manage Saved Queries', () => {
  const names = (value: unknown) =>
    (value as readonly { readonly name: string }[]).map(({ name }) => name).join(' ');

  it('moves, renames and deletes', async () => {
    const { config, services, asked, refused, offered } = desk(
      TWO,
      ...['Mine', 'Move Up'],
      ...['Live', 'Rename…', 'mine'],
      ...['Live', 'Rename…', 'Now'],
      'Delete…',
    );
    await manageQueries(services(), 'markets');
    assert.equal(names(config.value), 'Mine Live');
    await manageQueries(services(), 'markets');
    assert.deepEqual(refused, ['Another saved query has this name.']);
    await manageQueries(services(), 'markets');
    assert.equal(names(config.value), 'Mine Now');
    await manageQueries(services(), 'markets', 'Mine');
    assert.deepEqual(asked, ['Delete the saved query “Mine”?']);
    assert.equal(names(config.value), 'Now');
    assert.equal(offered.at(-1), 'Show Move Down Rename… Delete…');
  });

  it('shows the one that is picked', async () => {
    const { services, show } = desk(TWO, 'Mine', 'Show');
    await manageQueries(services(), 'events');
    assert.deepEqual(show.of('events').conditions, { mine: true });
    assert.deepEqual(show.of('events').sort, { key: 'volume', direction: 'desc' });
  });
});
