import assert from 'node:assert/strict';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { windows } from './cancel-windows.ts';

const AGAIN = { again: new Set(['A1']) };

/** An order whose cancel is not known. */
async function unknown() {
  const desk = await windows('A1');
  desk.exchange.next('cancelOrder', failure('timeout'));
  await desk.clock.run(desk.cancels.cancel(desk.list('A1')));
  assert.deepEqual([...desk.orders.unknown], ['A1']);
  return desk;
}

describe('a cancel sent anew', () => {
  it('takes the place of the one that is not known once it goes out', async () => {
    const { cancels, exchange, clock, list, stories, resolved, orders } = await unknown();
    let before: readonly string[] = [];
    exchange.next('cancelOrder', (answer) => {
      before = stories();
      return answer();
    });
    await clock.run(cancels.cancel(list('A1'), AGAIN));
    await clock.advance(600_000);
    assert.deepEqual(before, ['asked sent unknown unknown superseded', 'asked sent']);
    assert.deepEqual(stories(), [before[0], 'asked sent accepted confirmed']);
    assert.deepEqual(
      resolved.map(({ outcome }) => outcome.kind),
      ['unknown', 'cancelled'],
    );
    assert.equal(orders.pending.size, 0);
  });

  for (const [name, fails] of [
    ['that is stopped while it is written down', undefined],
    ['that cannot be written down', '"head"'],
    ['of which it cannot be written down that it goes out', '"sent"'],
  ] as const) {
    it(`${name} leaves the one before as it is: followed, and shown as unknown`, async () => {
      const { cancels, clock, list, file, stories, orders, posts, become, resolved } = await unknown();
      const stop = new AbortController();
      const plain = file.append.bind(file);
      file.append = async (lines, durable) => {
        const text = lines.join('\n');
        if (fails === undefined && text.includes('"head"')) stop.abort();
        if (fails !== undefined && text.includes(fails)) throw new Error('ENOSPC');
        await plain(lines, durable);
      };
      const [report] = await clock.run(cancels.cancel(list('A1'), { ...AGAIN, signal: stop.signal }));
      file.append = plain;
      await settle();
      assert.equal(report?.outcome.kind, 'refused');
      assert.deepEqual(posts(), ['A1'], 'nothing was sent anew');
      assert.equal(stories()[0], 'asked sent unknown unknown');
      assert.deepEqual([...orders.unknown], ['A1']);
      assert.ok(cancels.isUnknown('A1'));
      become('A1', 'CANCELED');
      await clock.advance(600_000);
      assert.deepEqual([stories()[0], orders.pending.size], ['asked sent unknown unknown confirmed', 0]);
      assert.equal(resolved.at(-1)?.outcome.kind, 'cancelled');
    });
  }

  for (const [name, error] of [
    ['turned away for the rate', failure('rateLimit', { status: 429 })],
    ['turned away because one is under way', failure('refused', { status: 400 })],
    ['never out', failure('network', { mayHaveArrived: false })],
  ] as const) {
    it(`that is ${name} is as little known as the one before, which may act yet: also in another window`, async () => {
      const desk = await unknown();
      const { cancels, exchange, clock, list, stories, posts, become, another, poll, resolved } = desk;
      exchange.next('cancelOrder', error);
      const [report] = await clock.run(cancels.cancel(list('A1'), AGAIN));
      assert.equal(report?.outcome.kind === 'unknown' && report.outcome.error, error);
      assert.deepEqual(posts(), ['A1', 'A1']);
      assert.match(stories()[1] ?? '', /^asked sent unknown unknown$/);
      cancels.dispose();
      resolved.length = 0;
      // The window is loaded anew.
      const next = await another();
      await next.cancels.recover();
      assert.deepEqual([...next.orders.unknown], ['A1']);
      become('A1', 'CANCELED');
      await poll(next, 10);
      assert.deepEqual(stories(), [
        'asked sent unknown unknown superseded',
        'asked sent unknown unknown confirmed',
      ]);
      assert.deepEqual(
        next.resolved.map(({ outcome }) => outcome.kind),
        ['cancelled'],
      );
    });
  }

  for (const isThere of [false, true]) {
    it(`of which the disk did not say that it takes the place, which is ${isThere ? '' : 'not '}written, is not sent, and looked after`, async () => {
      const desk = await unknown();
      const { cancels, clock, list, file, stories, orders, posts, become, resolved, poll } = desk;
      const plain = file.append.bind(file);
      file.append = async (lines, durable) => {
        const isIt = lines.some((line) => line.includes('"superseded"'));
        if (isThere || !isIt) await plain(lines, durable);
        if (isIt) throw new Error('EIO');
      };
      const [report] = await clock.run(cancels.cancel(list('A1'), AGAIN));
      file.append = plain;
      assert.equal(report?.outcome.kind === 'unknown' && report.outcome.error?.code, 'notRecorded');
      assert.deepEqual(posts(), ['A1'], 'nothing was sent anew');
      assert.deepEqual([...orders.unknown], ['A1']);
      assert.ok(cancels.isUnknown('A1'));
      resolved.length = 0;
      become('A1', 'CANCELED');
      await poll(desk, 10);
      assert.match(stories()[0] ?? '', /^asked sent unknown unknown superseded/);
      assert.equal(stories()[1], 'asked sent unknown confirmed');
      assert.deepEqual(
        [resolved.length, resolved[0]?.outcome.kind, orders.pending.size],
        [1, 'cancelled', 0],
      );
    });
  }

  it('that is turned away for the key is as little known, though nothing can be read with that either', async () => {
    const { cancels, exchange, clock, list, stories } = await unknown();
    exchange.next('cancelOrder', failure('auth', { status: 401 }));
    const [report] = await clock.run(cancels.cancel(list('A1'), AGAIN));
    assert.equal(report?.outcome.kind, 'unknown');
    await clock.advance(60_000);
    assert.deepEqual(stories(), ['asked sent unknown unknown superseded', 'asked sent unknown unknown']);
  });

  describe('that was stopped before it went out', () => {
    const stopped = async () => {
      const desk = await unknown();
      const { cancels, clock, list, file, posts, resolved } = desk;
      const stop = new AbortController();
      const plain = file.append.bind(file);
      file.append = async (lines, durable) => {
        if (lines.some((line) => line.includes('"sent"'))) stop.abort();
        await plain(lines, durable);
      };
      await clock.run(cancels.cancel(list('A1'), { ...AGAIN, signal: stop.signal }));
      file.append = plain;
      assert.deepEqual(posts(), ['A1']);
      resolved.length = 0;
      return desk;
    };

    it('can be asked for once more, takes the place of the one that is not known, and its end is told once', async () => {
      const desk = await stopped();
      const { cancels, clock, list, posts, poll, stories, resolved } = desk;
      const [report] = await clock.run(cancels.cancel(list('A1'), AGAIN));
      assert.equal(report?.outcome.kind, 'cancelled');
      assert.deepEqual(posts(), ['A1', 'A1']);
      await poll(desk, 10);
      assert.deepEqual(stories(), [
        'asked sent unknown unknown superseded',
        'asked sent refused',
        'asked sent accepted confirmed',
      ]);
      assert.equal(resolved.length, 1);
    });

    it('leaves the one before what a click in another window joins, if that is no wish to send anew', async () => {
      const { another, clock, list, posts, become } = await stopped();
      const other = await another();
      const joined = other.cancels.cancel(list('A1'));
      await clock.advance(2_000);
      become('A1', 'CANCELED');
      const [report] = await clock.run(joined);
      assert.equal(report?.outcome.kind, 'cancelled');
      assert.deepEqual(posts(), ['A1']);
    });
  });

  it('says how the order ended to whoever waits for the rest of what it was in yet, whatever that was asked with', async () => {
    const { cancels, orders, exchange, clock, list, stories } = await windows('A1', 'A2');
    exchange.next('cancelAllOpen', failure('timeout'));
    const everything = cancelEverything({ cancels, orders, clock }, list('A1', 'A2'));
    // Both are told to be unknown; what is open is being read.
    await clock.advance(35_000);
    const sentAnew = cancels.cancel(list('A1'), AGAIN);
    await clock.advance(1_000);
    const [anew] = await sentAnew;
    assert.equal(anew?.outcome.kind, 'cancelled');
    const { reports, left } = await clock.run(everything);
    assert.deepEqual(
      reports.map(({ outcome, order: { id } }) => [id, outcome.kind]),
      [
        ['A1', 'cancelled'],
        ['A2', 'unknown'],
      ],
    );
    assert.deepEqual(
      left?.map(({ id }) => id),
      ['A2'],
    );
    assert.equal(reports[0]?.intent, anew.intent);
    assert.equal(stories().length, 4);
  });

  it('is the only request where another window has not sent its own yet', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `N${at}`);
    const last = 'N149';
    const { cancels, another, exchange, clock, list, posts, stories } = await windows(...ids);
    exchange.lacks.add('batchedCancel');
    exchange.always('cancelOrder', async (answer) => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 9_000));
      return answer();
    });
    const other = await another();
    const singles = (): number =>
      exchange.calls.filter(
        ({ method, args }) => method === 'cancelOrder' && (args[0] as { readonly id: string }).id === last,
      ).length;
    const all = cancels.cancel(list(...ids));
    await clock.advance(1_000);
    void other.cancels.cancel(list(last));
    await clock.advance(45_000);
    assert.deepEqual([other.cancels.isUnknown(last), singles()], [true, 0]);
    const [anew] = await clock.run(other.cancels.cancel(list(last), { again: new Set([last]) }));
    assert.equal(anew?.outcome.kind, 'cancelled');
    const report = (await clock.run(all)).at(-1);
    await settle();
    assert.equal(report?.outcome.kind === 'alreadyGone' && report.outcome.order?.state, 'CANCELED');
    assert.equal(singles(), 1);
    assert.ok(posts().length >= ids.length);
    const [first, second] = stories().slice(-2);
    assert.match(first ?? '', /superseded/);
    assert.equal(second, 'asked sent accepted confirmed');
  });
});
