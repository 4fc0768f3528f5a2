import assert from 'node:assert/strict';
import { failure } from '../../support/fake-exchange.ts';
import { aContext } from '../../support/view.ts';
import { order, PROFILE } from '../store/values.ts';
import { desk } from './cancel-desk.ts';

/** A desk whose service answers nothing any more, a minute and a half after it listed these orders. */
async function stalled(...ids: readonly string[]) {
  const base = await desk(...ids);
  const { exchange, clock } = base;
  const read = aContext().format.moment(clock.now());
  await clock.advance(90_000);
  return { ...base, read, held: exchange.hold('openOrders') };
}

/** The same where the orders were never read. */
async function blank(...ids: readonly string[]) {
  const base = await desk();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  base.session.connect({ ...PROFILE });
  const exchange = (await base.session.ensure()) as typeof base.exchange;
  return { ...base, held: exchange.hold('openOrders') };
}

const COMMANDS = [
  ['cancelOrder', ['A'], 'Corner Book: Cancel this order?'],
  ['cancelAllOrders', [], 'Corner Book: Cancel these 2 orders?'],
] as const;

describe('cancelling under a stalled service', () => {
  it('opens the dialog at once from what is known and says how old that is', async () => {
    for (const [name, args, question] of COMMANDS) {
      const { run, person, clock, read, exchange } = await stalled('A', 'B');
      const from = clock.now();
      let waited: number | undefined;
      person.answers.push(async () => {
        waited = clock.now() - from;
        return question.includes('these') ? 'Keep Orders' : 'Keep Order';
      });
      await run(name, ...args);
      const [dialog] = person.asked;
      assert.deepEqual([dialog?.message, dialog?.modal, waited], [question, true, 500]);
      const age = `The service has not answered yet. What is shown is as of ${read}.`;
      assert.equal(dialog?.detail?.split('\n')[0], age);
      assert.deepEqual([person.progress, exchange.count('cancelOrder')], [[], 0]);
    }
  });

  it('lists more orders than a dialog has room for at once too, with how old that is', async () => {
    const { run, person, read } = await stalled(...Array.from({ length: 12 }, (_, at) => `L${at}`));
    await run('cancelAllOrders');
    assert.deepEqual(person.titles, [`Corner Book: 12 orders to cancel · as of ${read}`]);
    assert.equal(person.offered.length, 12);
    assert.match(person.asked[0]?.detail ?? '', /^The service has not answered yet\. /);
  });

  it('opens nothing when the reading ends after the person went on', async () => {
    for (const make of [stalled, blank]) {
      const { run, person, clock, held, orders } = await make('A', 'B');
      await run('cancelAllOrders');
      const { length } = person.asked;
      await clock.advance(31_000);
      held.release();
      await clock.run(orders.load());
      await clock.advance(60_000);
      assert.equal(orders.orders.length, 2, 'it was read on for the views');
      assert.deepEqual([person.asked.length, person.offered.length], [length, 0]);
    }
  });

  it('says after three seconds that nothing is known, and asks when Try Again is pressed', async () => {
    const { run, person, clock, held, orders } = await blank('A');
    const from = clock.now();
    let waited: number | undefined;
    person.answers.push(async () => {
      waited = clock.now() - from;
      held.release();
      await clock.run(orders.load());
      return 'Try Again';
    }, 'Keep Order');
    await run('cancelAllOrders');
    await clock.advance(1_000);
    const [notice, dialog] = person.asked;
    assert.deepEqual([notice?.modal, notice?.actions, waited], [false, ['Try Again'], 3_000]);
    assert.equal(
      notice?.message,
      'Corner Book: The service has not answered yet. It is unknown which orders are open.',
    );
    assert.deepEqual([dialog?.modal, dialog?.message], [true, 'Corner Book: Cancel this order?']);
    assert.deepEqual(person.progress, ['Reading the open orders…']);
  });

  it('says the outcome of a named order in one sentence, whatever the list it was found in', async () => {
    const { run, person } = await stalled('A');
    person.answers.push('Cancel Order');
    await run('cancelOrder', 'A');
    assert.equal(person.asked.at(-1)?.message, 'Corner Book: Buy Otters 41¢: cancelled');
  });

  it('says in one sentence, with Try Again, that the result is unknown, then that the order is open once that was read', async () => {
    const { run, person, exchange, clock, orders, sent, held } = await stalled('A');
    const silent = failure('timeout', { mayHaveArrived: true });
    exchange.next('cancelOrder', silent);
    exchange.always('order', silent);
    person.answers.push('Cancel Order');
    await run('cancelOrder', 'A');
    const [, unknown] = person.asked;
    assert.deepEqual(
      [unknown?.message, unknown?.actions],
      [
        'Corner Book: Buy Otters 41¢: result unknown, the order is read until it is known: the service did not answer in time',
        ['Try Again', 'Show Proof'],
      ],
    );
    await clock.advance(600_000);
    assert.equal(person.asked.length, 2);
    exchange.always('order', (answer) => answer());
    person.answers.push('Try Again', 'Keep Order');
    held.release();
    await clock.run(orders.refresh('poll'));
    await clock.advance(1_000);
    const [, , open, again] = person.asked;
    assert.deepEqual(
      [open?.message, open?.modal, open?.actions],
      [
        'Corner Book: Buy Otters 41¢: not cancelled so far, still open: the service did not answer in time',
        false,
        ['Try Again', 'Show Proof'],
      ],
    );
    assert.deepEqual(again?.actions, ['Send Second Cancellation', 'Keep Order']);
    assert.deepEqual(sent(), ['A'], 'nothing was sent by itself');
  });
});
