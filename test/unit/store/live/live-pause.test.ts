import assert from 'node:assert/strict';
import { instantOf } from '../../../../src/core/instant.ts';
import { lifecycleNow } from '../../../../src/core/pricing.ts';
import { market } from '../values.ts';
import { book, liveWindow, PANEL, quote, showTree } from './live-rig.ts';

const MINUTE = 60_000;

describe('live: a pause of trading', () => {
  for (const status of ['OPEN', undefined] as const) {
    const says =
      status === undefined ? 'which does not speak of pauses leaves it, as of its time' : 'takes it back';
    it(`streamed before the connection broke: a later reading ${says}`, async () => {
      const window = liveWindow();
      const { clock, exchange, streams, live, markets, quotes } = window;
      exchange.markets_ = [market('a', { status, ep3Status: 'OPEN' })];
      showTree(window, 'a');
      await clock.advance(MINUTE);
      streams.send({ kind: 'lite', quote: quote('a', '0.40', { state: 'HALTED' }) });
      const heardAt = clock.now();
      streams.lose('markets');
      await clock.advance(MINUTE * 2);
      const found = markets.get('a');
      assert.ok(found);
      const now = lifecycleNow(found, quotes.live('a', markets.readAt('a')));
      const truth = live.priceFreshness('a');
      assert.equal(now, status === 'OPEN' ? 'open' : 'halted');
      if (status === 'OPEN') assert.equal(truth?.standing, 'fresh');
      else assert.deepEqual(truth, { source: 'stream', at: heardAt, standing: 'cut' });
    });
  }

  it('is not over because an older frame comes again, and is read again once it is', async () => {
    const window = liveWindow();
    const { clock, exchange, streams, live, markets } = window;
    const said = (state: 'OPEN' | 'HALTED', ms: number) =>
      ({ kind: 'book', book: book('a', '0.40', { state, transactTime: instantOf(ms) }) }) as const;
    exchange.markets_ = [market('a', { status: 'HALTED' })];
    const now = clock.now();
    streams.snapshotOf = () => said('HALTED', now);
    showTree(window, 'a');
    live.watch('panel', PANEL).set(['a']);
    await clock.advance(MINUTE);
    streams.send(said('OPEN', now - MINUTE));
    await clock.advance(1_000);
    exchange.markets_ = [market('a', { status: 'OPEN' })];
    streams.send(said('OPEN', clock.now()));
    await clock.advance(20_000);
    assert.equal(markets.get('a')?.status, 'OPEN');
  });
});
