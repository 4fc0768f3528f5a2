import assert from 'node:assert/strict';
import { instantOf } from '../../../../src/core/instant.ts';
import { MOST_MARKETS } from '../../../../src/store/markets/quotes.ts';
import { PROFILE, T } from '../values.ts';
import { board, book, level, quote } from './quotes-board.ts';

describe('QuotesStore', () => {
  it('replaces books whole, says which market changed and where its price came from', async () => {
    const { quotes, tell, changes, clock } = board();
    assert.equal(quotes.live('rain', undefined), undefined);
    assert.equal(quotes.provenanceOf('rain'), undefined);
    tell.book(book('0.40', '0.42', { transactTime: T(1) }));
    await clock.advance(10);
    const next = book('0.41', '0.42', { offers: [], transactTime: T(2) });
    tell.book(next);
    assert.equal(quotes.live('rain', undefined)?.book, next);
    assert.deepEqual(changes, [new Set(['rain']), new Set(['rain'])]);
    assert.deepEqual(quotes.provenanceOf('rain'), { source: 'stream', at: clock.now() });
  });

  it('is silent where a frame says nothing new, and knows that it was said again', async () => {
    const { quotes, tell, changes, clock } = board();
    tell.book(book('0.40', '0.42', { transactTime: T(1) }));
    tell.lite(quote('0.40', '0.42'));
    const before = changes.length;
    await clock.advance(10);
    tell.lite(quote('0.40', '0.42'));
    assert.equal(quotes.provenanceOf('rain')?.at, clock.now());
    tell.book(book('0.40', '0.42', { transactTime: T(2) }));
    assert.equal(changes.length, before, 'the book is the newer one again, and says the same');
    tell.book(book('0.40', '0.42', { transactTime: T(3) }));
    assert.equal(changes.length, before);
    tell.book(book('0.40', '0.42', { transactTime: T(4), state: 'HALTED' }));
    tell.book(book('0.40', '0.42', { transactTime: T(5), state: 'HALTED', bids: [level('0.40', '11')] }));
    assert.equal(changes.length, before + 2);
  });

  it('lets no older book in, also after one without a time', () => {
    const { tell, bid, changes } = board();
    tell.book(book('0.40', '0.42', { transactTime: T(5) }));
    tell.book(book('0.30', '0.42', { transactTime: T(4) }));
    assert.equal(bid(), '0.40');
    tell.book(book('0.41', '0.42'));
    assert.equal(bid(), '0.41', 'a frame without a time counts as of its arrival');
    tell.book(book('0.30', '0.42', { transactTime: T(4) }));
    assert.equal(bid(), '0.41');
    assert.equal(changes.length, 2);
  });

  it('is not held up by a book whose time lies far ahead', async () => {
    const { tell, bid, clock } = board();
    const hence = (ms: number) => instantOf(clock.now() + ms);
    tell.book(book('0.40', '0.42', { transactTime: hence(0) }));
    tell.book(book('0.41', '0.42', { transactTime: hence(365 * 86_400_000) }));
    await clock.advance(60_000);
    tell.book(book('0.43', '0.44', { transactTime: hence(0) }));
    assert.equal(bid(), '0.43');
    tell.book(book('0.30', '0.44', { transactTime: hence(-90_000) }));
    assert.equal(bid(), '0.43', 'what can be believed orders as before');
    tell.book(book('0.44', '0.45', { transactTime: hence(200_000) }));
    assert.equal(bid(), '0.44', 'a machine may be some minutes slow');
  });

  it('lets a late reply overwrite no frame that came after it was asked for, unless its own time is later', async () => {
    const { quotes, tell, bid, clock } = board();
    const askedAt = clock.now();
    await clock.advance(10);
    tell.book(book('0.40', '0.42'));
    await clock.advance(10);
    quotes.takeReading('rain', { book: book('0.30', '0.42') }, askedAt, clock.now());
    assert.equal(bid(), '0.40');
    assert.equal(quotes.provenanceOf('rain')?.source, 'stream');
    tell.book(book('0.40', '0.42', { transactTime: T(5) }));
    quotes.takeReading(
      'rain',
      { book: book('0.31', '0.42', { transactTime: T(4) }) },
      clock.now() + 5,
      clock.now() + 6,
    );
    assert.equal(bid(), '0.40', 'a copy from before');
    quotes.takeReading('rain', { book: book('0.43', '0.44', { transactTime: T(6) }) }, askedAt, clock.now());
    assert.equal(bid(), '0.43');
    assert.deepEqual(quotes.provenanceOf('rain'), { source: 'rest', at: clock.now() });
  });

  it('orders replies by when they were asked for', () => {
    const { quotes, clock, bid } = board();
    const now = clock.now();
    quotes.takeReading('rain', { book: book('0.41', '0.42') }, now + 5, now + 6);
    quotes.takeReading('rain', { book: book('0.30', '0.42') }, now, now + 20);
    assert.equal(bid(), '0.41');
    quotes.takeReading('rain', { book: book('0.42', '0.43') }, now + 5, now + 30);
    assert.equal(bid(), '0.42');
    quotes.takeReading('rain', {}, now + 50, now + 50);
    assert.equal(bid(), '0.42');
  });

  it('takes replies again after the machine clock was set back', async () => {
    const { quotes, tell, clock, bid } = board();
    tell.book(book('0.40', '0.42'));
    clock.jumpTo(clock.now() - 3_600_000);
    quotes.takeReading('rain', { book: book('0.41', '0.42') }, clock.now(), clock.now() + 50);
    assert.equal(bid(), '0.41');
  });

  it('goes by the newer of book and best quote, and by the book where they are of one moment', async () => {
    const { quotes, tell, clock } = board();
    tell.lite(quote('0.39', '0.42'));
    tell.book(book('0.40', '0.42'));
    assert.equal(quotes.live('rain', undefined)?.book?.bids[0]?.price.text, '0.40');
    assert.equal(quotes.live('rain', undefined)?.bbo?.bestBid?.value.text, '0.39');
    await clock.advance(1);
    tell.lite(quote('0.41', '0.42'));
    assert.equal(quotes.live('rain', undefined)?.book, undefined);
    assert.equal(quotes.live('rain', undefined)?.bbo?.bestBid?.value.text, '0.41');
  });

  it('counts over a market read before it, and over a list that may be a copy half a minute old', async () => {
    const { quotes, tell, clock } = board();
    tell.lite(quote('0.40', '0.42'));
    const sentAt = clock.now();
    await clock.advance(40_000);
    assert.equal(quotes.live('rain', sentAt + 30_000)?.newer, true);
    assert.equal(quotes.live('rain', sentAt + 30_001)?.newer, false);
    assert.equal(quotes.live('rain', undefined)?.newer, true);
    quotes.takeReading('rain', { quote: quote('0.41', '0.42') }, sentAt + 40, sentAt + 50);
    assert.equal(quotes.live('rain', sentAt + 50)?.newer, true);
    assert.equal(quotes.live('rain', sentAt + 51)?.newer, false);
  });

  it('forgets everything on another connection, and keeps it when somebody signs out', async () => {
    const { quotes, tell, session, changes, clock } = board();
    tell.book(book('0.40', '0.42'));
    tell.book(book('0.41', '0.43'));
    await session.ensure();
    await session.signOut();
    assert.equal(quotes.size, 1);
    session.connect(PROFILE);
    assert.equal(quotes.size, 0, 'its mark too');
    assert.equal(changes.at(-1), 'all');
    assert.equal(clock.pending, 0);
  });

  it('holds a bounded number of markets: those without news for longest go', async () => {
    const { quotes, clock, tell } = board();
    tell.lite(quote('0.40', '0.42', { marketSlug: 'm0' }));
    for (let at = 1; at < MOST_MARKETS; at++) {
      await Promise.resolve();
      clock.jumpTo(clock.now() + 1);
      tell.lite(quote('0.40', '0.42', { marketSlug: `m${at}` }));
    }
    clock.jumpTo(clock.now() + 1);
    tell.lite(quote('0.40', '0.42', { marketSlug: 'm0' }));
    assert.equal(quotes.size, MOST_MARKETS);
    clock.jumpTo(clock.now() + 1);
    tell.lite(quote('0.40', '0.42', { marketSlug: 'one more' }));
    assert.ok(quotes.size < MOST_MARKETS);
    assert.equal(quotes.provenanceOf('m1'), undefined);
    assert.ok(quotes.provenanceOf('m0') !== undefined && quotes.provenanceOf('one more') !== undefined);
  });

  it('goes by a dated book a stream covers, whatever old best quote comes again, but for a pause', async () => {
    let covers = true;
    const { quotes, tell, clock } = board({ shows: () => true, coversBook: () => covers });
    const isByBook = () => quotes.live('rain', undefined)?.book !== undefined;
    const later = async (send: () => void): Promise<boolean> => {
      await clock.advance(1_000);
      send();
      return isByBook();
    };
    tell.book(book('0.60', '0.62', { transactTime: T(1) }));
    assert.equal(await later(() => tell.lite(quote('0.40', '0.42', { state: 'OPEN' }))), true);
    assert.equal(await later(() => tell.lite(quote('0.40', '0.42', { state: 'HALTED' }))), false);
    const halted = book('0.60', '0.62', { state: 'HALTED', transactTime: T(2) });
    assert.equal(await later(() => tell.book(halted)), true);
    covers = false;
    assert.equal(await later(() => tell.lite(quote('0.45', '0.47', { state: 'HALTED' }))), false);
  });

  it('never forgets a market that is shown, however many there are', () => {
    const { quotes, tell, clock } = board({
      shows: (slug) => slug.startsWith('shown'),
      coversBook: () => false,
    });
    for (let at = 0; at <= MOST_MARKETS; at++) {
      clock.jumpTo(clock.now() + 1);
      tell.lite(quote('0.40', '0.42', { marketSlug: `${at < 10 ? 'shown' : 'm'}${at}` }));
    }
    assert.ok(quotes.size < MOST_MARKETS);
    assert.ok(quotes.provenanceOf('shown0') !== undefined && quotes.provenanceOf('m10') === undefined);
  });
});
