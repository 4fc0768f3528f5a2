import assert from 'node:assert/strict';
import { instantOf } from '../../../../src/core/instant.ts';
import { MOST_MARKETS } from '../../../../src/store/markets/quotes.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { book, LITE, liveWindow, PANEL, quote, showTree } from '../live/live-rig.ts';
import { market } from '../values.ts';

async function withBook() {
  const window = liveWindow({ clock: new VirtualClock() });
  window.exchange.markets_ = [market('a')];
  const panel = window.live.watch('panel', PANEL);
  panel.set(['a']);
  showTree(window, 'a');
  await window.clock.advance(1_000);
  window.streams.send({
    kind: 'book',
    book: book('a', '0.60', { transactTime: instantOf(window.clock.now()) }),
  });
  await window.clock.advance(1_000);
  const bid = () => {
    const live = window.quotes.live('a', window.markets.readAt('a'));
    return (live?.book?.bids[0]?.price ?? live?.bbo?.bestBid?.value)?.toString();
  };
  return { ...window, panel, bid };
}

describe('quotes of markets that are looked at', () => {
  it('go by a dated book over a line that tells of it, whatever old best quote comes again', async () => {
    const { streams, bid, clock, tearDown } = await withBook();
    streams.send({ kind: 'lite', quote: quote('a', '0.40') });
    assert.equal(bid(), '0.6');
    await clock.advance(600_000);
    assert.equal(bid(), '0.6');
    tearDown();
  });

  it('go by the best quote where it alone tells of a pause, or nothing tells of the book any more', async () => {
    const { streams, bid, panel, clock, tearDown } = await withBook();
    streams.send({ kind: 'lite', quote: quote('a', '0.40', { state: 'HALTED' }) });
    assert.equal(bid(), '0.4');
    streams.send({
      kind: 'book',
      book: book('a', '0.60', { state: 'HALTED', transactTime: instantOf(clock.now()) }),
    });
    assert.equal(bid(), '0.6');
    panel.set([]);
    streams.lose('markets');
    streams.resume('markets');
    await clock.advance(60_000);
    streams.send({ kind: 'lite', quote: quote('a', '0.45') });
    assert.equal(bid(), '0.45');
    tearDown();
  });

  it('are never forgotten, however many they are', async () => {
    const { live, streams, quotes, clock, tearDown } = liveWindow({ clock: new VirtualClock() });
    live.setMaxMarkets(MOST_MARKETS);
    const slugs = Array.from({ length: MOST_MARKETS }, (_, index) => `m${index}`);
    live.watch('tree', LITE).set(slugs);
    await clock.advance(2_000);
    live.watch('panel', PANEL).set(['p1', 'p2']);
    await clock.advance(2_000);
    assert.ok(streams.wanted.has('p1'));
    assert.deepEqual(
      [...slugs, 'p1', 'p2'].filter((slug) => quotes.provenanceOf(slug) === undefined),
      [],
    );
    tearDown();
  });
});
