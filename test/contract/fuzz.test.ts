import assert from 'node:assert/strict';
import { cleanLine, cleanProse } from '../../src/exchange/wire/text.ts';
import { flawOf } from '../support/fuzz.ts';
import { Mutator, seedPayloads } from '../support/mutate.ts';
import { flawIn } from '../support/surfaces.ts';

/** `npm run fuzz` takes a million. */
const PAYLOADS = 2_000;

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

describe('a text of a service', () => {
  it('of any length is cleaned into one of bounded length, of its beginning only', () => {
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
