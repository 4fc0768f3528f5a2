import assert from 'node:assert/strict';
import { sent } from '../../../tools/exchange/faults/delivery.ts';
import { Canary } from '../../support/canary.ts';
import { CREDENTIALS } from '../../support/faulty.ts';
import { open, type Shown, side } from './tool-rig.ts';

const OWN = ['list_positions', 'list_orders', 'list_activity'] as const;

describe('what a person lets agents do', () => {
  let window = open();

  beforeEach(() => {
    window = open();
  });

  afterEach(() => window.tearDown());

  const rowsOf = (answer: Shown): readonly Shown[] =>
    (answer['positions'] ?? answer['orders'] ?? answer['activities']) as readonly Shown[];

  it('ask the person at the first call, and once for all that come meanwhile and later', async () => {
    const called = await Promise.all(OWN.map((tool) => window.call(tool)));
    assert.deepEqual(
      called.map(({ isError }) => isError),
      [false, false, false],
    );
    await window.call('list_orders');
    assert.equal(window.asked.length, 1);
    assert.equal(window.desk.access.account, 'allowed');
  });

  it('answer nothing where the person says no, and ask no second time', async () => {
    window.answers.allow = false;
    for (const tool of [...OWN, ...OWN]) {
      const { answer, isError } = await window.call(tool);
      assert.equal(isError, true);
      assert.equal(answer['error'], 'closed');
      assert.equal(rowsOf(answer), undefined);
    }
    assert.deepEqual(window.asked, ['list_positions']);
    assert.deepEqual(
      window.desk.calls.map(({ saw }) => saw),
      Array(6).fill('nothing'),
    );
  });

  it('ask again for another account', async () => {
    await window.call('list_orders');
    window.session.connect(window.session.profile);
    assert.equal(window.desk.access.account, 'ask');
    window.answers.allow = false;
    assert.equal((await window.call('list_orders')).answer['error'], 'closed');
    assert.equal(window.asked.length, 2);
  });

  it('open no account by an answer about another one, or from before a stop', async () => {
    const ways: readonly (() => void)[] = [
      () => window.session.connect(window.session.profile),
      () => {
        window.desk.stop();
        window.desk.start();
      },
    ];
    for (const change of ways) {
      window.tearDown();
      window = open();
      const first = Promise.withResolvers<boolean>();
      const second = Promise.withResolvers<boolean>();
      window.answers.allow = first.promise;
      const before = window.desk.call('list_orders', {});
      await window.clock.advance(100);
      change();
      window.answers.allow = second.promise;
      const after = window.desk.call('list_orders', {});
      await window.clock.advance(100);
      assert.equal(window.asked.length, 2);
      first.resolve(true);
      assert.equal((await window.clock.run(before)).isError, true);
      assert.equal(window.desk.access.account, 'ask');
      second.resolve(false);
      assert.equal((await window.clock.run(after)).answer['error'], 'closed');
      assert.equal(window.desk.access.account, 'refused');
    }
  });

  it('give no answer that was being read when the person closed the account', async () => {
    await window.call('list_orders');
    window.plan.fault = {
      name: 'late',
      what: 'an answer after a second',
      group: 'time',
      deliver: (request, reply) => sent(reply(request), { headersAfter: 1_000 }),
    };
    const reading = window.desk.call('list_activity', {});
    await window.clock.advance(100);
    window.desk.set('account', false);
    const { answer, isError } = await window.clock.run(reading);
    assert.equal(isError, true);
    assert.equal(answer['error'], 'closed');
  });

  it('list who is there: a program until it leaves, others from their first call on', async () => {
    const program = { via: 'mcp', name: 'terminal-agent 2.3' } as const;
    const since = window.clock.now();
    const here = window.desk.connect(program);
    await window.clock.run(window.desk.call('get_environment', {}, program));
    await window.clock.run(window.desk.call('get_environment', {}, { via: 'chat' }));
    assert.deepEqual(
      window.desk.connected.map(({ caller, calls }) => [caller, calls]),
      [
        [program, 1],
        [{ via: 'chat' }, 1],
      ],
    );
    assert.equal(window.desk.connected[0]?.since, since);
    here.dispose();
    assert.deepEqual(
      window.desk.connected.map(({ caller }) => caller.via),
      ['chat'],
    );
    assert.deepEqual(window.desk.calls.at(-1)?.caller, program);
  });

  it('refuse every call once the person has stopped them, market data too', async () => {
    await window.call('list_orders');
    window.desk.stop();
    for (const tool of ['get_environment', 'search_markets', ...OWN, 'cancel_orders']) {
      const input = tool === 'cancel_orders' ? { orderIds: ['A'] } : {};
      assert.equal((await window.call(tool, input)).answer['error'], 'stopped', tool);
    }
    window.desk.start();
    assert.equal((await window.call('search_markets')).isError, false);
    // What was allowed before is not allowed again.
    assert.equal(window.desk.access.account, 'ask');
    assert.equal(window.desk.access.mayAskToCancel, false);
  });

  it('ask for a cancel only while that is switched on, with the ids as they were passed', async () => {
    const off = await window.call('cancel_orders', { orderIds: ['A', 'B'] });
    assert.equal(off.answer['error'], 'off');
    assert.deepEqual(window.asked, []);
    window.desk.set('mayAskToCancel', true);
    const declined = await window.call('cancel_orders', { orderIds: ['A', 'B'] });
    // An answer, not an error to try again.
    assert.equal(declined.isError, false);
    assert.deepEqual(window.asked, ['cancel A B']);
    const [{ result, saw } = assert.fail()] = window.desk.calls;
    assert.deepEqual([result, saw], ['refused', 'orders']);
  });

  it('close market data by its own switch, and never say that nothing is closed', async () => {
    window.desk.set('publicData', false);
    assert.equal((await window.call('get_market', { slug: side.slug })).answer['error'], 'off');
    const { answer } = await window.call('get_environment');
    assert.equal((answer['access'] as Shown)['publicData'], false);
  });

  it('list every call with its time, connection, input, size and what it was allowed to see, newest first', async () => {
    await window.call('get_market', { slug: side.slug });
    await window.call('get_market', { slug: 5 });
    await window.call('list_orders', { limit: 1 });
    await window.call('list_orders', { limit: 1 });
    const calls = window.desk.calls.map(({ bytes, ...call }) => ({ ...call, isSized: bytes > 100 }));
    const { label: connection } = window.session.profile;
    const same = {
      at: window.clock.now(),
      caller: { via: 'extension' },
      connection,
      reason: undefined,
      isSized: true,
    };
    const market = { ...same, tool: 'get_market' };
    const orders = { ...same, tool: 'list_orders', input: 'limit 1', result: 'answered', saw: 'account' };
    assert.deepEqual(calls, [
      { ...orders, number: 4 },
      // The person was asked for it.
      { ...orders, number: 3, reason: 'allowed' },
      { ...market, number: 2, input: '', result: 'refused', reason: 'wrongInput', saw: 'nothing' },
      { ...market, number: 1, input: `slug ${side.slug}`, result: 'answered', saw: 'public' },
    ]);
  });

  it('let no part of a key out, in no form', async () => {
    const canary = new Canary(CREDENTIALS.secret);
    const inputs: Readonly<Record<string, object>> = {
      get_market: { slug: side.slug },
      what_if: { slug: side.slug, contracts: 5 },
      cancel_orders: { orderIds: [side.orderId] },
    };
    window.desk.set('mayAskToCancel', true);
    const said: string[] = [];
    for (const tool of [
      'get_environment',
      'search_markets',
      'get_market',
      'what_if',
      ...OWN,
      'cancel_orders',
    ])
      said.push(JSON.stringify((await window.call(tool, inputs[tool] ?? {})).answer));
    assert.deepEqual(canary.find(said.join('\n')), []);
  });
});
