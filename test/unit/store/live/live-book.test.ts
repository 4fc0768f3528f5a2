import assert from 'node:assert/strict';
import type { Topic } from '../../../../src/exchange/streams.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { market } from '../values.ts';
import { book, liveWindow, PANEL, priceFrame, showTree } from './live-rig.ts';

const MINUTE = 60_000;

/** A panel and a row of one market; the stream tells of these topics. */
async function open(...topics: readonly Topic[]) {
  const window = liveWindow();
  const { clock, exchange, streams, live, scheduler, books, quotes } = window;
  exchange.markets_ = [market('a')];
  exchange.books_.set('a', book('a', '0.40'));
  streams.snapshotOf = (slug, topic) =>
    topics.includes(topic) ? priceFrame(slug, topic, '0.40') : undefined;
  live.watch('panel', PANEL).set(['a']);
  const watches = [books.watch('a', ['market', 'history']), books.watch('a', ['book'])];
  scheduler.watch(watches);
  showTree(window, 'a');
  await clock.advance(MINUTE);
  const reads = async (ms: number) => {
    const before = window.exchange.count('book');
    await clock.advance(ms);
    return window.exchange.count('book') - before;
  };
  const truth = () => live.marketFreshness('a', quotes.book('a')?.at);
  return { ...window, reads, truth };
}

describe('live: the depth of a book', () => {
  it('is read now and then where only the best prices are streamed', async () => {
    const { live, exchange, reads, truth } = await open('lite');
    const others = exchange.calls.length;
    assert.equal(await reads(4 * MINUTE), 8);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh');
    assert.equal(truth()?.standing, 'fresh');
    assert.ok(exchange.calls.length - others < 8 + 8, 'all else only as often as where all is streamed');
  });

  it('is old past its limit where it cannot be read either, whatever is said of the prices', async () => {
    const { clock, exchange, live, truth } = await open('lite');
    exchange.always('book', failure('server', { status: 503 }));
    await clock.advance(2 * MINUTE);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh');
    assert.equal(truth()?.standing, 'stale');
  });

  it('is left to the stream where that tells of it, and read again once it does not', async () => {
    const { streams, reads, truth } = await open('lite', 'book');
    assert.equal(await reads(3 * MINUTE), 0);
    assert.equal(truth()?.standing, 'fresh');
    streams.uncover('a', 'book');
    assert.equal(await reads(2 * MINUTE), 5, 'at once, and every half a minute');
  });

  it('a market without a book costs no more than its best prices', async () => {
    const { clock, exchange } = await open('lite');
    exchange.books_.clear();
    await clock.advance(MINUTE);
    const before = exchange.count('book');
    await clock.advance(4 * MINUTE);
    assert.equal(exchange.count('book') - before, 0);
  });

  it('is cut with its prices where the stream broke off, until it is received again', async () => {
    const { clock, exchange, streams, truth, live } = await open('lite', 'book');
    exchange.hold('book');
    streams.snapshotOf = (slug, topic) => (topic === 'lite' ? priceFrame(slug, topic, '0.44') : undefined);
    streams.stall('markets');
    await clock.advance(5_000);
    streams.lose('markets');
    assert.equal(truth()?.standing, 'cut');
    streams.resume('markets');
    await clock.advance(1_000);
    assert.equal(live.priceFreshness('a')?.standing, 'fresh', 'the best prices were received');
    assert.equal(truth()?.standing, 'cut', 'cards and ladder would disagree');
    streams.send(priceFrame('a', 'book', '0.44'));
    assert.equal(truth()?.standing, 'fresh');
  });
});
