import assert from 'node:assert/strict';
import { sleep } from '../../../src/base/async.ts';
import { ownerOf } from '../../../src/store/session/owner.ts';
import { failure } from '../../support/fake-exchange.ts';
import { aContext } from '../../support/view.ts';
import { order, PROFILE } from '../store/values.ts';
import { desk } from './cancel-desk.ts';

const YES = 'Cancel All Open Orders';
const QUESTION = 'Corner Book: Cancel all open orders, including new ones?';
const DONE = /No order is open now\.$/;

/** A desk whose list of open orders was never read: whatever is open, nothing of it is known. */
async function blank(...ids: readonly string[]) {
  const base = await desk();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  base.session.connect({ ...PROFILE });
  const exchange = (await base.session.ensure()) as typeof base.exchange;
  assert.deepEqual([base.orders.orders, base.orders.state.kind], [[], 'idle']);
  return { ...base, exchange };
}

describe('the kill switch, whatever is known of the open orders', () => {
  it('goes out where the list cannot be read and no order is known', async () => {
    for (const [code, why] of [
      ['timeout', 'The service did not answer in time.'],
      ['server', 'The service has a problem of its own.'],
      ['badReply', 'The service answered something that cannot be read. The log says what.'],
    ] as const) {
      const { run, person, exchange } = await blank('A');
      exchange.next('openOrders', failure(code));
      person.answers.push(YES);
      await run('cancelEverything');
      const [dialog, end] = person.asked;
      assert.equal(dialog?.message, QUESTION, code);
      assert.deepEqual(dialog?.detail?.split('\n').slice(0, 2), [
        `The open orders could not be read. ${why} It is unknown which orders are open.`,
        '',
      ]);
      assert.equal(exchange.count('killSwitch'), 1, code);
      assert.equal(exchange.orders_.get('A')?.state, 'CANCELED');
      assert.match(end?.message ?? '', DONE);
    }
  });

  it('goes out where the list cannot be read and some orders are known, and says of when they are', async () => {
    const { run, person, exchange, clock } = await desk('A', 'B');
    const read = aContext().format.moment(clock.now());
    await clock.advance(90_000);
    exchange.next('openOrders', failure('network'));
    person.answers.push(YES);
    await run('cancelEverything');
    const lines = person.asked[0]?.detail?.split('\n') ?? [];
    assert.equal(lines.filter((line) => line.startsWith('• ')).length, 2);
    assert.equal(
      lines[0],
      `The open orders could not be read. The service cannot be reached. Check the network connection. What is shown is as of ${read}.`,
    );
    assert.equal(exchange.count('killSwitch'), 1);
    assert.match(person.asked[1]?.message ?? '', /^Corner Book: 2 cancelled\. No order is open now\.$/);
  });

  it('goes out where the list is refused while the key is good', async () => {
    for (const ids of [[], ['A', 'B']]) {
      const { run, person, exchange, session } = await desk(...ids);
      exchange.next('openOrders', failure('auth', { auth: 'refused', status: 403 }));
      person.answers.push(YES);
      await run('cancelEverything');
      assert.equal(session.canSign, true);
      assert.match(person.asked[0]?.detail ?? '', /^The open orders could not be read\. .* does not allow/);
      assert.equal(exchange.count('killSwitch'), 1);
    }
  });

  it('goes out where the list is empty: it may lag behind, and an order may be placed meanwhile', async () => {
    const { run, person, exchange } = await desk();
    person.answers.push(async () => {
      exchange.orders_.set('late', order('late'));
      return YES;
    });
    await run('cancelEverything');
    const [dialog, end] = person.asked;
    assert.equal(dialog?.message, QUESTION);
    assert.deepEqual(dialog?.detail?.split('\n').slice(0, 2), [
      'No order was open when the list was read just now. A new one may not be in it yet.',
      '',
    ]);
    assert.equal(exchange.count('killSwitch'), 1);
    assert.equal(exchange.orders_.get('late')?.state, 'CANCELED');
    assert.deepEqual([end?.kind, end?.message], ['info', 'Corner Book: No order is open now.']);
  });

  it('asks at once from what is known, with its age, and after three seconds where nothing is', async () => {
    for (const [make, ids, waitMs, progress] of [
      [desk, [], 500, []],
      [desk, ['A', 'B'], 500, []],
      [blank, ['A'], 3_000, ['Reading the open orders…']],
    ] as const) {
      const { run, person, exchange, clock, orders } = await make(...ids);
      // One that was out before hangs as well.
      const before = exchange.hold('openOrders');
      void orders.refresh();
      const held = exchange.hold('openOrders');
      const start = clock.now();
      let waited: number | undefined;
      let said: readonly string[] = [];
      person.answers.push(async () => {
        waited = clock.now() - start;
        said = [...person.progress];
        assert.equal(exchange.count('killSwitch'), 0);
        before.release();
        held.release();
        return YES;
      });
      await run('cancelEverything');
      assert.deepEqual([waited, said], [waitMs, progress]);
      const age = waitMs === 500 ? / as of .*\d\d:\d\d:\d\d/ : /It is unknown which orders are open\./;
      assert.match(person.asked[0]?.detail ?? '', /^The service has not answered yet\. /);
      assert.match(person.asked[0]?.detail ?? '', age);
      assert.equal(exchange.count('killSwitch'), 1);
      assert.match(person.asked[1]?.message ?? '', DONE);
    }
  });
});

describe('the kill switch of a window that is gone', () => {
  it('is reported by the one that took it up, with what is open afterwards', async () => {
    const { person, cancels, session } = await desk();
    const outcome = {
      request: { kind: 'accepted', requestId: undefined },
      owner: ownerOf(session),
      left: [],
      lost: 0,
      isCut: false,
      error: undefined,
    } as const;
    cancels.fireKillSwitch(outcome);
    cancels.fireKillSwitch({ ...outcome, left: [order('A1')] });
    // Loaded with their first use.
    while (person.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      person.asked.map(({ kind, message }) => `${kind} ${message}`),
      [
        'info Corner Book: Outcome of an earlier kill switch. No order is open now.',
        'error Corner Book: Outcome of an earlier kill switch. Orders still open: 1.',
      ],
    );
  });
});

describe('the kill switch of another account', () => {
  it('asks nothing where there is no key to sign with', async () => {
    const { run, person, exchange, session } = await desk('A');
    await session.signOut();
    await assert.rejects(run('cancelEverything'), { code: 'auth' });
    assert.deepEqual([person.asked, exchange.count('killSwitch')], [[], 0]);
  });

  it('asks nothing where the key itself is turned away', async () => {
    const { run, person, exchange, session } = await desk('A');
    exchange.next('openOrders', failure('auth', { auth: 'badKey', status: 401 }));
    await assert.rejects(run('cancelEverything'), { code: 'auth' });
    assert.equal(session.canSign, false);
    assert.deepEqual([person.asked, exchange.count('killSwitch')], [[], 0]);
  });

  it('asks nothing where the account became another one while the list was read', async () => {
    for (const hangs of [false, true]) {
      const { run, person, exchanges, exchange, keys } = await desk('A');
      const held = hangs ? exchange.hold('openOrders') : undefined;
      if (!hangs)
        exchange.next('openOrders', async (answer) => {
          keys.set({ keyId: 'second', secret: 'other' });
          await new Promise((resolve) => setImmediate(resolve));
          return answer();
        });
      const running = run('cancelEverything');
      await new Promise((resolve) => setImmediate(resolve));
      if (hangs) keys.set({ keyId: 'second', secret: 'other' });
      await running;
      held?.release();
      assert.deepEqual(
        person.asked.map(({ modal, message }) => [modal, message]),
        [[false, 'The connection or account changed before the open orders were read: nothing was done.']],
      );
      assert.ok(exchanges.every((each) => each.count('killSwitch') === 0));
    }
  });

  it('sends nothing where the account became another one while the dialog stood', async () => {
    const { run, person, exchanges, exchange, keys, clock } = await desk('A');
    exchange.next('openOrders', failure('timeout'));
    person.answers.push(async () => {
      keys.set({ keyId: 'second', secret: 'other' });
      await sleep(clock, 10);
      return YES;
    });
    await run('cancelEverything');
    assert.equal(person.asked[0]?.message, QUESTION);
    assert.match(person.asked[1]?.message ?? '', /changed meanwhile: nothing was cancelled/);
    assert.ok(exchanges.every((each) => each.count('killSwitch') === 0));
  });
});
