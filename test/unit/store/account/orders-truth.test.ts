import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import { compareInstants, type Instant, parseInstant } from '../../../../src/core/instant.ts';
import { isTerminal, type Order, type OrderState } from '../../../../src/core/order.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { anExecution } from '../../../support/frames.ts';
import { type Fate, FaultyStream, fates, gaps, type Trip, trips, wait } from '../delivery.ts';
import { order, rig } from '../values.ts';

const IDS = ['A1', 'B2'] as const;
const ids = fc.constantFrom(...IDS);

const step = fc.record({
  gap: gaps,
  does: fc.oneof(
    fc.record({ kind: fc.constant('place' as const), id: ids, fate: fates }),
    fc.record({
      kind: fc.constant('fill' as const),
      id: ids,
      part: fc.integer({ min: 1, max: 6 }),
      fate: fates,
    }),
    fc.record({ kind: fc.constant('bust' as const), id: ids, fate: fates }),
    fc.record({ kind: fc.constant('cancel' as const), id: ids, fate: fates }),
    fc.record({ kind: fc.constant('replay' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('snapshot' as const), fate: fates }),
    fc.record({ kind: fc.constant('single' as const), id: ids, trip: trips }),
    fc.record({ kind: fc.constant('read' as const), trip: trips }),
  ),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Frame = { readonly execution: Execution } | { readonly orders: readonly Order[] };

const SIZE = 10;

/** An exchange with a few orders, a stream and requests that fail as scripted, and a store over both. */
class Play {
  readonly base = rig();
  readonly store = new OrdersStore(this.base.session);
  readonly stream = new FaultyStream<Frame>(this.base.clock, (frame) => this.#deliver(frame));
  readonly timed: boolean;
  /** Grows with all that happens: of two things in one millisecond one is still the first. */
  #tick = 0;
  /** When an order ended for the last time, in ticks; absent while it works. */
  readonly ended = new Map<string, number>();
  /** The latest tick a list the store took in was about. */
  listedAt = -1;
  /** Orders whose end a frame reported since they last came back. */
  readonly endSent = new Set<string>();
  readonly #latest = new Map<string, Instant>();
  readonly #filled = new Map<string, number>();
  #nanos = 0;
  readonly wrong: string[] = [];
  trip = { there: 0, back: 0 };

  constructor(timed: boolean) {
    this.timed = timed;
    const { clock, exchange } = this.base;
    exchange.always('openOrders', async (answer) => {
      const { there, back } = this.trip;
      await wait(clock, there);
      const listing = answer();
      const at = ++this.#tick;
      await wait(clock, back);
      // Taken in right after: nothing else runs before the store has it.
      this.listedAt = Math.max(this.listedAt, at);
      return listing;
    });
    this.store.onDidChange(() => {
      if (this.store.state.kind === 'ready') this.check();
    });
  }

  get open(): readonly Order[] {
    return [...this.base.exchange.orders_.values()].filter(({ state }) => !isTerminal(state));
  }

  act({ does }: Step): void {
    const { exchange } = this.base;
    const held = 'id' in does ? exchange.orders_.get(does.id) : undefined;
    if (does.kind === 'place') {
      if (held === undefined) this.#set(order(does.id, { quantity: Decimal.of(SIZE) }), 'NEW', 0, does.fate);
    } else if (does.kind === 'fill') {
      if (held !== undefined) this.#fill(held, does.part, does.fate);
    } else if (does.kind === 'bust') {
      if (held !== undefined && this.timed) this.#fill(held, -2, does.fate);
    } else if (does.kind === 'cancel') {
      if (held !== undefined && !isTerminal(held.state))
        this.#set(held, 'CANCELED', Number(held.cumQuantity), does.fate);
    } else if (does.kind === 'replay') {
      this.stream.replay(does.which);
    } else if (does.kind === 'snapshot') {
      this.stream.send({ orders: this.open }, does.fate);
    } else if (does.kind === 'single') {
      void this.#single(does.id, does.trip);
    } else {
      this.trip = does.trip;
      void this.store.refresh();
    }
  }

  check(): void {
    const wrongIf = (wrong: boolean, what: string): void => {
      if (wrong) this.wrong.push(what);
    };
    for (const { id, lastTransactTime: time, cumQuantity } of this.store.orders) {
      const end = this.ended.get(id);
      wrongIf(!this.base.exchange.orders_.has(id), `${id} never was`);
      wrongIf(end !== undefined && end <= this.listedAt, `${id} ended before the last list`);
      wrongIf(end !== undefined && this.endSent.has(id), `${id} was said to have ended`);
      const before = this.#latest.get(id);
      if (time !== undefined) {
        wrongIf(before !== undefined && compareInstants(time, before) < 0, `${id} went back`);
        this.#latest.set(id, time);
      } else {
        const filled = Number(cumQuantity);
        wrongIf(filled < (this.#filled.get(id) ?? 0), `${id} lost a fill`);
        this.#filled.set(id, filled);
      }
    }
  }

  async #single(id: string, { there, back }: Trip): Promise<void> {
    const { clock, exchange } = this.base;
    await wait(clock, there);
    const read = exchange.orders_.get(id);
    await wait(clock, back);
    if (read === undefined) return;
    if (isTerminal(read.state) && this.ended.get(id) !== undefined) this.#noteEnd(read);
    this.store.apply(read);
    this.check();
  }

  #fill(held: Order, part: number, fate: Fate): void {
    const filled = Number(held.cumQuantity);
    const now = Math.min(SIZE, filled + part);
    if (held.state === 'CANCELED' || now === filled || now < 0) return;
    this.#set(held, now === SIZE ? 'FILLED' : now === 0 ? 'NEW' : 'PARTIALLY_FILLED', now, fate);
  }

  #set(held: Order, state: OrderState, filled: number, fate: Fate): void {
    const { exchange, clock } = this.base;
    const nanos = String(this.#nanos++).padStart(6, '0');
    const time = parseInstant(new Date(clock.now()).toISOString().replace('Z', `${nanos}Z`));
    const next: Order = {
      ...held,
      state,
      cumQuantity: Decimal.of(filled),
      leavesQuantity: Decimal.of(SIZE - filled),
      lastTransactTime: this.timed ? time : undefined,
    };
    exchange.orders_.set(next.id, next);
    if (isTerminal(state)) this.ended.set(next.id, ++this.#tick);
    else this.ended.delete(next.id);
    if (!isTerminal(state)) this.endSent.delete(next.id);
    const execution = anExecution({ order: next, transactTime: next.lastTransactTime });
    this.stream.send({ execution }, fate);
  }

  #deliver(frame: Frame): void {
    if ('execution' in frame) {
      this.#noteEnd(frame.execution.order);
      this.store.applyExecution(frame.execution, this.base.clock.now());
    } else this.store.applySnapshot(frame.orders, this.base.clock.now());
    this.check();
  }

  #noteEnd(sent: Order): void {
    const truth = this.base.exchange.orders_.get(sent.id);
    if (isTerminal(sent.state) && isTerminal(truth?.state)) this.endSent.add(sent.id);
  }
}

async function play(steps: readonly Step[], timed: boolean): Promise<void> {
  const run = new Play(timed);
  const { clock } = run.base;
  await run.store.load();
  for (const each of steps) {
    if (each.gap > 0) await clock.advance(each.gap);
    run.act(each);
  }
  await clock.advance(60_000);
  run.trip = { there: 5, back: 5 };
  await clock.run(run.store.refresh());
  assert.deepEqual(run.store.orders, run.open, 'one more reading and it is as the exchange has it');
  if (run.store.needsReading) await clock.run(run.store.refresh());
  assert.equal(run.store.needsReading, false, 'nothing is left to be decided');
  assert.deepEqual(run.store.orders, run.open);
  run.check();
  assert.deepEqual(run.wrong, []);
  run.store.dispose();
  run.base.session.dispose();
  assert.equal(clock.pending, 0);
}

describe('the truth of orders', () => {
  for (const timed of [true, false]) {
    it(`${timed ? 'with' : 'without'} times: no ghost, nothing backwards, and one reading puts all right`, async () => {
      const steps = fc.array(step, { minLength: 1, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(steps, (all) => play(all, timed)),
        { numRuns: 500 },
      );
    });
  }
});
