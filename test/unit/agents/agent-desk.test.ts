import assert from 'node:assert/strict';
import { type ReplyFault, sent } from '../../../tools/exchange/faults/delivery.ts';
import { agentWindow } from '../../support/agent-window.ts';
import { CREDENTIALS, faultySession, honestSide } from '../../support/faulty.ts';

const side = honestSide();

const LATE: ReplyFault = {
  name: 'late',
  what: 'an answer after a second',
  group: 'time',
  deliver: (request, reply) => sent(reply(request), { headersAfter: 1_000 }),
};

function open() {
  const { clock, session, plan } = faultySession(side);
  return { ...agentWindow(clock, session), plan };
}

type Window = ReturnType<typeof open>;

describe('a cancel of an agent that is on its way to the dialog', () => {
  for (const [code, end] of [
    ['stopped', (window: Window) => window.desk.stop()],
    ['off', (window: Window) => window.desk.set('mayAskToCancel', false)],
  ] as const)
    it(`asks nobody any more once it is ${code}, and says so`, async () => {
      const window = open();
      window.desk.set('mayAskToCancel', true);
      const reading = Promise.withResolvers<void>();
      window.answers.reading = reading.promise;
      const call = window.desk.call('cancel_orders', { orderIds: ['A'] });
      await window.clock.advance(100);
      end(window);
      reading.resolve();
      const { answer, isError } = await window.clock.run(call);
      assert.deepEqual([answer['error'], isError], [code, true]);
      assert.deepEqual(window.asked, []);
      assert.equal(window.desk.calls[0]?.result, 'refused');
      window.tearDown();
    });
});

describe('cancels of agents that come together', () => {
  it('ask one after the other: while the person is asked, the next is refused with the reason', async () => {
    const window = open();
    window.desk.set('mayAskToCancel', true);
    const reading = Promise.withResolvers<void>();
    window.answers.reading = reading.promise;
    const first = window.desk.call('cancel_orders', { orderIds: ['A'] });
    const { answer, isError } = await window.call('cancel_orders', { orderIds: ['B'] });
    assert.deepEqual([answer['error'], isError, window.asked], ['busy', true, []]);
    reading.resolve();
    await window.clock.run(first);
    await window.call('cancel_orders', { orderIds: ['B'] });
    assert.deepEqual(window.asked, ['cancel A', 'cancel B']);
    window.tearDown();
  });
});

describe('agents that are stopped', () => {
  it('hear of that alone, whether their input is right or wrong', async () => {
    const window = open();
    window.desk.stop();
    for (const [tool, input] of [
      ['get_environment', {}],
      ['get_market', { slug: 5 }],
      ['cancel_orders', { orderIds: [] }],
      ['no_such_tool', {}],
    ] as const)
      assert.equal((await window.call(tool, input)).answer['error'], 'stopped', tool);
    window.tearDown();
  });
});

describe('an answer of a tool that is being read', () => {
  const stop = ({ desk }: Window): void => desk.stop();
  const close = ({ desk }: Window): void => desk.set('account', false);
  const signOut = ({ session }: Window): void => void session.signOut();
  for (const [tool, how, end, code] of [
    ['get_market', 'agents are stopped', stop, 'stopped'],
    ['get_market', 'market data is closed', ({ desk }: Window) => desk.set('publicData', false), 'off'],
    ['get_market', 'the account is closed', close, 'closed'],
    ['get_market', 'the person signs out', signOut, 'cancelled'],
    ['list_activity', 'agents are stopped', stop, 'stopped'],
    ['list_activity', 'the person signs out', signOut, 'cancelled'],
  ] as const)
    it(`goes to nobody where ${how} meanwhile: ${tool}`, async () => {
      const window = open();
      await window.call('list_orders');
      window.plan.fault = LATE;
      const input = tool === 'get_market' ? { slug: side.slug } : {};
      const reading = window.desk.call(tool, input);
      await window.clock.advance(100);
      end(window);
      const { answer, isError } = await window.clock.run(reading);
      assert.deepEqual([isError, answer['error'], answer['result']], [true, code, null]);
      assert.equal(window.desk.calls[0]?.saw, 'nothing');
      window.tearDown();
    });
});

describe('tools for agents after a sign-out', () => {
  it('know no account and ask nobody; signed in again, the person is asked again', async () => {
    const window = open();
    await window.call('list_orders');
    await window.session.signOut();
    for (const tool of ['list_positions', 'list_orders', 'list_activity'])
      assert.equal((await window.call(tool)).answer['error'], 'signedOut');
    const { answer } = await window.call('get_market', { slug: side.slug });
    assert.equal(answer['yours'], null);
    assert.deepEqual(window.asked, ['list_orders']);
    await window.clock.run(window.session.signIn(CREDENTIALS));
    window.answers.allow = false;
    assert.equal((await window.call('list_orders')).answer['error'], 'closed');
    assert.deepEqual(window.asked, ['list_orders', 'list_orders']);
    window.tearDown();
  });
});

describe('who is listed as there', () => {
  it('is no program that left while a call of it ran', async () => {
    const window = open();
    const program = { via: 'mcp', name: 'terminal-agent 2.3' } as const;
    const here = window.desk.connect(program);
    const call = window.desk.call('get_market', { slug: side.slug }, program);
    here.dispose();
    await window.clock.run(call);
    assert.deepEqual(window.desk.connected, []);
    assert.equal(window.desk.calls.length, 1);
    window.tearDown();
  });
});

describe('calls of agents that come together', () => {
  it('ask the service two things at once, so that a person never waits behind many calls', async () => {
    const { clock, session, plan } = faultySession(side);
    const window = agentWindow(clock, session);
    let asked = 0;
    plan.fault = {
      name: 'late',
      what: 'an answer after a second',
      group: 'time',
      deliver: (request, reply) => {
        asked += 1;
        return sent(reply(request), { headersAfter: 1_000 });
      },
    };
    const calls = Array.from({ length: 5 }, (_, place) =>
      window.desk.call('get_market', { slug: `no-market-${place}` }),
    );
    await window.clock.advance(900);
    assert.equal(asked, 2);
    window.desk.set('publicData', false);
    const refused = await window.clock.run(Promise.all(calls));
    assert.equal(asked, 2);
    assert.deepEqual(
      refused.slice(2).map(({ answer }) => answer['error']),
      ['off', 'off', 'off'],
    );
    window.desk.set('publicData', true);
    plan.fault = undefined;
    assert.equal((await window.call('get_market', { slug: side.slug })).isError, false);
    window.tearDown();
  });
});
