import assert from 'node:assert/strict';
import { cancelConfirmation } from '../../../src/view/cancel-text.ts';
import { english } from '../../../src/view/l10n.ts';
import { failureSentence, viewMessage } from '../../../src/view/messages.ts';
import { anOrder } from '../../support/account-values.ts';
import { anEvent, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const buyNo = anOrder({
  id: 'B',
  intent: 'BUY_SHORT',
  side: 'SELL',
  price: usd('0.45'),
  quantity: d(100),
  leavesQuantity: d(60),
});
const sell = anOrder({
  id: 'A',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(5),
  leavesQuantity: d(5),
});

describe('confirming a cancel', () => {
  it('says exactly what goes, in both languages, with what is left', () => {
    assert.deepEqual(
      cancelConfirmation([buyNo], () => market, context),
      {
        message: 'Cancel this order?',
        detail:
          'Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons\nStands among the offers of Otters at 45¢.',
        button: 'Cancel Order',
      },
    );
  });

  it('says that this is the second cancellation', () => {
    const one = cancelConfirmation([sell], () => market, context, 1);
    assert.equal(one.button, 'Send Second Cancellation');
    assert.match(
      one.detail,
      /\nA cancellation was already sent and its result is unknown\. This sends a second one\.$/,
    );
    const both = cancelConfirmation([buyNo, sell], () => market, context, 1);
    assert.equal(both.button, 'Cancel 2 Orders');
    assert.match(both.detail, /For 1 of them a cancellation was already sent and its result is unknown/);
  });

  it('lists every order of several', () => {
    const { message, detail, button } = cancelConfirmation([buyNo, sell], () => market, context);
    assert.equal(message, 'Cancel these 2 orders?');
    assert.equal(button, 'Cancel 2 Orders');
    assert.deepEqual(detail.split('\n'), [
      '• Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons',
      '• Sell Otters 46¢, 5 left of 5, Otters at Herons',
    ]);
  });
});

describe('confirming a cancel of more orders than a dialog has room for', () => {
  it('lists up to ten, of more the first nine and how many more there are', () => {
    const lines = (count: number) =>
      cancelConfirmation(Array(count).fill(sell), () => undefined, context).detail.split('\n');
    assert.equal(lines(10).length, 10);
    assert.doesNotMatch(lines(10).join(), /more orders/);
    assert.deepEqual([lines(16).length, lines(16)[9]], [10, 'and 7 more orders']);
  });
});

describe('what a view says', () => {
  const codes = [
    'network',
    'timeout',
    'auth',
    'clockSkew',
    'rateLimit',
    'notFound',
    'unsupported',
    'refused',
    'server',
    'badReply',
    'cancelled',
  ];

  it('has a sentence for every code, and one for codes it does not know', () => {
    const sentences = codes.map((code) => failureSentence({ code, message: 'raw' }, context));
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

  it('is silent when all is well, and says filter, failure, age and loss otherwise', () => {
    const now = at('2026-11-20T10:42:00Z').ms;
    assert.equal(viewMessage({ kind: 'ready', at: now }, {}, context), undefined);
    const failed = {
      kind: 'failed',
      error: { code: 'network', message: '' },
      at: now,
      hasData: true,
    } as const;
    assert.equal(
      viewMessage(failed, { lost: 2, filter: 'NBA' }, context),
      'Filter: NBA. The service cannot be reached. Check the network connection. ' +
        'This was loaded before 10:42. 2 items could not be read. See the log.',
    );
    assert.doesNotMatch(viewMessage({ ...failed, hasData: false }, {}, context) ?? '', /What is shown/);
    assert.doesNotMatch(viewMessage(failed, { dated: true }, context) ?? '', /What is shown/);
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
