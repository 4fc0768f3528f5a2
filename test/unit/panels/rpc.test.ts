import assert from 'node:assert/strict';
import type { Clock } from '../../../src/base/clock.ts';
import { Emitter } from '../../../src/base/event.ts';
import { panelCalls, panelStateShape } from '../../../src/view/protocol/parts.ts';
import type { Contract, Line } from '../../../src/view/protocol/rpc.ts';
import { openEditorEnd, openPageEnd, RpcError } from '../../../src/view/protocol/rpc.ts';
import { finite, list, maybe, oneOf, record, text } from '../../../src/view/protocol/shape.ts';

const contract = {
  calls: { double: { params: finite, result: finite } },
  events: { snapshot: record({ name: text }) },
} as const satisfies Contract;

describe('panel rpc', () => {
  it('answers a call with what the handler gives', async () => {
    const { page } = connect(async (value) => value * 2);
    assert.equal(await page.call('double', 21), 42);
  });

  it('answers a rejected handler with its sentence', async () => {
    const { page } = connect(() => Promise.reject(new Error('The service is away.')));
    await assert.rejects(page.call('double', 1), { code: 'failed', message: 'The service is away.' });
  });

  it('answers a handler that throws before its first await', async () => {
    const { page } = connect(() => {
      throw new Error('at once');
    });
    await assert.rejects(page.call('double', 1), { code: 'failed', message: 'at once' });
  });

  it('rejects when no answer comes in time, and ignores the late one', async () => {
    const late = Promise.withResolvers<number>();
    const { page, clock, posted } = connect(() => late.promise);
    const call = page.call('double', 1);
    clock.fire();
    await assert.rejects(call, { code: 'timeout' });
    late.resolve(2);
    await settled();
    assert.equal(posted.filter((message) => message.rpc === 'answer').length, 1);
  });

  it('does not hand a handler params of another shape', async () => {
    const seen: unknown[] = [];
    const { page, problems } = connect(async (value) => {
      seen.push(value);
      return 1;
    });
    await assert.rejects(page.call('double', 'two' as never), { code: 'badMessage' });
    assert.deepEqual([seen, problems.length], [[], 1]);
  });

  it('rejects a result of another shape', async () => {
    const { page } = connect(async () => 'two' as never);
    await assert.rejects(page.call('double', 1), { code: 'badMessage' });
  });

  it('answers a call nobody agreed on, names of Object.prototype included', async () => {
    for (const name of ['nothing', 'constructor', '__proto__']) {
      const { page } = connect(async (value) => value);
      await assert.rejects(page.call(name as 'double', 1), { code: 'badMessage' });
    }
  });

  it('tells nothing before the page is ready, and the ready page again and again', () => {
    const { page, editor, heard, readies } = connect(async (value) => value);
    editor.tell('snapshot', { name: 'lost' });
    page.ready();
    editor.tell('snapshot', { name: 'seen' });
    page.ready();
    assert.deepEqual([heard, readies()], [['seen'], 2]);
  });

  it('hears which frame the page has drawn, and nothing that is no number', () => {
    const { page, toEditor, drawn } = connect(async (value) => value);
    page.drawn(7);
    for (const number of ['8', null, Number.NaN]) toEditor.fire({ rpc: 'drawn', number });
    toEditor.fire({ rpc: 'drawn' });
    assert.deepEqual(drawn, [7]);
  });

  it('ignores what is no message and events of another shape', () => {
    const { page, toPage, toEditor, heard, readies } = connect(async (value) => value);
    page.ready();
    for (const message of [
      undefined,
      null,
      7,
      'ready',
      [],
      { rpc: 'dance' },
      { rpc: 'event', name: 'snapshot' },
    ]) {
      toPage.fire(message);
      toEditor.fire(message);
    }
    toPage.fire({ rpc: 'event', name: 'snapshot', value: { name: 5 } });
    toPage.fire({ rpc: 'event', name: 'toString', value: {} });
    assert.deepEqual([heard, readies()], [[], 1]);
  });

  it('takes fifty calls at once and ten a second of a flood, answers no other, and says so once', async () => {
    const seen: number[] = [];
    const { toEditor, posted, problems, clock, readies } = connect(async (value) => {
      seen.push(value);
      return value;
    });
    const flood = (): void => {
      for (let id = 0; id < 10_000; id += 1)
        toEditor.fire({ rpc: 'call', id: String(id), name: 'double', params: id });
      for (let id = 0; id < 10_000; id += 1) toEditor.fire({ rpc: 'ready' });
    };
    flood();
    await settled();
    const answers = () => posted.filter((message) => message.rpc === 'answer').length;
    assert.deepEqual([seen.length, answers(), readies(), problems.length], [50, 50, 0, 1]);
    clock.time += 1_000;
    flood();
    await settled();
    assert.deepEqual([seen.length, answers(), readies(), problems.length], [60, 60, 0, 1]);
    clock.time -= 60_000;
    flood();
    assert.equal(seen.length, 60);
  });

  it('holds nothing of a flood the other way: answers nobody waits for, events there are none of, values out of shape', async () => {
    const { page, toPage, heard, posted } = connect(async (value) => value);
    const doubled = page.call('double', 2);
    const { length } = posted;
    for (let id = 1_000; id < 11_000; id += 1) {
      toPage.fire({ rpc: 'answer', id: String(id), ok: true, value: id });
      toPage.fire({ rpc: 'event', name: `nothing ${id}`, value: { name: 'x' } });
      toPage.fire({ rpc: 'event', name: 'snapshot', value: { name: id } });
      toPage.fire({ rpc: 'answer', id: 'x'.repeat(1_000), ok: true, value: id });
    }
    assert.deepEqual([heard, posted.length], [[], length], 'nothing is shown, and nothing sent back');
    assert.equal(await doubled, 2, 'and what was asked for is answered');
  });

  it('is not flooded by words of frames drawn', () => {
    const { page, toEditor, drawn, readies } = connect(async (value) => value);
    for (let number = 0; number < 10_000; number += 1) toEditor.fire({ rpc: 'drawn', number });
    page.ready();
    assert.deepEqual([drawn.length, readies()], [10_000, 1]);
  });

  it('does not send back an id or keep a name that is longer than any of ours', async () => {
    const { toEditor, posted, problems } = connect(async (value) => value);
    const long = 'x'.repeat(1_000_000);
    toEditor.fire({ rpc: 'call', id: long, name: 'double', params: 1 });
    toEditor.fire({ rpc: 'call', id: '1', name: long, params: 1 });
    await settled();
    assert.deepEqual([posted, problems], [[], []]);
  });

  it('rejects calls of a closed page, waiting and new, and says nothing after the editor closed', async () => {
    const late = Promise.withResolvers<number>();
    const { page, editor, posted } = connect(() => late.promise);
    const waiting = page.call('double', 1);
    editor.dispose();
    page.dispose();
    await assert.rejects(waiting, (cause) => cause instanceof RpcError && cause.code === 'closed');
    await assert.rejects(page.call('double', 1), { code: 'closed' });
    late.resolve(2);
    await settled();
    assert.deepEqual(
      posted.filter((message) => message.rpc === 'answer'),
      [],
    );
  });
});

describe('message shapes', () => {
  it('take an absent optional member and refuse a wrong one', () => {
    const shape = record({ name: text, tags: maybe(list(oneOf('a', 'b'))) });
    assert.ok(shape({ name: 'x' }));
    assert.ok(shape({ name: 'x', tags: ['a', 'b'], more: 1 }));
    for (const wrong of [
      null,
      [],
      'x',
      {},
      { name: 1 },
      { name: 'x', tags: ['c'] },
      { name: 'x', tags: 'a' },
    ]) {
      assert.ok(!shape(wrong), JSON.stringify(wrong));
    }
  });

  it('of what a page asks and keeps are of bounded size', () => {
    const { params } = panelCalls.run;
    assert.ok(params({ name: 'cancelOrder', orderId: 'x'.repeat(500) }));
    const state = { slug: 'a-slug', folds: ['details'] };
    assert.ok(panelStateShape(state));
    for (const wrong of [
      { name: 'cancelOrder', orderId: 'x'.repeat(501) },
      { name: 'cancelOrder', orderId: ['ORDER'] },
      { name: 'workbench.action.quit' },
      { name: ['refresh'] },
      { orderId: 'ORDER' },
    ])
      assert.ok(!params(wrong), JSON.stringify(wrong).slice(0, 80));
    for (const wrong of [
      { ...state, slug: 'x'.repeat(501) },
      { ...state, folds: Array.from({ length: 51 }, () => 'a') },
      { ...state, folds: ['x'.repeat(501)] },
      { ...state, folds: { length: 1, 0: 'a' } },
      { ...state, scroll: Number.NaN },
    ])
      assert.ok(!panelStateShape(wrong), JSON.stringify(wrong).slice(0, 80));
    assert.ok(!list(finite)(Array.from({ length: 20_001 }, () => 1)));
  });

  it('take finite numbers only', () => {
    assert.deepEqual([0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1'].map(finite), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

interface Message {
  readonly rpc?: string;
}

/** Both ends over a line that copies messages as the editor does: as JSON. */
function connect(double: (value: number) => Promise<number>) {
  const toPage = new Emitter<unknown>();
  const toEditor = new Emitter<unknown>();
  const posted: Message[] = [];
  const heard: string[] = [];
  const problems: string[] = [];
  const drawn: number[] = [];
  let readies = 0;
  const lineOver = (out: Emitter<unknown>, input: Emitter<unknown>): Line => ({
    onMessage: input.event,
    post: (message) => {
      posted.push(message as Message);
      out.fire(JSON.parse(JSON.stringify(message)));
    },
  });
  const clock = manualClock();
  const editor = openEditorEnd(
    contract,
    lineOver(toPage, toEditor),
    { double },
    {
      ready: () => {
        readies += 1;
      },
      drawn: (number) => drawn.push(number),
    },
    (problem) => problems.push(problem),
    clock,
  );
  const listeners = { snapshot: ({ name }: { readonly name: string }) => heard.push(name) };
  const page = openPageEnd(contract, lineOver(toEditor, toPage), listeners, clock, 1000);
  return { page, editor, toPage, toEditor, posted, heard, problems, drawn, clock, readies: () => readies };
}

function manualClock(): Clock & { fire(): void; time: number } {
  const waiting = new Set<() => void>();
  return {
    time: 0,
    now() {
      return this.time;
    },
    steady() {
      return this.time;
    },
    setTimeout(callback) {
      waiting.add(callback);
      return { dispose: () => waiting.delete(callback) };
    },
    fire() {
      for (const callback of [...waiting]) callback();
    },
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
