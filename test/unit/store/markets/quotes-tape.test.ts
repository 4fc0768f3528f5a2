import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { QuotesStore } from '../../../../src/store/markets/quotes.ts';
import { aQuote, usd } from '../../../support/values.ts';
import { board, quote, trade } from './quotes-board.ts';

describe('trades of a market', () => {
  const ids = (quotes: QuotesStore): string =>
    quotes
      .trades('rain')
      .map(({ id }) => id)
      .join(' ');

  it('are listed once each, newest first by time and then by arrival', () => {
    const { quotes, tell, changes } = board();
    assert.deepEqual(quotes.trades('rain'), []);
    for (const [id, ms] of [
      ['a', 5],
      ['b', 7],
      ['c', 6],
      ['d', 7],
      ['b', 7],
    ] as const)
      tell.trade(trade(id, ms));
    assert.equal(ids(quotes), 'd b c a');
    assert.equal(changes.length, 4);
    assert.equal(quotes.trades('rain'), quotes.trades('rain'), 'the same list until one came');
  });

  it('are distinct without an id, and placed by their arrival without a time', async () => {
    const { quotes, tell, clock } = board();
    tell.trade(trade(undefined, undefined));
    await clock.advance(10);
    tell.trade(trade('late', clock.now() - 5));
    tell.trade(trade(undefined, undefined));
    tell.trade(trade(undefined, undefined, { price: usd('0.41') }));
    assert.deepEqual(
      quotes.trades('rain').map(({ id, price }) => `${id} ${price?.value.text}`),
      ['undefined 0.41', 'late 0.4', 'undefined 0.4'],
    );
  });

  it('are at most a hundred: one older than all of them is not taken', () => {
    const { quotes, tell, changes } = board();
    for (let at = 0; at < 120; at++) tell.trade(trade(`t${at}`, 1_000 + at));
    assert.equal(quotes.trades('rain').length, 100);
    assert.equal(quotes.trades('rain').at(-1)?.id, 't20');
    const before = changes.length;
    tell.trade(trade('t5', 1_005));
    assert.equal(changes.length, before);
    assert.equal(quotes.trades('rain').length, 100);
  });
});

describe('prices seen', () => {
  const seen = (quotes: QuotesStore): string =>
    quotes
      .samples('rain')
      .map(({ ms, longPrice }) => `${ms % 100_000} ${longPrice}`)
      .join(', ');

  it('are the middle of bid and offer where it changed, the last of each second', async () => {
    const { quotes, tell, clock } = board();
    clock.jumpTo(100_000);
    tell.lite(quote('0.40', '0.43'));
    clock.jumpTo(100_400);
    tell.lite(quote('0.40', '0.4250'));
    clock.jumpTo(101_000);
    tell.lite(quote('0.40', '0.425', { sharesTraded: Decimal.of(5) }));
    clock.jumpTo(102_000);
    tell.lite(aQuote({ marketSlug: 'rain', lastTradePx: usd('0.7') }));
    const before = quotes.samples('rain');
    assert.equal(seen(quotes), '400 0.4125, 2000 0.7');
    assert.equal(quotes.samples('rain'), before, 'the same list until one came');
    clock.jumpTo(102_500);
    tell.lite(quote('0.40', '0.42'));
    assert.equal(seen(quotes), '400 0.4125, 2500 0.41');
    assert.equal(before.length, 2, 'a list that was given away stays as it was');
    assert.equal(before[1]?.longPrice.text, '0.7');
  });

  it('are two thousand at most, the latest', () => {
    const { quotes, tell, clock } = board();
    for (let at = 0; at < 5_000; at++) {
      clock.jumpTo(clock.now() + 1_000);
      tell.lite(quote('0.40', at % 2 === 0 ? '0.42' : '0.44'));
      if (at % 700 === 0) assert.equal(quotes.samples('rain').length, Math.min(at + 1, 2_000));
    }
    const samples = quotes.samples('rain');
    assert.equal(samples.length, 2_000);
    assert.equal(samples.at(-1)?.ms, clock.now());
    assert.equal(samples.at(-1)?.longPrice.text, '0.42');
    assert.equal(samples[0]?.ms, clock.now() - 1_999_000);
  });

  it('stay in order after the machine clock was set back', () => {
    const { quotes, tell, clock } = board();
    clock.jumpTo(200_000);
    tell.lite(quote('0.40', '0.42'));
    clock.jumpTo(150_000);
    tell.lite(quote('0.40', '0.44'));
    assert.equal(seen(quotes), '50000 0.42');
  });
});
