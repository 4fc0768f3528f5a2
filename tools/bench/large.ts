import { MarketGroups } from '../../src/core/grouping.ts';
import type { Transport, TransportReply } from '../../src/exchange/transport.ts';
import { MarketsStore } from '../../src/store/markets/markets.ts';
import { createFormatter } from '../../src/view/format.ts';
import { english } from '../../src/view/l10n.ts';
import { marketsTree } from '../../src/view/markets-tree.ts';
import { sessionOver } from './client.ts';
import { type BenchRow, median, ms, ratiosOf, timed } from './measure.ts';
import { marketJson } from './payloads.ts';

const PAGE = 500;

/**
 * 100,000 markets from bytes to the first rows: loading every page through client and store, against JSON.parse and one
 * Map of the same bytes; grouping, and the first rows of the tree, against walking that Map.
 */
export async function largeBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const count = isTiny ? 2 * PAGE : 100_000;
  const pages = Array.from({ length: count / PAGE }, (_, page) => pageBytes(page));
  const figures = { load: [] as number[], bare: [] as number[], group: [] as number[], walk: [] as number[] };
  const rows: number[] = [];
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
  ];
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

/** Answers the list with prepared pages: what is measured is everything above the wire. */
function pagesTransport(pages: readonly Uint8Array[]): Transport {
  return {
    name: 'prepared',
    send: async ({ url }): Promise<TransportReply> => {
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
  const rows = marketsTree(
    { content: { kind: 'grouped', categories: groups.categories() } },
    { t: english, format },
  );
  return rows[0]?.children?.().length ?? 0;
}
