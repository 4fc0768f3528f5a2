import './editor/install.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { groupMarkets, NOT_LISTED } from '../../src/core/grouping.ts';
import type { Market } from '../../src/core/market.ts';
import type { Series } from '../../src/core/topic.ts';
import { FilteredLists } from '../../src/features/filtered-lists.ts';
import type { Services } from '../../src/features/services.ts';
import { DEFAULT_SHOWN } from '../../src/features/shown-state.ts';
import { NO_HITS } from '../../src/store/markets/best-hits.ts';
import type { ViewContext } from '../../src/view/row.ts';
import * as editor from './editor/vscode.ts';
import type { SurfaceData } from './surfaces.ts';

interface OfferedItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly iconPath?: unknown;
  readonly buttons?: unknown;
}

export interface Offered {
  readonly title: string;
  readonly items: readonly OfferedItem[];
}

/** Makes the stand-in note every list it is to show; nobody chooses anything. */
function watchedLists(): readonly Offered[] {
  const offered: Offered[] = [];
  const titleOf = ({ title = '', placeHolder = '' }: { title?: string; placeHolder?: string }): string =>
    `${title} ${placeHolder}`;
  Object.assign(editor.window, {
    showQuickPick: async (items: readonly OfferedItem[], options: object): Promise<undefined> => {
      offered.push({ title: titleOf(options), items });
    },
    showInformationMessage: async (): Promise<undefined> => undefined,
    createQuickPick: () => {
      let hidden = (): void => {};
      const pick = {
        title: '',
        placeholder: '',
        value: '',
        items: [] as readonly OfferedItem[],
        selectedItems: [],
        activeItems: [],
        onDidChangeValue: () => ({ dispose: () => {} }),
        onDidAccept: () => ({ dispose: () => {} }),
        onDidTriggerButton: () => ({ dispose: () => {} }),
        onDidTriggerItemButton: () => ({ dispose: () => {} }),
        onDidHide: (listener: () => void) => {
          hidden = listener;
          return { dispose: () => {} };
        },
        dispose: () => {},
        show: () => {
          // What is counted in slices is in the title a moment later.
          setTimeout(() => {
            offered.push({ title: `${pick.title} ${pick.placeholder}`, items: pick.items });
            hidden();
          }, 50);
        },
      };
      return pick;
    },
  });
  return offered;
}

/** Opens every list that has texts of a service or figures of the account in it. */
export async function allLists(data: SurfaceData, context: ViewContext): Promise<readonly Offered[]> {
  const offered = watchedLists();
  const { markets = [], events = [], orders = [] } = data;
  const bySlug = new Map(markets.map((market) => [market.slug, market]));
  const now = context.format.settings.now();
  const tags = new Map([...markets, ...events].flatMap((each) => each.tags.map((tag) => [tag.id, tag])));
  const series = events.flatMap(({ seriesSlug: slug, title }) =>
    slug === undefined ? [] : [{ slug, title }],
  );
  const named: ViewContext = {
    ...context,
    tagName: (id) => tags.get(id)?.label,
    seriesOf: (slug) => series.find((each) => each.slug === slug) as Series | undefined,
  };
  const services = {
    clock: {
      now: context.format.settings.now,
      steady: () => 0,
      setTimeout: () => ({ dispose: () => {} }),
    },
    view: () => named,
    markets: {
      readAt: context.format.settings.now,
      known: () => markets,
      state: { kind: 'ready' },
      get: (slug: string) => bySlug.get(slug),
      isListed: () => true,
      appliedQuery: {},
    },
    show: {
      of: () => DEFAULT_SHOWN,
      calendar: new Calendar('UTC'),
    },
    index: { categories: () => groupMarkets(markets, (market) => market.events[0]) },
    quotes: { live: () => undefined },
    catalogue: {
      listingOf: () => NOT_LISTED,
      leagues: [],
      topics: [],
      tags,
      series,
      reading: () => undefined,
      load: async () => {},
    },
    marketViews: {
      of: (market: Market) => ({ market, event: market.events[0], readAt: now }),
      eventOf: (market: Market) => market.events[0],
      withEvent: (slug: string) => bySlug.get(slug),
      onDidChange: () => ({ dispose: () => {} }),
    },
    search: async () => ({
      size: markets.length,
      find: () => NO_HITS,
      commonLine: undefined,
      watchKnown: () => ({ dispose: () => {} }),
      onDidIndex: () => ({ dispose: () => {} }),
    }),
    recentMarkets: { slugs: markets.slice(0, 4).map(({ slug }) => slug), texts: ['otters'] },
    watchlist: {
      items: [{ name: '', entries: events.map((event) => ({ kind: 'event', key: event.id })) }],
      onDidChange: () => ({ dispose: () => {} }),
    },
    watched: { event: (key: string) => events.find(({ id }) => id === key) },
    positions: { positions: [] },
    portfolio: { holdings: new Map() },
    onDidChangeView: () => ({ dispose: () => {} }),
    orders: {
      latest: async (owner: unknown) => ({ owner, orders, lost: 1, isCut: false }),
      orders,
      lost: 1,
      complete: true,
      state: { kind: 'ready' },
      pending: new Set(),
      refresh: async () => {},
      load: async () => {},
    },
    session: {
      profile: { id: 'custom', label: 'somewhere', auth: 'bearer' },
      account: { kind: 'signedIn' },
      link: { kind: 'online' },
      epoch: () => 0,
      onDidChange: () => ({ dispose: () => {} }),
    },
    cancels: { isUnknown: () => false },
    config: { get: () => '' },
    visible: {
      watch: () => ({ set: () => {}, dispose: () => {} }),
    },
    live: {
      freshness: { account: () => undefined },
      onDidChange: () => ({ dispose: () => {} }),
      onDidAge: () => ({ dispose: () => {} }),
    },
  } as unknown as Services;
  const onDidChange = () => ({ dispose: () => {} });
  Object.assign(services, { events: { known: () => events, state: { kind: 'ready' }, onDidChange } });
  const filteredLists = new FilteredLists({
    ...services,
    markets: Object.assign(services.markets, { onDidChange }),
    orders: { orders, onDidChange },
    positions: { positions: [], onDidChange },
  });
  Object.assign(services, { filteredLists });
  const { askMarket } = await import('../../src/features/search/ask-market.ts');
  const { pickOpenOrders, reviewOrders } = await import('../../src/features/cancel/dialogs.ts');
  const { cancelMarketOrders } = await import('../../src/features/cancel/commands.ts');
  const { openShow } = await import('../../src/features/show/show-pick.ts');
  const { askOrderId } = await import('../../src/features/documents/ask-order.ts');
  await askMarket(services, { title: 'Search' });
  await pickOpenOrders(services, async () => {});
  const owner = { epoch: 0, profile: services.session.profile };
  const open = { owner, market: services.marketViews.withEvent, orders, isRead: true, caveats: [] };
  await reviewOrders(services, open, orders);
  await cancelMarketOrders(services, { openProof: async () => {}, askAgain: async () => {} });
  await openShow(services, 'markets');
  for (const known of ['leagues', 'series', 'categories', 'marketTypes', 'tagIds'] as const)
    await openShow(services, 'events', (pages) => pages.condition(known));
  await askOrderId(services);
  return offered;
}

export function textsOf({ title, items }: Offered): readonly string[] {
  return [
    title,
    ...items.flatMap(({ label, description = '', detail = '' }) => [label, description, detail]),
  ];
}
