import { Decimal } from '../../core/decimal.ts';
import { type Money, money } from '../../core/money.ts';
import type { Position } from '../../core/position.ts';
import { CURRENCY, DOLLAR, DOLLAR_POINTS, microsMoney, quantityDecimal } from '../engine/amounts.ts';
import { priceOf, type Quote } from '../engine/pricing.ts';
import { type Holding, outcomePoints } from './ledger.ts';
import { exactInstant, metadataOf } from './order-values.ts';

/** What a holding's worth depends on besides itself. `reserved`: hundredths promised to orders that would close it. */
export interface HoldingContext {
  readonly seed: number;
  readonly now: number;
  readonly quote: Quote;
  readonly reserved: number;
}

export function positionValue(holding: Holding, context: HoldingContext): Position {
  const { market, net } = holding;
  const size = Math.abs(net);
  return {
    marketSlug: market.slug,
    netPosition: quantityDecimal(net),
    qtyBought: quantityDecimal(holding.bought),
    qtySold: quantityDecimal(holding.sold),
    qtyAvailable: quantityDecimal(Math.sign(net) * Math.max(0, size - context.reserved)),
    bodPosition: quantityDecimal(holding.dayStart),
    rounded: false,
    cost: microsMoney(holding.base + holding.fees),
    realized: microsMoney(holding.realized),
    cashValue: cashValue(holding, context),
    avgPx: size === 0 ? undefined : averagePrice(holding),
    fees: microsMoney(holding.fees),
    baseCost: microsMoney(holding.base),
    costPerShare: size === 0 ? undefined : perContract(holding.base + holding.fees, size),
    expired: context.now >= market.event.endMs,
    updateTime: exactInstant(Math.max(holding.updatedMs, holding.bustedMs), market.slug),
    marketMetadata: metadataOf(market, net === 0 ? undefined : net > 0),
  };
}

/**
 * What selling it now would bring: long at the best bid, short at 1 − best offer; nothing where that side of the book
 * is empty. After the end, until it is settled, at the last price.
 */
function cashValue(holding: Holding, { seed, now, quote }: HoldingContext): Money | undefined {
  const { market, net } = holding;
  if (net === 0) return microsMoney(0);
  const points = now >= market.event.endMs ? priceOf(seed, market, now) : net > 0 ? quote.bid : quote.offer;
  return points === undefined ? undefined : microsMoney(Math.abs(net) * outcomePoints(net > 0, points));
}

/** The long side's price, as on orders: a short that cost 55¢ a contract was opened at 45¢. */
function averagePrice(holding: Holding): Money {
  const perOutcome = perContract(holding.base, Math.abs(holding.net)).value;
  const value = holding.net > 0 ? perOutcome : Decimal.one.minus(perOutcome);
  return money(Decimal.of(value.toFixed(4)), CURRENCY);
}

function perContract(micros: number, hundredths: number): Money {
  const value = Decimal.of(micros).dividedBy(Decimal.of((hundredths * DOLLAR) / 100));
  return money(Decimal.of(value.toFixed(4)), CURRENCY);
}

/** Cash an order to open a position keeps from being spent, micros. */
export function reservedCash(long: boolean, points: number, left: number): number {
  return left * (long ? points : DOLLAR_POINTS - points);
}
