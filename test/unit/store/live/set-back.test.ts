import assert from 'node:assert/strict';
import { VirtualClock } from '../../../support/clock.ts';
import { market, usd } from '../values.ts';
import { LITE, liveWindow, quote, showAccount, showTree, type WindowOptions } from './live-rig.ts';

const HOUR = 3_600_000;

function open(options: WindowOptions = {}) {
  const clock = new VirtualClock();
  const window = liveWindow({ ...options, clock });
  window.exchange.markets_ = [market('a', { bestBidQuote: usd('0.40') })];
  showTree(window, 'a');
  return window;
}

describe('a clock that is set back', () => {
  for (const by of [20_000, HOUR])
    it(`by ${by} ms holds up no price and no state that is polled`, async () => {
      const { clock, exchange, markets, live, tearDown } = open({ unsupported: true });
      await clock.advance(40_000);
      clock.shift(-by);
      assert.equal(live.priceTruth('a')?.standing, 'stale', 'read nobody knows when');
      exchange.markets_ = [market('a', { bestBidQuote: usd('0.90'), status: 'HALTED' })];
      await clock.advance(30_000);
      assert.equal(markets.get('a')?.bestBidQuote?.value.toString(), '0.9');
      assert.equal(markets.get('a')?.status, 'HALTED');
      assert.equal(live.priceTruth('a')?.standing, 'fresh');
      tearDown();
    });

  it('lets prices told before it yield to those read after it, at once and once the time is there again', async () => {
    const { clock, exchange, quotes, markets, live, streams, poller, tearDown } = open();
    await clock.advance(40_000);
    streams.lose('markets');
    clock.shift(-HOUR);
    exchange.markets_ = [market('a', { bestBidQuote: usd('0.90') })];
    await poller.refreshAll();
    const shown = () => quotes.live('a', markets.readAt('a'));
    assert.notEqual(shown()?.newer, true);
    assert.equal(live.priceTruth('a')?.source, 'rest');
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    await clock.advance(HOUR - 20_000);
    for (let second = 0; second < 90; second++) {
      await clock.advance(1_000);
      assert.notEqual(shown()?.newer, true);
    }
    tearDown();
  });

  it('lets prices told after it win over what was read before it', async () => {
    const { clock, quotes, markets, live, streams, tearDown } = open();
    await clock.advance(40_000);
    clock.shift(-HOUR);
    await clock.advance(1_000);
    streams.send({ kind: 'lite', quote: quote('a', '0.55') });
    assert.equal(quotes.live('a', markets.readAt('a'))?.newer, true);
    assert.deepEqual(live.priceTruth('a'), { source: 'stream', at: clock.now(), standing: 'fresh' });
    tearDown();
  });

  it('keeps the price of a quiet market over a live line', async () => {
    const { clock, quotes, markets, live, tearDown } = open();
    await clock.advance(40_000);
    clock.shift(-HOUR);
    await clock.advance(400_000);
    assert.equal(quotes.quote('a')?.value.bestBid?.value.toString(), '0.4');
    assert.ok((quotes.told('a')?.at ?? Number.POSITIVE_INFINITY) <= clock.now());
    assert.equal(quotes.live('a', markets.readAt('a')) !== undefined, true);
    assert.equal(live.priceTruth('a')?.standing, 'fresh');
    tearDown();
  });

  it('leaves figures of the account over a live line fresh', async () => {
    const window = liveWindow({ clock: new VirtualClock() });
    const { clock, live, orders, tearDown } = window;
    showAccount(window);
    await clock.advance(40_000);
    clock.shift(-HOUR);
    await clock.advance(120_000);
    const { state } = orders;
    assert.equal(state.kind, 'ready');
    const truth = live.accountTruth(state.kind === 'ready' ? state.at : undefined);
    assert.deepEqual(truth, { source: 'stream', at: clock.now(), standing: 'fresh' });
    tearDown();
  });

  it('loses no gap', async () => {
    const window = liveWindow({ clock: new VirtualClock() });
    const { clock, streams, gaps, tearDown } = window;
    showAccount(window);
    await clock.advance(40_000);
    streams.lose('account');
    await clock.advance(50_000);
    clock.shift(-HOUR);
    await clock.advance(50_000);
    streams.resume('account');
    await clock.advance(60_000);
    assert.equal(gaps.length, 1);
    const [gap] = gaps;
    const long = (gap?.toMs ?? 0) - (gap?.fromMs ?? 0);
    assert.ok(long > 90_000 && long < 160_000, `${long}`);
    tearDown();
  });
});

describe('a machine that slept', () => {
  it('shows no price as live that no line tells of any more, though only prices are on show', async () => {
    const { clock, live, streams, exchange, tearDown } = open();
    const interest = live.watch('tree', LITE);
    interest.set(['a']);
    await clock.advance(5_000);
    streams.stall('markets');
    const before = exchange.count('markets');
    const told: string[] = [];
    live.onDidChange((line) => told.push(line));
    clock.shift(8 * HOUR);
    assert.equal(live.priceTruth('a')?.standing, 'cut');
    await clock.advance(10_000);
    assert.ok(told.includes('markets'), 'it is drawn anew');
    assert.ok(exchange.count('markets') > before, 'and what is due is read');
    tearDown();
  });
});
