import assert from 'node:assert/strict';
import { ownerOf } from '../../../../src/store/session/owner.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { GatedFolder } from '../../../support/memory-log.ts';
import { order, PROFILE } from '../values.ts';
import { cancelRig } from './cancel-rig.ts';

async function desk(...ids: readonly string[]) {
  const base = await cancelRig(...ids);
  const { cancels, orders, clock, folder } = base;
  return {
    ...base,
    flip: () => clock.run(cancels.killSwitch(orders.orders)),
    own: () => folder.attempts.find(({ scope }) => scope === 'killSwitch'),
  };
}

describe('the kill switch', () => {
  it('is one request, proved order by order, and looked for afterwards', async () => {
    const { flip, exchange, folder, orders } = await desk('A1', 'A2');
    exchange.orders_.set('MEANWHILE', order('MEANWHILE'));
    const { reports, left, error } = await flip();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual([left, error], [[], undefined]);
    assert.equal(exchange.count('killSwitch'), 1);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
    assert.equal(exchange.orders_.get('MEANWHILE')?.state, 'CANCELED');
    await settle();
    assert.deepEqual(folder.states, ['cancelled', 'cancelled', 'cancelled']);
    const sent = folder.attempts.flatMap(({ events }) => events.filter(({ state }) => state === 'sent'));
    assert.ok(sent.every(({ by }) => by === 'killSwitch'));
    assert.deepEqual(
      [sent.length, new Set(sent.map(({ request }) => request)).size],
      [3, 1],
      'one request has one id',
    );
    assert.equal(orders.orders.length, 0);
  });

  it('cancels nothing, and nothing one by one either, where the service has no such thing', async () => {
    const { flip, exchange } = await desk('A1', 'A2');
    exchange.next('killSwitch', failure('unsupported', { status: 404 }));
    const { reports, left } = await flip();
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind === 'rejected' && outcome.error.code),
      ['unsupported', 'unsupported'],
    );
    assert.equal(left?.length, 2);
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
  });

  it('goes out while a cancel of all that is known is under way, here or in another window', async () => {
    const { exchange, cancels, clock, another } = await desk('A1');
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel([order('A1')]);
    await settle();
    const both = [{ cancels }, await another()].map((each) => each.cancels.killSwitch([order('A1')]));
    await clock.advance(100_000);
    assert.equal(exchange.count('killSwitch'), 2);
    held.fail(failure('timeout'));
    await clock.run(Promise.all([first, ...both]));
    assert.equal(exchange.count('killSwitch'), 2, 'each was confirmed by a person');
  });

  it('is written down before it is sent, as one attempt of another scope', async () => {
    const { flip, exchange, folder, own } = await desk('A1');
    let before: readonly string[] = [];
    exchange.next('killSwitch', (answer) => {
      before = folder.stories;
      return answer();
    });
    await flip();
    await settle();
    assert.deepEqual(before, ['requested sent', 'requested sent']);
    assert.deepEqual([own()?.order, own()?.of], [undefined, 2]);
    assert.deepEqual(folder.stories[0], 'requested sent accepted cancelled');
  });

  it('says that nothing went out where it could not be written down', async () => {
    const { flip, exchange, folder } = await desk('A1');
    folder.isBroken = true;
    const { request } = await flip();
    assert.equal(request.kind === 'noEffect' && request.error.code, 'notRecorded');
    assert.equal(exchange.count('killSwitch'), 0);
  });

  it('does not call it nothing when some of what is open could not be read', async () => {
    const { flip, exchange, own } = await desk('A1');
    exchange.always('openOrders', () => ({ items: [], lost: 3, problems: [], receivedAt: 0 }));
    const { left, lost } = await flip();
    assert.deepEqual([left, lost], [[], 3]);
    await settle();
    assert.equal(own()?.state, 'notFollowed');
  });

  it('is not looked for any more once another connection is in use, and never sent there', async () => {
    for (const when of ['before', 'after'] as const) {
      const { orders, exchange, exchanges, cancels, clock, session, own } = await desk('A1');
      const owner = ownerOf(session);
      exchange.next('killSwitch', () => []);
      const ask = () => cancels.killSwitch([order('A1')], { owner });
      const switched = async () => {
        session.connect({ ...PROFILE, id: 'demo', privateUrl: 'https://other.example' });
        const next = await session.ensure();
        Object.assign(next, { orders_: new Map() });
        await orders.load();
      };
      let asking: ReturnType<typeof ask>;
      if (when === 'before') {
        await switched();
        asking = ask();
      } else {
        asking = ask();
        await settle();
        await switched();
      }
      const { left, error, request, reports } = await clock.run(asking);
      await settle();
      assert.deepEqual([left, error?.details.reason], [undefined, 'changed'], when);
      assert.equal(request.kind, when === 'before' ? 'noEffect' : 'accepted');
      assert.deepEqual([reports.length, reports[0]?.owner], [1, owner]);
      assert.equal(exchanges.at(-1)?.count('killSwitch'), 0);
      assert.ok((exchanges.at(-1)?.count('openOrders') ?? 2) <= 1, 'only what this test loaded');
      assert.equal(own()?.state, when === 'before' ? undefined : 'accepted');
    }
  });

  it('does not call an old reading what is open', async () => {
    const { flip, exchange } = await desk('A1');
    exchange.always('openOrders', failure('server', { status: 500 }));
    const { left, error } = await flip();
    assert.equal(left, undefined);
    assert.equal(error?.code, 'server');
  });
});

describe('the kill switch of a window that crashed', () => {
  /** Asks in a window that crashes with its request out, or right before. */
  async function crashed(when: 'acted' | 'lost' | 'unsent') {
    const base = await desk('A1');
    const { folder, exchange, another } = base;
    const own = new GatedFolder(folder);
    const { cancels } = await another(own);
    if (when === 'unsent') exchange.permit = () => new Promise(() => {});
    exchange.next('killSwitch', (answer) => {
      if (when === 'acted') answer();
      return new Promise(() => {});
    });
    void cancels.killSwitch([]);
    await settle();
    own.kill();
    return base;
  }

  it('is taken up by one other window once its own is silent for a minute, and reported there', async () => {
    const { another, clock, folder, exchange, poll } = await crashed('acted');
    const [next, beside] = [await another(), await another()];
    await Promise.all([next.cancels.recover(), beside.cancels.recover()]);
    assert.deepEqual(folder.stories, ['requested sent'], 'its window may only be busy');
    await clock.advance(100_000);
    await poll(next, 2);
    assert.deepEqual(folder.stories, ['requested sent unknown cancelled']);
    const outcomes = [...next.killSwitches, ...beside.killSwitches];
    assert.deepEqual(
      outcomes.map(({ left, lost, request }) => [left?.length, lost, request.kind]),
      [[0, 0, 'unanswered']],
    );
    assert.equal(exchange.count('killSwitch'), 1);
  });

  it('is said to have left what is still open, or never to have been sent', async () => {
    for (const [when, state, request] of [
      ['lost', 'notFollowed', 'unanswered'],
      ['unsent', 'rejected', 'noEffect'],
    ] as const) {
      const { another, clock, folder, exchange } = await crashed(when);
      await clock.advance(100_000);
      const next = await another();
      await next.cancels.recover();
      await clock.advance(20_000);
      assert.deepEqual(folder.states, [state]);
      const [outcome] = next.killSwitches;
      assert.deepEqual([outcome?.left?.map(({ id }) => id), outcome?.request.kind], [['A1'], request]);
      assert.equal(exchange.count('killSwitch'), when === 'lost' ? 1 : 0);
    }
  });

  it('is not taken up under another account, and is once its own is back', async () => {
    const { another, clock, folder, session, keys, exchanges, killSwitches } = await crashed('acted');
    const key = keys.stored;
    keys.stored = { keyId: 'second', secret: 'quince' };
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(100_000);
    const next = await another();
    await next.cancels.recover();
    await clock.advance(100_000);
    const outcomes = (): number => next.killSwitches.length + killSwitches.length;
    assert.deepEqual([folder.states, outcomes()], [['sent'], 0]);
    keys.stored = key;
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(100_000);
    assert.deepEqual([folder.states, outcomes()], [['cancelled'], 1]);
    assert.ok(exchanges.every((each, at) => each.count('killSwitch') === (at === 0 ? 1 : 0)));
  });
});
