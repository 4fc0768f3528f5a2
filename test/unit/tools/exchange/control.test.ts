import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { createSigner } from '../../../../src/exchange/service/sign.ts';
import { CONTROL_PATH } from '../../../../tools/exchange/control.ts';
import { ReplyFaults } from '../../../../tools/exchange/faults/reply-faults.ts';
import { startDemoServer } from '../../../../tools/exchange/server.ts';
import { createDemoService, type DemoServiceOptions } from '../../../../tools/exchange/service.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { accountOf } from '../../../support/read-world.ts';
import { raw } from '../../../support/values.ts';
import { KEY, NOON, worldAt } from '../../demo/support.ts';

function service(options: Partial<DemoServiceOptions> = {}) {
  const clock = new VirtualClock(NOON);
  const world = worldAt();
  const made = createDemoService({ world, clock, keys: [KEY], dialect: 'current', rateLimit: 0, ...options });
  const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const reply = made.handler.handle({
      method,
      path,
      query: new URLSearchParams(),
      headers: headers ?? signer(method, path, clock.now()),
      body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    });
    return {
      status: reply.status,
      headers: reply.headers,
      json: JSON.parse(new TextDecoder().decode(reply.body)) as Record<string, unknown>,
    };
  };
  return { ...made, clock, world, send, control: (body: unknown) => send('POST', CONTROL_PATH, body) };
}

describe('control of the demo', () => {
  it('is not there unless asked for, and signed like everything of the account', () => {
    assert.equal(service().control({ pause: true }).status, 404);
    const { send } = service({ control: true });
    assert.equal(send('POST', CONTROL_PATH, { pause: true }, {}).status, 401);
  });

  it('sets and ends faults, of streams that are open already', () => {
    const { control, streamFaults } = service({ control: true, faults: { drop: 1 } });
    assert.deepEqual(streamFaults.plan, { drop: 1 });
    assert.equal(control({ faults: 'stall=3s@1' }).status, 200);
    assert.deepEqual(streamFaults.plan, { stall: { rate: 1, ms: 3_000 } });
    const wrong = control({ faults: 'fire' });
    assert.equal(wrong.status, 400);
    assert.match(String(wrong.json['message']), /fire/);
    control({ faults: '' });
    assert.deepEqual(streamFaults.plan, {});
  });

  it('does deeds at the world’s time', () => {
    const { control, world, worldClock } = service({ control: true });
    const [order] = accountOf(world).openOrders(NOON);
    assert.ok(order);
    const done = control({ deed: { kind: 'fillOrder', orderId: order.id } });
    assert.deepEqual([done.status, done.json], [200, { orderId: order.id }]);
    assert.equal(world.account.life(order.id, worldClock.now())?.state, 'FILLED');
    const deed = {
      kind: 'placeOrder',
      marketSlug: order.marketSlug,
      intent: 'BUY_LONG',
      price: '0.01',
      quantity: '2',
    };
    const placed = control({ deed });
    assert.equal(raw(accountOf(world).order(String(placed.json['orderId']), NOON)?.quantity)?.text, '2');
    for (const wrong of [
      undefined,
      'fill',
      {},
      { kind: 'rob', orderId: order.id },
      { kind: 'fillOrder', orderId: 'nobody' },
      { ...deed, price: 0.01 },
      { ...deed, price: '7' },
    ])
      assert.equal(control({ deed: wrong }).status, 400, JSON.stringify(wrong));
  });

  it('lets the world stand still', () => {
    const { control, clock, worldClock } = service({ control: true });
    control({ pause: true });
    clock.jumpTo(NOON + 20_000);
    assert.equal(worldClock.now(), NOON);
    control({ pause: false });
    clock.jumpTo(NOON + 20_010);
    assert.equal(worldClock.now(), NOON + 10);
  });

  it('counts requests since it was last asked, without its own', () => {
    const { control, send } = service({ control: true });
    send('GET', '/v1/orders/open');
    send('GET', '/v1/orders/open', undefined, {});
    send('GET', '/v1/markets');
    assert.deepEqual(control({ requests: true }).json, {
      requests: { 'GET /v1/orders/open': 2, 'GET /v1/markets': 1 },
    });
    assert.deepEqual(control({ requests: true }).json, { requests: {} });
  });

  it('refuses what asks for nothing', () => {
    const { control } = service({ control: true });
    for (const body of [{}, null, 7, { pause: 'yes' }, { faults: {} }, { other: 1 }])
      assert.equal(control(body).status, 400, JSON.stringify(body));
  });
});

describe('replies of the demo that lie', () => {
  it('are set and ended by the control endpoint, which says what it does not know', () => {
    const { control, replies } = service({ control: true });
    const path = '/v1/orders/open';
    assert.equal(control({ replies: 'html=/v1/orders' }).status, 200);
    assert.equal(replies.pick({ path })?.name, 'html');
    assert.equal(replies.pick({ path: '/v1/markets' }), undefined);
    for (const wrong of ['nonsense', 'html@2', 'html=orders', 'html@', 'html page']) {
      const reply = control({ replies: wrong });
      assert.deepEqual([reply.status, replies.pick({ path })?.name], [400, 'html'], wrong);
    }
    assert.equal(control({ replies: '' }).status, 200);
    assert.equal(replies.pick({ path }), undefined);
  });

  it('the first that hits counts; chances are as given, and the same each time', () => {
    const hits = (): number => {
      const faults = new ReplyFaults('empty@0.25,html');
      const picked = Array.from({ length: 2_000 }, () => faults.pick({ path: '/' })?.name);
      assert.deepEqual(new Set(picked), new Set(['empty', 'html']));
      return picked.filter((name) => name === 'empty').length;
    };
    assert.ok(hits() > 400 && hits() < 600, `${hits()}`);
    assert.equal(hits(), hits());
  });

  it('leave the control endpoint and refused requests alone, over a server too', async () => {
    const { handler, replies } = service({
      control: true,
      replies: new ReplyFaults('wrong-types,html=/v1/demo'),
    });
    const server = await startDemoServer({ handler, replies });
    try {
      const refused = await fetch(`${server.url}/v1/orders/open`);
      assert.deepEqual([refused.status, ((await refused.json()) as { code: number }).code], [401, 16]);
      const control = await fetch(`${server.url}${CONTROL_PATH}`, { method: 'POST', body: '{}' });
      assert.deepEqual([control.status, control.headers.get('content-type')], [401, 'application/json']);
      const lie = await fetch(`${server.url}/v1/markets?limit=1`);
      const [market] = ((await lie.json()) as { markets: { question: unknown }[] }).markets;
      assert.equal(market?.question, 7);
    } finally {
      await server.close();
    }
  });
});
