import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { Emitter } from '../../src/base/event.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { NOT_LISTED } from '../../src/core/grouping.ts';
import type { Market } from '../../src/core/market.ts';
import { decodeMarkets } from '../../src/exchange/wire/market.ts';
import { listedRows, rowWriter } from '../../src/features/search/search-list.ts';
import type { Services } from '../../src/features/services.ts';
import { MarketIndex } from '../../src/store/markets/market-index.ts';
import { MarketSearch } from '../../src/store/markets/market-search.ts';
import { createFormatter } from '../../src/view/format.ts';
import { english } from '../../test/support/english.ts';
import { sessionOver } from './client.ts';
import { type BenchRow, goalOf, median, ms, percentile, ratiosOf, timed } from './measure.ts';
import { LEAGUES, searchMarketJson, TEAMS } from './search-markets.ts';

const NOW = Date.UTC(2026, 10, 22, 15);

/**
 * Searching 100,000 markets key by key, the rows that are shown included, against looking for the text in one string a
 * market; and building the indexes in slices: how long it takes, the longest task and the heap.
 */
export async function searchBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const count = isTiny ? 500 : 100_000;
  const markets = decodedMarkets(count);
  const before = heap();
  const { search, find, longest, built } = await build(markets);
  const bytes = (heap() - before) / count;
  if (search.size !== count) throw new Error(`Only ${search.size} markets were indexed`);
  const plain = markets.map(({ question, slug }) => `${question} ${slug}`.toLowerCase());
  const ours: number[] = [];
  const other: number[] = [];
  let found = 0;
  for (const text of texts(isTiny ? 2 : 40)) {
    for (let end = 1; end <= text.length; end++) {
      const typed = text.slice(0, end);
      ours.push(await timed(() => (found += find(typed))));
      other.push(await timed(() => plain.filter((each) => each.includes(typed)).length));
    }
  }
  if (found === 0) throw new Error('Nothing was found');
  search.dispose();
  const p95 = percentile(ours, 0.95);
  return [
    {
      what: `search: a key in ${count.toLocaleString('en-US')} markets, p95 of ${ours.length}`,
      ours: `${ms(p95)} (p50 ${ms(median(ours))}, most ${ms(Math.max(...ours))})`,
      other: `${ms(percentile(other, 0.95))} includes()`,
      ratios: ratiosOf([p95], [percentile(other, 0.95)]),
      ...goalOf(p95, 10, 'most', ' ms'),
    },
    {
      what: '… longest task of building and searching',
      ours: ms(Math.max(longest, ...ours)),
      other: `${ms(built)} the whole index`,
      ...goalOf(Math.max(longest, ...ours), 50, 'most', ' ms'),
    },
    { what: '… heap a market', ours: `${Math.round(bytes)} B`, other: '–' },
  ];
}

/** As they come from the service, through JSON text. A function of its own, so that the JSON is gone when the heap is measured. */
export function decodedMarkets(count: number): readonly Market[] {
  const page = 500;
  return Array.from({ length: count / page }, (_, at) => {
    const markets = Array.from({ length: page }, (_, i) => searchMarketJson(at * page + i));
    return decodeMarkets(JSON.parse(JSON.stringify({ markets }))).items;
  }).flat();
}

/** Names as typed and misspelt, with lines, filters and slugs. */
function texts(teams: number): readonly string[] {
  const chosen = Array.from({ length: teams }, (_, at) => TEAMS[(at * 37) % TEAMS.length] ?? '');
  return [
    ...chosen,
    ...chosen.map((name) => `${name.slice(0, 4)}${name.slice(5)}`),
    ...chosen.map((name, at) => `${name.split(' ')[1]} over ${40 + at}`),
    ...chosen.map((name, at) => `${LEAGUES[at % LEAGUES.length]} ${name.split(' ')[1]} live`),
    'today over 47',
    'live',
    'over 41.5',
    'aec-l3-',
    'who wins',
    'zzyx harbour',
  ].map((text) => text.toLowerCase());
}

/** The search over markets, with what its rows need. */
export async function build(markets: readonly Market[]) {
  const silent = new Emitter<never>();
  const { clock, longest } = watchedClock();
  const bySlug = new Map(markets.map((market) => [market.slug, market]));
  const known = {
    known: () => markets,
    get: (slug: string) => bySlug.get(slug),
    setAside: () => {},
    onDidChange: silent.event,
  };
  const eventOf = (market: Market) => market.events[0];
  const calendar = new Calendar('UTC');
  const sources = { clock, markets: known, events: { onDidChange: silent.event } };
  const index = new MarketIndex({
    ...sources,
    catalogue: { listingOf: () => NOT_LISTED, topics: [] },
    eventOf,
  });
  const search = new MarketSearch({
    ...sources,
    session: sessionOver(),
    index,
    leagueName: (key) => `League ${key.slice(1)}`,
    calendar: () => calendar,
  });
  const format = createFormatter(
    { oddsFormat: 'cents', timeZone: 'utc', hideAmounts: false, locale: 'en', now: () => NOW },
    english,
  );
  const services = {
    clock,
    markets: known,
    marketViews: { of: (market: Market) => ({ market, event: eventOf(market) }), eventOf },
    view: () => ({ t: english, format }),
    portfolio: { holdings: new Map() },
  } as unknown as Services;
  const find = (text: string): number => {
    const { hits, markets } = search.find(text);
    listedRows(services, hits, text).map(rowWriter(services));
    return markets;
  };
  const built = await timed(async () => {
    for (index.categories(); index.size < markets.length; index.categories())
      await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise<void>((resolve) => {
      search.onDidIndex(resolve);
      search.watchKnown();
    });
  });
  return { search, find, longest: longest(), built };
}

/** The clock of the system, standing at `NOW`. `longest`: what the longest of its callbacks took so far, milliseconds. */
function watchedClock(): { readonly clock: Clock; longest(): number } {
  let longest = 0;
  const setTimeout: Clock['setTimeout'] = (callback, wait) =>
    systemClock.setTimeout(() => {
      const start = performance.now();
      callback();
      longest = Math.max(longest, performance.now() - start);
    }, wait);
  return { clock: { ...systemClock, now: () => NOW, setTimeout }, longest: () => longest };
}

/** Bytes in use after a collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
