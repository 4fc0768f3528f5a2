import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../src/base/clock.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { type Conditions, queryOf } from '../../src/core/conditions.ts';
import { EventFactsMemo } from '../../src/core/event-facts.ts';
import { MarketGroups, NOT_LISTED } from '../../src/core/grouping.ts';
import type { Transport, TransportReply } from '../../src/exchange/transport.ts';
import { FilteredLists } from '../../src/features/filtered-lists.ts';
import { DEFAULT_SHOWN } from '../../src/features/shown-state.ts';
import { MarketIndex } from '../../src/store/markets/market-index.ts';
import { MarketsStore } from '../../src/store/markets/markets.ts';
import type { RankedItems } from '../../src/store/markets/ranking.ts';
import { catalogueTree } from '../../src/view/catalogue-tree.ts';
import { createFormatter } from '../../src/view/format.ts';
import { english } from '../../test/support/english.ts';
import { sessionOver } from './client.ts';
import { type BenchRow, goalOf, median, ms, ratiosOf, timed } from './measure.ts';
import { marketJson } from './payloads.ts';

const PAGE = 500;

/**
 * 100,000 markets from bytes to the first rows: loading every page through client and store, against JSON.parse and one
 * Map of the same bytes; grouping, and the first rows of the tree, against walking that Map. Then what a window does with
 * them: rows of the catalogue, every league opened, all ranked.
 */
export async function largeBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const count = isTiny ? 2 * PAGE : 100_000;
  const pages = Array.from({ length: count / PAGE }, (_, page) => pageBytes(page));
  const figures = { load: [] as number[], bare: [] as number[], group: [] as number[], walk: [] as number[] };
  const rows: number[] = [];
  const explored: Explored[] = [];
  for (let round = 0; round < (isTiny ? 1 : 3); round++) {
    const map = new Map<string, unknown>();
    figures.bare.push(await timed(() => loadBare(pages, map)));
    const session = sessionOver(pagesTransport(pages));
    const store = new MarketsStore(session, { pageSize: PAGE });
    figures.load.push(await timed(() => loadAll(store)));
    if (store.markets.length !== count) throw new Error(`Only ${store.markets.length} markets were loaded`);
    const groups = new MarketGroups();
    figures.group.push(await timed(() => groups.put(store.markets)));
    figures.walk.push(await timed(() => walk(map)));
    rows.push(await timed(() => firstRows(groups)));
    explored.push(await explore(store));
    store.dispose();
    session.dispose();
  }
  return [
    against(
      `${count.toLocaleString('en-US')} markets: load`,
      figures.load,
      figures.bare,
      'JSON.parse and a Map',
    ),
    against('… group', figures.group, figures.walk, 'a Map of arrays by event'),
    against('… first rows, grouped tree', rows, figures.walk, 'a Map of arrays by event'),
    ...exploredRows(explored),
  ];
}

interface Explored {
  /** Milliseconds from the reply to the first rows of the catalogue, and the longest turn of the loop meanwhile. */
  readonly firstRows: number;
  readonly longestTask: number;
  readonly longestFilter: number;
  /** Bytes a market beyond its decoded value, of index, ranking and rows. */
  readonly heap: number;
}

/** Markets as a window shows them: first rows, then everything indexed, each league opened, and ranked by volume. */
async function explore(markets: MarketsStore): Promise<Explored> {
  const before = heapUsed();
  const events = { onDidChange: () => ({ dispose: () => {} }) };
  const index = new MarketIndex({
    clock: systemClock,
    markets,
    events,
    catalogue: { listingOf: () => NOT_LISTED, topics: [] },
    eventOf: (market) => market.events[0],
  });
  const filteredLists = matchesOf(markets);
  const facts = new EventFactsMemo();
  const format = createFormatter(
    { oddsFormat: 'cents', timeZone: 'utc', hideAmounts: false, locale: 'en', now: Date.now },
    english,
  );
  const context = { t: english, format };
  const draw = () =>
    catalogueTree(
      {
        categories: index.categories(),
        leagues: [],
        topics: [],
        sports: [],
        facts,
        progress: () => ({ kind: 'whole' }),
      },
      context,
    );
  const tasks: number[] = [];
  const task = <T>(work: () => T): T => {
    const start = performance.now();
    const result = work();
    tasks.push(performance.now() - start);
    return result;
  };
  task(draw);
  const firstRows = tasks[0] ?? 0;
  while (index.size < markets.markets.length) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    task(draw);
  }
  for (const row of draw()) task(() => row.children?.());
  const byVolume = (conditions: Conditions) =>
    filteredLists.markets(conditions, { key: 'volume', direction: 'desc' });
  await settled(() => byVolume({}), tasks);
  const filterTasks: number[] = [];
  const conditions = { volumeMin: 1_000, spreadMax: 5, leagues: ['nba'] };
  const asked = performance.now();
  const reread = markets.setQuery(queryOf(conditions, Date.now(), new Calendar('UTC')));
  filterTasks.push(performance.now() - asked);
  await settled(() => byVolume(conditions), filterTasks);
  await reread;
  const heap = (heapUsed() - before) / markets.knownCount;
  index.dispose();
  filteredLists.dispose();
  return { firstRows, longestTask: Math.max(...tasks), longestFilter: Math.max(...filterTasks), heap };
}

/** Asks for a list until it is worked out, and notes how long the loop took for each turn. */
async function settled(ask: () => RankedItems<unknown>, tasks: number[]): Promise<void> {
  for (let isPending = true; isPending; ) {
    const start = performance.now();
    isPending = ask().isPending;
    await new Promise((resolve) => setTimeout(resolve, 0));
    tasks.push(performance.now() - start);
  }
}

/** What matches, in a window without an account. */
function matchesOf(markets: MarketsStore): FilteredLists {
  const onDidChange = () => ({ dispose: () => {} });
  return new FilteredLists({
    clock: systemClock,
    markets,
    events: { known: () => [], onDidChange },
    quotes: { live: () => undefined },
    orders: { orders: [], onDidChange },
    positions: { positions: [], onDidChange },
    watchlist: { items: [], onDidChange },
    catalogue: { listingOf: () => NOT_LISTED },
    show: { calendar: new Calendar('UTC'), of: () => DEFAULT_SHOWN },
    marketViews: { eventOf: (market) => market.events[0] },
  });
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function exploredRows(explored: readonly Explored[]): readonly BenchRow[] {
  const of = (figure: keyof Explored): number => median(explored.map((each) => each[figure]));
  return [
    {
      what: '… first rows of the catalogue after the reply',
      ours: ms(of('firstRows')),
      other: '',
      ...goalOf(of('firstRows'), 150, 'most', ' ms'),
    },
    {
      what: '… longest task: index, expand, rank',
      ours: ms(of('longestTask')),
      other: '',
      ...goalOf(of('longestTask'), 50, 'most', ' ms'),
    },
    {
      what: '… longest task: set a filter, what matches',
      ours: ms(of('longestFilter')),
      other: '',
      ...goalOf(of('longestFilter'), 50, 'most', ' ms'),
    },
    {
      what: '… heap a market beyond its value',
      ours: kilobytes(of('heap')),
      other: '',
      ...goalOf(of('heap') / 1_024, 1.5, 'most', ' KB'),
    },
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(2)} KB`;
}

function against(what: string, ours: readonly number[], other: readonly number[], name: string): BenchRow {
  return {
    what,
    ours: ms(median(ours)),
    other: `${ms(median(other))} ${name}`,
    ratios: ratiosOf(ours, other),
  };
}

function pageBytes(page: number): Uint8Array {
  const markets = Array.from({ length: PAGE }, (_, i) => marketJson(page * PAGE + i));
  return Buffer.from(JSON.stringify({ markets }));
}

function loadBare(pages: readonly Uint8Array[], map: Map<string, unknown>): void {
  const text = new TextDecoder();
  for (const page of pages) {
    const { markets } = JSON.parse(text.decode(page)) as { markets: readonly { readonly slug: string }[] };
    for (const market of markets) map.set(market.slug, market);
  }
}

function walk(map: ReadonlyMap<string, unknown>): number {
  const byEvent = new Map<string, unknown[]>();
  for (const [slug, market] of map) {
    const key = slug.slice(4, slug.lastIndexOf('-'));
    const group = byEvent.get(key);
    if (group === undefined) byEvent.set(key, [market]);
    else group.push(market);
  }
  return byEvent.size;
}

/** Answers the list with prepared pages, each in a turn of its own as from a network: what is measured is everything above the wire. */
function pagesTransport(pages: readonly Uint8Array[]): Transport {
  return {
    send: async ({ url }): Promise<TransportReply> => {
      await new Promise(setImmediate);
      const page = Number(url.searchParams.get('offset') ?? 0) / PAGE;
      return { status: 200, headers: {}, body: pages[page] ?? Buffer.from('{"markets":[]}') };
    },
    dispose: () => {},
  };
}

async function loadAll(store: MarketsStore): Promise<void> {
  await store.load();
  while (store.hasMore) {
    await store.loadMore();
    if (store.moreError !== undefined) throw store.moreError;
  }
}

function firstRows(groups: MarketGroups): number {
  const format = createFormatter(
    { oddsFormat: 'cents', timeZone: 'utc', hideAmounts: false, locale: 'en', now: Date.now },
    english,
  );
  const rows = catalogueTree(
    {
      categories: groups.categories(),
      leagues: [],
      topics: [],
      sports: [],
      facts: new EventFactsMemo(),
      progress: () => ({ kind: 'whole' }),
    },
    { t: english, format },
  );
  return rows[0]?.children?.().length ?? 0;
}
