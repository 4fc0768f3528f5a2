import assert from 'node:assert/strict';
import { parseJsonText } from '../../src/exchange/wire/json.ts';
import { cleanLine, cleanProse } from '../../src/exchange/wire/text.ts';
import { flawOf } from '../support/fuzz.ts';
import { growingBodies } from '../support/growing.ts';
import { Mutator, seedPayloads } from '../support/mutate.ts';
import { flawIn } from '../support/surfaces.ts';

/** `npm run fuzz` takes a million. */
const PAYLOADS = 5_000;

describe('payloads of strangers', () => {
  const seeds = seedPayloads();

  it('throw nothing untyped, change no prototype and show no nonsense', () => {
    const mutator = new Mutator(seeds, 1);
    for (let number = 0; number < PAYLOADS; number += 1) {
      const payload = mutator.next();
      assert.equal(flawOf(payload, number), undefined, `payload ${number}: ${payload}`);
    }
  });

  it('differ from one another: most are readable JSON, most are not what the seed was', () => {
    const mutator = new Mutator(seeds, 99);
    const payloads = Array.from({ length: 2_000 }, () => mutator.next());
    const readable = payloads.filter((text) => isJson(text)).length;
    assert.ok(readable > 1_000 && readable < 1_900, `${readable} readable`);
    assert.ok(new Set(payloads).size > 1_900);
    assert.ok(payloads.filter((text) => seeds.includes(text)).length < 100);
  });

  it('what would be nonsense on a surface is noticed', () => {
    for (const text of ['NaN¢', 'was undefined', '[object Object]', '−Infinity', 'a\u202eb', 'a\u0000'])
      assert.notEqual(flawIn(text), undefined, text);
    for (const text of ['Banana', 'undefinedly', 'line 1\n\tline 2', '–', '🏀'])
      assert.equal(flawIn(text), undefined);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How often a decoder looked at something in `body`: its names, its values, whether they are there. */
function looksAt(body: unknown, decode: (body: unknown) => unknown): number {
  const looks = { count: 0 };
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name) => {
        looks.count += 1;
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : watched(found);
      },
      has: (target, name) => {
        looks.count += 1;
        return Reflect.has(target, name);
      },
      ownKeys: (target) => {
        looks.count += Reflect.ownKeys(target).length;
        return Reflect.ownKeys(target);
      },
    });
  };
  decode(watched(body));
  return looks.count;
}

describe('work grows no faster than a payload', () => {
  for (const { what, make, decode } of growingBodies()) {
    it(`${what}: twice as many are looked at twice as often`, () => {
      const [once, twice] = [looksAt(make(400), decode), looksAt(make(800), decode)];
      assert.ok(once > 0 && twice <= 2.2 * once, `${once} looks, then ${twice}`);
    });
  }

  /** Characters of `text` that are looked at one by one while it is read as JSON. */
  const charactersRead = (text: string): number => {
    const looks = { count: 0 };
    const watched = Object.assign(Object(text) as object, {
      charCodeAt: (at: number) => {
        looks.count += 1;
        return text.charCodeAt(at);
      },
    }) as unknown as string;
    parseJsonText(watched);
    return looks.count;
  };
  const texts: readonly [string, (count: number) => string][] = [
    ['digits', (count) => `[${'7'.repeat(count)}]`],
    ['digits in a text', (count) => `"${'7'.repeat(count)}"`],
    ['many short numbers', (count) => `[${Array(count).fill('1234567').join(',')}]`],
    ['numbers just too short', (count) => `[${Array(count).fill('123456789012345').join(',')}]`],
    ['points', (count) => `"${'1.'.repeat(count)}"`],
  ];
  for (const [what, make] of texts) {
    it(`JSON of ${what}: each character is read a few times at most`, () => {
      for (const count of [1_000, 32_000]) {
        const text = make(count);
        const read = charactersRead(text);
        assert.ok(read <= 4 * text.length, `${read} reads of ${text.length} characters`);
      }
    });
  }

  it('a text of any length is cleaned into one of bounded length, of its beginning only', () => {
    for (const piece of [
      '\u202e',
      'Z\u0301\u0301\u0301\u0301\u0301\u0301',
      '\ud800',
      '🏴\u{e0067}',
      '\r\n',
      'x',
      'x\u0000',
    ]) {
      const [short, long] = [piece.repeat(1_001), piece.repeat(400_000)];
      assert.equal(cleanLine(long).slice(0, 900), cleanLine(short).slice(0, 900));
      assert.ok(cleanLine(long).length <= 1_000 && cleanProse(long).length <= 20_000);
    }
  });
});
