import assert from 'node:assert/strict';
import { COMMANDS, CONTEXT_KEYS, type CommandName } from '../../../src/features/ids.ts';
import { manifest } from './manifest.ts';
import { read } from './sources.ts';

const { commands, keybindings, menus } = manifest().contributes;
const titles = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const offWhen = (condition: string): readonly string[] =>
  commands.filter(({ enablement }) => enablement === condition).map(({ command }) => command);

/** Commands that do something in every state, so that nothing has to hold for them. */
const ALWAYS: readonly CommandName[] = [
  // They read, or say why nothing can be read.
  ...([
    'refresh',
    'loadMore',
    'searchMarkets',
    'show',
    'showEvents',
    'filterMarkets',
    'sortMarkets',
  ] as const),
  ...(['saveQuery', 'showPortfolio'] as const),
  // From the palette they ask which market or event.
  ...(['openMarket', 'openToSide', 'openSettlement', 'openEvent', 'openDocument', 'openRaw'] as const),
  ...(['copyLink', 'copySlug', 'copyAsJson', 'exportActivity', 'addToWatchlist', 'addAlert'] as const),
  ...(['followEvent', 'editWatchlist', 'manageAlerts'] as const),
  // What is on this computer, and how it is shown.
  ...(['openCancelRecord', 'deletePortfolioHistory', 'agentAccess', 'toggleHideAmounts'] as const),
  ...(['toggleShortNames', 'setOddsFormat'] as const),
  // About the connection, also where there is none.
  ...(['switchConnection', 'diagnose', 'showLog', 'showInspector', 'clearInspector', 'copyCalls'] as const),
  ...(['copyAsCurl', 'copyAsTypeScript', 'copyAsPython'] as const),
];

describe('commands', () => {
  it('for search, portfolio, hidden amounts and the kill switch have keys, in one family on every system', () => {
    assert.deepEqual(
      keybindings.map(({ command, key }) => [command, key]),
      [
        [COMMANDS.searchMarkets, 'ctrl+k shift+m'],
        [COMMANDS.showPortfolio, 'ctrl+k shift+p'],
        [COMMANDS.toggleHideAmounts, 'ctrl+k shift+a'],
        [COMMANDS.cancelEverything, 'ctrl+k shift+x'],
      ],
    );
    for (const { key, mac } of keybindings) assert.equal(mac, key.replace('ctrl', 'cmd'));
  });

  it('take a key only where it does something; amounts can be hidden anywhere', () => {
    const always = keybindings.filter(({ when }) => when === undefined).map(({ command }) => command);
    assert.deepEqual(always, [COMMANDS.toggleHideAmounts]);
    const killSwitch = keybindings.find(({ command }) => command === COMMANDS.cancelEverything);
    assert.equal(killSwitch?.when, `!${CONTEXT_KEYS.signedOut}`);
  });

  it('of the palette are on only where they do something; a new one needs a condition, or is useful in every state', () => {
    const hidden = (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
    const offered = commands.filter(({ command }) => !hidden.some((entry) => entry.command === command));
    const always = offered.filter(({ enablement }) => enablement === undefined);
    assert.deepEqual(
      always.map(({ command }) => command).toSorted(),
      ALWAYS.map((name) => COMMANDS[name]).toSorted(),
    );
  });

  it('about the own account are off once there is no key, and not before that is known', () => {
    assert.deepEqual(offWhen(`!${CONTEXT_KEYS.signedOut}`), [
      COMMANDS.sortPositions,
      COMMANDS.filterActivity,
      COMMANDS.openOrder,
      COMMANDS.cancelOrder,
      COMMANDS.cancelMarketOrders,
      COMMANDS.cancelAllOrders,
      COMMANDS.cancelEverything,
      COMMANDS.comparePortfolio,
    ]);
    assert.deepEqual(offWhen(CONTEXT_KEYS.signedIn), []);
  });

  it('that undo something are off while there is nothing to undo', () => {
    assert.deepEqual(offWhen(CONTEXT_KEYS.filtered), [COMMANDS.clearFilter]);
    assert.deepEqual(offWhen(CONTEXT_KEYS.following), [COMMANDS.unfollowEvent]);
    assert.deepEqual(offWhen(CONTEXT_KEYS.away), [COMMANDS.showAway, COMMANDS.dismissAway]);
  });

  it('copy a link wherever they copy a slug', () => {
    for (const [menu, entries] of Object.entries(menus)) {
      const conditionsOf = (id: string) =>
        entries.filter(({ command }) => command === id).map(({ when }) => when);
      assert.deepEqual(conditionsOf(COMMANDS.copyLink), conditionsOf(COMMANDS.copySlug), menu);
    }
  });

  it('that switch something have a tick in the menu of a view while it is on', () => {
    for (const [on, off, setting] of [
      [COMMANDS.toggleHideAmounts, COMMANDS.showAmounts, 'hideAmounts'],
      [COMMANDS.toggleShortNames, COMMANDS.useFullNames, 'shortNames'],
    ] as const) {
      const entryOf = (id: string) => menus['view/title']?.filter(({ command }) => command === id) ?? [];
      const [unticked, ticked] = [entryOf(on), entryOf(off)];
      assert.deepEqual(
        unticked.map(({ when, group }) => [when?.replace(' && !config', ' && config'), group]),
        ticked.map(({ when, group }) => [when, group]),
      );
      assert.match(ticked[0]?.when ?? '', new RegExp(` && config\\.predictionMarkets\\.${setting}$`));
      const name = (text = ''): string => titles[text.replaceAll('%', '')] ?? '';
      const shown = commands.find(({ command }) => command === on);
      const title = name(commands.find(({ command }) => command === off)?.title);
      assert.equal(title, `✓ ${name(shown?.shortTitle)}`);
    }
  });
});
