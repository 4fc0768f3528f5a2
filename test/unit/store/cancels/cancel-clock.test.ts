import assert from 'node:assert/strict';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { latestOf, wishesFor } from '../../../../src/store/cancels/intent-log.ts';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { head, stepLine } from '../../../support/memory-intents.ts';
import { windows } from './cancel-windows.ts';

const HOUR = 3_600_000;
const MONTH = 31 * 24 * HOUR;
const REFUSED = () => failure('refused', { status: 400, mayHaveArrived: false });

describe('cancels while the clock is set', () => {
  it('go out for each wish after one that was refused, though the clock went back in between', async () => {
    const { cancels, exchange, clock, list, posts } = await windows('A1');
    for (const shift of [-HOUR, -HOUR, 2 * HOUR, -HOUR]) {
      exchange.next('cancelOrder', REFUSED());
      const [refused] = await clock.run(cancels.cancel(list('A1')));
      assert.equal(refused?.outcome.kind, 'refused');
      clock.shift(shift);
    }
    const [last] = await clock.run(cancels.cancel(list('A1')));
    assert.equal(last?.outcome.kind, 'cancelled');
    assert.equal(posts().length, 5);
  });

  it('are the same in a window beside while one is on its way, though a month seems to have passed', async () => {
    const { cancels, another, exchange, clock, list, posts, stories } = await windows('A1');
    const beside = await another();
    const held = exchange.hold('cancelOrder');
    const first = cancels.cancel(list('A1'));
    await settle();
    clock.shift(MONTH);
    await clock.run(beside.orders.refresh());
    const second = beside.cancels.cancel(list('A1'));
    await clock.advance(1_000);
    assert.deepEqual(posts(), ['A1']);
    held.release();
    const [[one], [other]] = [await clock.run(first), await clock.run(second)];
    assert.deepEqual([one?.outcome.kind, other?.outcome.kind], ['cancelled', 'cancelled']);
    await settle();
    assert.ok(stories().every((story) => !story.includes('unfollowed')));
  });

  it('are the same wish also where the old one is not followed any more: a new one has words of its own', async () => {
    const { cancels, another, exchange, clock, list, posts, stories, poll } = await windows('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    clock.shift(MONTH);
    const between = await another();
    await between.cancels.recover();
    await poll(between, 62);
    between.cancels.dispose();
    const beside = await another();
    assert.match(stories()[0] ?? '', /unfollowed$/);
    const [same] = await clock.run(beside.cancels.cancel(list('A1')));
    assert.equal(same?.outcome.kind, 'unknown');
    assert.deepEqual(posts(), ['A1']);
    assert.ok(beside.cancels.isUnknown('A1'));
    const [anew] = await clock.run(beside.cancels.cancel(list('A1'), { again: new Set(['A1']) }));
    assert.equal(anew?.outcome.kind, 'cancelled');
    assert.deepEqual(posts(), ['A1', 'A1']);
  });

  it('are looked for before they are given up as old', async () => {
    const { cancels, another, become, exchange, clock, list, resolved, stories, poll } = await windows('A1');
    exchange.next('cancelOrder', failure('timeout'));
    await clock.run(cancels.cancel(list('A1')));
    cancels.dispose();
    clock.shift(MONTH);
    const beside = await another();
    become('A1', 'CANCELED');
    await beside.cancels.recover();
    await poll(beside, 1);
    assert.match(stories()[0] ?? '', /confirmed$/);
    assert.equal(beside.resolved.length, 1);
    assert.equal(resolved.at(-1)?.outcome.kind, 'unknown');
  });

  it('come after one another by their number, whatever time each was asked at, and at once under one claim', () => {
    const line = (id: string, nth: number, at: number): string =>
      `\n${JSON.stringify({ head: head(id, { nth, order: { ...head('A1').order, id: 'A1' } }), at })}`;
    const step = (id: string, name: 'refused' | 'joined'): string => `\n${stepLine(id, name)}`;
    const latest = (text: string) => latestOf(wishesFor(readBook(text), 'account', { id: 'A1' }));
    const two = line('first', 1, 9_000) + step('first', 'refused') + line('second', 2, 1_000);
    assert.equal(latest(two)?.id, 'second');
    const ended = two + step('second', 'refused');
    assert.equal(latest(ended)?.nth, 2);
    // A window that does not know yet of the one beside asks under the same claim as one that does.
    assert.equal(latest(ended + line('beside', 2, 500) + step('beside', 'joined'))?.nth, 2);
    assert.equal(latest(ended + line('beside', 2, 500))?.id, 'beside', 'what is not over of it');
  });
});
