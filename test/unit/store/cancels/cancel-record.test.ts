import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { type CancelReport, CancelService } from '../../../../src/store/cancels/cancel.ts';
import { endOf, type IntentRecord } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { KEY, order, PROFILE, rig } from '../values.ts';

/** A window over the service and record it shares with others. */
async function open(file: MemoryIntents, of: ReturnType<typeof rig>, ids: readonly string[]) {
  for (const id of ids) if (!of.exchange.orders_.has(id)) of.exchange.orders_.set(id, order(id));
  const orders = new OrdersStore(of.session);
  await orders.load();
  const log = intentLog(of.clock, file);
  const cancels = new CancelService(of.session, orders, log);
  const resolved: CancelReport[] = [];
  cancels.onDidResolve((report) => resolved.push(report));
  return { orders, cancels, log, resolved, list: (...wanted: string[]) => wanted.map((id) => order(id)) };
}

async function desk(...ids: readonly string[]) {
  const file = new MemoryIntents();
  const base = rig();
  const window = await open(file, base, ids);
  return { ...base, ...window, file, another: () => open(file, base, ids) };
}

function records(file: MemoryIntents): readonly IntentRecord[] {
  return readBook(file.text).records;
}

function story(record: IntentRecord | undefined): string {
  return record?.steps.map(({ step }) => step).join(' ') ?? 'no record';
}

describe('the record of a cancel', () => {
  it('says what, why, and every state, and is written before anything is sent', async () => {
    const { cancels, exchange, clock, file, list } = await desk('A1');
    let before = '';
    exchange.next('cancelOrder', (answer) => {
      before = file.text;
      return answer();
    });
    await clock.run(cancels.cancel(list('A1'), { why: 'cancelOrder' }));
    await settle();
    assert.equal(story(readBook(before).records[0]), 'asked sent');
    const [record] = records(file);
    assert.equal(story(record), 'asked sent accepted confirmed');
    assert.deepEqual(record?.order, {
      id: 'A1',
      marketSlug: 'otters-herons',
      side: 'BUY',
      intent: 'BUY_LONG',
      type: 'LIMIT',
      price: { value: '0.41', currency: 'USD' },
      quantity: '100',
      filled: '0',
      left: '100',
    });
    assert.equal(record.why, 'cancelOrder');
    assert.match(record.steps[1]?.request ?? '', /^[0-9a-z]{10}$/);
    assert.equal(record.steps[2]?.serviceRequest, 'trace-1');
  });

  it('holds no key, and no words of the service', async () => {
    const { cancels, exchange, clock, file, list } = await desk('A1');
    exchange.next(
      'cancelOrder',
      failure('refused', { status: 400, requestId: 'trace-7', serviceMessage: `bad ${KEY.secret}` }),
    );
    await clock.run(cancels.cancel(list('A1')));
    await settle();
    assert.ok(!file.text.includes(KEY.secret));
    const end = records(file)[0]?.steps.at(-1);
    assert.deepEqual([end?.step, end?.status, end?.serviceRequest], ['refused', 400, 'trace-7']);
  });

  it('sends nothing when it cannot be written, and says so', async () => {
    const { cancels, exchange, clock, file, list, orders } = await desk('A1', 'A2');
    file.broken = true;
    const reports = await clock.run(cancels.cancel(list('A1', 'A2')));
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind === 'refused' && outcome.error.code),
      ['notRecorded', 'notRecorded'],
    );
    assert.equal(exchange.count('cancelOrder') + exchange.count('cancelOrders'), 0);
    assert.equal(orders.pending.size, 0);
    file.broken = false;
    const again = await clock.run(cancels.cancel(list('A1')));
    assert.equal(again[0]?.outcome.kind, 'cancelled', 'torn lines do not stand in the way');
  });

  it('sends nothing when it breaks between asking and sending, and the next window says it was not sent', async () => {
    const { cancels, exchange, clock, file, list, another } = await desk('A1');
    const plain = file.append.bind(file);
    file.append = (lines, durable) => {
      if (lines.some((line) => line.includes('"sent"'))) return Promise.reject(new Error('read-only'));
      return plain(lines, durable);
    };
    const [report] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(report?.outcome.kind === 'refused' && report.outcome.error.code, 'notRecorded');
    assert.equal(exchange.count('cancelOrder'), 0);
    assert.equal(file.claims.size, 0);
    await another();
    assert.equal(story(records(file)[0]), 'asked refused');
  });

  it('takes up after a restart what was sent and not known, until it is', async () => {
    const { cancels, exchange, clock, file, list, another } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    const next = await another();
    await next.cancels.recover();
    assert.deepEqual([...next.orders.unknown], ['A1']);
    exchange.orders_.set('A1', order('A1', { state: 'CANCELED' }));
    await clock.advance(60_000);
    assert.deepEqual(
      next.resolved.map(({ outcome, recovered }) => [outcome.kind, recovered]),
      [['cancelled', true]],
    );
    assert.equal(next.orders.pending.size, 0);
    assert.equal(exchange.count('cancelOrder'), 1);
    assert.equal(
      records(file).every((record) => endOf(record)?.step === 'confirmed'),
      true,
    );
  });

  it('never sends what a crashed window had asked for and not claimed', async () => {
    const { exchange, clock, file, list, another, session } = await desk('A1');
    const cut = new MemoryIntents();
    cut.append = (lines, durable) => file.append(lines, durable);
    cut.claim = () => new Promise(() => {});
    const crashed = new CancelService(session, new OrdersStore(session), intentLog(clock, cut));
    void crashed.cancel(list('A1'));
    await settle();
    assert.equal(story(records(file)[0]), 'asked sent');
    cut.append = () => new Promise(() => {});
    const next = await another();
    await next.cancels.recover();
    await clock.advance(45_000);
    assert.ok(next.cancels.isUnknown('A1'), 'its window may still be about to send');
    await clock.advance(120_000);
    const last = next.resolved.at(-1)?.outcome;
    assert.equal(last?.kind === 'refused' && last.error.code, 'cancelled');
    assert.equal(last?.kind === 'refused' && last.order?.state, 'NEW');
    assert.equal(exchange.count('cancelOrder'), 0);
    assert.equal(await file.claim(records(file)[0]?.slot ?? ''), false, 'nor when that window wakes up');
  });

  it('is one request when two windows ask at the same moment', async () => {
    const { cancels, exchange, clock, file, list, another } = await desk('A1', 'A2');
    const other = await another();
    const [one, two] = await clock.run(
      Promise.all([cancels.cancel(list('A1', 'A2')), other.cancels.cancel(list('A2', 'A1'))]),
    );
    const sent = exchange.calls
      .filter(({ method }) => method.startsWith('cancel'))
      .flatMap(({ args }) => args[0] as { id: string } | readonly { id: string }[]);
    assert.deepEqual(sent.map(({ id }) => id).sort(), ['A1', 'A2']);
    assert.ok([...one, ...two].every(({ outcome }) => outcome.kind === 'cancelled'));
    await settle();
    assert.ok(records(file).every((record) => endOf(record) !== undefined));
  });

  it('joins what another window has under way, and notes the second click', async () => {
    const { cancels, exchange, clock, file, list, another } = await desk('A1');
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel(list('A1'));
    await settle();
    const other = await another();
    const second = other.cancels.cancel(list('A1'));
    await settle();
    held.release();
    const reports = [...(await clock.run(first)), ...(await clock.run(second))];
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
    assert.equal(exchange.count('cancelOrder'), 1);
    assert.match(story(records(file)[0]), /askedAgain/);
  });

  it('does not let two windows send anew twice either', async () => {
    const { cancels, exchange, clock, list, another } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    const other = await another();
    await other.cancels.recover();
    await clock.advance(40_000);
    assert.ok(other.cancels.isUnknown('A1'));
    await clock.run(
      Promise.all([
        cancels.cancel(list('A1'), { again: new Set(['A1']) }),
        other.cancels.cancel(list('A1'), { again: new Set(['A1']) }),
      ]),
    );
    assert.equal(exchange.count('cancelOrder'), 2, 'the first one, and one anew');
  });

  it('sends anew only what was named, and only where a person was told that it is not known', async () => {
    const { cancels, exchange, clock, list, another } = await desk('U', 'V', 'W');
    const other = await another();
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('U')));
    for (const id of ['V', 'W']) {
      exchange.next('cancelOrder', failure('timeout'));
      void other.cancels.cancel(list(id));
    }
    await clock.advance(1_000);
    const before = exchange.calls.length;
    await clock.run(cancels.cancel(list('U', 'V', 'W'), { again: new Set(['U', 'V']) }));
    const sent = exchange.calls.slice(before).filter(({ method }) => method.startsWith('cancel'));
    assert.deepEqual(
      sent.map(({ method, args }) => [method, args[0]]),
      [['cancelOrder', { id: 'U', marketSlug: 'otters-herons' }]],
    );
  });

  it('is not looked up under another account', async () => {
    const { cancels, exchange, exchanges, session, clock, list, keys } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    const before = exchange.count('order');
    keys.kept = { keyId: 'second', secret: 'quince' };
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(600_000);
    assert.equal(exchanges.at(-1)?.count('order'), 0);
    assert.equal(exchange.count('order'), before);
    keys.kept = KEY;
    session.connect(PROFILE);
    await session.ensure();
    await clock.advance(600_000);
    assert.ok((exchanges.at(-1)?.count('order') ?? 0) > 0, 'back with the first key it is looked up');
  });

  it('does not send a confirmation the machine slept over', async () => {
    const { cancels, exchange, clock, file, list } = await desk('A1');
    const plain = file.append.bind(file);
    const woken = Promise.withResolvers<void>();
    file.append = async (lines, durable) => {
      await woken.promise;
      await plain(lines, durable);
    };
    const cancelling = cancels.cancel(list('A1'));
    await settle();
    clock.jumpTo(clock.now() + 11 * 60_000);
    woken.resolve();
    const [report] = await clock.run(cancelling);
    assert.equal(report?.outcome.kind === 'refused' && report.outcome.error.code, 'cancelled');
    assert.equal(exchange.count('cancelOrder'), 0);
  });

  it('asks nothing of the service where nothing is open', async () => {
    const { cancels, exchange } = await desk('A1');
    const calls = exchange.calls.length;
    await cancels.recover();
    assert.equal(exchange.calls.length, calls);
  });

  it('reads whatever may stand in it', () => {
    const text = [
      '{"head":{"id":"x"},"at":1}',
      '{"id":"x","step":"exploded","at":1,"window":"w"}',
      '[]',
      'null',
      '{"id":"x","step":"sent","at":"1","window":"w"}',
      '{"__proto__":{"at":1}}',
      '{"torn',
    ].join('\n');
    assert.deepEqual(readBook(text), { records: [], heard: new Map(), lost: 7 });
  });
});
