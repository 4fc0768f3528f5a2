import assert from 'node:assert/strict';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { decodeEvent, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders } from '../../../src/exchange/wire/order.ts';
import { camelName } from '../../../src/exchange/wire/reader.ts';

describe('wire: names in snake_case', () => {
  const many = <T>(count: number, make: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));

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
      assert.deepEqual([camelName(name), camelName(name)], [camel, camel]);
    });
  }

  it('one longer than any of the interface is left alone', () => {
    assert.equal(camelName(`a_${'b'.repeat(62)}`), `aB${'b'.repeat(61)}`);
    assert.equal(camelName(`a_${'b'.repeat(63)}`), `a_${'b'.repeat(63)}`);
  });

  it('are spelled once for a list, not once for every item', () => {
    // Names of this test's own: others may have been met before.
    const orders = many(2_000, (at) => ({
      id: `A${at}`,
      market_slug: 'm',
      once_for_all: 1,
      once_for_each: 2,
    }));
    const spelled = callsOfReplace(() => assert.equal(decodeOpenOrders({ orders }).items.length, 2_000));
    assert.ok(spelled >= 2 && spelled <= 10, `${spelled} names spelled`);
  });

  it('made up by the thousand are read, and the real ones after them are still spelled once', () => {
    const madeUp = many(10_000, (at) => ({ id: 'A', market_slug: 'm', [`made_up_${at}`]: 1 }));
    assert.equal(decodeOpenOrders({ orders: madeUp }).items.length, 10_000);
    const orders = many(500, (at) => ({
      id: `A${at}`,
      market_slug: 'm',
      create_time: '2026-01-01T00:00:00Z',
    }));
    const spelled = callsOfReplace(() => {
      const { items } = decodeOpenOrders({ orders });
      assert.equal(items.at(-1)?.createTime?.text, '2026-01-01T00:00:00Z');
    });
    assert.ok(spelled <= 10, `${spelled} names spelled`);
  });
});

describe('wire: a list that is broken everywhere', () => {
  it('keeps a thousand problems and counts the others; nothing lost goes uncounted', () => {
    const { items, lost, problems } = decodeMarkets({ markets: Array.from({ length: 50_000 }, () => 7) });
    assert.deepEqual([items.length, lost, problems.length], [0, 50_000, 1_001]);
    assert.deepEqual(problems[999], {
      item: 'markets[999]',
      field: '',
      reason: 'expected an object, got a number',
    });
    assert.deepEqual(problems[1_000], {
      item: 'markets',
      field: '',
      reason: '49000 further problems',
      count: 49_000,
    });
  });

  it('names each where there are a thousand', () => {
    const { problems } = decodeMarkets({ markets: Array.from({ length: 1_000 }, () => 7) });
    assert.deepEqual([problems.length, problems.at(-1)?.item], [1_000, 'markets[999]']);
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
    assert.deepEqual([problems.length, problems.at(-1)?.count], [1_001, 2_000]);
  });
});

/** How often texts are searched and replaced while `work` runs: what spelling a name costs. */
function callsOfReplace(work: () => void): number {
  const { replace } = String.prototype;
  const calls = { count: 0 };
  function counted(this: string, ...given: Parameters<typeof replace>): string {
    calls.count += 1;
    return replace.apply(this, given);
  }
  Object.assign(String.prototype, { replace: counted });
  try {
    work();
  } finally {
    Object.assign(String.prototype, { replace });
  }
  return calls.count;
}
