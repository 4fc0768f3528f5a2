import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../src/exchange/service/redact.ts';
import { checkCredentialsShape } from '../../../src/exchange/service/sign.ts';
import { REDACTED } from '../../../src/exchange/wire/text.ts';
import { setUp } from '../../support/client.ts';

const secret = 'ab+cd/ef"gh\\ij+kl&mn<op\'qr=st-uv_';

/** Ways of writing one letter. */
const WAYS: readonly ((letter: string) => string)[] = [
  (letter) => JSON.stringify(letter).slice(1, -1),
  (letter) => `\\u00${hexOf(letter)}`,
  (letter) => `\\u00${hexOf(letter).toUpperCase()}`,
  (letter) => `\\\\u00${hexOf(letter)}`,
  (letter) => `%${hexOf(letter)}`,
  (letter) => `%25${hexOf(letter).toUpperCase()}`,
  (letter) => `&#x${hexOf(letter)};`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#0${letter.charCodeAt(0)};`,
  (letter) => `&#${letter.charCodeAt(0)}`,
  (letter) => `&#x0000000000${hexOf(letter)};`,
  (letter) => `&amp;amp;#${letter.charCodeAt(0)};`,
  (letter) => `\\\\x${hexOf(letter)}`,
  (letter) => `\u200d${JSON.stringify(letter).slice(1, -1)}\u200c`,
  (letter) => `\\u200D${JSON.stringify(letter).slice(1, -1)}\ufe0f&#8204;\\u200c`,
  (letter) =>
    letter === '/'
      ? '\\/'
      : letter === '&'
        ? '&amp;'
        : letter === '<'
          ? '&lt;'
          : JSON.stringify(letter).slice(1, -1),
];

function hexOf(letter: string): string {
  return Buffer.from(letter).toString('hex');
}

describe('a secret, in any usual way of writing', () => {
  it('is taken out whatever way was chosen for each of its letters, and all else of the JSON is what it was', () => {
    const way = fc.constantFrom(...WAYS);
    const around = fc.string({
      unit: fc.constantFrom('z', '\n', '"', '\\', 'é', '\u0001', 'u0041', '👍', '{', ','),
      maxLength: 6,
    });
    const ways = fc.array(way, { minLength: secret.length, maxLength: secret.length });
    fc.assert(
      fc.property(around, ways, around, fc.constantFrom('any', 'most'), (before, chosen, after, extent) => {
        const form = [...secret].map((letter, at) => chosen[at]?.(letter) ?? letter).join('');
        const [left, right] = [JSON.stringify(before).slice(1, -1), JSON.stringify(after).slice(1, -1)];
        const json = `{"a":"${left}${form}${right}","b":["${left}",1.50],"${form}":12}`;
        const redactor = new Redactor([secret], extent as 'any' | 'most');
        const said = JSON.parse(redactor.json(json)) as Record<string, unknown>;
        assert.ok(String(said['a']).includes(REDACTED), json);
        assert.deepEqual(said['b'], [before, 1.5]);
        assert.equal(Object.values(said)[2], 12);
        assert.ok(redactor.text(`no ${form}`).includes(REDACTED));
      }),
      { numRuns: 500 },
    );
  });

  it('is told from words in other scripts, of which nothing goes', () => {
    const redactor = new Redactor([secret], 'any');
    for (const text of ['“Alpha” — Beta’s €5…', 'می‌خواهم', '👩‍👧 ❤️ ﷼ ＡＢ', '‌‍️﻿']) {
      assert.equal(redactor.text(text), text);
      assert.equal(redactor.text(`${text}${secret}${text}`), `${text}${REDACTED}${text}`);
    }
    const cut = [[0xe2], [0xe2, 0x80], [0xef, 0xb8, 0x22], [0xe2, 0x80, 0x8b]].map((bytes) =>
      Buffer.from(bytes),
    );
    for (const bytes of cut) assert.equal(redactor.bytes(bytes), bytes);
  });

  it('is not in the words of a failure, with quotes and backslashes in it too', async () => {
    for (const token of ['Pa"sS9wK"rd7Q"xYz2"LmN4"bcV8"hG', 'Pa\\sS9wK\\rd7Q\\xYz2\\LmN4\\bcV8\\hG']) {
      assert.equal(checkCredentialsShape('apiKey', { keyId: '', secret: token }), undefined);
      for (const status of [400, 401, 403, 500]) {
        const { exchange, failure } = setUp([{ status, json: { message: `invalid ${token}` } }], {
          secret: token,
        });
        const error = await failure(exchange.openOrders());
        assert.equal(error.details.serviceMessage, `invalid ${REDACTED}`);
      }
    }
  });

  it('is in nothing that caused one, where a good reply with a part of it is no JSON', async () => {
    const token = 'pmk_Zx81Qw7LkVtR3nYb5sHd9TjGc2';
    for (const part of [token.slice(0, 11), token.slice(0, 19), token.slice(-19)]) {
      for (const text of [part, `"${part}`, `{"a":1}${part}`, `{"token":"${part}" x}`, `{"token":${part}}`]) {
        const { exchange, failure } = setUp([{ text }], { secret: token });
        const chain: unknown[] = [];
        let at: unknown = await failure(exchange.openOrders());
        for (; at instanceof Error; at = at.cause) chain.push(`${at.name}: ${at.message}`);
        assert.match(chain.join('\n'), /WireError: Expected JSON/);
        assert.ok(!chain.some((said) => String(said).includes(part.slice(2, 8))), chain.join('\n'));
      }
    }
  });

  it('is found in base64 of a longer text though it is short, and in what base64 of it stands for', () => {
    for (const short of ['Zx81Qw', 'Zx81Qw7', 'Zx81Qw7L']) {
      for (const before of ['', 'x', 'xy']) {
        const text = Buffer.from(`${before}${short}`).toString('base64');
        assert.ok(new Redactor([short], 'most').text(text).includes(REDACTED), text);
      }
    }
    const raw = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778', 'hex');
    const redactor = new Redactor([raw.toString('base64')], 'most');
    assert.equal(redactor.text(`token ${raw.toString('hex')}`), `token ${REDACTED}`);
  });
});

describe('what is broken', () => {
  const token = 'pmk_Zx81Qw7LkVtR3nYb5sHd9';
  const redactor = new Redactor([token], 'most');

  it('stays broken where a secret is taken out of it', () => {
    const parts = [Buffer.from(`{"a":"${token}`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')];
    const clean = Buffer.from(redactor.bytes(Buffer.concat(parts)));
    assert.deepEqual(clean, Buffer.concat([Buffer.from(`{"a":"${REDACTED}`), ...parts.slice(1)]));
    assert.throws(() => JSON.parse(redactor.json(`{"a":"\\U0041","b":"${token}","\\u0063":1}`)));
  });

  it('shows none of a secret but what holds JSON together', () => {
    const quoted = new Redactor(['abcd"efgh,ijkl:mnop'], 'any');
    assert.equal(quoted.json('{abcd"efgh,ijkl:mnop'), `{"${REDACTED}""${REDACTED}`);
    assert.equal(quoted.json('no abcd"efgh,ijkl:mnop'), `no ${REDACTED}`);
    assert.equal(redactor.json(`[1${token}2, ${token}${token}]`), `["${REDACTED}", "${REDACTED}"]`);
  });
});
