import assert from 'node:assert/strict';
import type { TradeParty } from '../../../src/core/trade.ts';
import { shown, texts } from './shown.ts';
import { trade, trades } from './tape.ts';

describe('the last trades', () => {
  it('show time, price against the trade before, size, and what the taker did', () => {
    assert.deepEqual(texts(shown({ trades: trades() }).trades.content), [
      ['20:29:57 UTC', '▼ 43¢', '120', 'sold Gulls'],
      ['20:29:53 UTC', '▲ 44¢', '35.5', 'bought Gulls'],
      ['20:29:48 UTC', '43¢', '400', 'bought Foxes'],
    ]);
  });

  it('explain the arrow in words', () => {
    const rows = shown({ trades: trades() }).trades.content?.rows ?? [];
    assert.deepEqual(
      rows.map(({ cells: [, price] }) => `${price?.tone}: ${price?.hint}`),
      ['down: Lower than the trade before', 'up: Higher than the trade before', 'plain: undefined'],
    );
  });

  it('name the outcome the taker traded, by its intent, else by its side', () => {
    const cases: readonly (readonly [taker: Partial<TradeParty>, words: string])[] = [
      [{ intent: 'BUY_LONG' }, 'bought Gulls'],
      [{ intent: 'SELL_LONG' }, 'sold Gulls'],
      [{ intent: 'BUY_SHORT', side: 'SELL' }, 'bought Foxes'],
      [{ intent: 'SELL_SHORT', side: 'BUY' }, 'sold Foxes'],
      [{ side: 'BUY' }, 'bought Gulls'],
      [{ side: 'SELL' }, 'sold Gulls'],
      [{}, '–'],
    ];
    for (const [taker, words] of cases) {
      const { content } = shown({ trades: [trade('0.43', '1', 1, taker)] }).trades;
      assert.equal(texts(content)[0]?.[3], words);
    }
  });

  it('are at most twenty, the newest', () => {
    const many = Array.from({ length: 50 }, (_, index) => trade('0.43', String(index), index));
    const rows = shown({ trades: many }).trades.content?.rows ?? [];
    assert.deepEqual(
      [rows.length, rows[0]?.cells[2]?.text, new Set(rows.map(({ key }) => key)).size],
      [20, '0', 20],
    );
  });

  it('show a trade without price, size or time as dashes', () => {
    const bare = { ...trade('0.43', '1', 1), price: undefined, quantity: undefined, time: undefined };
    assert.deepEqual(texts(shown({ trades: [bare, ...trades()] }).trades.content)[0], ['–', '–', '–', '–']);
  });

  it('have a note on why there are none', () => {
    assert.equal(shown().trades.note?.text, 'No trades since you opened this panel.');
    for (const stream of ['unsupported', 'polled'] as const) {
      assert.equal(
        shown({ stream }).trades.note?.text,
        'This connection has no stream, and single trades come only from one.',
      );
    }
  });
});
