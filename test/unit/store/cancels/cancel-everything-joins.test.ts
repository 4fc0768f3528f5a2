import assert from 'node:assert/strict';
import { cancelEverything } from '../../../../src/store/cancels/cancel-everything.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { settle } from '../../../support/clock.ts';
import { client } from './cancel-client.ts';
import { story } from './cancel-windows.ts';

/** The service wants to be left alone for 20 seconds; a cancel of the order `N1` waits for that. */
async function waiting() {
  const base = await client(['N0', 'N1', 'N2'], (index) =>
    index === 0 ? { status: 429, headers: { 'retry-after': '20' } } : undefined,
  );
  const { cancels, orders, clock } = base;
  const [first, second, third] = orders.orders;
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  void cancels.cancel([first]);
  await settle();
  const stop = new AbortController();
  const own = cancels.cancel([second], { signal: stop.signal });
  await settle();
  const stopAll = new AbortController();
  const signal = stopAll.signal;
  const everything = cancelEverything({ cancels, orders, clock }, [second, third], { signal });
  await clock.advance(5_000);
  const stories = () => readBook(base.file.text).records.map(story);
  return { ...base, stop, stopAll, own, everything, stories };
}

describe('cancelling whatever is open, while an order of it waits to be cancelled alone', () => {
  it('says what that order came to, though its own cancel was stopped', async () => {
    const { stop, own, everything, clock, posts, stories, cancels } = await waiting();
    const beside: string[] = [];
    cancels.onDidResolve(({ order, awaited }) => beside.push(...(awaited ? [] : [order.id])));
    stop.abort();
    const [alone] = await clock.run(own);
    assert.equal(alone?.outcome.kind, 'refused');
    const { reports, request, left } = await clock.run(everything);
    assert.deepEqual(
      reports.map(({ outcome, order: { id } }) => [id, outcome.kind]),
      [
        ['N1', 'cancelled'],
        ['N2', 'cancelled'],
      ],
    );
    assert.deepEqual([request.kind, left, posts.length], ['accepted', [], 2]);
    await clock.advance(600_000);
    assert.deepEqual(stories().toSorted(), [
      'asked askedAgain refused',
      'asked sent accepted confirmed',
      'asked sent accepted confirmed',
      'asked sent accepted confirmed',
      'asked sent rejected refused',
    ]);
    const ids = reports.map(({ intent }) => intent);
    assert.deepEqual(new Set(ids).size, 2);
    assert.ok(!ids.includes(alone.intent));
    assert.deepEqual(beside, [], 'told by whoever waits, and nobody else');
  });

  it('says that it was not sent where neither was', async () => {
    const { stop, stopAll, everything, clock, posts } = await waiting();
    stop.abort();
    stopAll.abort();
    const { reports, request } = await clock.run(everything);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['refused', 'refused'],
    );
    assert.deepEqual([request.kind, posts.length], ['noEffect', 1]);
  });

  it('is followed also where that cannot be written down', async () => {
    const { stop, own, everything, clock, file } = await waiting();
    stop.abort();
    await clock.run(own);
    const plain = file.append.bind(file);
    let heads = 0;
    file.append = async (lines, durable) => {
      heads += lines.filter((line) => line.includes('"head"')).length;
      // The first is that of the request for whatever is open.
      if (heads > 1 && lines.some((line) => line.includes('"head"'))) throw new Error('ENOSPC');
      await plain(lines, durable);
    };
    const { reports } = await clock.run(everything);
    assert.deepEqual(
      reports.map(({ outcome }) => outcome.kind),
      ['cancelled', 'cancelled'],
    );
  });
});
