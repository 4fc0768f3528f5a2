import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { Calendar } from '../../../src/core/calendar.ts';
import { NO_PLACES } from '../../../src/core/grouping.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { RowTarget } from '../../../src/features/ids.ts';
import type { Services } from '../../../src/features/services.ts';
import { EventsStore } from '../../../src/store/markets/events.ts';
import { MarketIndex } from '../../../src/store/markets/market-index.ts';
import { MarketSearch } from '../../../src/store/markets/market-search.ts';
import { MarketsStore } from '../../../src/store/markets/markets.ts';
import * as editor from '../../support/editor/vscode.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { event, market, rig } from '../store/values.ts';

const { pickMarket } = await import('../../../src/features/search/market-pick.ts');
const { RecentMarkets } = await import('../../../src/features/search/recent-markets.ts');

interface Item {
  readonly label: string;
  readonly description?: string;
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
    this.activeItems = items.slice(0, 1);
  }

  get shown(): readonly string[] {
    return this.items.map(
      ({ label, row, description }) => row?.key ?? (label.replaceAll('\u2060', '') || `${description}`),
    );
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
    this.selectedItems = this.items.slice(at, at + 1);
    this.accepted.fire();
  }

  press(at: number, tooltip: string): void {
    const item = this.items[at];
    const button = item?.buttons?.find((each) => each.tooltip === tooltip);
    assert.ok(button);
    this.pressed.fire({ item, button });
  }
}

const context = aContext();
const NOW = context.format.settings.now();

function picking(recent: readonly string[] = []) {
  const base = rig();
  base.clock.jumpTo(NOW);
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const eventOf = ({ events: [named] }: Market): MarketEvent | undefined => named;
  const sources = { clock: base.clock, markets, events };
  const index = new MarketIndex({
    ...sources,
    catalogue: { placesOf: () => NO_PLACES, topics: [] },
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
  });
  const ran: string[] = [];
  const views = new Emitter<unknown>();
  const quiet = { dispose: (): void => {} };
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
    eventOf,
    marketViews: {
      of: (of: Market) => ({ market: of, event: eventOf(of) }),
      onDidChange: views.event,
    },
    live: {
      watch: () => ({
        set: (slugs: readonly string[]) => {
          interest = slugs;
        },
        ...quiet,
      }),
    },
    onDidChangeView: () => quiet,
    holdings: () => new Map([['otters-cup', { long: 'position', short: undefined }]]),
    watchlist: {
      items: [{ name: '', entries: [{ kind: 'market', key: 'herons' }] }],
      onDidChange: () => quiet,
    },
    watched: { event: (key: string) => (key === game.slug ? game : undefined) },
    recentMarkets: { slugs: recent },
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
  return { ...base, markets, pick, ran, views, open, interest: () => interest };
}

describe('picking a market', () => {
  it('offers recent, watched and own markets, each once, before anything is typed', async () => {
    const { pick, open } = picking(['herons', 'gone']);
    await open();
    assert.deepEqual(pick.shown, ['recent', 'market/herons', 'yours', 'market/otters-cup']);
  });

  it('lists what is found in the order of its rank, and follows its prices', async () => {
    const { pick, open, interest } = picking();
    const { chosen } = await open();
    pick.type('otters');
    assert.deepEqual(pick.shown, ['event/event-game', 'market/otters-cup']);
    assert.match(pick.title, /2 of 3/);
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
    pick.activeItems = pick.items.slice(1, 2);
    await clock.advance(1_000);
    assert.deepEqual(pick.shown, ['event/event-game', 'market/otters-cup', 'event/event-9']);
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
    assert.deepEqual(pick.shown.slice(0, 2), ['event/event-game', 'market/otters-cup']);
  });

  it('says where it looked when nothing is called that, and what can be done', async () => {
    const { pick, open, exchange, clock } = picking();
    exchange.lacks.add('search');
    await open();
    pick.type('zzyx');
    assert.match(pick.items[0]?.description ?? '', /the service is being asked/);
    await clock.advance(1_000);
    assert.deepEqual(pick.shown, ['No market is called that', 'Clear the search']);
    assert.match(pick.items[0]?.description ?? '', /searched 3 here; this service has no search/);
    pick.pick(1);
    assert.equal(pick.value, '');
  });

  it('gives a typed slug or id that is not known as it is', async () => {
    const { pick, open } = picking();
    const { chosen } = await open('some-other-slug');
    const at = pick.shown.indexOf('Market with slug some-other-slug');
    pick.pick(at);
    assert.equal(await chosen, 'some-other-slug');
    const again = picking();
    await again.open('4711');
    assert.ok(again.pick.shown.includes('Market with id 4711'));
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
      for (const { label } of pick.items) assert.ok(!label.toLowerCase().includes(text), `${text}: ${label}`);
    }
  });
});

describe('RecentMarkets', () => {
  it('has the last five, each once, and nothing of a value it cannot read', async () => {
    let stored: unknown = { odd: true };
    const memory = {
      get: () => stored,
      update: async (_key: string, value: unknown) => {
        stored = value;
      },
    };
    const recent = new RecentMarkets(memory);
    assert.deepEqual(recent.slugs, []);
    for (const slug of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) await recent.add(slug);
    assert.deepEqual(recent.slugs, ['f', 'e', 'b', 'd', 'c']);
  });
});
