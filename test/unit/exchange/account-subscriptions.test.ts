import assert from 'node:assert/strict';
import type { SubscriptionType } from '../../../src/exchange/wire/frame.ts';
import type { NullSocket } from '../../support/null-socket.ts';
import { said, setUp, standing } from './stream-support.ts';

async function account() {
  const all = setUp();
  all.streams.wantAccount(true);
  await all.clock.advance(0);
  const [socket] = all.service.sockets;
  assert.ok(socket);
  return { ...all, socket };
}

function idOf(socket: NullSocket | undefined, type: SubscriptionType): string {
  const found = said(socket).findLast((frame) => frame.kind === 'subscribe' && frame.type === type);
  assert.ok(found);
  return found.requestId;
}

const order = (id: string) => ({ id, marketSlug: 's1', state: 'ORDER_STATE_NEW' });
const part = (requestId: string, ids: readonly string[], eof: boolean, error?: string): string =>
  JSON.stringify({ requestId, orderSubscriptionSnapshot: { orders: ids.map(order), eof }, error });

describe('the private stream', () => {
  it('subscribes orders, positions and balances of all markets', async () => {
    const { socket } = await account();
    assert.deepEqual(
      [...standing(socket).values()].map(({ type, slugs }) => [type, slugs]),
      ['ORDER', 'POSITION', 'ACCOUNT_BALANCE'].map((type) => [type, []]),
    );
  });

  it('hands on what happens to orders, positions and balances', async () => {
    const { socket, messages } = await account();
    const execution = { id: 'E1', type: 'EXECUTION_TYPE_NEW', order: order('A') };
    const send = (type: SubscriptionType, payload: object): void =>
      socket.receive(JSON.stringify({ requestId: idOf(socket, type), ...payload }));
    send('ORDER', { orderSubscriptionUpdate: { execution } });
    send('POSITION', { positionSubscription: { beforePosition: null, afterPosition: null, tradeId: 'T' } });
    send('ACCOUNT_BALANCE', {
      accountBalancesSnapshot: { balances: [{ currentBalance: 5, currency: 'USD' }] },
    });
    send('ACCOUNT_BALANCE', {
      accountBalancesUpdate: { balanceChange: { afterBalance: { currentBalance: 4 } } },
    });
    assert.deepEqual(
      messages.map((message) =>
        message.kind === 'balances' ? [message.kind, message.whole] : [message.kind],
      ),
      [['order'], ['position'], ['balances', true], ['balances', false]],
    );
  });

  it('takes nothing under the id of something else', async () => {
    const { socket, messages } = await account();
    const execution = { order: order('A') };
    for (const requestId of [idOf(socket, 'POSITION'), 'other', undefined]) {
      socket.receive(JSON.stringify({ requestId, orderSubscriptionUpdate: { execution } }));
      if (requestId !== undefined) socket.receive(part(requestId, ['A'], true));
    }
    const orders = idOf(socket, 'ORDER');
    socket.receive(JSON.stringify({ requestId: orders, positionSubscription: {} }));
    socket.receive(JSON.stringify({ requestId: orders, accountBalancesSnapshot: { balances: [] } }));
    assert.deepEqual(messages, []);
  });

  it('hands a snapshot of the orders on whole, time after time', async () => {
    const { socket, messages } = await account();
    const id = idOf(socket, 'ORDER');
    socket.receive(part(id, ['A', 'B'], false));
    socket.receive(part(id, ['C'], false));
    assert.equal(messages.length, 0);
    for (const ids of [[], ['D']]) socket.receive(part(id, ids, true));
    assert.deepEqual(
      messages.map((message) => message.kind === 'orders' && message.orders.map((one) => one.id)),
      [['A', 'B', 'C'], ['D']],
    );
  });

  it('a failed one, a half one and an endless one are never handed on', async () => {
    const { clock, service, socket, messages, streams } = await account();
    const id = idOf(socket, 'ORDER');
    socket.receive(part(id, ['A'], false));
    socket.receive(part(id, [], true, 'deadline exceeded'));
    socket.receive(part(id, ['A'], false, 'deadline exceeded'));
    socket.receive(part(id, ['B'], true));
    const many = Array.from({ length: 5_000 }, (_, index) => `X${index}`);
    for (let round = 0; round < 5; round += 1) socket.receive(part(id, many, round === 4));
    socket.receive(part(id, ['A'], false));
    socket.drop();
    await clock.advance(1_000);
    assert.equal(streams.state('account').kind, 'live');
    const next = service.sockets[1];
    next?.receive(part(idOf(next, 'ORDER'), ['C'], true));
    assert.deepEqual(
      messages.map((message) => message.kind === 'orders' && message.orders.map((one) => one.id)),
      [['C']],
    );
  });

  for (const type of ['ORDER', 'POSITION', 'ACCOUNT_BALANCE'] as const) {
    it(`without ${type} the stream is lost: what it tells would not be all`, async () => {
      const { clock, service, socket, streams, resumed } = await account();
      socket.receive(JSON.stringify({ requestId: idOf(socket, type), error: 'subscription failed' }));
      const state = streams.state('account');
      assert.ok(state.kind === 'lost');
      assert.equal(state.error.code, 'server');
      assert.equal(state.error.details.serviceMessage, 'subscription failed');
      assert.equal(socket.endedBy, 'client');
      await clock.advance(375);
      assert.equal(streams.state('account').kind, 'live');
      assert.equal(standing(service.sockets[1]).size, 3);
      assert.deepEqual(resumed, ['account', 'account']);
    });
  }

  it('a type that is refused each time is done without: the rest stands, and is asked for it again later', async () => {
    const { clock, service, streams, resumed } = setUp();
    let refuses = true;
    service.onOpen = (socket) => {
      socket.onSend = () => {
        const asked = said(socket).at(-1);
        if (!refuses || asked?.kind !== 'subscribe' || asked.type !== 'ACCOUNT_BALANCE') return;
        const error = JSON.stringify({ requestId: asked.requestId, error: 'invalid request' });
        clock.setTimeout(() => socket.receive(error), 50);
      };
    };
    const lacks = () => (['orders', 'positions', 'balances'] as const).filter((part) => streams.lacks(part));
    streams.wantAccount(true);
    await clock.advance(60_000);
    assert.equal(service.sockets.length, 3);
    assert.equal(streams.state('account').kind, 'live');
    assert.deepEqual(lacks(), ['balances']);
    assert.deepEqual(
      [...standing(service.sockets[2]).values()].map(({ type }) => type),
      ['ORDER', 'POSITION'],
    );
    refuses = false;
    service.sockets[2]?.drop();
    await clock.advance(5_000);
    const next = service.sockets[3];
    assert.ok(next);
    assert.equal(standing(next).size, 3);
    assert.deepEqual(lacks(), ['balances'], 'nothing confirms a subscription');
    const requestId = idOf(next, 'ACCOUNT_BALANCE');
    next.receive(JSON.stringify({ requestId, accountBalancesSnapshot: { balances: [] } }));
    assert.deepEqual(lacks(), []);
    assert.equal(resumed.length, 4);
  });

  it('a type that is refused now and then, with data in between, breaks the stream each time', async () => {
    const { clock, service, streams } = await account();
    for (let round = 0; round < 5; round++) {
      const socket = service.sockets.at(-1);
      const requestId = idOf(socket, 'ORDER');
      socket?.receive(part(requestId, [], true));
      socket?.receive(JSON.stringify({ requestId, error: 'subscription failed' }));
      assert.equal(streams.state('account').kind, 'lost');
      await clock.advance(60_000);
    }
    assert.equal(streams.lacks('orders'), false);
  });
});
