import { l10n } from 'vscode';
import { Memo } from '../../base/memo.ts';
import { eventKeyOf } from '../../core/grouping.ts';
import type { Position } from '../../core/position.ts';
import { namedConnection } from '../../exchange/profile.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { historySection } from '../../view/panels/portfolio/history-section.ts';
import type { PortfolioInput } from '../../view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../view/panels/portfolio/model.ts';
import type { HistorySection } from '../../view/panels/portfolio/protocol.ts';
import type { Snapshot } from '../../view/panels/protocol.ts';
import { knownPositions } from '../known-positions.ts';
import type { Parts } from '../services.ts';
import type { Drawing } from '../surface.ts';
import { readingOf } from './market-input.ts';
import type { PanelPage } from './page.ts';

type Needed = Parts<
  'activity' | 'balances' | 'config' | 'inBrowser' | 'live' | 'marketViews' | 'marketsBySlug'
> &
  Parts<'orders' | 'portfolio' | 'positions' | 'session' | 'valueHistory' | 'view' | 'watched'>;

/** What the portfolio page is made of. */
export class PortfolioPage implements PanelPage {
  readonly #services: Needed;
  readonly #activity: ActivityStore;
  readonly #history = new Memo<HistorySection>();
  /** Orders selected on the page. */
  #selected: ReadonlySet<string> = new Set();
  /** How often all of it was asked for by hand: with each, and again once it is read, the lists are sorted again. */
  #asked = 0;
  #isAsked = false;
  #wasHidden: boolean;

  constructor(services: Needed) {
    this.#services = services;
    this.#activity = new ActivityStore(services.session);
    this.#wasHidden = services.config.get('hideAmounts');
  }

  title(): string {
    return l10n.t('Portfolio');
  }

  /** Markets of positions that are not flat and of open orders. */
  slugs(): readonly string[] {
    const { orders } = this.#services;
    return [...new Set([...this.#open(), ...orders.orders].map(({ marketSlug }) => marketSlug))];
  }

  noteChanges(): void {
    const { config, positions, orders } = this.#services;
    const isBusy = [positions.state, orders.state].some(
      ({ kind }) => kind === 'loading' || kind === 'refreshing',
    );
    if (this.#isAsked && !isBusy) {
      this.#isAsked = false;
      this.#asked += 1;
    }
    // An order by amounts, and a fold of the small ones, would tell of what is hidden now.
    const isHidden = config.get('hideAmounts');
    if (isHidden !== this.#wasHidden) this.#asked += 1;
    this.#wasHidden = isHidden;
  }

  draw(showsDetails: boolean): Drawing<Snapshot> {
    const { positions, orders, balances, marketsBySlug, watched, valueHistory, view } = this.#services;
    return {
      content: portfolioSnapshot(this.#input(showsDetails), view()),
      needs: {
        stores: [positions, orders, balances, marketsBySlug, watched, this.#activity],
        changes: [valueHistory.onDidChange],
        markets: [{ slugs: this.slugs() }],
        // What positions make of a result depends on all lines of a game.
        named: [
          ...new Set(this.#open().flatMap(({ marketMetadata }) => marketMetadata?.eventSlug ?? [])),
        ].map((key) => ({ kind: 'event', key })),
      },
    };
  }

  refreshed(): void {
    this.#asked += 1;
    this.#isAsked = true;
  }

  select(rows: readonly string[]): void {
    this.#selected = new Set(rows);
  }

  dispose(): void {
    this.#activity.dispose();
  }

  #open(): readonly Position[] {
    return this.#services.positions.positions.filter(({ netPosition }) => netPosition?.isZero !== true);
  }

  #input(showsDetails: boolean): PortfolioInput {
    const { session, positions, orders, portfolio, live, marketViews } = this.#services;
    const { summary } = portfolio;
    const { kind } = live.state('markets');
    const activity = this.#activity;
    return {
      connection: {
        ...namedConnection(session.profile),
        isSignedIn: session.canSign,
        inBrowser: this.#services.inBrowser,
      },
      isUnreached: session.link.kind === 'offline',
      stream: kind === 'off' ? 'polled' : kind,
      freshness: summary && live.freshness.portfolio(summary.at),
      currencies: summary?.currencies ?? [],
      complete: summary?.complete !== false,
      history: this.#historySection(),
      positions: readingOf(positions.state, knownPositions(this.#services)),
      orders: readingOf(orders.state, orders.orders),
      activities: readingOf(activity.state, activity.activities),
      moreActivities: activity.hasMore,
      selected: this.#selected,
      asked: this.#asked,
      cancelling: orders.cancelling,
      showsDetails,
      marketOf: marketViews.withEvent,
      viewOf: (market) => marketViews.latest(market),
      groupOf: (market) => {
        const event = marketViews.eventOf(market);
        return { key: eventKeyOf(market, event), event, markets: event?.markets ?? [] };
      },
    };
  }

  /** The same until a point is noted or amounts are written otherwise. */
  #historySection(): HistorySection {
    const { valueHistory, view } = this.#services;
    const [points, context] = [valueHistory.points, view()];
    return this.#history.of([points, context], () => historySection(points, context));
  }
}
