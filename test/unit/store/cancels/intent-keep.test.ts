import assert from 'node:assert/strict';
import fc from 'fast-check';
import { endOf } from '../../../../src/store/cancels/intent.ts';
import { beyondRoom, carriedOver, MOST_OPEN } from '../../../../src/store/cancels/intent-keep.ts';
import {
  bytesOf,
  HEAD_BYTES,
  headText,
  lineText,
  readBook,
  STEP_BYTES,
} from '../../../../src/store/cancels/intent-lines.ts';
import { askLine as ask, head, stepLine as step } from '../../../support/memory-intents.ts';

function joined(...lines: readonly string[]): string {
  return lines.map((line) => `\n${line}`).join('');
}

describe('what is kept of the record of cancels', () => {
  it('is an end while the first line of its intent is kept, and no longer', () => {
    const ended = joined(ask('I1'), step('I1'));
    const carried = (oldest: string, rest: string) => carriedOver(oldest, rest).carried;
    assert.deepEqual(carried(ended, ''), []);
    // The first line was carried over by a window that had not seen the end.
    assert.deepEqual(carried(joined(step('I1')), joined(ask('I1'))), [step('I1')]);
    assert.deepEqual(carried(joined(ask('I1')), joined(ask('I1'), step('I1'))), []);
    assert.deepEqual(carried(ended, joined(ask('I1'))), [step('I1')]);
    assert.deepEqual(carried(ended, ended), []);
  });

  it('is of an open intent what tells when each thing happened, once, however often it was said', () => {
    const clicks = Array.from({ length: 500 }, (_, at) => step('I1', 'askedAgain', 3_000 + at));
    const sent = [step('I1', 'sent'), step('I1', 'rejected', 2_100), step('I1', 'rejected', 2_200)];
    const { carried, openBytes } = carriedOver(joined(ask('I1'), ...sent, ...clicks), '');
    const expected = [ask('I1'), sent[0], sent[2], clicks[0], clicks.at(-1)];
    assert.deepEqual(new Set(carried), new Set(expected));
    assert.equal(openBytes, bytesOf(joined(...carried)));
    const [before] = readBook(joined(ask('I1'), ...sent, ...clicks)).records;
    const [after] = readBook(joined(...carried)).records;
    assert.deepEqual(after?.steps.at(-1), before?.steps.at(-1));
  });

  it('ends the oldest of too many open intents, and no other', () => {
    const lines = Array.from({ length: MOST_OPEN + 3 }, (_, at) => ask(`I${at}`, 1_000 + at));
    const { records } = readBook(joined(...lines.toReversed(), step('I1'), step('I4', 'sent', 90_000)));
    assert.deepEqual(
      beyondRoom(records).map(({ id }) => id),
      ['I0', 'I2'],
    );
  });

  it('believes what was found out about one that was not followed any more', () => {
    const [record] = readBook(
      joined(ask('I1'), step('I1', 'unfollowed'), step('I1', 'filled', 9_000)),
    ).records;
    assert.equal(record && endOf(record)?.step, 'filled');
  });
});

describe('a line of the record of cancels', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc.constantFrom('\u0000'.repeat(900), '\ud800'.repeat(900), '\u20ac'.repeat(900), 'x'.repeat(90_000)),
    fc.constantFrom('NEW', '0.41', 'otters-herons'),
  );
  const order = fc.record({
    marketSlug: anything,
    side: anything,
    intent: anything,
    type: anything,
    price: fc.record({ value: anything, currency: anything }),
    quantity: anything,
    filled: anything,
    left: anything,
  });

  it('has a length that is bounded, whatever the service calls things, and is read again', () => {
    fc.assert(
      fc.property(order, anything, anything, (own, state, serviceRequest) => {
        const first = headText(head('I1', { order: { ...own, id: 'CP05MNWMAWP6' } }), 1_000);
        assert.ok(first !== undefined && bytesOf(first) <= HEAD_BYTES);
        const next = lineText({
          ...JSON.parse(step('I1')),
          by: 'openEnded',
          request: 'abcdefghij',
          step: 'askedAgain',
          error: 'notRecorded',
          at: 1_900_000_000_000,
          window: 'abcdefghij',
          status: 503,
          told: true,
          state,
          filled: state,
          serviceRequest,
        });
        assert.ok(bytesOf(next) <= STEP_BYTES, `${bytesOf(next)}`);
        const { records, lost } = readBook(joined(first, next));
        assert.deepEqual([lost, records.length, records[0]?.steps.length], [0, 1, 2]);
      }),
    );
  });

  it('leaves out what is too long instead of cutting a number short, and cuts only a name', () => {
    const long = head('I1', {
      order: { ...head('I1').order, quantity: '1'.repeat(400), marketSlug: 'm'.repeat(2_000) },
    });
    const [record] = readBook(headText(long, 1_000) ?? '').records;
    assert.equal(record?.order.quantity, undefined);
    assert.equal(record?.order.marketSlug, `${'m'.repeat(60)}…`);
    assert.equal(record?.order.left, '100');
  });

  it('is not written for an order whose id does not fit: it could not be looked up again', () => {
    const order = { ...head('I1').order, id: 'x'.repeat(2_000) };
    assert.equal(headText(head('I1', { order }), 1_000), undefined);
  });
});
