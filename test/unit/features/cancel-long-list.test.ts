import assert from 'node:assert/strict';
import { failure } from '../../support/fake-exchange.ts';
import { order } from '../store/values.ts';
import { desk } from './cancel-desk.ts';

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
      ['DEMO: 25 cancelled'],
    );
    assert.equal(person.asked.filter(({ modal }) => modal !== true).length, 1);
    assert.doesNotMatch(proofs[0]?.text ?? '', /not known/);
  });

  it('is followed by notices of what was unknown by then', async () => {
    const { run, person, exchange, clock } = await desk('A', 'B');
    exchange.next('cancelOrders', failure('timeout', { mayHaveArrived: true }));
    person.answers.push('Cancel 2 Orders');
    await run('cancelAllOrders');
    assert.equal(person.asked.at(-1)?.message, 'DEMO: 2 unknown');
    for (const id of ['A', 'B']) exchange.orders_.set(id, order(id, { state: 'CANCELED' }));
    await clock.advance(60_000);
    const notices = person.asked.slice(-2).map(({ message }) => message);
    assert.ok(
      notices.every((message) => message.endsWith(': cancelled')),
      notices.join(),
    );
  });

  it('is reported so too where the open orders are read afterwards', async () => {
    const { run, person, exchange, clock } = await desk('A', 'B');
    exchange.next('cancelAllOpen', failure('timeout', { mayHaveArrived: true }));
    // Between what the orders came to, half a minute after the request, and the last look at what is open.
    clock.setTimeout(() => {
      for (const id of ['A', 'B']) exchange.orders_.set(id, order(id, { state: 'CANCELED' }));
    }, 36_000);
    person.answers.push('Cancel All Open Orders');
    await run('cancelEverything');
    await clock.advance(600_000);
    const notices = person.asked.filter(({ modal }) => modal !== true).map(({ message }) => message);
    assert.equal(notices.length, 1, notices.join('\n'));
    assert.doesNotMatch(notices[0] ?? '', /not known/);
  });
});
