import type { BestQuote, Book } from '../../../../src/core/book.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { Trade } from '../../../../src/core/trade.ts';
import { type QuotesCoverage, QuotesStore } from '../../../../src/store/markets/quotes.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { aBook, aQuote, usd } from '../../../support/values.ts';
import { NOT_STREAMED, rig } from '../values.ts';

export const level = (price: string, quantity = '10') => ({
  price: Decimal.of(price),
  quantity: Decimal.of(quantity),
});

export function book(bid: string, offer: string, own: Partial<Book> = {}): Book {
  return aBook({ marketSlug: 'rain', bids: [level(bid)], offers: [level(offer)], state: 'OPEN', ...own });
}

export function quote(bid: string, offer: string, own: Partial<BestQuote> = {}): BestQuote {
  return aQuote({ marketSlug: 'rain', bestBid: usd(bid), bestAsk: usd(offer), ...own });
}

export function trade(id: string | undefined, ms: number | undefined, own: Partial<Trade> = {}): Trade {
  const nobody = { side: undefined, intent: undefined };
  return {
    marketSlug: 'rain',
    id,
    price: usd('0.4'),
    quantity: Decimal.of(2),
    time: ms === undefined ? undefined : instantOf(ms),
    taker: nobody,
    maker: nobody,
    ...own,
  };
}

/** A store of quotes with ways to send it frames, and the changes it announced. */
export function board(coverage: QuotesCoverage = NOT_STREAMED) {
  const base = rig();
  const { clock } = base;
  const quotes = new QuotesStore(base.session, coverage);
  const changes: Change[] = [];
  quotes.onDidChange((change) => changes.push(change));
  const tell = {
    book: (sent: Book) => quotes.take({ kind: 'book', book: sent, at: clock.now() }),
    lite: (sent: BestQuote) => quotes.take({ kind: 'lite', quote: sent, at: clock.now() }),
    trade: (sent: Trade) => quotes.take({ kind: 'trade', trade: sent, at: clock.now() }),
  };
  const bid = (): string | undefined => quotes.book('rain')?.value.bids[0]?.price.text;
  return { ...base, quotes, changes, tell, bid };
}
