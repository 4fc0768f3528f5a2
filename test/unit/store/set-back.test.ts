import assert from 'node:assert/strict';
import { VirtualClock } from '../../support/clock.ts';
import { liveWindow, showTree, type WindowOptions } from './live-rig.ts';
import { market, usd } from './values.ts';

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
      assert.equal(live.priceTruth('a')?.standing, 'old', 'read nobody knows when');
      exchange.markets_ = [market('a', { bestBidQuote: usd('0.90'), status: 'HALTED' })];
      await clock.advance(30_000);
      assert.equal(markets.get('a')?.bestBidQuote?.value.toString(), '0.9');
      assert.equal(markets.get('a')?.status, 'HALTED');
      assert.equal(live.priceTruth('a')?.standing, 'fresh');
      tearDown();
    });
});
