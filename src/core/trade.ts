import type { Decimal } from './decimal.ts';
import type { Instant } from './instant.ts';
import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { OrderIntent, OrderSide } from './order.ts';

/** A trade of anybody's, as the markets stream tells it (interface.md 10). Price per contract, long side. */
export interface Trade {
  readonly marketSlug: string;
  /** Not always sent; `tradeKey` tells trades apart without one. */
  readonly id: string | undefined;
  readonly price: Money | undefined;
  /** Contracts; may be fractional. */
  readonly quantity: Decimal | undefined;
  readonly time: Instant | undefined;
  readonly taker: TradeParty;
  readonly maker: TradeParty;
}

/** One side of a trade; the service never says who it was. */
export interface TradeParty {
  readonly side: OpenEnum<OrderSide> | undefined;
  readonly intent: OpenEnum<OrderIntent> | undefined;
}

/** The same trade has the same key, however often it arrives. */
export function tradeKey({ id, marketSlug, price, quantity, time, taker }: Trade): string {
  if (id !== undefined) return id;
  const parts = [marketSlug, time?.text, price?.value.toString(), quantity?.toString(), taker.side];
  return parts.map((part) => part ?? '').join(' ');
}
