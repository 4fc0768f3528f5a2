import { Decimal } from '../../../src/core/decimal.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Trade, TradeParty } from '../../../src/core/trade.ts';
import { NOW, SLUG } from './scene.ts';

/** A trade of anybody's; `taker` by intent, e.g. `BUY_LONG`, or by side alone. */
export function trade(
  price: string,
  quantity: string,
  second: number,
  taker: Partial<TradeParty> = {},
): Trade {
  const ms = NOW - second * 1000;
  return {
    marketSlug: SLUG,
    id: `T${second}`,
    price: { value: Decimal.of(price), currency: 'USD' },
    quantity: Decimal.of(quantity),
    time: instantOf(ms),
    taker: { side: undefined, intent: undefined, ...taker },
    maker: { side: undefined, intent: undefined },
  };
}

/** Newest first. */
export function trades(): readonly Trade[] {
  return [
    trade('0.43', '120', 3, { intent: 'SELL_LONG' }),
    trade('0.44', '35.5', 7, { intent: 'BUY_LONG' }),
    trade('0.43', '400', 12, { intent: 'BUY_SHORT' }),
  ];
}
