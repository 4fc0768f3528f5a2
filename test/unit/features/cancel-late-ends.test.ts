import assert from 'node:assert/strict';
import { failure } from '../../support/fake-exchange.ts';
import { order } from '../store/values.ts';
import { desk } from './cancel-desk.ts';

/** An order whose cancel was reported as unknown. */
async function unknown() {
  const own = await desk('A');
  own.exchange.next('cancelOrder', failure('timeout', { mayHaveArrived: true }));
  own.person.answers.push('Cancel Order');
  await own.run('cancelOrder', 'A');
  /** Asks for another one and stops it before it goes out. */
  const askAndStop = async () => {
    const { exchange, clock, person, run } = own;
    const turn = exchange.permit.bind(exchange);
    exchange.permit = (signal) =>
      new Promise((_, no) => signal?.addEventListener('abort', () => no(failure('cancelled'))));
    clock.setTimeout(() => person.stop(), 5_000);
    person.answers.push('Send Second Cancellation');
    await run('cancelOrder', 'A');
    exchange.permit = turn;
  };
  const noticesOf = async (of: () => Promise<void>) => {
    const { person, clock, orders } = own;
    const from = person.asked.length;
    await of();
    await clock.run(orders.refresh('poll'));
    await clock.advance(3_600_000);
    await new Promise((resolve) => setImmediate(resolve));
    return person.asked.slice(from).flatMap(({ message, modal }) => (modal === true ? [] : [message]));
  };
  return { ...own, askAndStop, noticesOf };
}

describe('the end of a cancel that was reported as unknown', () => {
  it('is reported though a second one was stopped before it went out', async () => {
    const { askAndStop, noticesOf, exchange, sent } = await unknown();
    await askAndStop();
    const notices = await noticesOf(
      async () => void exchange.orders_.set('A', order('A', { state: 'CANCELED' })),
    );
    assert.deepEqual(notices, ['Corner Book: Buy Otters 41¢: cancelled']);
    assert.deepEqual(sent(), ['A']);
  });

  it('is reported though a second one was turned away', async () => {
    const { person, run, noticesOf, exchange, orders, sent } = await unknown();
    exchange.next('cancelOrder', failure('rateLimit', { status: 429 }));
    person.answers.push('Send Second Cancellation');
    await run('cancelOrder', 'A');
    assert.match(person.asked.at(-1)?.message ?? '', /: not cancelled: too many requests$/);
    assert.deepEqual([...orders.cancelling], [['A', 'stillOpen']]);
    const notices = await noticesOf(
      async () => void exchange.orders_.set('A', order('A', { state: 'CANCELED' })),
    );
    assert.deepEqual(notices, ['Corner Book: Buy Otters 41¢: cancelled']);
    assert.deepEqual(sent(), ['A', 'A']);
  });
});

/** Orders of which the first twenty go out as a batch of their own. */
const IDS = Array.from({ length: 25 }, (_, at) => `B${at}`);
const FIRST = IDS.slice(0, 20);

describe('a list that takes longer than one of its orders is looked for', () => {
  it('is reported once, with what is known by then, and so is its proof', async () => {
    const { run, person, exchange, clock, proofs } = await desk(...IDS);
    let turns = 0;
    exchange.permit = async () => {
      turns += 1;
      if (turns === 2) await new Promise<void>((resolve) => void clock.setTimeout(resolve, 300_000));
      return { leave: () => true, release: () => {} };
    };
    exchange.next('cancelOrders', failure('timeout', { mayHaveArrived: true }));
    clock.setTimeout(() => {
      for (const id of FIRST) exchange.orders_.set(id, order(id, { state: 'CANCELED' }));
    }, 60_000);
    person.answers.push('Cancel 25 Orders', 'Show Proof');
    await run('cancelAllOrders');
    assert.deepEqual(
      person.asked.slice(-1).map(({ message }) => message),
      ['Corner Book: 25 cancelled'],
    );
    assert.equal(person.asked.filter(({ modal }) => modal !== true).length, 1);
    assert.doesNotMatch(proofs[0]?.text ?? '', /not known/);
  });
});
