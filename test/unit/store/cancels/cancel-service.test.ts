import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/base/log.ts';
import type { ConnectionProfile } from '../../../../src/exchange/profile.ts';
import { createServiceExchange } from '../../../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../../../src/exchange/transport.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { CancelService } from '../../../../src/store/cancels/cancel.ts';
import { endOf } from '../../../../src/store/cancels/intent.ts';
import { readBook } from '../../../../src/store/cancels/intent-lines.ts';
import { Session } from '../../../../src/store/session/session.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { intentLog, MemoryIntents } from '../../../support/memory-intents.ts';
import { type Answer, FakeTransport } from '../../../support/transport.ts';
import { FakeKeys, PROFILE } from '../values.ts';

const BATCH = '/v1/orders/batched/cancel';

/** Cancels through the whole client, over a service of which only the answers to POSTs are scripted. */
async function desk(
  ids: readonly string[],
  answer: (path: string, states: Map<string, string>) => Answer,
  part: Partial<ConnectionProfile> = { id: 'polymarketUS' },
) {
  const clock = new VirtualClock();
  const states = new Map(ids.map((id) => [id, 'NEW']));
  const record = (id: string) => ({
    id,
    marketSlug: 'm1',
    state: `ORDER_STATE_${states.get(id)}`,
    quantity: 10,
    cumQuantity: 0,
    leavesQuantity: 10,
  });
  const transport = new FakeTransport(({ method, url: { pathname } }: TransportRequest) => {
    if (method === 'POST') return answer(pathname, states);
    if (pathname === '/v1/orders/open') return { json: { orders: ids.map(record) } };
    return { json: { order: record(pathname.split('/')[3] ?? '') } };
  });
  const session = new Session({
    profile: { ...PROFILE, auth: 'bearer', dialect: 'current', ...part },
    credentials: new FakeKeys({ keyId: '', secret: 'token-token-token' }),
    clock,
    factory: (profile, credentials) =>
      Promise.resolve(
        createServiceExchange({ profile, credentials, transport, log: silentLog, clock, random: () => 0.5 }),
      ),
  });
  const file = new MemoryIntents();
  const orders = new OrdersStore(session);
  await clock.run(orders.load());
  const cancels = new CancelService(session, orders, intentLog(clock, file));
  return {
    clock,
    states,
    orders,
    cancels,
    record: () => readBook(file.text).records.map((each) => endOf(each)?.step ?? 'open'),
    cancelAll: async (again: readonly string[] = []) =>
      (await clock.run(cancels.cancel(orders.orders, { again: new Set(again) }))).map(
        ({ outcome }) => outcome.kind,
      ),
    posts: () => transport.sent.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname),
  };
}

describe('what the service says to a cancel', () => {
  it('that it does not know one order of a batch: what went out is followed, and not sent again', async () => {
    const { cancelAll, posts } = await desk(['A', 'B', 'C'], (_, states) => {
      for (const id of ['A', 'B']) states.set(id, 'CANCELED');
      states.set('C', 'FILLED');
      return { status: 404, json: { code: 5, message: 'order C not found', details: [] } };
    });
    assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled', 'alreadyFilled']);
    assert.deepEqual(posts(), [BATCH]);
  });

  const REFUSALS: readonly (readonly [name: string, answer: Answer])[] = [
    ['400 about one order', { status: 400, json: { code: 9, message: 'order C is filled' } }],
    ['403 about one order', { status: 403, json: { code: 7, message: 'order C is not yours' } }],
    ['404 about one order', { status: 404, json: { code: 5, message: 'order C not found' } }],
    ['404 without a word', { status: 404, json: { code: 5, message: '', details: [] } }],
    ['404 with a code alone', { status: 404, json: { code: 5 } }],
    ['404 in words of anybody', { status: 404, json: { error: 'not found' } }],
    ['404 about a resource', { status: 404, json: { message: 'The requested resource was not found.' } }],
    ['409 without a word', { status: 409, text: '' }],
    ['422 about one order', { status: 422, json: { message: 'order C: wrong market' } }],
    ['501 about one order', { status: 501, json: { code: 12, message: 'C cannot be cancelled yet' } }],
    ['404 with a page', { status: 404, text: '<html>no route</html>' }],
    ['405 with a page', { status: 405, text: '<html>not allowed</html>' }],
    ['501 with a page', { status: 501, text: '<html>not implemented</html>' }],
    [
      '404 with the text of a router that is not known to be its own',
      { status: 404, text: '404 page not found' },
    ],
    ['404 in the words of a router', { status: 404, json: { code: 5, message: '404 page not found' } }],
    ['405 in the words of a router', { status: 405, json: { code: 12, message: 'Method Not Allowed' } }],
    ['501 in the words of a router', { status: 501, json: { code: 12, message: 'Not Implemented' } }],
  ];
  for (const [name, answer] of REFUSALS) {
    it(`${name}, to a batch: each order is told by what it reads, and none goes out again`, async () => {
      const { cancelAll, posts, clock, states, record } = await desk(['A', 'B', 'C', 'D'], (_, found) => {
        found.set('A', 'CANCELED');
        // Taken too, but the record of the order lags behind.
        clock.setTimeout(() => found.set('B', 'CANCELED'), 4_000);
        found.set('C', 'FILLED');
        return answer;
      });
      assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled', 'alreadyFilled', 'unknown']);
      assert.deepEqual(record(), ['confirmed', 'confirmed', 'filled', 'open']);
      assert.deepEqual(posts(), [BATCH]);
      states.set('D', 'CANCELED');
      await clock.advance(600_000);
      assert.deepEqual(record(), ['confirmed', 'confirmed', 'filled', 'confirmed']);
      assert.deepEqual(posts(), [BATCH]);
    });

    it(`${name}, to a batch: it does not keep the others from being cancelled for good`, async () => {
      const { cancelAll, posts, clock } = await desk(['A', 'B', 'C'], (path, states) => {
        if (path === BATCH || path.includes('/C/')) return answer;
        states.set(path.split('/')[3] ?? '', 'CANCELED');
        return { json: {} };
      });
      assert.deepEqual(await cancelAll(), ['unknown', 'unknown', 'unknown']);
      const singles = ['/v1/order/A/cancel', '/v1/order/B/cancel', '/v1/order/C/cancel'];
      const kinds = await cancelAll(['A', 'B', 'C']);
      assert.deepEqual(kinds.slice(0, 2), ['cancelled', 'cancelled']);
      assert.deepEqual(posts(), [BATCH, ...singles]);
      await clock.advance(600_000);
      assert.deepEqual(posts(), [BATCH, ...singles]);
    });
  }

  for (const [status, message] of [
    [401, 'no such key'],
    [429, 'Too Many Requests'],
  ] as const) {
    it(`${status} to a batch: nothing was looked at, so nothing was done`, async () => {
      const { cancelAll, posts } = await desk(['A', 'B'], () => ({ status, json: { status, message } }));
      assert.deepEqual(await cancelAll(), ['refused', 'refused']);
      assert.deepEqual(posts(), [BATCH]);
    });
  }

  for (const status of [301, 303, 304, 308, 499]) {
    it(`${status}: no refusal, so the order is read until its state is known`, async () => {
      const { clock, cancelAll, posts } = await desk(['A'], (_, states) => {
        clock.setTimeout(() => states.set('A', 'CANCELED'), 3_000);
        return { status };
      });
      assert.deepEqual(await cancelAll(), ['cancelled']);
      assert.deepEqual(posts(), ['/v1/order/A/cancel']);
    });
  }

  for (const dialect of ['seed', 'current'] as const)
    it(`no batch is tried out at an address somebody typed in, ${dialect} dialect`, async () => {
      const answer = (path: string, states: Map<string, string>): Answer => {
        states.set(path.split('/')[3] ?? '', 'CANCELED');
        return { json: {} };
      };
      const { cancelAll, posts } = await desk(['A', 'B'], answer, { id: 'custom', dialect });
      assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled']);
      assert.deepEqual(posts(), ['/v1/order/A/cancel', '/v1/order/B/cancel']);
    });
});
