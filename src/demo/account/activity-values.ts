import type { Activity } from '../../core/activity.ts';
import type { Market } from '../../core/market.ts';
import { DOLLAR_POINTS, microsMoney, pointsMoney, quantityDecimal } from '../engine/amounts.ts';
import { DAY } from '../engine/games.ts';
import type { MarketFrame } from '../engine/market-frame.ts';
import { payoutOf } from '../engine/pricing.ts';
import type { CashEntry } from './cash.ts';
import { positionValue } from './holding-values.ts';
import type { LedgerEntry, ResolutionEntry, TradeEntry } from './ledger.ts';
import { exactInstant, orderValue } from './order-values.ts';

/** A type no published version of the interface has: a client must show it by its name. */
export const UNKNOWN_TYPE = 'SEASON_AWARD';

/** One activity that has not been put into words: its time decides the order, the value is made when it is asked for. */
export type ActivityEntry = LedgerEntry | CashEntry | { readonly kind: 'unknown'; readonly ms: number };

export function typeOf(entry: ActivityEntry): string {
  if (entry.kind === 'cash') return entry.type;
  return { trade: 'TRADE', resolution: 'POSITION_RESOLUTION', unknown: UNKNOWN_TYPE }[entry.kind];
}

export function slugOf(entry: ActivityEntry): string | undefined {
  if (entry.kind === 'trade') return entry.life.plan.market.slug;
  return entry.kind === 'resolution' ? entry.before.market.slug : undefined;
}

export interface ActivityContext {
  readonly seed: number;
  readonly now: number;
  market(frame: MarketFrame): Market;
}

export function activityValue(entry: ActivityEntry, context: ActivityContext): Activity {
  switch (entry.kind) {
    case 'trade':
      return tradeActivity(entry, context);
    case 'resolution':
      return resolutionActivity(entry, context);
    case 'cash':
      return {
        kind: 'balance',
        type: entry.type,
        key: `${entry.type}:${entry.change.transactionId}`,
        time: entry.change.updateTime,
        change: entry.change,
      };
    case 'unknown':
      return { kind: 'unknown', type: UNKNOWN_TYPE, key: `${UNKNOWN_TYPE}:1`, time: undefined, fields: [] };
  }
}

function tradeActivity(entry: TradeEntry, context: ActivityContext): Activity {
  const { plan } = entry.life;
  const time = exactInstant(entry.ms, entry.id);
  return {
    kind: 'trade',
    type: 'TRADE',
    key: `TRADE:${entry.id}`,
    time,
    trade: {
      id: entry.id,
      marketSlug: plan.market.slug,
      state: entry.bustedMs !== undefined ? 'BUSTED' : context.now - entry.ms < DAY ? 'NEW' : 'CLEARED',
      price: pointsMoney(entry.fill.points),
      qty: quantityDecimal(entry.fill.quantity),
      isAggressor: entry.fill.aggressor,
      costBasis: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.basis),
      effectiveCostBasis: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.basis),
      realizedPnl: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.realized),
      effectiveRealizedPnl: entry.reduced === undefined ? undefined : microsMoney(entry.reduced.realized),
      cost: microsMoney(entry.cost),
      createTime: time,
      updateTime: entry.bustedMs === undefined ? time : exactInstant(entry.bustedMs, entry.id),
      ownOrder: orderValue(entry.life),
      market: context.market(plan.market),
    },
  };
}

function resolutionActivity(entry: ResolutionEntry, context: ActivityContext): Activity {
  const { market } = entry.before;
  const points = payoutOf(context.seed, market);
  const around = { seed: context.seed, now: entry.ms, quote: { bid: points, offer: points }, reserved: 0 };
  return {
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: `POSITION_RESOLUTION:${entry.id}`,
    time: exactInstant(entry.ms, entry.id),
    resolution: {
      marketSlug: market.slug,
      beforePosition: positionValue(entry.before, around),
      afterPosition: positionValue(entry.after, around),
      // The side that won; neither does in a void (live interface §9.6).
      side: points === DOLLAR_POINTS ? 'LONG' : points === 0 ? 'SHORT' : 'NEUTRAL',
      tradeId: entry.id,
      updateTime: exactInstant(entry.ms, entry.id),
      market: context.market(market),
    },
  };
}
