import assert from 'node:assert/strict';
import { proofText } from '../../../src/view/cancel-log-text.ts';
import {
  type CancelResult,
  cancelNotice,
  canTryAgain,
  killSwitchRemark,
  type ShownKillSwitch,
  type ShownOutcome,
} from '../../../src/view/cancel-outcome-text.ts';
import {
  busyText,
  cancelConfirmation,
  cancelLine,
  cancellingText,
  cancelRow,
  incompleteCaveat,
  killSwitchConfirmation,
  nothingOpenText,
  otherAccountText,
  progressText,
  staleCaveat,
} from '../../../src/view/cancel-text.ts';
import type { Failure } from '../../../src/view/messages.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { context, limited, market, SELL, sell } from './cancel-sample.ts';

const lookup = () => market;
const filledBy = (count: number) => ({ ...sell, cumQuantity: d(count) });
const stopped: ShownOutcome = { kind: 'rejected', error: { code: 'cancelled', message: '' } };
const cancelled: ShownOutcome = { kind: 'cancelled', order: filledBy(0) };
const because = (reason: string) => ({ code: 'cancelled', message: '', details: { reason } }) as const;
const timeout = { code: 'timeout', message: '' } as const;

const notice = (...outcomes: readonly ShownOutcome[]) =>
  cancelNotice(
    outcomes.map((outcome): CancelResult => ({ order: sell, outcome })),
    lookup,
    context,
  );
/** What is said of one, after the name of the order. */
const said = (outcome: ShownOutcome): string => inEnglish(notice(outcome).message).replace(`${SELL}: `, '');

describe('the texts around the dialog of a cancel', () => {
  it('say what they mean for one order and for several', () => {
    assert.equal(busyText(false, context), 'Already being cancelled.');
    assert.match(busyText(true, context), /result of the last cancellation is still unknown/);
    assert.equal(nothingOpenText(undefined, context), 'There are no open orders.');
    assert.equal(
      nothingOpenText('Otters vs. Herons', context),
      'There are no open orders in Otters vs. Herons.',
    );
    assert.match(otherAccountText(context), /nothing was cancelled\.$/);
    assert.deepEqual(
      [0, 1, 4].map((count) => incompleteCaveat(count, false, context)),
      [[], ['Open orders that could not be read: 1.'], ['Open orders that could not be read: 4.']],
    );
  });

  it('list an order in two lines, so that how much is left stays in sight', () => {
    const order = { ...sell, leavesQuantity: d(150), quantity: d(200) };
    const { what, left } = cancelRow(order, market, context);
    assert.equal(what, SELL);
    assert.match(left, /^150 left of 200, /);
    assert.equal(cancelLine(order, market, context), `${what}, ${left}`);
  });

  it('count, and say for how long the service wants no requests', () => {
    assert.equal(progressText(3, 7, 0, context), '3 of 7');
    assert.equal(progressText(3, 7, 90_000, context), '3 of 7; waiting 1 m, as the service asked');
    assert.equal(progressText(0, 1, 4_000, context), 'waiting 4 s, as the service asked');
  });

  it('say why a list of open orders is old, and as of when it is', () => {
    const at = Date.UTC(2026, 10, 20, 18, 59, 30);
    const why = 'The open orders could not be read. Too many requests. The service asked to wait a moment.';
    const time = context.format.moment(at);
    assert.deepEqual(
      [
        staleCaveat(2, at, limited, context),
        staleCaveat(0, at, limited, context),
        staleCaveat(2, undefined, limited, context),
        staleCaveat(2, at, undefined, context),
      ],
      [
        `${why} What is shown is as of ${time}.`,
        `${why} None was open as of ${time}.`,
        `${why} It is unknown which orders are open.`,
        `The service has not answered yet. What is shown is as of ${time}.`,
      ],
    );
  });
});

describe('the notice of a cancel', () => {
  const CASES: readonly (readonly [text: string, outcome: ShownOutcome])[] = [
    ['cancelled', cancelled],
    ['cancelled, 2 filled before', { kind: 'cancelled', order: filledBy(2) }],
    ['already filled, nothing left to cancel', { kind: 'filled', order: filledBy(5) }],
    ['already gone, the service no longer knows it', { kind: 'gone', order: undefined }],
    ['already gone (cancelled)', { kind: 'gone', order: { ...filledBy(0), state: 'CANCELED' } }],
    [
      'already gone (cancelled), 40 filled before',
      { kind: 'gone', order: { ...filledBy(40), state: 'CANCELED' } },
    ],
    [
      'replaced by another order, which was not cancelled and may be open',
      { kind: 'gone', order: { ...filledBy(0), state: 'REPLACED' } },
    ],
    ['not sent: stopped before it was done', stopped],
    [
      'not sent: the connection or account changed before it was done',
      { kind: 'rejected', error: because('changed') },
    ],
    [
      'not sent: it was confirmed too long ago, so nothing was sent',
      { kind: 'rejected', error: because('late') },
    ],
    [
      'not sent: the service cannot be reached',
      { kind: 'rejected', error: { code: 'network', message: '', details: {} } },
    ],
    ['not cancelled, still open: too many requests', { kind: 'rejected', error: limited, order: sell }],
    ['not cancelled: too many requests', { kind: 'rejected', error: limited }],
    [
      'not cancelled, still open: the service refused the request: try. Later',
      { kind: 'rejected', error: refusal('try. Later'), order: sell },
    ],
    ['result unknown, the order is read until it is known', { kind: 'unknown', error: undefined }],
    ['result unknown, the order is read until it is known', { kind: 'unknown', error: because('unsaid') }],
    [
      'result unknown, the order is read until it is known: the service did not answer in time',
      { kind: 'unknown', error: timeout },
    ],
    ['not cancelled so far, still open', { kind: 'unknown', error: because('unsaid'), order: sell }],
    [
      'not cancelled so far, still open: the service did not answer in time',
      { kind: 'unknown', error: timeout, order: sell },
    ],
    ['not cancelled, still open', { kind: 'rejected', error: because('unsaid'), order: sell }],
    ['result unknown until this account is in use again', { kind: 'unknown', error: because('changed') }],
  ];
  for (const [text, outcome] of CASES)
    it(`says in one sentence: ${text}`, () => {
      assert.equal(said(outcome), text);
    });

  it('can be tried again where the order may be open, unless a person stopped it or the account changed', () => {
    const turnedAway = (code: string, status?: number): ShownOutcome => ({
      kind: 'rejected',
      error: { code, message: '', ...(status === undefined ? {} : { details: { status } }) },
    });
    const offered: readonly ShownOutcome[] = [
      turnedAway('network'),
      turnedAway('notRecorded'),
      turnedAway('rateLimit', 429),
      turnedAway('clockSkew', 401),
      { kind: 'rejected', error: because('late') },
      { kind: 'rejected', error: limited, order: sell },
      { kind: 'unknown', error: timeout },
      { kind: 'unknown', error: undefined, order: sell },
    ];
    const not: readonly ShownOutcome[] = [
      stopped,
      cancelled,
      turnedAway('unsupported', 404),
      { kind: 'rejected', error: because('changed') },
      { kind: 'unknown', error: because('changed') },
      { kind: 'gone', order: undefined },
    ];
    assert.deepEqual([...offered, ...not].filter(canTryAgain), offered);
  });

  it('counts every outcome by its own word', () => {
    const all = notice(
      { kind: 'cancelled', order: filledBy(1) },
      cancelled,
      { kind: 'filled', order: filledBy(5) },
      { kind: 'gone', order: undefined },
      { kind: 'gone', order: { ...sell, state: 'REPLACED' } },
      { kind: 'rejected', error: limited, order: sell },
      stopped,
      { kind: 'unknown', error: limited },
    );
    assert.equal(
      all.message,
      '2 cancelled, 1 already filled, 1 already gone, 1 replaced before, 1 not cancelled, 1 not sent, 1 unknown',
    );
  });

  it('is as severe as the worst outcome; what a person stopped is no error', () => {
    const severity = (...outcomes: readonly ShownOutcome[]) => notice(...outcomes).severity;
    assert.equal(severity(cancelled, { kind: 'gone', order: undefined }), 'info');
    assert.equal(severity(cancelled, { kind: 'filled', order: sell }), 'warning');
    assert.equal(severity(cancelled, { kind: 'unknown', error: undefined }), 'warning');
    assert.equal(severity(cancelled, stopped), 'warning');
    assert.equal(severity({ kind: 'gone', order: { ...sell, state: 'REPLACED' } }), 'warning');
    assert.equal(severity(stopped, { kind: 'rejected', error: limited, order: sell }), 'error');
    assert.equal(severity({ kind: 'rejected', error: because('late') }), 'error');
    assert.equal(severity({ kind: 'rejected', error: { code: 'notRecorded', message: '' } }), 'error');
  });
});

describe('the texts of a cancel while amounts are hidden', () => {
  const hidden = aContext({ hideAmounts: true });
  const results = (...outcomes: readonly ShownOutcome[]): readonly CancelResult[] =>
    outcomes.map((outcome) => ({ order: sell, outcome }));
  const left = { left: [sell, sell], lost: 2, isCut: false, error: undefined };

  it('give no count away outside the dialog', () => {
    const notice = cancelNotice(results(cancelled, cancelled, stopped), lookup, hidden);
    const remark = killSwitchRemark({ request: { kind: 'accepted' }, ...left }, lookup, hidden);
    const proof = proofText(
      results(cancelled, cancelled).map((each) => ({ ...each, at: 0, attempt: 'I1' })),
      { connection: 'Corner Book', market: lookup, notes: [] },
      hidden,
    );
    assert.deepEqual(
      [
        notice.message,
        remark.note,
        proof.split('\n')[0],
        cancellingText(2, hidden),
        progressText(1, 2, 0, hidden),
      ],
      [
        '••• cancelled, ••• not sent',
        'Orders still open: •••. Open orders that could not be read: •••.',
        'Proof of cancelling on Corner Book, orders: •••',
        'Cancelling…',
        '',
      ],
    );
    assert.deepEqual(
      [1, 2].map((count) => cancellingText(count, context)),
      ['Cancelling 1 order…', 'Cancelling 2 orders…'],
    );
  });

  it('say in the dialog which orders go and how many, and hide how much is left of each', () => {
    const { message, detail, button } = cancelConfirmation([sell, { ...sell, id: 'B' }], lookup, hidden);
    assert.deepEqual([message, button], ['Cancel these 2 orders?', 'Cancel 2 Orders']);
    assert.deepEqual(detail.split('\n'), Array(2).fill(`• ${SELL}, ••• left, Otters vs. Herons`));
  });
});

describe('the texts of the kill switch', () => {
  it('say that it is about more than the list', () => {
    const detail = (...orders: readonly (typeof sell)[]) =>
      killSwitchConfirmation(orders, lookup, context).detail;
    assert.match(
      detail(),
      /^The service cancels every order .* also any placed since, here or elsewhere\. .*\.$/,
    );
    assert.equal(detail(sell).split('\n\n')[1], `• ${SELL}, 3 left of 5, Otters vs. Herons`);
  });

  const accepted = { kind: 'accepted' } as const;
  const unanswered = { kind: 'unanswered', error: timeout } as const;
  const doubt = 'It is unknown whether the service took the request.';
  const CASES: readonly (readonly [note: string, isAlarming: boolean, end: Partial<ShownKillSwitch>])[] = [
    ['No order is open now.', false, {}],
    ['No order is open now.', false, { request: unanswered }],
    ['Orders still open: 1.', true, { left: [sell] }],
    ['Orders still open: 2. Open orders that could not be read: 2.', true, { left: [sell, sell], lost: 2 }],
    ['Open orders that could not be read: 1.', true, { lost: 1 }],
    ['There are more open orders than are read.', true, { isCut: true }],
    [
      'The open orders could not be read afterwards: the service did not answer in time.',
      true,
      { left: undefined, error: timeout },
    ],
    [
      `${doubt} The open orders could not be read afterwards.`,
      true,
      { request: unanswered, left: undefined },
    ],
    [`${doubt} Orders still open: 1.`, true, { request: unanswered, left: [sell] }],
    [
      'The kill switch had no effect: too many requests. No order is open now.',
      true,
      { request: { kind: 'refused', error: limited } },
    ],
    [otherAccountText(context), true, { request: { kind: 'noEffect', error: because('changed') } }],
  ];
  for (const [note, isAlarming, end] of CASES)
    it(`say: ${note}`, () => {
      const all = { request: accepted, left: [], lost: 0, isCut: false, error: undefined, ...end };
      const remark = killSwitchRemark(all, lookup, context);
      assert.deepEqual([remark.note, remark.isAlarming], [note, isAlarming]);
      assert.equal(remark.lines.length, end.left?.length ?? 0);
    });
});

function refusal(serviceMessage: string): Failure {
  return { code: 'refused', message: '', details: { serviceMessage } };
}
