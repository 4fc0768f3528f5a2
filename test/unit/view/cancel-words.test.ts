import assert from 'node:assert/strict';
import { cleanLine } from '../../../src/exchange/wire/text.ts';
import { type Answer, answerOfStep, notEchoed } from '../../../src/store/cancels/cancel-outcome.ts';
import { NO_DETAILS } from '../../../src/store/cancels/intent.ts';
import { proofText } from '../../../src/view/cancel-record-text.ts';
import {
  type CancelEnd,
  type CancelResult,
  cancelConfirmation,
  cancelLine,
  cancelNotice,
  cancelRow,
  everythingConfirmation,
} from '../../../src/view/cancel-text.ts';
import {
  busyText,
  endMessage,
  everythingAfterwards,
  keepButton,
  lostCaveat,
  nothingOpenText,
  otherAccountText,
  progressText,
  progressTitle,
} from '../../../src/view/cancel-words.ts';
import type { Failure } from '../../../src/view/messages.ts';
import { anOrder } from '../../support/account-values.ts';
import { flawIn } from '../../support/surfaces.ts';
import { d, lakeGame } from '../../support/values.ts';
import { context, limited, market, SELL, sell } from './cancel-sample.ts';

const errorIn = (answer: Answer): Failure | undefined => ('error' in answer ? answer.error : undefined);
const stopped: CancelEnd = { kind: 'refused', error: { code: 'cancelled', message: '' } };
const unrecorded: CancelEnd = { kind: 'refused', error: { code: 'notRecorded', message: '' } };

const notice = (...outcomes: readonly CancelEnd[]) =>
  cancelNotice(
    outcomes.map((outcome): CancelResult => ({ order: sell, outcome })),
    () => market,
    context,
  );

describe('what is said beside the dialog of a cancel', () => {
  it('calls the other button what it does, for one and for several', () => {
    assert.deepEqual(
      [1, 2].map((count) => keepButton(count, context)),
      ['Keep Order', 'Keep Orders'],
    );
  });

  it('says that a second click is the same cancel, for one and for several', () => {
    assert.deepEqual(
      [1, 3].map((count) => busyText(count, false, context)),
      ['This order is being cancelled already.', 'These orders are being cancelled already.'],
    );
    assert.match(busyText(1, true, context), /not known yet what the last cancel came to\. The order is/);
    assert.match(busyText(2, true, context), /the last cancels came to\. The orders are/);
  });

  it('lists an order in two lines, so that how much is left is in sight whatever it is called', () => {
    const order = { ...sell, leavesQuantity: d(150), quantity: d(200) };
    const { what, left } = cancelRow(order, market, context);
    assert.equal(what, SELL);
    assert.match(left, /^150 left of 200, /);
    assert.equal(cancelLine(order, market, context), `${what}, ${left}`);
  });

  it('says that there is nothing to cancel, and where', () => {
    assert.equal(nothingOpenText(undefined, context), 'There are no open orders.');
    assert.equal(
      nothingOpenText('Otters vs. Herons', context),
      'There are no open orders in Otters vs. Herons.',
    );
    assert.match(otherAccountText(context), /nothing was cancelled\.$/);
  });

  it('says what could not be read, and nothing where all could', () => {
    assert.deepEqual(lostCaveat(0, context), []);
    assert.deepEqual(lostCaveat(1, context), ['1 open order could not be read.']);
    assert.deepEqual(lostCaveat(4, context), ['4 open orders could not be read.']);
  });

  it('counts while it runs', () => {
    assert.equal(progressTitle(1, context), 'Cancelling 1 order…');
    assert.equal(progressTitle(7, context), 'Cancelling 7 orders…');
    assert.equal(progressText(3, 7, 0, context), '3 of 7');
    assert.equal(
      progressText(3, 7, 90_000, context),
      '3 of 7; the service asked for a pause, so the rest waits 1 m',
    );
    assert.equal(progressText(0, 1, 4_000, context), 'the service asked for a pause, so this waits 4 s');
  });
});

describe('the notice at the end of a cancel', () => {
  it('tells what was not sent from what was not cancelled', () => {
    assert.deepEqual(notice({ kind: 'cancelled', filled: d(0) }, stopped, stopped), {
      severity: 'warning',
      message: '1 cancelled, 2 not sent',
      lines: [
        `${SELL}: cancelled`,
        `${SELL}: not sent. Stopped before it was done.`,
        `${SELL}: not sent. Stopped before it was done.`,
      ],
    });
    const refused: CancelEnd = { kind: 'refused', error: limited, order: sell };
    assert.deepEqual(
      [notice(stopped, refused).severity, notice(stopped, refused).message],
      ['error', '1 not cancelled, 1 not sent'],
    );
    assert.deepEqual(
      [notice(unrecorded).severity, notice(unrecorded).message.split('. ')[0]],
      ['error', `${SELL}: not sent`],
    );
  });

  it('does not say that anybody stopped what a change of the account kept from going', () => {
    const why = { code: 'cancelled', message: '', details: { reason: 'changed' } } as const;
    assert.deepEqual(notice({ kind: 'refused', error: why }), {
      severity: 'error',
      message: `${SELL}: not sent. The connection or account changed before it was done.`,
      lines: [],
    });
    const { message } = notice({ kind: 'unknown', error: why });
    assert.match(
      message,
      /: not known\. The connection or account changed before the order could be read again; it/,
    );
    const open = { left: undefined, lost: 0, error: why };
    const request = { kind: 'noEffect', error: why } as const;
    assert.deepEqual(
      everythingAfterwards({ ...open, request }, () => market, context),
      { note: otherAccountText(context), isAlarming: true, lines: [] },
    );
  });

  it('counts every end by its own word', () => {
    const all = notice(
      { kind: 'cancelled', filled: d(1) },
      { kind: 'cancelled', filled: undefined },
      { kind: 'alreadyFilled', filled: d(5) },
      { kind: 'alreadyGone', order: undefined },
      { kind: 'refused', error: limited, order: sell },
      stopped,
      { kind: 'unknown', error: limited },
    );
    assert.equal(
      all.message,
      '2 cancelled, 1 already filled, 1 already gone, 1 not cancelled, 1 not sent, 1 not known yet',
    );
    assert.equal(all.lines[0], `${SELL}: cancelled, 1 filled before`);
    assert.equal(all.lines.length, 7);
  });

  it('is quiet only where all is over as it was meant to be', () => {
    const severity = (...outcomes: readonly CancelEnd[]) => notice(...outcomes).severity;
    const fine: CancelEnd = { kind: 'cancelled', filled: d(0) };
    assert.equal(severity(fine, { kind: 'alreadyGone', order: undefined }), 'info');
    assert.equal(severity(fine, { kind: 'alreadyFilled', filled: d(5) }), 'warning');
    assert.equal(severity(fine, { kind: 'unknown', error: undefined }), 'warning');
  });

  it('says what was traded of one that ended otherwise, and that one that was replaced may live on', () => {
    const gone = (state: 'CANCELED' | 'REPLACED', filled: number) =>
      notice({ kind: 'alreadyGone', order: { ...sell, state, cumQuantity: d(filled) } });
    assert.equal(gone('CANCELED', 0).message, `${SELL}: already gone (cancelled)`);
    assert.equal(gone('CANCELED', 40).message, `${SELL}: already gone (cancelled), 40 filled before`);
    const live = 'the order in its place was not cancelled and may be open';
    assert.equal(gone('REPLACED', 0).message, `${SELL}: replaced before; ${live}`);
    assert.equal(gone('REPLACED', 40).message, `${SELL}: replaced before, 40 filled; ${live}`);
    assert.deepEqual([gone('CANCELED', 40).severity, gone('REPLACED', 0).severity], ['info', 'warning']);
    const replaced: CancelEnd = { kind: 'alreadyGone', order: { ...sell, state: 'REPLACED' } };
    const both = notice(replaced, { kind: 'alreadyGone', order: undefined });
    assert.equal(both.message, '1 already gone, 1 replaced before');
  });

  it('alarms where nobody stopped what was not sent', () => {
    const late = { code: 'cancelled', message: '', details: { reason: 'late' } } as const;
    const told = notice({ kind: 'refused', error: late });
    assert.equal(told.severity, 'error');
    assert.match(told.message, /: not sent\. It was confirmed too long ago, so nothing was sent\./);
  });

  it('says why it is not known, where that is known', () => {
    const unknown = (error: Failure | undefined) => notice({ kind: 'unknown', error }).message;
    const text = (why: string): string =>
      `${SELL}: not known yet.${why} The order is read again until its state is known.`;
    assert.equal(unknown(limited), text(' Too many requests. The service asked to wait a moment.'));
    const said = { code: 'refused', message: '', details: { serviceMessage: 'one is under way' } } as const;
    assert.equal(unknown(said), text(' The service refused the request: one is under way.'));
    assert.equal(unknown(undefined), text(''));
    // Of a request another window sent, or that named fewer orders than were sent.
    assert.equal(unknown(notEchoed(undefined)), text(''));
    assert.equal(unknown(errorIn(answerOfStep(undefined))), text(''));
    const step = { ...NO_DETAILS, step: 'unknown', at: 0, window: 'w1', error: 'cancelled' } as const;
    assert.equal(unknown(errorIn(answerOfStep(step))), text(''));
  });

  it('is one text with what was found out besides: one stop between sentences, never two, and the connection first', () => {
    const unknown = notice({ kind: 'unknown', error: undefined });
    assert.equal(
      endMessage(unknown, 'Read afterwards: no order is open.', 'DEMO'),
      `DEMO: ${SELL}: not known yet. The order is read again until its state is known. Read afterwards: no order is open.`,
    );
    const two = notice({ kind: 'cancelled', filled: d(0) }, { kind: 'cancelled', filled: d(0) });
    assert.equal(endMessage(two, 'And more.', undefined), '2 cancelled. And more.');
    assert.equal(endMessage(two, undefined, undefined), '2 cancelled');
    assert.equal(endMessage(notice(), 'Only this.', undefined), 'Only this.');
  });
});

describe('hostile text in what is said of cancels', () => {
  /** As the decoder would have let it through. */
  const name = cleanLine('Otters\u202e ](command:evil) $(bug)\u0007\u200b\nCancel nothing');
  const hostile = lakeGame({ question: name, title: name, sides: [] });
  const order = anOrder({
    ...sell,
    marketMetadata: { ...sell.marketMetadata, outcome: name, subject: name, title: name } as never,
  });
  const texts = [
    cancelConfirmation([order], () => hostile, context).detail,
    cancelConfirmation([order, order], () => undefined, context).detail,
    cancelConfirmation(Array(16).fill(order), () => hostile, context).detail,
    everythingConfirmation([order], () => hostile, context).detail,
    cancelNotice([{ order, outcome: stopped }], () => hostile, context).message,
    nothingOpenText(name, context),
    proofText(
      [{ order, outcome: stopped, at: 0, intent: 'I' }],
      { connection: 'Corner Book', market: () => hostile, notes: [] },
      context,
    ),
  ];

  it('is on one line, visible, and neither link nor icon', () => {
    assert.ok(
      texts.every((text) => text.includes('Otters⟨U+202E⟩')),
      texts.join('\n'),
    );
    for (const text of texts) {
      assert.equal(flawIn(text), undefined);
      assert.doesNotMatch(text, /[\]$]\(|\nCancel nothing/);
    }
  });
});
