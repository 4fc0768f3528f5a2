import assert from 'node:assert/strict';
import type { Order } from '../../../src/core/order.ts';
import { everythingConfirmation } from '../../../src/view/cancel-text.ts';
import {
  type EverythingEnd,
  emptyCaveat,
  everythingAfterwards,
  unreadCaveat,
} from '../../../src/view/cancel-words.ts';
import { context, limited, market, SELL, sell } from './cancel-sample.ts';

describe('the dialog of the open-ended cancel', () => {
  const detail = (...orders: readonly Order[]) =>
    everythingConfirmation(orders, () => market, context).detail;

  it('is about more than the list, whether that has none, one or several', () => {
    assert.match(
      detail(sell, { ...sell, id: 'B' }),
      /these 2 orders, and also any order placed after they were read/,
    );
    assert.match(detail(sell), /: this order, and also any order placed after it was read/);
    assert.match(detail(), /when the request arrives, also any order placed here, elsewhere/);
    assert.doesNotMatch(detail(), /\n/);
    for (const each of [detail(), detail(sell)])
      assert.match(each, /What is still open is read afterwards\./);
  });

  it('lists each order with what is left', () => {
    assert.ok(detail(sell).endsWith(`\n\n• ${SELL}, 3 left of 5, Otters vs. Herons`));
  });

  it('says of what is known of the open orders why it is not of now, and of when it is', () => {
    const at = Date.UTC(2026, 10, 20, 18, 59, 30);
    const limit = { asOf: at, error: limited, waitedMs: 3_000 };
    const why =
      'The open orders could not be read now. Too many requests. The service asked to wait a moment.';
    const time = context.format.moment(at);
    assert.match(time, /:59:30/);
    assert.deepEqual(
      [
        unreadCaveat({ ...limit, count: 2 }, context),
        unreadCaveat({ ...limit, count: 0 }, context),
        unreadCaveat({ ...limit, count: 0, asOf: undefined }, context),
        unreadCaveat({ ...limit, count: 1, error: undefined }, context),
      ],
      [
        `${why} What is listed is as of ${time}; which are open now is not known.`,
        `${why} When they were last read, at ${time}, none was open; which are open now is not known.`,
        `${why} Which orders are open is not known.`,
        `The open orders could not be read within 3 s. What is listed is as of ${time}; which are open now is not known.`,
      ],
    );
  });

  it('does not call what is open none because a list is empty', () => {
    assert.match(emptyCaveat(context), /^In the list just read no order is open; .* may not be in it yet\.$/);
  });
});

describe('the end of the open-ended cancel', () => {
  const ended = (end: Partial<EverythingEnd>) =>
    everythingAfterwards(
      { request: { kind: 'accepted' }, left: [], lost: 0, error: undefined, ...end },
      () => market,
      context,
    );

  it('is no alarm only where the list is empty afterwards', () => {
    assert.deepEqual(ended({}), {
      note: 'Read afterwards: no order is open.',
      isAlarming: false,
      lines: [],
    });
    const perhaps = { kind: 'perhaps', error: { code: 'timeout', message: '' } } as const;
    assert.equal(ended({ request: perhaps }).isAlarming, false, 'what counts is what is open');
  });

  it('names each order that is still open', () => {
    assert.deepEqual(ended({ left: [sell] }), {
      note: 'Read afterwards: 1 order is still open.',
      isAlarming: true,
      lines: [`Still open: ${SELL}, 3 left of 5, Otters vs. Herons`],
    });
    assert.equal(
      ended({ left: [sell, { ...sell, id: 'B' }], lost: 2 }).note,
      'Read afterwards: 2 orders are still open. 2 open orders could not be read.',
    );
    assert.deepEqual(
      [ended({ lost: 1 }).note, ended({ lost: 1 }).isAlarming],
      ['1 open order could not be read.', true],
    );
  });

  it('says where it could not be read, and where nothing was sent', () => {
    const timeout = { code: 'timeout', message: '' } as const;
    assert.deepEqual(ended({ left: undefined, error: timeout }), {
      note: 'The service took the request. What is open now could not be read. The service did not answer in time.',
      isAlarming: true,
      lines: [],
    });
    const perhaps = { kind: 'perhaps', error: timeout } as const;
    const doubt = 'It is not known whether the service took the request.';
    assert.equal(
      ended({ request: perhaps, left: undefined }).note,
      `${doubt} What is open now could not be read.`,
    );
    assert.equal(
      ended({ request: perhaps, left: [sell] }).note,
      `${doubt} Read afterwards: 1 order is still open.`,
    );
    const refused = ended({ request: { kind: 'noEffect', error: limited }, left: [] });
    assert.equal(
      refused.note,
      'The service was not made to cancel anything. Too many requests. The service asked to wait a moment. Read afterwards: no order is open.',
    );
    assert.equal(refused.isAlarming, true);
  });
});
