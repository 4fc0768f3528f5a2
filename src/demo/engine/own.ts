import type { Quote } from './pricing.ts';
import type { Print } from './tape.ts';

/** A resting order of the account, to be shown in the book: long-side terms, points and hundredths. */
export interface Resting {
  readonly buy: boolean;
  readonly points: number;
  readonly left: number;
}

/** What the account does in one market, as far as anybody can see it. */
export interface Own {
  readonly resting: readonly Resting[];
  /** When an order of it last came, changed or went, Unix milliseconds; 0 for never. */
  readonly changedMs: number;
  /** Its trades, oldest first; those taken back later too. */
  readonly prints: readonly Print[];
  /** The best prices with its orders of that moment. */
  readonly shownAt: ((ms: number) => Quote) | undefined;
}

/** An account without orders in the market. */
export const NO_ORDERS: Own = {
  resting: [],
  changedMs: 0,
  prints: [],
  shownAt: undefined,
};
