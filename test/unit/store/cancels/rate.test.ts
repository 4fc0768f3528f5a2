import assert from 'node:assert/strict';
import type { CancelReport } from '../../../../src/store/cancels/cancel-outcome.ts';
import { settle } from '../../../support/clock.ts';
import { clientRig } from './cancel-rig.ts';

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `N${i}`);

/** A service that has just turned one cancel away, and wants to be left alone for `seconds` from now on. */
async function paused(count: number, seconds: number) {
  const base = await clientRig(names(count + 1), (_, index) =>
    index === 0 ? { status: 429, headers: { 'retry-after': String(seconds) } } : undefined,
  );
  const [first, ...rest] = base.orders.orders;
  assert.ok(first !== undefined && rest.length === count);
  void base.cancels.cancel([first]);
  await settle();
  assert.equal(base.posts.length, 1);
  return { ...base, rest, sent: () => base.posts.slice(1) };
}

const codes = (reports: readonly CancelReport[]): readonly string[] => {
  const all = reports.map(({ outcome }) => {
    if (outcome.kind !== 'rejected') return outcome.kind;
    const { code, details } = outcome.error;
    return ['not', code, details.reason ?? ''].join(' ').trim();
  });
  return [...new Set(all)];
};

describe('a cancel while the service wants to be left alone', () => {
  it('is stopped for good: nothing leaves afterwards, and nothing of it was claimed', async () => {
    const { clock, cancels, rest, sent, folder } = await paused(99, 20);
    const stop = new AbortController();
    const all = cancels.cancel(rest, { signal: stop.signal });
    await clock.advance(19_000);
    assert.equal(folder.stories.filter((story) => story.includes('sent')).length, 1);
    stop.abort();
    assert.deepEqual(codes(await clock.run(all)), ['not cancelled']);
    await clock.advance(600_000);
    assert.equal(sent().length, 0);
    assert.equal(folder.stories.filter((story) => story.includes('sent')).length, 1);
    assert.equal(folder.states.filter((state) => state === 'rejected').length, 100);
  });

  it('waits for longer than any request has, and then goes out within the rate', async () => {
    const { clock, cancels, rest, sent } = await paused(199, 40);
    const reports = await clock.run(cancels.cancel(rest));
    assert.deepEqual(codes(reports), ['cancelled']);
    assert.deepEqual(new Set(sent().flatMap(({ ids }) => ids)).size, 199);
  });

  it('of whatever is open is stopped too, and ends as not sent', async () => {
    const { clock, cancels, orders, sent, folder } = await paused(2, 300);
    const stop = new AbortController();
    const all = cancels.killSwitch(orders.orders.slice(1), { signal: stop.signal });
    await clock.advance(200_000);
    stop.abort();
    const { request, reports } = await clock.run(all);
    assert.equal(request.kind, 'noEffect');
    assert.deepEqual(codes(reports), ['not cancelled']);
    await clock.advance(600_000);
    assert.equal(sent().length, 0);
    assert.deepEqual(new Set(folder.states), new Set(['rejected']));
  });

  it('is not sent by a window that closed meanwhile', async () => {
    const { clock, cancels, rest, sent } = await paused(30, 60);
    const all = cancels.cancel(rest);
    await clock.advance(1_000);
    cancels.dispose();
    await clock.run(all);
    await clock.advance(600_000);
    assert.equal(sent().length, 0);
  });
});
