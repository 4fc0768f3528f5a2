import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../src/core/decimal.ts';
import { isTerminal } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import type { CancelReport } from '../../../../src/store/cancels/outcome.ts';
import { CancelService } from '../../../../src/store/cancels/service.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { cancelLog } from '../../../support/memory-log.ts';
import { order, rig } from '../values.ts';

/** How the service treats one cancel: whether and when it acts, and what it answers, in milliseconds. */
const treatment = fc.record({
  acts: fc.boolean(),
  actsAfter: fc.constantFrom(0, 50, 900, 12_000, 45_000, 400_000),
  answersAfter: fc.constantFrom(0, 20, 8_000),
  answer: fc.constantFrom('accepted', 'timeout', 'broken', 'server', 'refused', 'notSent'),
});

const fate = fc.record({
  treatment,
  /** Filled then, unless cancelled before. */
  fillsAt: fc.option(fc.constantFrom(0, 10, 40, 700, 9_000, 31_000, 500_000), { nil: undefined }),
  /** Forgotten by the service once ended. */
  vanishes: fc.boolean(),
  readsFail: fc.nat({ max: 14 }),
});

type Fate = typeof fate extends fc.Arbitrary<infer F> ? F : never;

const ERRORS = {
  timeout: failure('timeout'),
  broken: failure('network', { mayHaveArrived: true }),
  server: failure('server', { status: 503 }),
  refused: failure('refused', { status: 400 }),
  notSent: failure('network', { mayHaveArrived: false }),
};

/** What the service cannot do: act on a request it refused or never got. */
function consistent(how: Fate['treatment']): Fate['treatment'] {
  return how.answer === 'refused' || how.answer === 'notSent' ? { ...how, acts: false } : how;
}

async function play(fates: readonly Fate[], batch: Fate['treatment'] | undefined) {
  const { session, exchange, clock } = rig();
  const ids = fates.map((_, at) => `F${at}`);
  const ends = new Map<string, string>();
  const posts: string[] = [];
  const wait = (ms: number): Promise<void> =>
    ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.setTimeout(resolve, ms));
  const end = (id: string, state: 'CANCELED' | 'FILLED'): void => {
    const before = exchange.orders_.get(id);
    if (before === undefined || isTerminal(before.state)) return;
    ends.set(id, state);
    if (fates[ids.indexOf(id)]?.vanishes === true) exchange.orders_.delete(id);
    else
      exchange.orders_.set(id, {
        ...before,
        state,
        cumQuantity: Decimal.of(state === 'FILLED' ? '100' : '0'),
      });
  };
  const treat = async (sent: readonly string[], raw: Fate['treatment']): Promise<void> => {
    const how = consistent(raw);
    posts.push(...sent);
    const act = (): void => {
      for (const id of sent) end(id, 'CANCELED');
    };
    if (how.acts && how.actsAfter === 0) act();
    else if (how.acts) clock.setTimeout(act, how.actsAfter);
    await wait(how.answersAfter);
    if (how.answer !== 'accepted') throw ERRORS[how.answer];
  };
  for (const id of ids) exchange.orders_.set(id, order(id));
  exchange.orders_.set('BYSTANDER', order('BYSTANDER'));
  if (batch === undefined) exchange.lacks.add('batchedCancel');
  else
    exchange.always('cancelOrders', async () => {
      await treat(ids, batch);
      return ids;
    });
  const fateOf = new Map(ids.map((id, at) => [id, fates[at]]));
  const reads = new Map<string, number>();
  exchange.always('cancelOrder', async () => {
    const [ref] = exchange.calls.at(-1)?.args ?? [];
    const { id } = ref as { readonly id: string };
    const how = fateOf.get(id)?.treatment;
    if (how !== undefined) await treat([id], how);
  });
  exchange.always('order', (answer) => {
    const id = String(exchange.calls.at(-1)?.args[0]);
    const count = (reads.get(id) ?? 0) + 1;
    reads.set(id, count);
    if (count <= (fateOf.get(id)?.readsFail ?? 0)) throw failure('server', { status: 500 });
    return answer();
  });
  const orders = new OrdersStore(session);
  await orders.load();
  const cancels = new CancelService(session, orders, cancelLog(clock));
  const last = new Map<string, CancelReport>();
  cancels.onDidResolve((report) => last.set(report.order.id, report));
  for (const [at, { fillsAt }] of fates.entries()) {
    if (fillsAt !== undefined) clock.setTimeout(() => end(`F${at}`, 'FILLED'), fillsAt);
  }
  await clock.run(cancels.cancel(orders.orders.filter(({ id }) => id !== 'BYSTANDER')));
  await clock.advance(3 * 3_600_000);
  const pending = new Set(orders.pending);
  cancels.dispose();
  return { ids, ends, posts, last, exchange, pending };
}

describe('the outcome of a cancel with a random fate', () => {
  it('is true whatever is lost, late or raced by a fill', async () => {
    const batches = fc.option(treatment, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 4 }), batches, async (fates, batch) => {
        const { ids, ends, posts, last, exchange, pending } = await play(fates, batch);
        assert.deepEqual([...posts].sort(), [...ids].sort(), 'each order was sent once, and no other');
        assert.equal(exchange.orders_.get('BYSTANDER')?.state, 'NEW');
        for (const id of ids) {
          const outcome = last.get(id)?.outcome;
          const truth = ends.get(id);
          const how = fates[ids.indexOf(id)];
          switch (outcome?.kind) {
            case 'cancelled':
              assert.equal(truth, 'CANCELED');
              break;
            case 'filled':
              assert.equal(truth, 'FILLED');
              break;
            case 'gone':
              assert.equal(how?.vanishes, true, 'only what cannot be read any more is just gone');
              assert.ok(truth !== undefined);
              break;
            case 'rejected':
              assert.notEqual(truth, 'CANCELED', 'a refused cancel never took effect');
              break;
            default:
              assert.equal(outcome?.kind, 'unknown');
              assert.equal(truth, undefined, 'an order that ended does not stay unknown');
          }
          assert.equal(pending.has(id), outcome?.kind === 'unknown');
        }
      }),
      { numRuns: 200 },
    );
  });
});
