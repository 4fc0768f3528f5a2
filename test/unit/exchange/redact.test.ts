import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../src/exchange/service/redact.ts';
import { REDACTED } from '../../../src/exchange/wire/text.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';

const token = markedToken('tok');

describe('taking a secret out of text', () => {
  it('leaves everything else as it is', () => {
    const redactor = new Redactor([token], 'any');
    assert.equal(redactor.text(`Invalid token "${token}" (key 7).`), `Invalid token "${REDACTED}" (key 7).`);
    assert.equal(redactor.text(`${token}${token}`), REDACTED + REDACTED);
    assert.equal(redactor.text('Invalid token.'), 'Invalid token.');
    assert.equal(redactor.text(''), '');
  });

  it('knows it in part, in base64, in hexadecimal, in a URL, inside JSON and HTML, and in other letters', () => {
    const redactor = new Redactor([token], 'any');
    const bytes = Buffer.from(token);
    for (const form of [
      `${token.slice(0, 14)}…`,
      `…${token.slice(-13)}`,
      bytes.toString('base64'),
      Buffer.from(`Bearer ${token}`).toString('base64'),
      Buffer.from(`{"a":"${token}"}`).toString('base64url'),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      encodeURIComponent(token),
      encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
      [...token].map((one) => (/\w/.test(one) ? one : `%${Buffer.from(one).toString('hex')}`)).join(''),
      token.toUpperCase(),
      token.toLowerCase(),
      JSON.stringify({ a: token }).replaceAll('/', '\\/'),
    ]) {
      const clean = redactor.text(`said: ${form}.`);
      assert.ok(clean.includes(REDACTED), form);
      assert.deepEqual(new Canary(token).find(clean), [], clean);
    }
    const markup = 'guava<>&"guava-guava\'';
    const shown = 'guava&lt;&gt;&amp;&quot;guava-guava&#39;';
    assert.equal(new Redactor([markup], 'any').text(`<p>${shown}</p>`), `<p>${REDACTED}</p>`);
  });

  it('knows it in JSON whose characters are written by their number, and leaves other JSON as it is', () => {
    const redactor = new Redactor([token], 'any');
    const numbered = [...token].map((one) => `\\u00${Buffer.from(one).toString('hex')}`).join('');
    const someNumbered = token.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d');
    for (const form of [numbered, someNumbered]) {
      const json = `{"a":"\\\\u0041\\u0022 ${form} \\u0007","b":[1.50]}`;
      const expected = { a: `\\u0041" ${REDACTED} \u0007`, b: [1.5] };
      assert.deepEqual(JSON.parse(redactor.json(json)), expected);
      assert.deepEqual(JSON.parse(Buffer.from(redactor.bytes(Buffer.from(json))).toString()), expected);
    }
    const harmless = '{"name":"\\u0041\\u00e9 \\\\u0041","figure":1.50}';
    assert.equal(redactor.json(harmless), harmless);
    const bytes = Buffer.from(harmless);
    assert.equal(redactor.bytes(bytes), bytes);
  });

  it('finds any run in bytes, wherever it begins', () => {
    const redactor = new Redactor([token], 'any');
    for (let before = 0; before < 24; before += 1) {
      for (let from = 0; from + 12 <= token.length; from += 1) {
        const text = `é${'.'.repeat(before)}${token.slice(from, from + 12)}`;
        assert.equal(
          Buffer.from(redactor.bytes(Buffer.from(text))).toString(),
          `é${'.'.repeat(before)}${REDACTED}`,
        );
      }
      const cut = Buffer.from(`${'.'.repeat(before)}${token.slice(3, 14)}`);
      assert.equal(redactor.bytes(cut), cut, 'eleven characters are no secret');
    }
  });

  it('takes several secrets out, each by its own length', () => {
    const redactor = new Redactor(['hunter22', token, ''], 'any');
    assert.equal(redactor.text(`a hunter22 of ${token}`), `a ${REDACTED} of ${REDACTED}`);
    assert.equal(redactor.text(`a hunter2 of ${token.slice(0, 9)}`), `a hunter2 of ${token.slice(0, 9)}`);
  });

  it('does so wherever it stands, and in linear time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const { secret } = freshKey();
        const clean = new Redactor([secret], 'any').text(before + secret + after);
        assert.deepEqual(new Canary(secret).find(clean), []);
        // Backslashes before a letter are a way of writing it, and so is its number after `%` and the like: where the key
        // begins with 3 and a digit, the text before it may end in the beginning of that digit.
        const kept = before.replace(/[%\\&]+[#ux]{0,2}[\da-f]{0,4}$/i, '');
        assert.ok(clean.startsWith(kept) && clean.endsWith(after));
      }),
      { numRuns: 50 },
    );
    assert.equal(new Redactor(['ab'.repeat(40)], 'any').text('ab'.repeat(500_000)), REDACTED);
  });

  it('a secret as short as a word is left alone, and so is everything without one', () => {
    assert.equal(new Redactor(['key'], 'any').text('the key'), 'the key');
    assert.equal(new Redactor([''], 'any').text('the key'), 'the key');
    assert.equal(new Redactor(['hunter22'], 'any').text('it was hunter22!'), `it was ${REDACTED}!`);
  });
});
