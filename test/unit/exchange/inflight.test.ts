import assert from 'node:assert/strict';
import { createInflight } from '../../../src/exchange/http/request.ts';
import { settle } from '../../support/clock.ts';

interface Work {
  readonly signal: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (cause: Error) => void;
}

function setUp() {
  const inflight = createInflight();
  const works: Work[] = [];
  const ask = (key: string, signal?: AbortSignal): Promise<string> =>
    inflight.share(key, signal, ({ signal: own }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      works.push({ signal: own, resolve, reject });
      return promise;
    });
  return { works, ask };
}

describe('requests in flight', () => {
  it('are shared by key while they run, and no longer', async () => {
    const { works, ask } = setUp();
    const all = Promise.all([ask('a'), ask('a', new AbortController().signal), ask('b')]);
    assert.equal(works.length, 2);
    works[0]?.resolve('first');
    works[1]?.resolve('other');
    assert.deepEqual(await all, ['first', 'first', 'other']);
    void ask('a');
    assert.equal(works.length, 3);
  });

  it('fail for everyone who waits, and are forgotten', async () => {
    const { works, ask } = setUp();
    const both = [ask('a'), ask('a', new AbortController().signal)];
    works[0]?.reject(new Error('broken'));
    for (const one of both) await assert.rejects(one, /broken/);
    void ask('a');
    assert.equal(works.length, 2);
  });

  it('one caller leaves, the others get the value', async () => {
    const { works, ask } = setUp();
    const leaving = new AbortController();
    const [stays, leaves] = [ask('a', new AbortController().signal), ask('a', leaving.signal)];
    leaving.abort(new Error('left'));
    await assert.rejects(leaves, /left/);
    assert.equal(works[0]?.signal.aborted, false);
    works[0]?.resolve('value');
    assert.equal(await stays, 'value');
  });

  it('are given up when the last caller has left, and a newcomer starts afresh', async () => {
    const { works, ask } = setUp();
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map((controller) => ask('a', controller.signal));
    for (const call of calls) call.catch(() => {});
    for (const controller of controllers) controller.abort();
    assert.equal(works[0]?.signal.aborted, true);
    const late = ask('a');
    assert.equal(works.length, 2);
    works[0]?.reject(new Error('given up'));
    await settle();
    works[1]?.resolve('fresh');
    assert.equal(await late, 'fresh');
  });

  it('a caller without a signal cannot leave, so the work goes on', async () => {
    const { works, ask } = setUp();
    const leaving = new AbortController();
    const stays = ask('a');
    ask('a', leaving.signal).catch(() => {});
    leaving.abort();
    assert.equal(works[0]?.signal.aborted, false);
    works[0]?.resolve('value');
    assert.equal(await stays, 'value');
  });

  it('do not start for a signal that has fired', async () => {
    const { works, ask } = setUp();
    await assert.rejects(ask('a', AbortSignal.abort(new Error('before'))), /before/);
    assert.equal(works.length, 0);
  });
});
