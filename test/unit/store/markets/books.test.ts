import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { BooksStore } from '../../../../src/store/markets/books.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { QuotesStore } from '../../../../src/store/markets/quotes.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { aBook } from '../../../support/values.ts';
import { market, NOT_STREAMED, PROFILE, rig, usd } from '../values.ts';

const BOOK = aBook({
  marketSlug: 'rain',
  bids: [{ price: Decimal.of('0.4'), quantity: Decimal.of('12.5') }],
  state: 'OPEN',
});

function library() {
  const base = rig();
  base.exchange.markets_ = [market('rain')];
  base.exchange.books_.set('rain', BOOK);
  const markets = new MarketsStore(base.session);
  const books = new BooksStore(base.session, markets);
  return { ...base, markets, books };
}

describe('BooksStore', () => {
  it('reads the watched parts only', async () => {
    const { books, exchange } = library();
    assert.equal(books.detail('rain').book.state.kind, 'idle');
    const watch = books.watch('rain', ['market', 'book']);
    await watch.load();
    const detail = books.detail('rain');
    assert.equal(detail.market.value?.slug, 'rain');
    assert.equal(detail.book.value, BOOK);
    assert.equal(exchange.count('settlement'), 0);
    assert.equal(watch.state.kind, 'ready');
  });

  it('distinguishes not settled from not read', async () => {
    const { books, exchange } = library();
    const watch = books.watch('rain', ['settlement']);
    await watch.load();
    assert.equal(books.detail('rain').settlement.state.kind, 'ready');
    assert.equal(books.detail('rain').settlement.value, undefined);
    exchange.settlements_.set('rain', { slug: 'rain', price: Decimal.one });
    await watch.refresh('poll');
    assert.equal(books.detail('rain').settlement.value?.price.text, '1');
    await watch.refresh('poll');
    assert.equal(exchange.count('settlement'), 2, 'what was settled is not polled on');
  });

  it('falls back to the best quote where there is no book, until there is one', async () => {
    const { books, exchange } = library();
    exchange.lacks.add('book');
    exchange.next('bbo', () => ({ marketSlug: 'rain', bestBid: usd('0.4') }));
    const watch = books.watch('rain', ['book']);
    await watch.load();
    assert.equal(books.detail('rain').book.unsupported, true);
    assert.equal(books.detail('rain').quote.value?.bestBid?.value.text, '0.4');
    assert.equal(watch.state.kind, 'ready');
    exchange.lacks.delete('book');
    await watch.refresh('poll');
    assert.deepEqual([books.detail('rain').book.unsupported, exchange.count('bbo')], [false, 1]);
  });

  it('takes a 404 for a market without a book: nothing to try again, the best quote is asked instead', async () => {
    const { books, exchange } = library();
    exchange.next('book', failure('notFound'));
    exchange.next('bbo', () => ({ marketSlug: 'rain', bestBid: usd('0.4') }));
    const watch = books.watch('rain', ['book']);
    await watch.load();
    const { book, quote } = books.detail('rain');
    assert.equal(book.state.kind, 'ready');
    assert.equal(book.value, undefined);
    assert.equal(book.unsupported, false);
    assert.equal(quote.value?.bestBid?.value.text, '0.4');
  });

  it('keeps the last reading with its time when a new one fails', async () => {
    const { books, exchange, clock } = library();
    const watch = books.watch('rain', ['book', 'history']);
    await watch.load();
    const at = books.detail('rain').book.at;
    await clock.advance(60_000);
    exchange.next('book', failure('timeout'));
    await watch.refresh();
    const { book } = books.detail('rain');
    assert.equal(book.state.kind, 'failed');
    assert.equal(book.value, BOOK);
    assert.equal(book.at, at);
    assert.equal(watch.state.kind, 'ready', 'one part that fails does not fail the whole');
  });

  it('shows a newer reading of the market list', async () => {
    const { books, markets, clock } = library();
    await books.watch('rain', ['market']).load();
    const changes: Change[] = [];
    books.onDidChange((change) => changes.push(change));
    markets.upsert(market('rain', { bestBidQuote: usd('0.7') }), clock.now() + 5);
    assert.deepEqual(
      changes.map((change) => [...change]),
      [['rain']],
    );
    assert.equal(books.detail('rain').market.value?.bestBidQuote?.value.text, '0.7');
    assert.equal(books.detail('rain').market.at, clock.now() + 5);
  });

  it('reads the history again for another interval and drops the late one', async () => {
    const { books, exchange } = library();
    const watch = books.watch('rain', ['history']);
    const held = exchange.hold('priceHistory');
    const first = watch.load();
    await settle();
    exchange.history_.set('rain', [{ ms: 1, longPrice: Decimal.of('0.4'), shortPrice: undefined }]);
    await books.setInterval('rain', '1W');
    held.release();
    await first;
    assert.equal(books.detail('rain').interval, '1W');
    assert.equal(books.detail('rain').history.value?.length, 1);
  });

  it('forgets a market nobody watches, and everything on another connection', async () => {
    const { books, session } = library();
    const one = books.watch('rain', ['book']);
    const two = books.watch('rain', ['book', 'market']);
    await two.load();
    one.dispose();
    assert.equal(books.detail('rain').book.value, BOOK);
    session.connect(PROFILE);
    assert.equal(books.detail('rain').book.value, undefined);
    two.dispose();
    assert.equal(books.detail('rain').book.state.kind, 'idle');
  });
});

describe('BooksStore and the quotes', () => {
  it('shares what it reads, and no late reply', async () => {
    const { session, exchange, clock } = rig();
    exchange.books_.set('rain', BOOK);
    const quotes = new QuotesStore(session, NOT_STREAMED);
    const books = new BooksStore(session, new MarketsStore(session), quotes);
    const watch = books.watch('rain', ['book']);
    const held = exchange.hold('book');
    const load = watch.load();
    await clock.advance(5);
    quotes.take({ kind: 'book', book: { ...BOOK, state: 'HALTED' }, at: clock.now() });
    held.release();
    await load;
    assert.equal(quotes.book('rain')?.value.state, 'HALTED', 'the frame came after the book was asked for');
    await clock.advance(5);
    await watch.refresh();
    assert.deepEqual([quotes.book('rain')?.value, quotes.provenanceOf('rain')?.source], [BOOK, 'rest']);
  });
});
