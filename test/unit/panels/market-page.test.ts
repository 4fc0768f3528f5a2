import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { MarketPage } from '../../../src/features/panels/market-page.ts';
import { pageSurface } from '../../../src/features/panels/page.ts';
import type { Services } from '../../../src/features/services.ts';
import { BooksStore } from '../../../src/store/markets/books.ts';
import { MarketsStore } from '../../../src/store/markets/markets.ts';
import { QuotesStore } from '../../../src/store/markets/quotes.ts';
import type { MarketContent } from '../../../src/view/panels/market/protocol.ts';
import type { ChartSpan } from '../../../src/view/panels/protocol.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { failure } from '../../support/fake-exchange.ts';
import { at } from '../../support/values.ts';
import { event, market, NOT_STREAMED, rig } from '../store/values.ts';
import { contextWith, NOW } from './scene.ts';

const MARKETS = ['rain', 'sun', 'snow'].map((slug) => market(slug, { title: slug }));

describe('market page', () => {
  it('reads no other outcome unasked, then each once', async () => {
    const { panel, histories } = await opened();
    assert.deepEqual(histories(), ['rain 1D']);
    panel.compare(true);
    await settle();
    assert.deepEqual(histories(), ['rain 1D', 'sun 1D', 'snow 1D']);
    panel.setShown(false);
    panel.setShown(true);
    panel.compare(false);
    await settle();
    assert.equal(histories().length, 3);
  });

  it('reads the other outcomes again for another span, and leaves that of their own pages alone', async () => {
    const { panel, histories, books } = await opened();
    const page = books.watch('sun', ['history']);
    panel.compare(true);
    await settle();
    panel.setInterval('1W');
    await settle();
    assert.deepEqual(histories().slice(3), ['rain 1W', 'sun 1W', 'snow 1W']);
    assert.equal(books.detail('sun').interval, '1D');
    page.dispose();
  });

  it('reads a game that is over from its start to its end, unless another span is chosen', async () => {
    const { panel, histories, world, chart } = await opened();
    const start = at('2026-03-14T16:00:00Z');
    const over = { markets: MARKETS, gameId: '7', ended: true, startTime: start };
    world.event = event('1', { ...over, finishedTimestamp: at('2026-03-14T19:00:00Z') });
    panel.draw();
    await settle();
    const span = `rain ${start.ms - 900_000}-${at('2026-03-14T19:15:00Z').ms}`;
    assert.deepEqual(histories(), ['rain 1D', span]);
    assert.equal(chart().game?.isRead, true);
    assert.equal(histories().length, 2, 'once');
    panel.setInterval('1W');
    await settle();
    panel.draw();
    assert.deepEqual(histories().slice(2), ['rain 1W']);
    panel.setInterval('GAME');
    await settle();
    assert.deepEqual(histories().slice(3), [span]);
  });

  it('draws what could be read and names the one that could not', async () => {
    const { panel, exchange, chart } = await opened();
    exchange.next('priceHistory', () => {
      throw failure('network');
    });
    panel.compare(true);
    await settle();
    assert.match(chart().footnote ?? '', /^sun: .*cannot be reached[^:]*$/);
    assert.deepEqual(
      chart().content?.beside.map(({ label }) => label),
      ['sun', 'snow 40¢'],
    );
  });

  it('offers no longer spans once a history has shown where the data begin, whatever is chosen next', async () => {
    const { panel, chart, exchange } = await opened();
    const offered = () =>
      chart()
        .intervals.map(({ label }) => label)
        .join(' ');
    assert.equal(offered(), '1H All');
    exchange.history_.set('rain', []);
    panel.setInterval('1H');
    await settle();
    assert.equal(offered(), '1H All');
  });

  it('notes when score and period change, and whether somebody looked then', async () => {
    const { panel, world, chart } = await opened();
    const look = (seconds: number, score: string): void => {
      world.event = event('1', {
        markets: MARKETS,
        live: true,
        score,
        period: 'Q1',
        startTime: at('2026-03-14T19:00:00Z'),
      });
      world.readAt = NOW - 3_600_000 + seconds * 1000;
      panel.draw();
    };
    for (const [seconds, score] of [
      [0, '0-0'],
      [20, '0-0'],
      [40, '3-0'],
      [400, '3-7'],
    ] as const)
      look(seconds, score);
    assert.deepEqual(
      chart().content?.rows[1]?.changes.map(({ ms, label, isSeen }) => [
        (ms - NOW) / 1000 + 3600,
        label,
        isSeen,
      ]),
      [
        [0, '0–0', false],
        [40, '3–0', true],
        [400, '3–7', false],
      ],
    );
  });

  it('has the prices of the other lines it shows streamed, while it is visible', async () => {
    const { panel, streamed } = await opened();
    panel.draw();
    assert.deepEqual(streamed(), ['rain', 'sun', 'snow']);
    panel.setShown(false);
    assert.deepEqual(streamed(), []);
  });

  it('compares from the start where it did before the window was reloaded, once the market is known', async () => {
    const { panel, histories } = await opened((page) => page.compare(true));
    assert.deepEqual(histories(), ['rain 1D']);
    panel.draw();
    await settle();
    assert.deepEqual(histories(), ['rain 1D', 'sun 1D', 'snow 1D']);
  });

  it('reads the settlement of a market once it is over, and not before', async () => {
    const { panel, asked, end } = await opened();
    assert.equal(asked('settlement'), 0);
    end();
    panel.draw();
    await settle();
    assert.equal(asked('settlement'), 1);
  });

  it('has its event read while it is visible, for the clock, the score and the other lines', async () => {
    const { panel, wanted } = await opened();
    panel.draw();
    assert.equal(wanted(), 'event-1');
    panel.setShown(false);
    assert.equal(wanted(), '');
    panel.setShown(true);
    panel.draw();
    panel.dispose();
    assert.equal(wanted(), '');
  });
});

/** The page of the first of three markets of one event, visible. */
async function opened(before: (page: MarketPage) => void = () => {}) {
  const { session, exchange } = rig();
  exchange.markets_ = MARKETS;
  for (const { slug } of MARKETS)
    exchange.history_.set(
      slug,
      [2, 1].map((hours) => ({
        ms: NOW - hours * 3_600_000,
        longPrice: Decimal.of('0.4'),
        shortPrice: undefined,
      })),
    );
  const markets = new MarketsStore(session);
  const books = new BooksStore(session, markets);
  const quotes = new QuotesStore(session, NOT_STREAMED);
  const never = new Emitter<never>().event;
  const state = { kind: 'ready', at: 1 } as const;
  const store = { state, onDidChange: never, load: async () => {}, refresh: async () => {} };
  const streamed = new Map<object, readonly string[]>();
  let wanted: readonly string[] = [];
  const world = { event: event('1', { markets: MARKETS }), readAt: undefined as number | undefined };
  const services = {
    session,
    books,
    quotes,
    clock: new VirtualClock(NOW),
    markets,
    orders: { ...store, inMarket: () => [], pending: new Set(), unknown: new Set() },
    positions: { ...store, get: () => undefined },
    alerts: { ...store, items: [] },
    watched: {
      ...store,
      want: (_: string, entries: readonly { readonly key: string }[]) => {
        wanted = entries.map(({ key }) => key);
      },
    },
    events: { ...store, readAt: () => world.readAt, all: [] },
    portfolio: { holdings: new Map() },
    marketViews: {
      eventOf: () => world.event,
      onDidChange: never,
      latest: (of: object) => ({ market: of, event: undefined }),
    },
    config: { get: () => false },
    onDidChangeView: never,
    view: () => contextWith(),
    visible: {
      watch: () => {
        const viewer = {};
        const set = (slugs: readonly string[]) => void streamed.set(viewer, slugs);
        return { set, dispose: () => set([]) };
      },
    },
    live: {
      onDidChange: never,
      onDidAge: never,
      state: () => ({ kind: 'live' }),
      freshness: {
        market: () => undefined,
        price: () => ({ source: 'stream', at: NOW, standing: 'fresh' }),
        account: () => undefined,
      },
    },
    scheduler: {
      watch: (stores: readonly { load(): Promise<void> }[]) => {
        for (const each of stores) void each.load();
        return { dispose: () => {} };
      },
    },
  } as unknown as Services;
  const page = new MarketPage(services, 'rain');
  before(page);
  const surface = pageSurface(services, page, 'rain', { showsDetails: () => false, due: () => {} });
  surface.setShown(true);
  await settle();
  /** As the page has it: each of its clicks is followed by a drawing. */
  const panel = {
    draw: () => surface.draw(),
    setShown: (isShown: boolean) => surface.setShown(isShown),
    dispose: () => surface.dispose(),
    compare: (on: boolean) => {
      page.compare(on);
      surface.draw();
    },
    setInterval: (interval: ChartSpan) => {
      page.setInterval(interval);
      surface.draw();
    },
  };
  return {
    panel,
    world,
    exchange,
    books,
    chart: () => (surface.draw().content as MarketContent).chart,
    histories: () =>
      exchange.calls.flatMap(({ method, args }) => (method === 'priceHistory' ? [args.join(' ')] : [])),
    streamed: () => [...new Set([...streamed.values()].flat())],
    wanted: () => wanted.join(),
    asked: (of: string) => exchange.calls.filter(({ method }) => method === of).length,
    end: () =>
      markets.upsert([{ ...market('rain', { title: 'rain' }), status: 'RESOLVED' }], session.clock.now() + 1),
  };
}
