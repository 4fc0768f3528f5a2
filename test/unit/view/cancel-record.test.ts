import assert from 'node:assert/strict';
import {
  proofText,
  type RecordEntry,
  type RecordStep,
  recordText,
} from '../../../src/view/cancel-record-text.ts';
import { anOrder } from '../../support/account-values.ts';
import { d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({});
const sell = anOrder({
  id: 'A',
  marketSlug: 'lake-game',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(5),
  leavesQuantity: d(5),
});

function step(name: string, own: Partial<RecordStep> = {}): RecordStep {
  return {
    step: name,
    at: Date.UTC(2026, 8, 1, 12),
    window: 'w1',
    by: undefined,
    request: undefined,
    serviceRequest: undefined,
    error: undefined,
    status: undefined,
    state: undefined,
    filled: undefined,
    ...own,
  };
}

function entry(id: string, ...steps: readonly RecordStep[]): RecordEntry {
  const connection = 'custom https://desk.example';
  return { id, connection, order: sell, isEverything: false, why: 'cancelOrder', list: 'L1', of: 1, steps };
}

function shown(entries: readonly RecordEntry[], lost = 0): string {
  return recordText(entries, { window: 'w1', lost, market: () => market }, context);
}

describe('the record of cancels as a document', () => {
  it('says what, why, where, and every state with its request ids', () => {
    const text = shown([
      entry(
        'I1',
        step('asked'),
        step('sent', { by: 'batch', request: 'r1' }),
        step('unknown', { error: 'server', status: 503, serviceRequest: 'trace-7' }),
        step('askedAgain', { window: 'w2' }),
        step('confirmed', { state: 'CANCELED', filled: '2' }),
      ),
    ]);
    const lines = text.split('\n').slice(3);
    assert.equal(lines[0], 'Sell Otters 46¢, 5 left of 5, Otters vs. Herons');
    assert.equal(lines[1], '  Order id: A   Slug: lake-game');
    assert.match(
      lines[2] ?? '',
      /custom https:\/\/desk\.example .*Intent: I1 .*List: L1 \(1\) .*Why: cancelOrder$/,
    );
    assert.deepEqual(
      lines.slice(3, 8).map((line) => line.split('  ').slice(2).join(' | ')),
      [
        'asked | this window',
        'sent | this window; request r1 (several orders at once)',
        'not known | this window; request id of the service trace-7; server 503',
        'asked again, the same intent | window w2',
        'confirmed: cancelled | this window; order reads cancelled; 2 filled',
      ],
    );
  });

  it('has the latest wish first, and says what could not be read', () => {
    const text = shown([entry('I1', step('asked')), entry('I2', step('asked'))], 2);
    assert.ok(text.indexOf('I2') < text.indexOf('I1'));
    assert.match(text, /2 damaged lines could not be read/);
    assert.match(shown([]), /Nothing was cancelled yet/);
  });

  it('knows a word for every state there is', () => {
    const names = ['accepted', 'rejected', 'filled', 'gone', 'refused', 'superseded', 'joined'];
    const text = shown([entry('I1', ...names.map((name) => step(name)))]);
    for (const name of ['rejected', 'refused', 'superseded']) assert.ok(!text.includes(name), name);
  });

  it('ends a cancel of whatever was open with what was read afterwards', () => {
    const everything = (end: string) =>
      shown([{ ...entry('I1', step('asked'), step(end)), isEverything: true }]);
    assert.match(everything('confirmed'), / {2}read afterwards: no order is open {2}this window\n/);
    assert.match(
      everything('unfollowed'),
      / {2}read afterwards: an order is open, or it is not known {2}this/,
    );
    assert.match(everything('refused'), / {2}not cancelled {2}this window\n/);
    assert.doesNotMatch(everything('confirmed'), /cancelled/);
  });

  it('hides amounts where they are hidden', () => {
    const hidden = aContext({ hideAmounts: true });
    const entries = [entry('I1', step('confirmed', { filled: '77' }))];
    const text = recordText(entries, { window: 'w1', lost: 0, market: () => market }, hidden);
    assert.ok(!/77|5 left/.test(text), text);
  });
});

describe('the proof of a list of cancels', () => {
  it('has each order with its outcome, when that was found, and where it is in the record', () => {
    const text = proofText(
      [
        {
          order: sell,
          outcome: { kind: 'cancelled', filled: d(2) },
          at: Date.UTC(2026, 8, 1, 12),
          intent: 'I1',
        },
        { order: { ...sell, id: 'B' }, outcome: { kind: 'unknown', error: undefined }, at: 0, intent: 'I2' },
      ],
      { connection: 'Corner Book', market: () => market, notes: ['1 cancelled, 1 not known yet'] },
      context,
    );
    assert.match(text, /^Proof of cancelling on Corner Book, 2 orders\n1 cancelled, 1 not known yet\n/);
    assert.match(
      text,
      /1\. Sell Otters 46¢, 5 left of 5, Otters vs\. Herons\n {3}Outcome: cancelled, 2 filled before/,
    );
    assert.match(text, /Order id: B .*In the record: I2/);
  });
});
