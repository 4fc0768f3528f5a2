import { l10n } from 'vscode';
import { type EventGroup, eventKeyOf } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { historySection } from '../../view/panels/portfolio/history.ts';
import type { PortfolioInput } from '../../view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../view/panels/portfolio/model.ts';
import type { HistorySection } from '../../view/panels/portfolio/protocol.ts';
import type { Snapshot } from '../../view/panels/protocol.ts';
import { knownPositions } from '../known-positions.ts';
import type { Services } from '../services.ts';
import { readingOf, watchStores } from './market-watch.ts';

/** What the portfolio page reads and shows: nothing while it is hidden, all of it again and again while it is visible. */
export function portfolioPanel(services: Services, changed: () => void) {
  const { session, positions, orders, balances, marketsBySlug, portfolio, watched, marketViews, live } =
    services;
  const { valueHistory } = services;
  const activity = new ActivityStore(session);
  const interest = live.watch('panel');
  const stores = [positions, orders, balances, marketsBySlug, watched, activity];
  /** Markets of positions that are not flat and of open orders. */
  const slugs = (): readonly string[] => [
    ...new Set([...open(), ...orders.orders].map(({ marketSlug }) => marketSlug)),
  ];
  const open = () => positions.positions.filter(({ netPosition }) => netPosition?.isZero !== true);
  /** Has prices streamed, and events read: what they make of a result depends on all lines of a game. */
  let wanted = '';
  const follow = (visible: boolean): void => {
    interest.set(visible ? slugs() : []);
    const keys = new Set(open().flatMap(({ marketMetadata }) => marketMetadata?.eventSlug ?? []));
    const entries = visible ? [...keys].map((key) => ({ kind: 'event', key }) as const) : [];
    // Wanting them is a change, and each change asks for a snapshot.
    const next = entries.map(({ key }) => key).join();
    if (next === wanted) return;
    wanted = next;
    watched.want('page portfolio', entries);
  };
  const page = watchStores(services, stores, changed, follow);
  const { own } = page;
  for (const item of [activity, interest]) own.add(item);
  for (const store of stores) own.add(store.onDidChange(changed));
  own.add(live.onDidAge(changed));
  own.add(valueHistory.onDidChange(changed));
  own.add(
    marketViews.onDidChange((change) => {
      if (change === 'all' || slugs().some((slug) => change.has(slug))) changed();
    }),
  );

  function groupOf(market: Market): EventGroup {
    const event = services.marketViews.eventOf(market);
    return { key: eventKeyOf(market, event), event, markets: event?.markets ?? [] };
  }

  let drawn: { readonly from: readonly unknown[]; readonly section: HistorySection } | undefined;
  function history(): HistorySection {
    const { points } = valueHistory;
    const from = [points, services.view()];
    if (drawn === undefined || from.some((each, place) => each !== drawn?.from[place]))
      drawn = { from, section: historySection(points, services.view()) };
    return drawn.section;
  }

  /** Orders selected on the page. */
  let selected: ReadonlySet<string> = new Set();
  /** How often all of it was asked for by hand: with each, and again once it is read, the lists are sorted again. */
  let asked = 0;
  let isAsked = false;
  let wasHidden = services.config.get('hideAmounts');
  const isBusy = (): boolean =>
    [positions.state, orders.state].some(({ kind }) => kind === 'loading' || kind === 'refreshing');

  function input(showsDetails: boolean): PortfolioInput {
    if (page.isVisible()) follow(true);
    const { summary } = portfolio;
    if (isAsked && !isBusy()) {
      isAsked = false;
      asked += 1;
    }
    // An order by amounts, and a fold of the small ones, would tell of what is hidden now.
    const isHidden = services.config.get('hideAmounts');
    if (isHidden !== wasHidden) asked += 1;
    wasHidden = isHidden;
    const { kind } = live.state('markets');
    return {
      connection: {
        label: session.profile.label,
        isDemo: session.profile.id === 'demo',
        isSignedIn: session.canSign,
      },
      isUnreached: session.link.kind === 'offline',
      stream: kind === 'off' ? 'polled' : kind,
      freshness: summary && services.live.portfolioFreshness(summary.at),
      currencies: summary?.currencies ?? [],
      complete: summary?.complete !== false,
      history: history(),
      positions: readingOf(positions.state, knownPositions(services)),
      orders: readingOf(orders.state, orders.orders),
      activities: readingOf(activity.state, activity.activities),
      moreActivities: activity.hasMore,
      selected,
      asked,
      cancelling: orders.cancelling,
      showsDetails,
      marketOf: services.marketViews.withEvent,
      viewOf: (market) => marketViews.latest(market),
      groupOf,
    };
  }

  return {
    ...page,
    title: (): string => l10n.t('Portfolio'),
    snapshot: (showsDetails: boolean): Snapshot => portfolioSnapshot(input(showsDetails), services.view()),
    slugs,
    refresh(): void {
      page.refresh();
      asked += 1;
      isAsked = true;
    },
    select(rows: readonly string[]): void {
      selected = new Set(rows);
    },
  };
}
