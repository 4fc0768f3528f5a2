import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Form, Runs } from '../../../src/exchange/service/runs.ts';

function form(text: string, least: number): Form {
  return { letters: [...Buffer.from(text)], least };
}

/** By looking for each part that counts at each place. */
function slowly(forms: readonly (readonly [text: string, least: number])[], text: string): string {
  const hidden = [...text].map(() => false);
  for (const [secret, least] of forms) {
    for (let from = 0; from < text.length; from += 1) {
      let size = 0;
      while (from + size < text.length && secret.includes(text.slice(from, from + size + 1))) size += 1;
      if (size >= least) hidden.fill(true, from, from + size);
    }
  }
  return [...text].map((letter, at) => (hidden[at] ? '.' : letter)).join('');
}

function found(forms: readonly (readonly [text: string, least: number])[], text: string): string {
  const letters = [...text];
  const runs = new Runs(forms.map(([secret, least]) => form(secret, least)));
  const spans = runs.find(Buffer.from(text));
  for (let index = 0; index < spans.length; index += 2) {
    assert.ok((spans[index - 1] ?? 0) <= (spans[index] ?? -1));
    letters.fill('.', spans[index], spans[index + 1]);
  }
  return letters.join('');
}

describe('parts of a secret in a text', () => {
  it('are what a look for each of them at each place finds', () => {
    const word = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength, maxLength });
    const forms = fc.array(fc.tuple(word(1, 12), fc.integer({ min: 1, max: 6 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(forms, word(0, 60), (some, text) => {
        const known = some.map(([secret, least]) => [secret, Math.min(least, secret.length)] as const);
        assert.equal(found(known, text), slowly(known, text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found where they are long, behind and before whatever is skipped', () => {
    const secret = 'pmkzx81qw7lkvtr3nyb5shd9cjf2gaapq';
    const part = fc.tuple(fc.nat(secret.length), fc.nat(secret.length)).map(([a, b]) => secret.slice(a, b));
    const other = fc.string({ unit: fc.constantFrom('.', '%', '\\', '&', 'p', 'z', '4'), maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, other), { maxLength: 8 }),
        fc.integer({ min: 5, max: 25 }),
        (parts, least) => {
          const text = parts.join('').replace(/[\\%&](?=[^.])/g, '.');
          assert.equal(found([[secret, least]], text), slowly([[secret, least]], text));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('are found by looking at each letter a few times at most, whatever somebody who knows the secret sends', () => {
    const secret = 'pmkzx81qw7lkvtr3nyb5shd9cjf2gaapq';
    const runs = new Runs([form(secret, 12), form('abababababababababababab', 12)]);
    const evil = [
      secret.slice(0, 11),
      secret,
      'ab',
      'aab',
      '\\u0041',
      '\\',
      '%25',
      '%2',
      '%',
      '&',
      '&a',
      '&#x41;',
      '&#0',
      '&#x0000',
      '&#65',
      '&amp;',
      '&amp;#',
      '\\x4',
      '\u200c',
      '\u200b',
      '—',
    ];
    for (const part of evil) {
      const bytes = Buffer.from(part.repeat(1_000));
      let looks = 0;
      const counted = new Proxy(bytes, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d/.test(key)) looks += 1;
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      runs.find(counted);
      assert.ok(looks <= 12 * bytes.length, `${part}: ${looks} looks at ${bytes.length}`);
    }
  });
});
