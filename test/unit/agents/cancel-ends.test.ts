import assert from 'node:assert/strict';
import { REPLY_FAULTS } from '../../../tools/exchange/faults/catalogue.ts';
import { type ReplyFault, sent } from '../../../tools/exchange/faults/delivery.ts';
import { cancellingWindow } from '../../support/agent-cancel.ts';
import { CANCEL, honestSide, PROFILE } from '../../support/faulty.ts';

type Window = Awaited<ReturnType<typeof cancellingWindow>>;

const SENT_NONE = 'This call sent no cancel, so the service answered none.';
const NOT_KNOWN = 'It is not known what a cancel of this call came to.';

/** The fault of that name where a path fits, and the truth elsewhere. */
function faultyAt(path: RegExp, name: string): ReplyFault {
  const fault = REPLY_FAULTS.find((each) => each.name === name) ?? assert.fail(name);
  const deliver: ReplyFault['deliver'] = (request, reply) =>
    path.test(request.path) ? fault.deliver(request, reply) : sent(reply(request));
  return { ...fault, deliver };
}

/** Two orders that rest, and the answer to a cancel of the first ones of them, which the person confirms. */
async function confirmed(orders: 1 | 2, before: (window: Window, ids: readonly string[]) => void = () => {}) {
  const window = await cancellingWindow(honestSide());
  const { orders: open, clock, person } = window;
  await clock.run(open.load());
  const ids = open.orders.slice(0, orders).map(({ id }) => id);
  before(window, ids);
  const confirm = orders === 1 ? 'Cancel Order' : 'Cancel 2 Orders';
  person.answers.push(confirm);
  const from = clock.now();
  const { answer, isError } = await window.call('cancel_orders', { orderIds: ids });
  assert.equal(isError, false);
  const { environment, asOf, source, ageSeconds, stale, why, cancelled, declined, next } = answer;
  const results = answer['results'] as readonly { orderId: string; result: string; now: string }[];
  assert.deepEqual(
    results.map(({ orderId }) => orderId),
    ids,
  );
  const claims = { environment, cancelled, declined, why };
  const [call] = window.desk.calls;
  window.tearDown();
  return {
    ...window,
    call,
    next: String(next),
    read: { source, asOf, ageSeconds, stale },
    claims,
    ends: results.map(({ result, now }) => `${result}; ${now}`),
    /** Seconds it took. */
    took: (clock.now() - from) / 1000,
    timeOf: (seconds: number) => new Date(from + seconds * 1000).toISOString(),
  };
}

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;
const UNREAD = { source: null, asOf: null, ageSeconds: null, stale: true };
const claiming = (cancelled: number, why?: string) => ({
  ...{ environment: 'real', cancelled, declined: undefined, why },
});

describe('the answer to a cancel that the person confirmed', () => {
  it('is as of the reading that showed the order cancelled', async () => {
    const { read, claims, ends, took, timeOf } = await confirmed(1);
    assert.deepEqual(ends, ['cancelled; cancelled']);
    // The notice of its progress stands a little longer.
    assert.ok(took < 1, `${took}`);
    assert.deepEqual(read, { source: 'rest', asOf: timeOf(0), ageSeconds: tenths(took), stale: false });
    assert.deepEqual(claims, claiming(1));
  });

  it('says cancelled where its own reply was lost and the order reads so', async () => {
    const { read, ends } = await confirmed(1, ({ plan }) => {
      plan.fault = faultyAt(CANCEL, 'reset-after');
    });
    assert.deepEqual([ends, read.source], [['cancelled; cancelled'], 'rest']);
  });

  it('says that the order rests where the service refused and it reads open', async () => {
    const { read, claims, ends } = await confirmed(1, ({ plan }) => {
      plan.fault = faultyAt(CANCEL, 'status-400');
    });
    assert.deepEqual([ends, read.source, read.stale], [['rejected; open'], 'rest', false]);
    assert.deepEqual(claims, claiming(0));
  });

  for (const [how, path, name] of [
    ['the service took it, but the order cannot be read', /^\/v1\/order\/[^/]+$/, 'status-500'],
    ['its reply was lost and the order reads open', CANCEL, 'reset-before'],
  ] as const)
    it(`claims neither an outcome nor a reading where ${how}`, async () => {
      const { read, claims, ends, next, took } = await confirmed(1, ({ plan }) => {
        plan.fault = faultyAt(path, name);
      });
      assert.deepEqual([ends, read, claims], [['unknown; unknown'], UNREAD, claiming(0, NOT_KNOWN)]);
      assert.match(next, /An unknown outcome is not a cancel: call list_orders/);
      assert.ok(took > 30, `${took}`);
    });

  it('says of a request that never left that it was not sent, and claims no reading', async () => {
    const ways: readonly ((window: Window) => void)[] = [
      ({ plan }) => {
        plan.fault = faultyAt(CANCEL, 'refused');
      },
      ({ folder }) => {
        folder.isBroken = true;
      },
    ];
    for (const way of ways) {
      const { read, claims, ends } = await confirmed(1, way);
      assert.deepEqual([ends, read, claims], [['not sent; unknown'], UNREAD, claiming(0, SENT_NONE)]);
    }
  });

  it('tells of two orders each by itself, as of the outcome that was found out first', async () => {
    const { read, claims, ends, took, timeOf } = await confirmed(2, ({ plan }, [, second]) => {
      plan.fault = faultyAt(new RegExp(`^/v1/order/${second}$`), 'status-500');
    });
    assert.deepEqual(ends, ['cancelled; cancelled', 'unknown; unknown']);
    assert.deepEqual(claims, claiming(1));
    assert.ok(took > 30, `${took}`);
    assert.deepEqual(read, { source: 'rest', asOf: timeOf(0), ageSeconds: Math.round(took), stale: false });
  });
});

describe('a cancel of an agent on a connection that is left while it runs', () => {
  const DEMO = { ...PROFILE, id: 'demo', label: 'Demo exchange' } as const;
  const late: ReplyFault = {
    name: 'late',
    what: 'the answer to a cancel after a second',
    group: 'time',
    deliver: (request, reply) =>
      sent(reply(request), { headersAfter: CANCEL.test(request.path) ? 1_000 : 0 }),
  };

  /** The demo is in use when it is asked for, and the other one after `leave`. */
  async function leaving(leave: (window: Window, toOther: () => void) => void) {
    const window = await cancellingWindow(honestSide());
    const { session, clock, desk, orders, person, plan } = window;
    session.connect(DEMO);
    await clock.run(orders.load());
    const [order] = orders.orders;
    plan.fault = late;
    leave(window, () => session.connect(PROFILE));
    const call = desk.call('cancel_orders', { orderIds: [order?.id] });
    const { answer } = await clock.run(call);
    const { results, declined, cancelled, environment, source, next } = answer;
    const [{ result, now } = assert.fail()] = results as readonly { result: string; now: string }[];
    assert.deepEqual([environment, source, cancelled, declined], ['demo', null, 0, undefined]);
    assert.equal(desk.calls[0]?.connection, 'Demo exchange');
    const said = person.asked[0]?.message;
    window.tearDown();
    return { end: `${result}; ${now}`, next: String(next), said };
  }

  it('names that connection and says that nothing was sent, where the dialog stood meanwhile', async () => {
    const { end, next, said } = await leaving(({ person }, toOther) => {
      person.answers.push(async () => {
        toOther();
        return 'Cancel Order';
      });
    });
    assert.equal(end, 'nothing sent, the account changed; unknown');
    assert.match(said ?? '', /^DEMO: /);
    assert.match(next, /list_orders does not tell of these orders/);
  });

  it('names that connection and claims no outcome, where the cancel was sent already', async () => {
    const { end, next } = await leaving(({ person, clock }, toOther) => {
      person.answers.push('Cancel Order');
      clock.setTimeout(toOther, 500);
    });
    assert.equal(end, 'unknown; unknown');
    assert.match(next, /list_orders does not tell of these orders/);
  });
});
