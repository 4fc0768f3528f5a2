import { l10n } from 'vscode';
import { type EventGroup, eventKeyOf } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { historySection } from '../../view/panels/portfolio/history.ts';
import type { PortfolioInput } from '../../view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../view/panels/portfolio/model.ts';
import type { HistorySection } from '../../view/panels/portfolio/protocol.ts';
import { knownPositions } from '../known-positions.ts';
import type { Services } from '../services.ts';
import { readingOf } from './market-input.ts';
import type { PanelPage } from './page.ts';

/** What the portfolio page is made of. */
export function portfolioPage(services: Services): PanelPage {
  const { session, positions, orders, balances, marketsBySlug, portfolio, watched, marketViews, live } =
    services;
  const { valueHistory } = services;
  const activity = new ActivityStore(session);
  const open = () => positions.positions.filter(({ netPosition }) => netPosition?.isZero !== true);
  /** Markets of positions that are not flat and of open orders. */
  const slugs = (): readonly string[] => [
    ...new Set([...open(), ...orders.orders].map(({ marketSlug }) => marketSlug)),
  ];

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
    title: () => l10n.t('Portfolio'),
    draw: (showsDetails) => ({
      content: portfolioSnapshot(input(showsDetails), services.view()),
      needs: {
        stores: [positions, orders, balances, marketsBySlug, watched, activity],
        changes: [valueHistory.onDidChange],
        markets: [{ slugs: slugs() }],
        // What positions make of a result depends on all lines of a game.
        events: [...new Set(open().flatMap(({ marketMetadata }) => marketMetadata?.eventSlug ?? []))],
      },
    }),
    slugs,
    refreshed(): void {
      asked += 1;
      isAsked = true;
    },
    select(rows): void {
      selected = new Set(rows);
    },
    dispose: () => activity.dispose(),
  };
}
