import assert from 'node:assert/strict';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { KEY, order } from '../values.ts';
import { cancelRig } from './cancel-rig.ts';

const AGAIN = { again: new Set(['A1']) };

/** An order whose cancel is unknown, as a person has seen. */
async function unknown() {
  const base = await cancelRig('A1');
  base.exchange.next('cancelOrder', failure('timeout'));
  await base.clock.run(base.cancels.cancel(base.list('A1')));
  assert.deepEqual([base.orders.cancelling.get('A1'), base.cancels.mayRepeat('A1')], ['stillOpen', true]);
  base.resolved.length = 0;
  return base;
}

describe('the log of a cancel', () => {
  it('says what, why and every state, and is written before anything is sent', async () => {
    const { cancels, exchange, clock, folder, list } = await cancelRig('A1');
    let before: readonly string[] = [];
    exchange.next('cancelOrder', (answer) => {
      before = folder.stories;
      return answer();
    });
    await clock.run(cancels.cancel(list('A1'), { command: 'cancelOrder' }));
    await settle();
    assert.deepEqual(before, ['requested sent']);
    assert.deepEqual(folder.stories, ['requested sent accepted cancelled']);
    const [attempt] = folder.attempts;
    const { side, intent, type, price, quantity, cumQuantity, leavesQuantity } = order('A1');
    const own = { id: 'A1', marketSlug: 'otters-herons', side, intent, type, price };
    assert.partialDeepStrictEqual(attempt?.order, { ...own, quantity, cumQuantity, leavesQuantity });
    assert.equal(attempt?.command, 'cancelOrder');
    assert.match(attempt?.events[1]?.request ?? '', /^[0-9a-z]{10}$/);
    assert.equal(attempt?.events[2]?.serviceRequest, 'trace-1');
  });

  it('keeps the agent that asked for it, through a file that is read again', async () => {
    const { cancels, clock, folder, list } = await cancelRig('A1');
    const agent = { via: 'mcp', name: 'terminal-agent 2.3' } as const;
    await clock.run(cancels.cancel(list('A1'), { command: 'cancelOrder', agent }));
    await settle();
    assert.deepEqual(folder.attempts[0]?.agent, agent);
  });

  it('holds no key, and no words of the service', async () => {
    const { cancels, exchange, clock, folder, list } = await cancelRig('A1');
    const details = { status: 400, requestId: 'trace-7', serviceMessage: `bad ${KEY.secret}` };
    exchange.next('cancelOrder', failure('refused', details));
    await clock.run(cancels.cancel(list('A1')));
    await settle();
    assert.ok(!folder.text.includes(KEY.secret));
    const last = folder.attempts[0]?.events.at(-1);
    assert.deepEqual([last?.state, last?.status, last?.serviceRequest], ['rejected', 400, 'trace-7']);
  });

  for (const which of ['requested', 'sent'] as const)
    for (const isWritten of [true, false])
      it(`that cannot say "${which}"${isWritten ? ', though the line is there,' : ''} keeps the cancel from being sent, and no later one`, async () => {
        const { cancels, exchange, clock, folder, list, orders } = await cancelRig('A1');
        const append = folder.append.bind(folder);
        folder.append = async (name, text, how) => {
          const isIt = text.includes(`"state":"${which}"`);
          if (isIt && !isWritten) throw new Error('ENOSPC');
          const done = await append(name, text, how);
          if (isIt) throw new Error('EIO');
          return done;
        };
        const [report] = await clock.run(cancels.cancel(list('A1')));
        assert.equal(report?.outcome.kind === 'rejected' && report.outcome.error.code, 'notRecorded');
        assert.deepEqual([exchange.count('cancelOrder'), orders.cancelling.size], [0, 0]);
        folder.append = append;
        const [second] = await clock.run(cancels.cancel(list('A1')));
        assert.equal(second?.outcome.kind, 'cancelled', 'torn lines do not stand in the way');
        await settle();
        assert.ok(folder.states.every((state) => state === 'rejected' || state === 'cancelled'));
      });
});

describe('a second cancel of an order whose first one is unknown', () => {
  for (const [name, stop] of [
    ['stopped while it is written down', true],
    ['that cannot be written down', false],
  ] as const)
    it(`${name} leaves the first one followed and unknown`, async () => {
      const { cancels, clock, list, folder, orders, posts, become, resolved } = await unknown();
      const controller = new AbortController();
      const append = folder.append.bind(folder);
      folder.append = async (file, text, how) => {
        if (!stop) throw new Error('ENOSPC');
        controller.abort();
        return append(file, text, how);
      };
      const options = { ...AGAIN, signal: controller.signal };
      const [report] = await clock.run(cancels.cancel(list('A1'), options));
      folder.append = append;
      assert.deepEqual([report?.outcome.kind, posts()], ['rejected', ['A1']]);
      assert.deepEqual([orders.cancelling.get('A1'), cancels.mayRepeat('A1')], ['stillOpen', true]);
      become('A1', { state: 'CANCELED' });
      await clock.advance(600_000);
      assert.deepEqual([folder.states[0], orders.cancelling.size], ['cancelled', 0]);
      assert.equal(resolved.at(-1)?.outcome.kind, 'cancelled');
    });

  for (const [name, error] of [
    ['turned away for the rate', failure('rateLimit', { status: 429 })],
    ['turned away because one is under way', failure('refused', { status: 400 })],
    ['never out', failure('network', { mayHaveArrived: false })],
  ] as const)
    it(`that is ${name} is rejected, and the first one stays unknown, also in the next window`, async () => {
      const { cancels, exchange, clock, list, log, posts, become, another, poll, folder } = await unknown();
      exchange.next('cancelOrder', error);
      const [report] = await clock.run(cancels.cancel(list('A1'), AGAIN));
      assert.deepEqual([report?.outcome.kind, cancels.mayRepeat('A1')], ['rejected', true]);
      assert.deepEqual(posts(), ['A1', 'A1']);
      cancels.dispose();
      await log.close();
      const next = await another();
      await next.cancels.recover();
      assert.deepEqual([...next.orders.cancelling], [['A1', 'unknown']]);
      become('A1', { state: 'CANCELED' });
      await poll(next, 10);
      assert.deepEqual(folder.states, ['cancelled', 'rejected']);
      assert.deepEqual(
        next.resolved.map(({ outcome }) => outcome.kind),
        ['cancelled'],
      );
    });

  it('gives its outcome to a caller that still waits for a list with the first one in it', async () => {
    const { cancels, exchange, clock, list } = await cancelRig('A1', 'A2');
    exchange.next('killSwitch', failure('timeout'));
    const everything = cancels.killSwitch(list('A1', 'A2'));
    // Both were reported as unknown; what is open is being read.
    await clock.advance(35_000);
    const second = cancels.cancel(list('A1'), AGAIN);
    await clock.advance(1_000);
    assert.equal((await second)[0]?.outcome.kind, 'cancelled');
    const { reports, left } = await clock.run(everything);
    assert.deepEqual(
      reports.map(({ outcome, order: { id } }) => `${id} ${outcome.kind}`),
      ['A1 cancelled', 'A2 unknown'],
    );
    assert.deepEqual(
      left?.map(({ id }) => id),
      ['A2'],
    );
  });
});
