import type { Balance } from '../../../src/core/balance.ts';
import { accountValue, totals } from '../../../src/core/figures.ts';
import type { Market } from '../../../src/core/market.ts';
import type { Order } from '../../../src/core/order.ts';
import type { Position } from '../../../src/core/position.ts';
import { historySection } from '../../../src/view/panels/portfolio/history-section.ts';
import type { PortfolioInput, ValuePoint } from '../../../src/view/panels/portfolio/input.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { usd } from '../../support/values.ts';
import { DRAWN, groupOf, HELD, ORDERS } from './event-scene.ts';
import { contextWith, NOTHING, NOW, read } from './scene.ts';

export const GAME = groupOf(DRAWN);

export interface Given {
  readonly held?: readonly Position[];
  readonly orders?: readonly Order[];
  readonly markets?: readonly Market[];
  readonly group?: typeof GAME;
  readonly context?: ViewContext | undefined;
  readonly isSignedIn?: boolean;
  readonly points?: readonly ValuePoint[];
  readonly balance?: Balance | undefined;
}

/** The portfolio of the drawn game, all of it read. */
export function portfolioScene({
  held: all = HELD,
  orders = ORDERS,
  markets = DRAWN,
  group = GAME,
  isSignedIn = true,
  points = [],
  balance,
  context = contextWith(),
}: Given = {}) {
  const marketOf = (slug: string) => {
    const market = markets.find((each) => each.slug === slug);
    return market && { ...market, events: group.event === undefined ? [] : [group.event] };
  };
  const positions = all.map((position) => knownPosition(position, marketOf(position.marketSlug)));
  const currencies = totals(positions).map((sum) => ({
    ...sum,
    positions: sum.value.counted,
    cash: balance?.currentBalance,
    balance,
    accountValue: accountValue(sum, balance, true),
  }));
  const input: PortfolioInput = {
    connection: { label: 'Demo', isDemo: true, isSignedIn },
    isUnreached: false,
    stream: 'live',
    freshness: { source: 'stream', at: NOW, standing: 'fresh' },
    currencies,
    complete: true,
    history: historySection(points, context),
    positions: read(positions),
    orders: read(orders),
    activities: NOTHING,
    moreActivities: false,
    cancelling: new Map(),
    asked: 0,
    selected: new Set(),
    showsDetails: false,
    marketOf,
    viewOf: (market) => ({ market, event: group.event }),
    groupOf: () => group,
  };
  return input;
}

/** Noted at these hours before now. */
export function points(
  ...noted: readonly (readonly [hoursAgo: number, amount: string, currency?: string])[]
) {
  return noted.map(
    ([hours, amount, currency = 'USD']): ValuePoint => ({
      ms: NOW - hours * 3_600_000,
      value: { ...usd(amount), currency },
      awaiting: { ...usd('0'), currency },
      isByOldRule: false,
    }),
  );
}

/** Two days' worth of an account, days apart. */
export const WEEK = points([120, '1820'], [119, '1808'], [2, '1936'], [1, '1930.50']);
