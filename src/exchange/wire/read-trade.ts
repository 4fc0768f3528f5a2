import type { Decimal } from '../../core/decimal.ts';
import type { Trade, TradeParty } from '../../core/trade.ts';
import { ORDER_INTENT, ORDER_SIDE } from './enums.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';

/** A trade of the markets stream (live interface §11). `undefined`, with a problem, without its market. */
export function readTrade(at: Reader, o: Row): Trade | undefined {
  const marketSlug = at.identity(o['marketSlug'], 'marketSlug');
  if (marketSlug === undefined) {
    at.problem('marketSlug', 'a trade needs a market');
    return undefined;
  }
  at.called(marketSlug);
  return {
    marketSlug,
    id: at.identity(firstGiven(o['id'], o['tradeId']), 'id'),
    price: at.money(o['price'], 'price'),
    quantity: readQuantity(at, o['quantity']),
    time: at.instant(o['tradeTime'], 'tradeTime'),
    taker: readParty(at, o['taker'], 'taker'),
    maker: readParty(at, o['maker'], 'maker'),
  };
}

/** An Amount without currency; a bare number too. */
function readQuantity(at: Reader, value: unknown): Decimal | undefined {
  const row = asRow(value);
  return row === undefined ? at.decimal(value, 'quantity') : at.decimal(row['value'], 'quantity.value');
}

function readParty(at: Reader, value: unknown, field: string): TradeParty {
  const o = at.object(value, field);
  if (o === undefined) return { side: undefined, intent: undefined };
  at.enter(field);
  const party: TradeParty = {
    side: at.member(o['side'], 'side', ORDER_SIDE),
    intent: at.member(o['intent'], 'intent', ORDER_INTENT),
  };
  at.leave();
  return party;
}
