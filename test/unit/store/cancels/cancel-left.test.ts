import assert from 'node:assert/strict';
import { wasTold } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { settle, stillClock } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { PROFILE } from '../values.ts';
import { mortal, windows } from './cancel-windows.ts';

const MINUTE = 60_000;

describe('what a crashed window had sent', () => {
  it('is taken up by the one that is left, whose row says that it is unknown', async () => {
    const { crash, orders, poll, posts } = await windows('A1');
    await crash('A1');
    await poll({ orders }, 3);
    assert.deepEqual([...orders.unknown], ['A1']);
    assert.deepEqual(posts(), ['A1']);
  });

  it('and what became of it is told there, once it is known', async () => {
    const { crash, orders, poll, stories, resolved, posts } = await windows('A1');
    await crash('A1', true);
    await poll({ orders }, 5);
    assert.deepEqual(stories(), ['asked sent takenUp confirmed']);
    assert.deepEqual(
      resolved.map(({ outcome, recovered }) => [outcome.kind, recovered]),
      [['cancelled', true]],
    );
    assert.equal(orders.pending.size, 0);
    assert.deepEqual(posts(), ['A1']);
  });

  it('is left alone while that window may only be busy', async () => {
    const { another, cancels, orders, exchange, list, clock } = await windows('A1');
    const { orders: beside } = await another();
    const held = exchange.hold('cancelOrder');
    void cancels.cancel(list('A1'));
    await clock.advance(20_000);
    await clock.run(beside.refresh('poll'));
    assert.deepEqual([[...orders.pending], [...beside.pending]], [['A1'], []]);
    held.release();
  });

  it('is taken up at a later reading where the record could not be read at the start', async () => {
    const { crash, another, file, poll, stories } = await windows('A1');
    await crash('A1', true);
    const plain = file.read.bind(file);
    file.read = () => Promise.reject(new Error('EMFILE'));
    const next = await another();
    await next.cancels.recover();
    file.read = plain;
    await poll(next, 2);
    assert.deepEqual(stories(), ['asked sent confirmed']);
  });

  it('is followed with the client in use, not with one that was replaced while it was looked up', async () => {
    const { crash, another, file, session, become, exchanges, clock, stories } = await windows('A1');
    await crash('A1');
    const { cancels, orders } = await another();
    const plain = file.read.bind(file);
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    file.read = async () => {
      reads += 1;
      const text = await plain();
      if (reads === 2) await gate.promise;
      return text;
    };
    void cancels.recover();
    await settle();
    session.connect(PROFILE);
    gate.resolve();
    await settle();
    await session.ensure();
    await settle();
    assert.deepEqual([...orders.unknown], ['A1']);
    const [old, current] = exchanges;
    const before = old?.count('order');
    become('A1', 'CANCELED');
    await clock.advance(10 * MINUTE);
    assert.deepEqual([old?.count('order'), stories()], [before, ['asked sent confirmed']]);
    assert.ok((current?.count('order') ?? 0) > 0);
  });

  it('while it asked anew is all resolved: no intent stays open', async () => {
    const { another, file, exchange, clock, list, become, stories, posts } = await windows('A1');
    const own = mortal(file);
    const crashed = await another(own);
    exchange.always('cancelOrder', failure('timeout'));
    await clock.run(crashed.cancels.cancel(list('A1')));
    const { append } = own;
    own.append = async (lines, durable) => {
      await append(lines, durable);
      if (lines.some((line) => line.includes('"sent"'))) own.kill();
    };
    void crashed.cancels.cancel(list('A1'), { again: new Set(['A1']) });
    await settle();
    assert.deepEqual(stories(), ['asked sent unknown unknown', 'asked sent']);
    const next = await another();
    await next.cancels.recover();
    become('A1', 'CANCELED');
    await clock.advance(5 * MINUTE);
    assert.deepEqual(stories(), ['asked sent unknown unknown confirmed', 'asked sent confirmed']);
    assert.deepEqual(posts(), ['A1']);
  });
});

describe('a window that stood still while another one asked for the same order', () => {
  it('does not call its own wish refused when both were given up, for the other one may have gone out', async () => {
    const { another, file, exchange, clock, list, become, stories, cancels, posts } = await windows('A1');
    const [dying, frozen] = [mortal(file), mortal(file)];
    const one = await another(dying);
    const woken = Promise.withResolvers<void>();
    const two = await another(
      frozen,
      stillClock(clock, () => woken.promise),
    );
    let isAwake = false;
    const { claim, append } = frozen;
    frozen.claim = (name) => woken.promise.then(() => claim(name));
    frozen.append = (lines, durable) =>
      isAwake || durable ? append(lines, durable) : woken.promise.then(() => append(lines, durable));
    exchange.next('cancelOrder', () => new Promise(() => {}));
    void one.cancels.cancel(list('A1'));
    const asking = two.cancels.cancel(list('A1'));
    await settle();
    assert.deepEqual(posts(), ['A1']);
    dying.kill();
    await cancels.recover();
    await clock.advance(2 * MINUTE);
    assert.ok(stories().every((each) => each.includes('takenUp')));
    isAwake = true;
    woken.resolve();
    const [report] = await clock.run(asking);
    assert.equal(report?.outcome.kind, 'unknown');
    become('A1', 'CANCELED');
    await clock.advance(10 * MINUTE);
    assert.ok(
      stories().every((each) => /confirmed|joined/.test(each)),
      String(stories()),
    );
    assert.deepEqual(posts(), ['A1']);
  });
});

describe('how a cancel ended', () => {
  it('is told by one of two windows that are restored together, and written down once', async () => {
    const { crash, another, file, exchange, clock, become, stories } = await windows('A1');
    await crash('A1');
    const slow = () => new Promise((resolve) => setImmediate(resolve));
    const [read, append] = [file.read.bind(file), file.append.bind(file)];
    file.read = async () => {
      const text = await read();
      await slow();
      return text;
    };
    file.append = (lines, durable) => slow().then(() => append(lines, durable));
    const both = [await another(), await another()];
    for (const { cancels } of both) void cancels.recover();
    const gate = Promise.withResolvers<void>();
    for (let at = 0; at < 2; at += 1)
      exchange.next('order', async (answer) => {
        await gate.promise;
        return answer();
      });
    await clock.advance(1_000);
    become('A1', 'CANCELED');
    gate.resolve();
    await clock.advance(5 * MINUTE);
    assert.equal(both.flatMap(({ resolved }) => resolved).length, 1);
    assert.deepEqual(stories(), ['asked sent confirmed']);
  });

  it('is told by the window that asked or the one beside it, not by both, where it had to be called unknown', async () => {
    const { cancels, another, exchange, clock, list, become, stories, resolved } = await windows('A1');
    const beside = await another();
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    await clock.run(beside.orders.refresh('poll'));
    await clock.advance(1);
    assert.deepEqual([...beside.orders.unknown], ['A1']);
    become('A1', 'CANCELED');
    await clock.advance(10 * MINUTE);
    const told = [...resolved, ...beside.resolved].map(({ outcome }) => outcome.kind);
    assert.deepEqual(told, ['unknown', 'cancelled']);
    assert.deepEqual(stories(), ['asked sent unknown unknown confirmed']);
    assert.equal(beside.orders.pending.size, 0);
  });

  it('is written down by another window where the one that was to tell crashed before', async () => {
    const { crash, another, file, clock, become, stories } = await windows('A1');
    await crash('A1');
    const own = mortal(file);
    const { claim } = own;
    own.claim = async (name) => {
      const isGot = await claim(name);
      if (name.endsWith('-told')) own.kill();
      return isGot;
    };
    const crashing = await another(own);
    await crashing.cancels.recover();
    become('A1', 'CANCELED');
    await clock.advance(5 * MINUTE);
    assert.deepEqual(stories(), ['asked sent']);
    const next = await another();
    await next.cancels.recover();
    await clock.advance(5 * MINUTE);
    assert.match(stories()[0] ?? '', /confirmed$/);
  });

  it('is not said to have been told where the window was closed before', async () => {
    const { cancels, another, exchange, list, stories, orders, file } = await windows('A1', 'A2');
    exchange.next('cancelOrder', () => new Promise(() => {}));
    void cancels.cancel(list('A1'));
    await settle();
    cancels.dispose();
    await settle();
    assert.deepEqual(stories(), ['asked sent unknown']);
    assert.ok(!readBook(file.text).records.some(wasTold));
    assert.deepEqual([...orders.pending], ['A1']);
    const next = await another();
    await next.cancels.recover();
    assert.deepEqual([...next.orders.unknown], ['A1'], 'it is found out in the next window');
  });
});

describe('another connection', () => {
  it('shows nothing as being cancelled that was on the last one', async () => {
    const { cancels, exchange, clock, list, orders, session, file } = await windows('A1', 'A2');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    exchange.next('cancelOrder', () => new Promise(() => {}));
    const cancelling = cancels.cancel(list('A2'));
    await settle();
    session.connect({ ...PROFILE, id: 'demo', privateUrl: 'https://other.example' });
    const [report] = await clock.run(cancelling);
    await settle();
    assert.equal(report?.outcome.kind, 'unknown');
    assert.deepEqual([orders.pending.size, orders.unknown.size], [0, 0]);
    assert.equal(readBook(file.text).records.length, 2);
  });
});
