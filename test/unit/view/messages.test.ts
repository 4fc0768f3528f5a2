import assert from 'node:assert/strict';
import { failureSentence, viewMessage } from '../../../src/view/messages.ts';
import { english } from '../../support/english.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { at } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();

describe('what a view says', () => {
  const codes =
    'network timeout auth clockSkew rateLimit notFound unsupported refused server badReply cancelled'.split(
      ' ',
    );

  it('has a sentence for every code, and one for codes it does not know', () => {
    const sentences = codes.map((code) => inEnglish(failureSentence({ code, message: 'raw' }, context)));
    assert.equal(new Set(sentences).size, codes.length);
    assert.ok(sentences.every((sentence) => /^[A-Z].*[.!]$/.test(sentence) && sentence !== 'raw'));
    assert.equal(
      failureSentence({ code: 'other', message: 'raw' }, context),
      'Something went wrong. See the log.',
    );
  });

  it('tells a bad key, a refusal and a wrong clock apart', () => {
    const auth = (why: 'noKey' | 'badKey' | 'refused') =>
      failureSentence({ code: 'auth', message: '', details: { auth: why } }, context);
    assert.equal(new Set([auth('noKey'), auth('badKey'), auth('refused')]).size, 3);
    const skew = (skewSeconds: number) =>
      failureSentence({ code: 'clockSkew', message: '', details: { skewSeconds } }, context);
    assert.match(skew(42), /42 seconds ahead/);
    assert.match(skew(-42), /42 seconds behind/);
  });

  it('tells a service that no browser may read from one that refused', () => {
    const refused = (details: object) => failureSentence({ code: 'refused', message: '', details }, context);
    assert.equal(refused({ reason: 'unreadable' }), 'The service does not let a browser read it.');
    assert.equal(refused({}), 'The service refused the request.');
  });

  it('is silent when all is well, and says filter, failure, age and loss otherwise', () => {
    const now = at('2026-11-20T10:42:00Z').ms;
    assert.equal(viewMessage({ kind: 'ready' }, {}, context), undefined);
    const failed = {
      kind: 'failed',
      error: { code: 'network', message: '' },
      at: now,
      readAt: now - 60_000,
    } as const;
    assert.equal(
      viewMessage(failed, { lost: 2, filter: 'NBA' }, context),
      'Filter: NBA. The service cannot be reached. Check the network connection. ' +
        'This was loaded before 10:42. Items that could not be read: 2. See the log.',
    );
    assert.doesNotMatch(viewMessage({ ...failed, readAt: undefined }, {}, context) ?? '', /loaded before/);
    assert.doesNotMatch(viewMessage(failed, { dated: true }, context) ?? '', /loaded before/);
    const said = { code: 'server', message: '', details: { serviceMessage: 'upstream gone' } };
    assert.match(
      viewMessage({ ...failed, error: said }, {}, context) ?? '',
      /upstream gone\S?\. This was loaded before/,
    );
  });

  it('fills placeholders by number and leaves one without a value alone', () => {
    assert.equal(english('{1} of {0}, {2}', 'a', 3), '3 of a, {2}');
  });
});
