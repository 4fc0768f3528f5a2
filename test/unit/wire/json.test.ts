import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { MOST_VALUES, parseJson, TooMuchJson } from '../../../src/exchange/wire/json.ts';
import { decodeOpenOrders } from '../../../src/exchange/wire/order.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { fixture, only } from '../../support/fixtures.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const badReply = (error: unknown): boolean => error instanceof WireError;

describe('wire: parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const long = /\d{10}|e[+-]/.test(text.replaceAll(/[.]/g, ''));
        fc.pre(!long && hasPlainNames(text));
        assert.deepEqual(parseJson(bytes(text)), JSON.parse(text));
      }),
    );
  });

  it('keeps every digit of a number a double cannot hold, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 15n, max: 10n ** 40n }),
        fc.nat(40),
        fc.boolean(),
        (number, shift, negative) => {
          const digits = `${negative ? '-' : ''}${number}`;
          const text = `{${' '.repeat(shift)}"a":[1,${digits}],"b":{"c":${digits}}}`;
          assert.deepEqual(parseJson(bytes(text)), { a: [1, digits], b: { c: digits } });
        },
      ),
    );
  });

  for (const [given, read] of [
    ['0.1234567890123456', '0.1234567890123456'],
    ['12345678.12345678', '12345678.12345678'],
    ['123456789012345', 123456789012345],
    ['0.000000000012345', 0.000000000012345],
    ['-9007199254740993', '-9007199254740993'],
    ['1e3', 1000],
  ] as const) {
    it(`reads ${given} as ${typeof read} ${read}`, () => {
      assert.deepEqual(parseJson(bytes(`{"n": ${given} }`)), { n: read });
      assert.equal(Decimal.parse(read)?.equals(Decimal.of(given)), true);
    });
  }

  it('reads long numbers as JSON.parse finds them, and takes for JSON what JSON.parse does', () => {
    const marks = '{ } [ ] , : \n " "a": "\\" \\ null - . 0 e5 E+7 12 1234567890123456789'.split(' ');
    const numbers =
      '-0.12345678901234567 1234567890123456e-3 "12345678901234567" " ,12345678901234567,'.split(' ');
    const pieces = fc.constantFrom(' ', ...marks, ...numbers);
    const torn = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
    const long = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((number) => `${number}`);
    const whole = fc
      .array(fc.tuple(fc.string({ maxLength: 6 }), long, fc.constantFrom('', '.5', 'e3', '.12E-4')))
      .map((all) => all.map(([name, digits, rest]) => `${JSON.stringify(name)}: ${digits}${rest}`))
      .map((fields) => `{${fields.join(' , ')}}`);
    fc.assert(
      fc.property(fc.oneof(torn, whole), (text) => {
        fc.pre(text.trim() !== '' && hasPlainNames(text));
        const read = (parse: () => unknown): unknown => {
          try {
            return { value: parse() };
          } catch {
            return 'no JSON';
          }
        };
        assert.deepEqual(
          read(() => parseJson(bytes(text))),
          read(() => JSON.parse(text, keepLong)),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  for (const text of [
    '{12345678901234567:1}',
    '{"a":1,12345678901234567 :1}',
    '[012345678901234567]',
    '[1234567890123456.]',
  ])
    it(`does not make JSON of ${text}`, () => assert.throws(() => parseJson(bytes(text)), badReply));

  it('leaves digits inside of texts alone', () => {
    assert.deepEqual(parseJson(bytes('{"a":"12345678901234567890","b":[1.5]}')), {
      a: '12345678901234567890',
      b: [1.5],
    });
    const beside = parseJson(bytes('{"a":"x, 12345678901234567890 , y","b":[12345678901234567890]}'));
    assert.deepEqual(beside, { a: 'x, 12345678901234567890 , y', b: ['12345678901234567890'] });
  });

  it('trap: int64 and long fractions as bare numbers survive into the order', () => {
    const order = only(decodeOpenOrders(fixture('traps/long-numbers')).items);
    assert.equal(order.id, '9223372036854775807');
    assert.equal(order.quantity?.toString(), '9007199254740993');
    assert.equal(order.cumQuantity?.toString(), '0.1234567890123456789');
    assert.equal(order.leavesQuantity?.toString(), '12.5');
    assert.equal(order.price?.value.toString(), '0.30000000000000004');
  });

  it('reads an empty body as an empty object, and drops a byte order mark', () => {
    assert.deepEqual(parseJson(new Uint8Array()), {});
    assert.deepEqual(parseJson(bytes(' \r\n')), {});
    assert.deepEqual(parseJson(bytes('\uFEFF{"a":1}')), { a: 1 });
  });

  it('does not let a __proto__ key reach a prototype', () => {
    const body = parseJson(
      bytes('{"__proto__":{"polluted":1},"orders":[{"__proto__":{"id":"X"},"market_slug":"m"}]}'),
    );
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    const { items, lost } = decodeOpenOrders(body);
    assert.deepEqual([items.length, lost], [0, 1]);
  });

  for (const [what, given] of [
    ['text that is no JSON', bytes('<html>')],
    ['a cut-off reply', bytes('{"markets":[')],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ] as const) {
    it(`throws badReply for ${what}`, () => assert.throws(() => parseJson(given), badReply));
  }

  it('reads a long number in the middle of a bomb of brackets, without recursion', () => {
    const depth = 200_000;
    let inner = parseJson(bytes(`${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}`));
    let levels = 0;
    for (; Array.isArray(inner); levels++) inner = inner[0];
    assert.deepEqual([levels, inner], [depth, '12345678901234567890']);
  });

  const zeros = (count: number): Uint8Array => bytes(`[${'0,'.repeat(count - 1)}0]`);
  it('reads no more values than the largest reply has, side by side or nested', () => {
    // The list itself is one.
    assert.equal((parseJson(zeros(MOST_VALUES - 1)) as unknown[]).length, MOST_VALUES - 1);
    for (const given of [
      zeros(MOST_VALUES),
      bytes('['.repeat(MOST_VALUES)),
      bytes('{"a":'.repeat(MOST_VALUES)),
      bytes(`[${'{},'.repeat(MOST_VALUES / 2)}{}]`),
    ]) {
      const isTooMuch = (cause: unknown): boolean =>
        cause instanceof TooMuchJson && cause.message.includes(`${MOST_VALUES}`) && badReply(cause);
      assert.throws(() => parseJson(given), isTooMuch);
    }
    assert.deepEqual(parseJson(bytes(`["${'x'.repeat(MOST_VALUES)}"]`)), ['x'.repeat(MOST_VALUES)]);
  });
});

/**
 * False where a name may have a backslash in it. Once the engine has read such a name, it can take another that is written
 * with a backslash for it (nodejs/node#63785), in one of two readings and not in the other. No name of the service has one.
 */
function hasPlainNames(text: string): boolean {
  return !text.includes('\\\\') && !text.includes('\\u005');
}

/** What tells long numbers from others by their source, as the engine gives it. */
function keepLong(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const digits = context.source.replace(/e.*/i, '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > 15 ? context.source : value;
}
