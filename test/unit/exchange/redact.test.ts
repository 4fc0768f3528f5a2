import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REDACTED, Redactor } from '../../../src/exchange/service/redact.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';

const token = markedToken('tok');

describe('taking a secret out of text', () => {
  it('leaves everything else as it is', () => {
    const redactor = new Redactor(token);
    assert.equal(redactor.text(`Invalid token "${token}" (key 7).`), `Invalid token "${REDACTED}" (key 7).`);
    assert.equal(redactor.text(`${token}${token}`), REDACTED + REDACTED);
    assert.equal(redactor.text('Invalid token.'), 'Invalid token.');
    assert.equal(redactor.text(''), '');
  });

  it('knows it in part, in base64, in hexadecimal, in a URL and inside JSON', () => {
    const redactor = new Redactor(token);
    const bytes = Buffer.from(token);
    for (const form of [
      `${token.slice(0, 14)}…`,
      `…${token.slice(-13)}`,
      bytes.toString('base64'),
      Buffer.from(`Bearer ${token}`).toString('base64'),
      Buffer.from(`{"a":"${token}"}`).toString('base64url'),
      bytes.toString('hex'),
      encodeURIComponent(token),
      JSON.stringify({ a: token }).replaceAll('/', '\\/'),
    ]) {
      const clean = redactor.text(`said: ${form}.`);
      assert.ok(clean.includes(REDACTED), form);
      assert.deepEqual(new Canary(token).find(clean), [], clean);
    }
  });

  it('does so wherever it stands, and in linear time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const { secret } = freshKey();
        const clean = new Redactor(secret).text(before + secret + after);
        assert.deepEqual(new Canary(secret).find(clean), []);
        assert.ok(clean.startsWith(before) && clean.endsWith(after));
      }),
      { numRuns: 50 },
    );
    assert.equal(new Redactor('ab'.repeat(40)).text('ab'.repeat(500_000)), REDACTED);
  });

  it('a secret as short as a word is left alone, and so is everything without one', () => {
    assert.equal(new Redactor('key').text('the key'), 'the key');
    assert.equal(new Redactor('').text('the key'), 'the key');
    assert.equal(new Redactor('hunter22').text('it was hunter22!'), `it was ${REDACTED}!`);
  });
});
