import assert from 'node:assert/strict';
import { COMMANDS, CONTEXT_KEYS, type CommandName, PANELS } from '../../../src/features/ids.ts';
import { manifest } from './manifest.ts';
import { read } from './sources.ts';

const { commands, keybindings, menus } = manifest().contributes;
const titles = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const offWhen = (condition: string): readonly string[] =>
  commands.filter(({ enablement }) => enablement === condition).map(({ command }) => command);

/** Commands without a condition, by why each does something in every state. */
const ALWAYS = {
  'reads, or says why nothing can be read': ['refresh', 'loadMore', 'searchMarkets', 'showPortfolio'],
  'changes what Markets and Events show, now or once they are read': [
    ...(['show', 'showEvents', 'filterMarkets', 'sortMarkets', 'saveQuery'] as const),
  ],
  'asks which market or event, if it was chosen on none': [
    ...(['openMarket', 'openToSide', 'openSettlement', 'openEvent', 'openDocument', 'openRaw'] as const),
    ...(['copyLink', 'copySlug', 'copyAsJson', 'addToWatchlist', 'addAlert', 'followEvent'] as const),
  ],
  'asks what to export; prices are public': ['exportActivity'],
  'opens a list of your own, empty or not': [
    'editWatchlist',
    'manageAlerts',
    'agentAccess',
    'showAgentCalls',
  ],
  'changes a setting': ['toggleHideAmounts', 'toggleShortNames', 'setOddsFormat'],
  'is about the connection, also where there is none': [
    ...(['switchConnection', 'diagnose', 'showLog', 'showInspector', 'clearInspector', 'copyCalls'] as const),
  ],
  'asks which call, or says that there is none': ['copyAsCurl', 'copyAsTypeScript', 'copyAsPython'],
  'a command above by the name it has as a button': [
    ...(['showFromTitle', 'addToWatchlistFromTitle', 'editWatchlistFromTitle', 'addAlertFromTitle'] as const),
  ],
  'a button of a view that needs no account': ['refreshMarkets', 'refreshEvents'],
  'offered by the row, cell or text alone that it acts on': [
    ...(['readCategory', 'stopReading', 'removeFromWatchlist', 'fetchNamed', 'useNearest'] as const),
    ...(['copyCell', 'copyRow', 'copyTable'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

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

  it('are on only where they do something; a new one needs a condition, or is useful in every state', () => {
    assert.deepEqual(
      commands
        .filter(({ enablement }) => enablement === undefined)
        .map(({ command }) => command)
        .toSorted(),
      Object.values(ALWAYS)
        .flat()
        .map((name) => COMMANDS[name])
        .toSorted(),
    );
  });

  it('about the own account are off once there is no key, and not before that is known', () => {
    assert.deepEqual(offWhen(`!${CONTEXT_KEYS.signedOut}`), [
      COMMANDS.refreshOrders,
      COMMANDS.refreshPositions,
      COMMANDS.refreshActivity,
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

  it('about what only a computer has are off in a browser', () => {
    assert.deepEqual(offWhen(`!${CONTEXT_KEYS.inBrowser}`), [
      COMMANDS.signIn,
      COMMANDS.openCancelRecord,
      COMMANDS.deletePortfolioHistory,
      COMMANDS.copyMcpConfiguration,
    ]);
  });

  it('that stop or continue the inspector are on while its page is in front', () => {
    const page = `activeWebviewPanelId =~ /^${PANELS.inspector.replace('.', '\\.')}$/`;
    assert.deepEqual(offWhen(`${page} && !${CONTEXT_KEYS.inspectorPaused}`), [COMMANDS.pauseInspector]);
    assert.deepEqual(offWhen(`${page} && ${CONTEXT_KEYS.inspectorPaused}`), [COMMANDS.resumeInspector]);
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
