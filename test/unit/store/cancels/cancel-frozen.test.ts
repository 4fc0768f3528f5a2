import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import { endOf } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import type { IntentFile } from '../../../../src/store/cancels/intent-log.ts';
import { settle, stillClock } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, rig } from '../values.ts';

/** Two windows; the first stands still from its first claim on, until it is woken. */
async function desk() {
  const base = rig();
  base.exchange.orders_.set('A1', order('A1'));
  const file = new MemoryIntents();
  const woken = Promise.withResolvers<void>();
  let goesOn: Promise<unknown> = Promise.resolve();
  const sleepy: IntentFile = {
    read: () => goesOn.then(() => file.read()),
    append: (lines, durable) => goesOn.then(() => file.append(lines, durable)),
    digest: (text) => file.digest(text),
    claim: (name) => {
      goesOn = woken.promise;
      return goesOn.then(() => file.claim(name));
    },
  };
  const open = async (own: IntentFile, clock: Clock) => {
    const orders = new OrdersStore(base.session);
    await orders.load();
    return { orders, cancels: new CancelService(base.session, orders, intentLog(clock, own)) };
  };
  const still = stillClock(base.clock, () => goesOn);
  const frozen = await open(sleepy, still);
  const other = await open(file, base.clock);
  const ends = () =>
    readBook(file.text).records.map((record) => `${record.order.id} ${endOf(record)?.step ?? 'open'}`);
  const posts = () => base.exchange.calls.filter(({ method }) => method.startsWith('cancel')).length;
  return { ...base, file, frozen, other, ends, posts, wake: woken.resolve, list: [order('A1')] };
}

describe('a window that stood still between asking and claiming', () => {
  it('sends nothing any more once another one gave it up, and tells how the order stands', async () => {
    const { frozen, other, clock, list, ends, posts, wake } = await desk();
    const first = frozen.cancels.cancel(list);
    await settle();
    await other.cancels.recover();
    await clock.advance(150_000);
    assert.deepEqual(ends(), ['A1 refused'], 'certainly never sent');
    const [second] = await clock.run(other.cancels.cancel(list));
    assert.equal(second?.outcome.kind, 'cancelled');
    wake();
    const [report] = await clock.run(first);
    await settle();
    assert.equal(report?.outcome.kind === 'alreadyGone' && report.outcome.order?.state, 'CANCELED');
    assert.deepEqual(ends(), ['A1 refused', 'A1 confirmed']);
    assert.equal(posts(), 1);
  });

  it('sends nothing either where the other one crashed before it could write that down', async () => {
    const { frozen, clock, file, list, ends, posts, wake, session, exchange } = await desk();
    const first = frozen.cancels.cancel(list);
    await settle();
    const orders = new OrdersStore(session);
    const crashing: IntentFile = {
      read: () => file.read(),
      append: (lines, durable) =>
        file.claims.size > 0 ? new Promise(() => {}) : file.append(lines, durable),
      digest: (text) => file.digest(text),
      claim: (name) => (file.claims.size > 0 ? new Promise(() => {}) : file.claim(name)),
    };
    const crashed = new CancelService(session, orders, intentLog(clock, crashing));
    await crashed.recover();
    await clock.advance(150_000);
    crashed.dispose();
    assert.deepEqual(ends(), ['A1 open']);
    assert.equal(file.claims.size, 1);
    wake();
    const [report] = await clock.run(first);
    await settle();
    assert.equal(report?.outcome.kind === 'refused' && report.outcome.error.code, 'cancelled');
    assert.equal(report?.outcome.kind === 'refused' && report.outcome.order?.state, 'NEW');
    assert.deepEqual(ends(), ['A1 refused']);
    assert.equal(posts(), 0);
    assert.equal(exchange.orders_.get('A1')?.state, 'NEW');
  });

  it('cancels whatever is open all the same, and no order it cancels is said to be refused', async () => {
    const { frozen, other, clock, list, ends, posts, wake } = await desk();
    const everything = cancelEverything({ ...frozen, clock }, list);
    await settle();
    await other.cancels.recover();
    await clock.advance(150_000);
    assert.deepEqual(ends(), ['A1 refused']);
    wake();
    const { reports } = await clock.run(everything);
    await settle();
    assert.equal(reports[0]?.outcome.kind, 'cancelled');
    // The wish that was given up stays what it was; the one the request went out for has an end of its own.
    assert.deepEqual(ends(), ['A1 refused', 'A1 confirmed', ' confirmed']);
    assert.equal(posts(), 1);
  });

  it('is not waited for by another one that cancels whatever is open, which tells of its own request', async () => {
    const { frozen, other, clock, list, ends, posts, wake, exchange } = await desk();
    const first = frozen.cancels.cancel(list);
    await settle();
    await clock.advance(150_000);
    const { reports, left } = await clock.run(cancelEverything({ ...other, clock }, list));
    assert.deepEqual([reports[0]?.outcome.kind, left], ['cancelled', []]);
    wake();
    const [report] = await clock.run(first);
    await settle();
    assert.equal(report?.outcome.kind === 'alreadyGone' && report.outcome.order?.state, 'CANCELED');
    assert.equal(exchange.count('cancelAllOpen'), 1);
    assert.equal(posts(), 1, 'the other one gave it up when it read the orders');
    assert.ok(
      ends().every((end) => !end.endsWith('open') && !end.endsWith('refused')),
      String(ends()),
    );
  });

  it('keeps a batch of another one from saying a word too much: it is not sent, and the order is open', async () => {
    const { frozen, other, clock, list, ends, posts, wake, exchange } = await desk();
    exchange.orders_.set('A2', order('A2'));
    const first = frozen.cancels.cancel(list);
    await settle();
    const both = await clock.run(other.cancels.cancel([...list, order('A2')]));
    const [one, two] = both.map(({ outcome }) => outcome);
    assert.equal(one?.kind, 'unknown', 'for now: its window may go on');
    assert.equal(two?.kind, 'cancelled');
    await clock.advance(150_000);
    assert.deepEqual(ends(), ['A1 refused', 'A2 confirmed']);
    assert.equal(exchange.orders_.get('A1')?.state, 'NEW');
    wake();
    const [report] = await clock.run(first);
    assert.equal(report?.outcome.kind === 'refused' && report.outcome.order?.state, 'NEW');
    assert.equal(posts(), 1);
  });
});
