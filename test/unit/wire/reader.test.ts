import assert from 'node:assert/strict';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { decodeEvent, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { asJsonObject } from '../../../src/exchange/wire/reader.ts';

describe('wire: names in snake_case', () => {
  for (const [name, camel] of [
    ['market_slug', 'marketSlug'],
    ['volume_24hr', 'volume24hr'],
    ['marketSlug', 'marketSlug'],
    ['a_b_c', 'aBC'],
    ['_a', 'A'],
    ['a__b_', 'a_B_'],
    ['a_B', 'a_B'],
    ['__proto__', '_Proto__'],
    ['', ''],
  ] as const) {
    it(`${name} is ${camel === name ? 'left alone' : camel}`, () => {
      for (const _ of [1, 2])
        assert.deepEqual(Object.keys(asJsonObject({ [name]: 1, b_b: 2 }) ?? {}), [camel, 'bB']);
    });
  }
});

describe('wire: a list that is broken everywhere', () => {
  it('lists a thousand problems and counts every lost item', () => {
    const { items, lost, problems } = decodeMarkets({ markets: Array.from({ length: 50_000 }, () => 7) });
    assert.deepEqual([items.length, lost, problems.length], [0, 50_000, 1_000]);
    assert.deepEqual(problems[999], {
      item: 'markets[999]',
      field: '',
      reason: 'expected an object, got a number',
    });
  });

  it('and what is broken in a single thing does not hide why it is none', () => {
    const markets = Array.from({ length: 2_000 }, () => 7);
    assert.throws(() => decodeEvent({ event: { slug: 's', markets } }), /an event without an id/);
  });

  it('is the same in a frame', () => {
    const orders = Array.from({ length: 3_000 }, () => ({}));
    const { frame, problems } = decodeServerFrame(
      JSON.stringify({ orderSubscriptionSnapshot: { orders, eof: true } }),
    );
    assert.deepEqual(frame?.kind === 'orders' ? [frame.orders.length, frame.eof] : frame, [0, true]);
    assert.equal(problems.length, 1_000);
  });
});
