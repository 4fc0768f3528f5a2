import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import type { IntentRecord } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { order, rig } from '../values.ts';
import { windows } from './cancel-windows.ts';

async function desk(...ids: readonly string[]) {
  const base = rig();
  for (const id of ids) base.exchange.orders_.set(id, order(id));
  const file = new MemoryIntents();
  const orders = new OrdersStore(base.session);
  await orders.load();
  const cancels = new CancelService(base.session, orders, intentLog(base.clock, file));
  return { ...base, file, cancels, list: (...wanted: string[]) => wanted.map((id) => order(id)) };
}

function records(file: MemoryIntents): readonly IntentRecord[] {
  return readBook(file.text).records;
}

function story(record: IntentRecord | undefined): string {
  return record?.steps.map(({ step }) => step).join(' ') ?? 'no record';
}

describe('a cancel over a disk that hangs', () => {
  it('is not sent, also when the disk goes on; another one is', async () => {
    for (const which of ['append', 'claim'] as const) {
      const { cancels, exchange, clock, file, list } = await desk('A1');
      const plain = { append: file.append.bind(file), claim: file.claim.bind(file) };
      const goesOn = Promise.withResolvers<void>();
      if (which === 'append') file.append = (...how) => goesOn.promise.then(() => plain.append(...how));
      else file.claim = (name) => goesOn.promise.then(() => plain.claim(name));
      const first = cancels.cancel(list('A1'));
      await clock.advance(10_000);
      await settle();
      const [report] = await first;
      assert.equal(report?.outcome.kind === 'refused' && report.outcome.error.code, 'notRecorded');
      Object.assign(file, plain);
      goesOn.resolve();
      await clock.advance(100_000);
      assert.equal(exchange.count('cancelOrder'), 0);
      const [second] = await clock.run(cancels.cancel(list('A1')));
      assert.equal(second?.outcome.kind, 'cancelled');
      assert.equal(exchange.count('cancelOrder'), 1);
    }
  });
});

describe('a cancel over a disk that fails halfway', () => {
  it('is not blocked by lines that were written though writing them failed', async () => {
    for (const which of ['"head"', '"sent"']) {
      const { cancels, exchange, clock, file, list } = await desk('A1');
      const plain = file.append.bind(file);
      let fails = true;
      file.append = async (lines, durable) => {
        await plain(lines, durable);
        if (!fails || !lines.some((line) => line.includes(which))) return;
        fails = false;
        throw new Error('EIO: fsync');
      };
      const [first] = await clock.run(cancels.cancel(list('A1')));
      assert.equal(first?.outcome.kind === 'refused' && first.outcome.error.code, 'notRecorded');
      await settle();
      assert.match(story(records(file)[0]), /refused$/);
      const [second] = await clock.run(cancels.cancel(list('A1')));
      assert.equal(second?.outcome.kind, 'cancelled');
      assert.equal(exchange.count('cancelOrder'), 1);
    }
  });

  it('is not blocked by an intent of this window whose end could not be written either', async () => {
    const { cancels, exchange, clock, file, list } = await desk('A1');
    const plain = file.append.bind(file);
    let fails = true;
    file.append = async (lines, durable) => {
      if (!fails || durable) await plain(lines, durable);
      if (fails) throw new Error('EIO');
    };
    await clock.run(cancels.cancel(list('A1')));
    await settle();
    assert.equal(story(records(file)[0]), 'asked');
    fails = false;
    const [second] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(second?.outcome.kind, 'cancelled');
    assert.equal(exchange.count('cancelOrder'), 1);
    assert.equal(story(records(file)[0]), 'asked refused');
  });

  it('says nothing of a cancel of another window that it joined before the disk failed', async () => {
    const { cancels, exchange, clock, file, list, session } = await desk('A1', 'A2');
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel(list('A1'));
    await settle();
    const orders = new OrdersStore(session);
    const beside = new CancelService(session, orders, intentLog(clock, file));
    file.broken = true;
    const second = beside.cancel(list('A1', 'A2'));
    await settle();
    file.broken = false;
    held.release();
    await clock.run(first);
    const kinds = (await clock.run(second)).map(({ outcome }) => outcome.kind);
    await settle();
    assert.deepEqual(kinds, ['cancelled', 'refused']);
    assert.match(story(records(file)[0]), /confirmed$/);
  });

  it('is not carried along for good: after a month without a word it is not followed any more', async () => {
    const { cancels, exchange, clock, file, list, session } = await desk('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    clock.jumpTo(clock.now() + 31 * 86_400_000);
    const orders = new OrdersStore(session);
    const next = new CancelService(session, orders, intentLog(clock, file));
    await next.recover();
    await settle();
    assert.deepEqual([...orders.unknown], ['A1'], 'it is looked for first: it may be the clock');
    for (let minutes = 0; minutes < 62; minutes += 1) {
      await clock.run(orders.refresh('poll'));
      await clock.advance(60_000);
    }
    assert.match(story(records(file)[0]), /unfollowed$/);
    assert.equal(exchange.count('cancelOrder'), 1);
  });

  it('is of the account of its mark where a key has no id, and holds nothing made of the secret', async () => {
    const { cancels, exchange, exchanges, clock, file, list, keys } = await desk('A1');
    keys.set({ keyId: '', secret: 'medlar-medlar', mark: 'first-mark' });
    await settle();
    await clock.advance(1_000);
    const alice = exchanges.at(-1) ?? exchange;
    alice.orders_.set('A1', order('A1'));
    alice.next('cancelOrder', failure('timeout'));
    const cancelling = cancels.cancel(list('A1'));
    await clock.advance(500);
    keys.set({ keyId: '', secret: 'loquat-loquat', mark: 'second-mark' });
    await settle();
    await clock.advance(60_000);
    await cancelling;
    assert.notEqual(exchanges.at(-1), alice);
    assert.equal(exchanges.at(-1)?.count('order'), 0, 'another account is not asked for it');
    assert.match(story(records(file)[0]), /unknown$/);
    assert.ok(!file.text.includes('medlar'));
    assert.match(file.text, /first-mark/, 'the digest of these tests is the text itself');
  });
});

describe('the end of another window’s cancel', () => {
  const hang = (file: MemoryIntents): (() => void) => {
    const plain = file.read.bind(file);
    file.read = () => new Promise(() => {});
    return () => {
      file.read = plain;
    };
  };

  for (const isAtOnce of [true, false])
    it(`is written under that one though the record could not be read ${isAtOnce ? 'then' : 'again'}`, async () => {
      const { cancels, clock, crash, file, list, stories } = await windows('A');
      await crash('A', true);
      let goOn = (): void => {};
      cancels.onDidResolve(() => {
        if (isAtOnce) goOn = hang(file);
      });
      // It joins the other one, and reads what the order came to.
      const [report] = await clock.run(cancels.cancel(list('A')));
      assert.equal(report?.outcome.kind, 'cancelled');
      if (!isAtOnce) goOn = hang(file);
      await clock.advance(40_000);
      goOn();
      await clock.advance(120_000);
      assert.deepEqual(stories(), ['asked sent askedAgain confirmed']);
    });
});
