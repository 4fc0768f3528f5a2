import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { Calendar } from '../../../src/core/calendar.ts';
import { NOT_LISTED } from '../../../src/core/grouping.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { RowTarget } from '../../../src/features/ids.ts';
import type { Services } from '../../../src/features/services.ts';
import { EventsStore } from '../../../src/store/markets/events.ts';
import { MarketIndex } from '../../../src/store/markets/market-index.ts';
import { MarketSearch } from '../../../src/store/markets/market-search.ts';
import { MarketsStore } from '../../../src/store/markets/markets.ts';
import { searchWords } from '../../../src/view/search-words.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { event, market, rig } from '../store/values.ts';

const { pickMarket } = await import('../../../src/features/search/market-pick.ts');
const { RecentMarkets } = await import('../../../src/features/search/recent-markets.ts');

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly row?: { readonly key: string };
  readonly buttons?: readonly { readonly tooltip: string }[];
}

class FakePick {
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  keepScrollPosition = false;
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  readonly changed = new Emitter<string>();
  readonly accepted = new Emitter<void>();
  readonly pressed = new Emitter<unknown>();
  readonly hidden = new Emitter<void>();
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidTriggerItemButton = this.pressed.event;
  readonly onDidHide = this.hidden.event;
  #items: readonly Item[] = [];

  get items(): readonly Item[] {
    return this.#items;
  }

  /** As the editor does, which makes the first one active. */
  set items(items: readonly Item[]) {
    this.#items = items;
    this.activeItems = this.choices.slice(0, 1);
  }

  /** Without the headings. */
  get choices(): readonly Item[] {
    return this.items.filter(({ kind }) => kind !== editor.QuickPickItemKind.Separator);
  }

  get shown(): readonly string[] {
    return this.items.map(nameOf);
  }

  get chosen(): readonly string[] {
    return this.choices.map(nameOf);
  }

  show(): void {}
  dispose(): void {}

  hide(): void {
    this.hidden.fire();
  }

  type(text: string): void {
    this.value = text;
    this.changed.fire(text);
  }

  pick(at: number): void {
    this.selectedItems = this.choices.slice(at, at + 1);
    this.accepted.fire();
  }

  press(at: number, tooltip: string): void {
    const item = this.choices[at];
    const button = item?.buttons?.find((each) => inEnglish(each.tooltip) === tooltip);
    assert.ok(button);
    this.pressed.fire({ item, button });
  }
}

function nameOf({ label, row, description }: Item): string {
  return inEnglish(row?.key ?? (label.replaceAll('\u2060', '') || `${description}`));
}

const NOW = aContext().format.settings.now();

function picking(recent: readonly string[] = [], texts: readonly string[] = [], context = aContext()) {
  const base = rig();
  base.clock.jumpTo(NOW);
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const eventOf = ({ events: [named] }: Market): MarketEvent | undefined => named;
  const sources = { clock: base.clock, markets, events };
  const index = new MarketIndex({
    ...sources,
    catalogue: { listingOf: () => NOT_LISTED, topics: [] },
    eventOf,
  });
  const parent = event('game', {
    title: 'Otters at Herons',
    gameId: '1',
    live: true,
    period: 'Q1',
    startTime: instantOf(NOW - 1_000),
  });
  const winner = lakeGame({ slug: 'otters-herons', question: 'Who wins?', events: [parent] });
  const game = { ...parent, markets: [winner] };
  const search = new MarketSearch({
    ...sources,
    session: base.session,
    index,
    leagueName: (key) => key,
    calendar: () => new Calendar('UTC'),
    words: () => searchWords(context),
    own: () => ({ markets: new Set(['otters-cup', 'herons']), events: new Set() }),
  });
  const ran: string[] = [];
  const views = new Emitter<unknown>();
  const quiet = { dispose: (): void => {} };
  const searched: string[] = [];
  let isFiltered = false;
  let interest: readonly string[] = [];
  const pick = new FakePick();
  Object.assign(editor.window, { createQuickPick: () => pick, setStatusBarMessage: () => {} });
  Object.assign(editor.commands, {
    executeCommand: async (id: string, argument: string | RowTarget) => {
      const subject = typeof argument === 'object' ? argument.subject : undefined;
      const what = subject?.kind === 'event' ? `row of ${subject.key}` : argument;
      ran.push(`${id.replace('predictionMarkets.', '')} ${what}`);
    },
  });
  const services = {
    clock: base.clock,
    view: () => context,
    markets,
    marketViews: {
      eventOf,
      of: (of: Market) => ({ market: of, event: eventOf(of) }),
      onDidChange: views.event,
    },
    session: base.session,
    visible: {
      watch: () => ({
        set: (slugs: readonly string[]) => {
          interest = slugs;
        },
        ...quiet,
      }),
    },
    live: {
      onDidChange: () => quiet,
      onDidAge: () => quiet,
    },
    onDidChangeView: () => quiet,
    portfolio: { holdings: new Map([['otters-cup', { long: 'position', short: undefined }]]) },
    watchlist: {
      items: [{ name: '', entries: [{ kind: 'market', key: 'herons' }] }],
      onDidChange: () => quiet,
    },
    watched: { event: (key: string) => (key === game.slug ? game : undefined) },
    recentMarkets: { slugs: recent, texts, addText: async (text: string) => searched.push(text) },
    show: { isFiltered: () => isFiltered },
  } as unknown as Services;
  markets.upsert(
    [
      market('otters-cup', { question: 'Will the Otters win the cup?' }),
      market('herons', { question: 'Will the Herons win?' }),
      winner,
    ],
    NOW,
  );
  const open = async (text = '', openEvent?: (key: string) => void) => {
    const options = { title: 'Search Markets', text, ...(openEvent === undefined ? {} : { openEvent }) };
    const chosen = pickMarket(services, search, options);
    await base.clock.advance(1);
    return { chosen };
  };
  const filter = (): void => {
    isFiltered = true;
  };
  return { ...base, markets, pick, ran, views, open, searched, filter, interest: () => interest };
}

describe('picking a market', () => {
  it('offers recent, watched and own markets, each once, before anything is typed', async () => {
    const { pick, open } = picking(['herons', 'gone']);
    await open();
    assert.deepEqual(pick.shown, [
      'recent',
      'market/herons',
      'yours',
      'market/otters-cup',
      'try',
      'live',
      'mine',
    ]);
  });

  it('lists what is found in the order of its rank, and follows its prices', async () => {
    const { pick, open, interest } = picking();
    const { chosen } = await open();
    pick.type('otters');
    assert.deepEqual(pick.chosen, ['event/event-game', 'market/otters-cup']);
    assert.equal(pick.title, 'Search Markets: 2 of 3 markets read');
    assert.deepEqual(interest(), ['otters-herons', 'otters-cup']);
    pick.pick(1);
    assert.equal(await chosen, 'otters-cup');
    assert.deepEqual(interest(), ['otters-herons', 'otters-cup']);
  });

  it('adds below what the service finds, and leaves the row one is at where it is', async () => {
    const { pick, open, exchange, clock } = picking();
    exchange.events_ = [event('9', { title: 'Lutra cup', live: true, markets: [market('lutra')] })];
    await open();
    pick.type('otters');
    pick.activeItems = pick.choices.slice(1, 2);
    await clock.advance(1_000);
    assert.deepEqual(pick.chosen, ['event/event-game', 'market/otters-cup', 'event/event-9']);
    assert.equal(pick.activeItems[0]?.row?.key, 'market/otters-cup');
    pick.type('otter');
    assert.equal(pick.activeItems[0]?.row?.key, 'event/event-game', 'a new text begins at the best row');
  });

  it('keeps the order of a text while markets change, and draws at most every three seconds', async () => {
    const { pick, open, markets, clock, views } = picking();
    await open();
    pick.type('otters');
    const before = pick.items;
    markets.upsert(market('otters-herons', { question: 'Who wins?', status: 'RESOLVED' }), NOW + 1);
    views.fire('all');
    await clock.advance(240);
    assert.equal(pick.items, before);
    await clock.advance(10_000);
    assert.deepEqual(pick.chosen.slice(0, 2), ['event/event-game', 'market/otters-cup']);
  });

  it('says where it looked when nothing is called that, and what can be done', async () => {
    const { pick, open, exchange, clock } = picking();
    exchange.lacks.add('search');
    await open();
    pick.type('zzyx');
    assert.match(pick.choices[0]?.description ?? '', /the service is being asked/);
    await clock.advance(1_000);
    assert.deepEqual(pick.chosen, ['No market matches that', 'Browse leagues', 'Clear the search']);
    assert.match(pick.choices[0]?.description ?? '', /searched 3 here; this service has no search/);
    pick.pick(2);
    assert.equal(pick.value, '');
  });

  it('counts once what it and the service found, and says what only the service found', async () => {
    const { pick, open, exchange, clock, markets } = picking();
    exchange.events_ = [event('9', { title: 'Lutra cup', markets: [market('lutra'), market('lutra-2')] })];
    await open();
    pick.type('otters');
    await clock.advance(1_000);
    assert.equal(pick.chosen.at(-1), 'event/event-9');
    assert.match(pick.choices.at(-1)?.detail ?? '', / · found by the service$/);
    assert.doesNotMatch(pick.choices[0]?.detail ?? '', /service/);
    assert.equal(pick.title, 'Search Markets: 4 of 5 markets read');
    assert.equal(markets.get('lutra'), undefined, 'no view has more because of it');
  });

  it('says which day is meant, and offers the rest of a text where all of it finds nothing', async () => {
    const { pick, open, clock } = picking();
    await open();
    pick.type('otters today');
    assert.equal(pick.title, 'Search Markets: 1 of 3 markets read, Nov 20');
    pick.type('otters tomorrow');
    await clock.advance(1_000);
    const ways = ['No market matches that', 'Search “otters”', 'Browse leagues', 'Clear the search'];
    assert.deepEqual(pick.chosen, ways);
    assert.equal(pick.choices[1]?.description, '2 markets');
    pick.pick(1);
    assert.deepEqual([pick.value, pick.chosen], ['otters', ['event/event-game', 'market/otters-cup']]);
  });

  it('does not say how much is one’s own while amounts are hidden', async () => {
    const { pick, open } = picking([], [], aContext({ hideAmounts: true }));
    await open();
    const mine = pick.choices.find(({ label }) => inEnglish(label) === 'mine');
    assert.equal(mine?.description, '');
    pick.type('mine');
    assert.deepEqual([pick.title, pick.chosen.length], ['Search Markets', 2]);
  });

  it('leads out of a filter and to the leagues where nothing is found', async () => {
    const { pick, open, ran, filter } = picking();
    filter();
    await open();
    pick.type('zzyx');
    assert.deepEqual(pick.chosen.slice(1), [
      'Clear the filter of Markets',
      'Browse leagues',
      'Clear the search',
    ]);
    pick.pick(1);
    pick.pick(2);
    assert.deepEqual(ran, ['clearFilter markets', 'markets.focus undefined']);
  });

  it('offers the last searches again, and remembers one by which something was opened', async () => {
    const { pick, open, searched } = picking([], ['herons today', 'mine']);
    const { chosen } = await open();
    assert.deepEqual(pick.shown.slice(0, 3), ['recent', 'herons today', 'mine']);
    pick.pick(1);
    assert.deepEqual([pick.value, pick.chosen], ['mine', ['market/herons', 'market/otters-cup']]);
    assert.deepEqual(searched, []);
    pick.pick(0);
    assert.deepEqual([searched, await chosen], [['mine'], 'herons']);
  });

  it('gives a typed slug or id that is not known as it is', async () => {
    const { pick, open } = picking();
    const { chosen } = await open('some-other-slug');
    const at = pick.chosen.indexOf('Market with slug some-other-slug');
    pick.pick(at);
    assert.equal(await chosen, 'some-other-slug');
    const again = picking();
    await again.open('4711');
    assert.ok(again.pick.chosen.includes('Market with id 4711'));
  });

  it('opens to the side, watches and copies a link by the buttons of a row', async () => {
    const { pick, ran, open } = picking();
    const { chosen } = await open('otters');
    pick.press(0, 'Add to Watchlist');
    pick.press(1, 'Copy Link');
    pick.press(1, 'Open to the Side');
    assert.deepEqual(ran, [
      'addToWatchlist event:event-game',
      'copyLink otters-cup',
      'openToSide otters-cup',
    ]);
    assert.equal(await chosen, undefined, 'the question is closed');
  });

  it('opens the page of a game where that is wanted, and its buttons are about the game', async () => {
    const { pick, ran, open } = picking(['event:event-game', 'event:gone']);
    const opened: string[] = [];
    const { chosen } = await open('', (key) => opened.push(key));
    assert.deepEqual(pick.shown.slice(0, 2), ['recent', 'event/event-game']);
    pick.type('otters');
    pick.press(0, 'Copy Link');
    pick.press(0, 'Add to Watchlist');
    pick.pick(0);
    assert.deepEqual(opened, ['event-game']);
    assert.equal(await chosen, undefined, 'no market was chosen');
    const again = picking();
    await again.open('otters');
    again.pick.press(0, 'Open to the Side');
    assert.deepEqual(
      [...ran, ...again.ran],
      ['copyLink row of event-game', 'addToWatchlist event:event-game', 'openToSide row of event-game'],
    );
  });

  it('chooses the market on the winner of a game where a market is asked for', async () => {
    const { pick, open } = picking();
    const { chosen } = await open('otters');
    pick.pick(0);
    assert.equal(await chosen, 'otters-herons');
  });

  it('has labels the editor cannot match with what is typed, one letter too', async () => {
    const { pick, open } = picking();
    await open();
    for (const text of ['o', 'ot', 'otters', '*', 'will the']) {
      pick.type(text);
      for (const { label } of pick.choices)
        assert.ok(!label.toLowerCase().includes(text), `${text}: ${label}`);
    }
  });
});

describe('RecentMarkets', () => {
  function remembering(first: unknown) {
    const stored = new Map<string, unknown>([
      ['search.recent', first],
      ['search.texts', first],
    ]);
    const update = async (key: string, value: unknown) => void stored.set(key, value);
    return new RecentMarkets({ get: (key) => stored.get(key), update });
  }

  it('has the last five, each once, and nothing of a value it cannot read', async () => {
    const recent = remembering({ odd: true });
    assert.deepEqual([recent.slugs, recent.texts], [[], []]);
    for (const slug of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) await recent.add(slug);
    assert.deepEqual([recent.slugs, recent.texts], [['f', 'e', 'b', 'd', 'c'], []]);
  });

  it('has the last three texts, each once', async () => {
    const recent = remembering(undefined);
    for (const text of ['a', 'b ', 'c', 'b', 'd']) await recent.addText(text);
    assert.deepEqual([recent.texts, recent.slugs], [['d', 'b', 'c'], []]);
  });
});
