import type { BestQuote, Book, BookLevel } from '../../core/book.ts';
import type { Money } from '../../core/money.ts';
import { sameValue } from '../reading/keyed-list.ts';

/**
 * Whether two books say the same, their times aside. The levels come first: they are what changes, and comparing their
 * digits in place costs next to nothing, which every frame has to.
 */
export function sameBook(a: Book, b: Book): boolean {
  return (
    a === b ||
    (a.state === b.state &&
      sameLevels(a.bids, b.bids) &&
      sameLevels(a.offers, b.offers) &&
      sameValue(a.stats, b.stats))
  );
}

/** Whether two best quotes say the same. */
export function sameQuote(a: BestQuote, b: BestQuote): boolean {
  return a === b || (sameMoney(a.bestBid, b.bestBid) && sameMoney(a.bestAsk, b.bestAsk) && sameValue(a, b));
}

function sameLevels(a: readonly BookLevel[], b: readonly BookLevel[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (a[at]?.price.text !== b[at]?.price.text || a[at]?.quantity.text !== b[at]?.quantity.text)
      return false;
  }
  return true;
}

function sameMoney(a: Money | undefined, b: Money | undefined): boolean {
  return a?.value.text === b?.value.text;
}
