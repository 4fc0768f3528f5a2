import type { Activity, KnownMarkets } from '../../../core/activity.ts';
import type { PortfolioCurrency } from '../../../core/figures.ts';
import type { Freshness } from '../../../core/freshness.ts';
import type { EventGroup } from '../../../core/grouping.ts';
import type { Market } from '../../../core/market.ts';
import type { MarketView } from '../../../core/market-view.ts';
import type { Order } from '../../../core/order.ts';
import type { OwnMoney } from '../../../core/own.ts';
import type { KnownPosition } from '../../position-text.ts';
import type { PanelInput, PanelReading } from '../input.ts';
import type { HistorySection } from './protocol.ts';

/** What the account was worth, in one currency. */
export interface ValuePoint {
  readonly ms: number;
  readonly value: OwnMoney;
  /** The part of it that awaited its settlement; undefined where that was not noted. */
  readonly awaiting: OwnMoney | undefined;
  /** Worked out as value + cash, without what awaits its settlement: not to be compared with the others. */
  readonly isByOldRule: boolean;
}

/** What the portfolio page is made from. */
export interface PortfolioInput
  extends Pick<PanelInput, 'connection' | 'stream' | 'cancelling' | 'showsDetails'> {
  /** The service does not answer, so that a key may not have been tried. */
  readonly isUnreached: boolean;
  /** Of the account and every price a value was calculated from. */
  readonly freshness: Freshness | undefined;
  readonly currencies: readonly PortfolioCurrency[];
  /** False when positions are missing, so that totals cover a part only. */
  readonly complete: boolean;
  /** Made once, not for each snapshot: it may have thousands of points. */
  readonly history: HistorySection;
  readonly positions: PanelReading<readonly KnownPosition[]>;
  readonly orders: PanelReading<readonly Order[]>;
  /** Newest first, as far as they were read. */
  readonly activities: PanelReading<readonly Activity[]>;
  readonly moreActivities: boolean;
  /** How often everything was asked for again by hand, and has been read since. */
  readonly asked: number;
  /** Orders selected on the page, by id. */
  readonly selected: ReadonlySet<string>;
  /** The market of a position or order with its event, where it was read. */
  marketOf(slug: string): Market | undefined;
  viewOf(market: Market): MarketView;
  /** The lines of the event a market belongs to, as far as they were read. */
  groupOf(market: Market): EventGroup;
}

/** What is known of the markets its activities are about. */
export function knownMarkets({ marketOf, viewOf }: PortfolioInput): KnownMarkets {
  const facts = (slug: string): MarketView | undefined => {
    const market = marketOf(slug);
    return market && viewOf(market);
  };
  return { market: marketOf, facts };
}
