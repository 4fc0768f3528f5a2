import assert from 'node:assert/strict';
import { sleep } from '../../../src/base/async.ts';
import { settle } from '../../support/clock.ts';
import { order, PROFILE } from '../store/values.ts';
import { desk } from './cancel-desk.ts';

const OTHER = { ...PROFILE, label: 'Other Book', privateUrl: 'https://other.example' };

/** A desk whose connection can be changed for one where nothing is open. */
async function two(...ids: readonly string[]) {
  const base = await desk(...ids);
  const { session, exchanges, exchange } = base;
  const change = async () => {
    session.connect(OTHER);
    Object.assign(await session.ensure(), { orders_: new Map() });
  };
  const acted = () =>
    exchanges
      .filter((each) => each !== exchange)
      .reduce(
        (sum, each) =>
          sum + each.count('cancelOrder') + each.count('cancelOrders') + each.count('killSwitch'),
        0,
      );
  return { ...base, change, acted };
}

describe('a cancel that outlives its connection', () => {
  it('does not ask about, nor send, what was picked before', async () => {
    const many = Array.from({ length: 16 }, (_, index) => `M${index}`);
    for (const [command, ids] of [
      ['cancelOrder', ['A', 'B']],
      ['cancelMarketOrders', ['A', 'B']],
      ['cancelAllOrders', many],
    ] as const) {
      const { run, person, sent, change, acted } = await two(...ids);
      person.picks.push(change);
      person.answers.push(`Cancel ${ids.length} Orders`);
      await run(command);
      assert.deepEqual([sent(), acted()], [[], 0], command);
      assert.deepEqual(
        person.asked.map(({ modal, message }) => [modal, message]),
        [[false, 'The connection or account changed meanwhile: nothing was cancelled.']],
        command,
      );
    }
  });

  it('does not send where it changed after the last word, before the work began', async () => {
    for (const [command, yes] of [
      ['cancelAllOrders', 'Cancel 2 Orders'],
      ['cancelEverything', 'Cancel All Open Orders'],
    ] as const) {
      const { run, person, exchange, change, acted, proofs } = await two('A', 'B');
      person.starts.push(change);
      person.answers.push(yes, 'Show Proof');
      await run(command);
      assert.deepEqual([exchange.count('cancelOrders') + exchange.count('killSwitch'), acted()], [0, 0]);
      const end = person.asked.at(-1);
      assert.equal(end?.kind, 'error', command);
      assert.match(end?.message ?? '', /^Corner Book: 2 not sent/);
      assert.match(proofs[0]?.text ?? '', /^Proof of cancelling on Corner Book, orders: 2/);
      assert.match(proofs[0]?.text ?? '', /not sent: the connection or account changed before it was done\n/);
      assert.doesNotMatch(proofs[0]?.text ?? '', /Stopped|no order is open/);
    }
  });

  it('is reported and proved for the connection it was sent on', async () => {
    const { run, person, exchange, change, clock, proofs, session } = await two('A', 'B');
    session.connect({ ...PROFILE, label: 'Second Book' });
    const second = (await session.ensure()) as typeof exchange;
    const held = second.hold('cancelOrders');
    void sleep(clock, 100).then(change).then(held.release);
    person.answers.push('Cancel 2 Orders', 'Show Proof');
    await run('cancelAllOrders');
    assert.equal(second.count('cancelOrders'), 1);
    assert.match(person.asked.at(-1)?.message ?? '', /^Second Book: 2 unknown/);
    assert.match(proofs[0]?.text ?? '', /^Proof of cancelling on Second Book, orders: 2/);
    assert.match(
      proofs[0]?.text ?? '',
      /^1\. .* Otters vs\. Herons$/m,
      'not what is called the same elsewhere',
    );
    assert.match(proofs[0]?.text ?? '', /result unknown until this account is in use again/);
  });

  it('says so where the orders could not be read for that', async () => {
    const { run, person, exchange, change } = await two('A');
    exchange.next('openOrders', async (answer) => {
      await change();
      return answer();
    });
    await run('cancelAllOrders');
    assert.deepEqual(
      person.asked.map(({ message }) => message),
      ['The connection or account changed before the open orders were read: nothing was done.'],
    );
  });
});

describe('the list of a cancel', () => {
  it('is of a reading asked for after the command', async () => {
    const { run, person, exchange, orders, sent, clock } = await desk('A');
    const held = exchange.hold('openOrders');
    void orders.refresh();
    await settle();
    exchange.orders_.set('B', order('B'));
    person.answers.push('Cancel 2 Orders');
    void sleep(clock, 100).then(held.release);
    await run('cancelAllOrders');
    assert.deepEqual(sent(), ['A', 'B']);
  });
});
