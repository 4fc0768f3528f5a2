import type { Disposable } from '../../src/base/lifecycle.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Order } from '../../src/core/order.ts';
import { isTerminal } from '../../src/core/order.ts';
import type { World } from '../../src/demo/api.ts';
import { createDemoHandler } from '../../src/demo/handler/handler.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import type { ConnectionProfile } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../src/exchange/transport.ts';
import { type CancelReport, CancelService } from '../../src/store/cancel.ts';
import { type IntentFile, IntentLog } from '../../src/store/intent-log.ts';
import { OrdersStore } from '../../src/store/orders.ts';
import { Session } from '../../src/store/session.ts';
import { VirtualClock } from './clock.ts';
import { MemoryIntents } from './memory-intents.ts';

const NOON = Date.UTC(2026, 8, 1, 18);
const PROFILE: ConnectionProfile = {
  id: 'custom',
  label: 'storm',
  publicUrl: 'https://exchange.invalid',
  privateUrl: 'https://exchange.invalid',
  auth: 'none',
  dialect: 'current',
};

/** What one storm left behind, for judging it. */
export interface Storm {
  readonly seed: number;
  readonly world: World;
  readonly now: number;
  readonly intents: MemoryIntents;
  /** Every order somebody asked to cancel, by id. */
  readonly asked: ReadonlyMap<string, Order>;
  /** Requests to cancel that a window handed over, by order. */
  readonly posts: ReadonlyMap<string, number>;
  /** Orders a request took effect on. */
  readonly cancelledByUs: ReadonlySet<string>;
  /** All that was said, by windows that lived. */
  readonly reports: readonly CancelReport[];
  readonly calls: { made: number; answered: number };
  /** The windows that are there at the end. */
  readonly windows: readonly StormWindow[];
}

/** Cancels `count` orders of a demo exchange over a line and a disk that fail, from windows that crash and freeze. */
export async function storm(seed: number, count: number): Promise<Storm> {
  const dice = new Dice(seed);
  const clock = new VirtualClock(NOON);
  const world = createWorld({ seed: 1 + (seed % 50), epochMs: NOON, markets: 60 });
  const service = new FaultyService(world, clock, dice);
  const intents = new MemoryIntents();
  const orders = world.openOrders(NOON).slice(0, count);
  const asked = new Map(orders.map((order) => [order.id, order]));
  const reports: CancelReport[] = [];
  const calls = { made: 0, answered: 0 };
  const open = (): StormWindow => new StormWindow(service, clock, intents, dice, reports);
  const windows = [open(), open()];
  for (const each of windows) await clock.run(each.orders.load());

  const later = (from: number, to: number, what: () => void): Disposable =>
    clock.setTimeout(what, dice.between(from, to));
  const click = (which: number, wanted: readonly Order[], again = false): void => {
    const asks = windows[which % windows.length];
    if (asks === undefined || asks.isGone) return;
    calls.made += 1;
    asks.pendingCalls += 1;
    const stop = new AbortController();
    if (dice.chance(0.05)) later(0, 2_000, () => stop.abort());
    void asks.cancels.cancel(wanted, { again, signal: stop.signal, why: 'storm' }).then((found) => {
      if (found.length !== wanted.length) throw new Error('an order got no report');
      calls.answered += 1;
      asks.pendingCalls -= 1;
    });
  };
  for (let at = 0; at < orders.length; ) {
    const list = orders.slice(at, at + dice.pick([1, 1, 1, 1, 1, 1, 2, 3, 4, 25]));
    at += list.length;
    const which = dice.between(0, 1);
    later(0, 20_000, () => click(which, list));
    // A second click, here or in the other window, soon after or at the same moment.
    if (dice.chance(0.3)) later(0, 20_000, () => click(dice.between(0, 1), list));
    if (dice.chance(0.2)) later(40_000, 400_000, () => click(dice.between(0, 1), list, true));
  }
  for (const order of orders) {
    if (dice.chance(0.25)) later(0, 60_000, () => service.fill(order.id));
    if (dice.chance(0.05)) later(60_000, 900_000, () => service.fill(order.id));
  }
  for (const which of [0, 1]) {
    if (dice.chance(0.5))
      later(0, 40_000, () => {
        windows[which]?.kill();
        later(0, 30_000, () => {
          const next = open();
          windows[which] = next;
          void next.cancels.recover();
        });
      });
    else if (dice.chance(0.3))
      later(0, 20_000, () => windows[which]?.freeze(dice.pick([5_000, 90_000, 700_000])));
  }
  if (dice.chance(0.2)) {
    later(0, 20_000, () => {
      intents.broken = true;
      later(100, 20_000, () => {
        intents.broken = false;
      });
    });
  }
  await clock.advance(1_000_000);
  // The weather clears; whoever is left finds out the rest.
  service.calm();
  for (const each of windows) void each.cancels.recover();
  await clock.advance(900_000);
  return {
    seed,
    world,
    now: service.now(),
    intents,
    asked,
    posts: service.posts,
    cancelledByUs: service.cancelledByUs,
    reports,
    calls,
    windows,
  };
}

/** One window: everything from the click to the wire, and the ways it can end. */
export class StormWindow {
  readonly orders: OrdersStore;
  readonly cancels: CancelService;
  pendingCalls = 0;
  isGone = false;
  readonly #clock: VirtualClock;
  #gate: Promise<unknown> = Promise.resolve();

  constructor(
    service: FaultyService,
    clock: VirtualClock,
    intents: MemoryIntents,
    dice: Dice,
    reports: CancelReport[],
  ) {
    this.#clock = clock;
    const session = new Session({
      profile: PROFILE,
      clock,
      credentials: {
        get: async () => undefined,
        store: async () => {},
        delete: async () => {},
        onDidChange: () => ({ dispose: () => {} }),
      },
      factory: async (profile) =>
        createServiceExchange({
          profile,
          transport: service.transport(() => this.#gate),
          log: silentLog,
          clock,
          random: () => dice.next(),
        }),
    });
    const file: IntentFile = {
      read: () => this.#gate.then(() => intents.read()),
      append: (lines, durable) => this.#gate.then(() => intents.append(lines, durable)),
      claim: (name) => this.#gate.then(() => intents.claim(name)),
      digest: (text) => intents.digest(text),
    };
    this.orders = new OrdersStore(session);
    const log = new IntentLog({ file, clock, log: silentLog, random: () => dice.next() });
    this.cancels = new CancelService(session, this.orders, log);
    this.cancels.onDidResolve((report) => {
      if (!this.isGone) reports.push(report);
    });
  }

  /** As by a crash: nothing of it reaches the disk or the service any more. */
  kill(): void {
    this.isGone = true;
    this.#gate = new Promise(() => {});
  }

  /** As a machine that sleeps: nothing happens for a while, then it goes on where it was. */
  freeze(ms: number): void {
    if (this.isGone) return;
    this.#gate = new Promise((resolve) => this.#clock.setTimeout(() => resolve(undefined), ms));
  }
}

type Weather =
  | 'well'
  | 'lostBefore'
  | 'lostAfter'
  | 'resetBefore'
  | 'resetAfter'
  | '429'
  | '500'
  | '503after'
  | 'twice'
  | 'lateAct';

/** The demo behind a line that loses, delays and repeats, and with errors of its own. */
class FaultyService {
  readonly posts = new Map<string, number>();
  readonly cancelledByUs = new Set<string>();
  readonly #world: World;
  readonly #clock: VirtualClock;
  readonly #dice: Dice;
  readonly #handler;
  /** When the weather cleared; from then on the world stands still too. */
  #calmAt: number | undefined;

  constructor(world: World, clock: VirtualClock, dice: Dice) {
    this.#world = world;
    this.#clock = clock;
    this.#dice = dice;
    this.#handler = createDemoHandler({
      world: () => world,
      clock,
      worldNow: () => this.now(),
      dialect: 'current',
      keys: [keyOf(5)],
      auth: 'none',
    });
  }

  calm(): void {
    this.#calmAt = this.#clock.now();
  }

  /** The world goes by slowly, so that what happens to the orders is what the storm does to them. */
  now(): number {
    return NOON + Math.floor(((this.#calmAt ?? this.#clock.now()) - NOON) / 60_000) * 1_000;
  }

  fill(orderId: string): void {
    if (isTerminal(this.#world.order(orderId, this.now())?.state)) return;
    this.#world.apply({ kind: 'fillOrder', orderId }, this.now());
  }

  transport(gate: () => Promise<unknown>): Transport {
    return { name: 'storm', send: (request) => this.#send(request, gate), dispose: () => {} };
  }

  async #send(request: TransportRequest, gate: () => Promise<unknown>): Promise<TransportReply> {
    await gate();
    const isPost = request.method === 'POST';
    if (isPost) for (const id of idsOf(request)) this.posts.set(id, (this.posts.get(id) ?? 0) + 1);
    const weather = this.#weather(isPost);
    await this.#wait(this.#dice.pick([1, 20, 150, 900]));
    const reply = await this.#meet(request, weather);
    await this.#wait(this.#dice.pick([1, 20, 150, 900]));
    await gate();
    return reply;
  }

  async #meet(request: TransportRequest, weather: Weather): Promise<TransportReply> {
    switch (weather) {
      case 'well':
        return this.#act(request);
      case 'twice':
        this.#act(request);
        return this.#act(request);
      case 'lostBefore':
        return this.#silence();
      case 'lostAfter':
        this.#act(request);
        return this.#silence();
      case 'lateAct':
        this.#clock.setTimeout(() => this.#act(request), this.#dice.pick([4_000, 16_000, 50_000, 300_000]));
        return this.#silence();
      case 'resetBefore':
        throw new TransportError('reset', 'Broken before');
      case 'resetAfter':
        this.#act(request);
        throw new TransportError('reset', 'Broken after');
      case '429':
        return error(429);
      case '500':
        return error(500);
      case '503after':
        this.#act(request);
        return error(503);
    }
  }

  #act(request: TransportRequest): TransportReply {
    const now = this.now();
    const ids = request.method === 'POST' ? idsOf(request) : [];
    const open = ids.filter((id) => !isTerminal(this.#world.order(id, now)?.state));
    const { method, url, headers, body } = request;
    const reply = this.#handler.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: new TextEncoder().encode(body ?? ''),
    });
    for (const id of open) {
      if (this.#world.order(id, now)?.state === 'CANCELED') this.cancelledByUs.add(id);
    }
    return reply;
  }

  async #silence(): Promise<never> {
    await this.#wait(15_000);
    throw new TransportError('timeout', 'No answer');
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.setTimeout(resolve, ms));
  }

  #weather(isPost: boolean): Weather {
    if (this.#calmAt !== undefined || this.#dice.chance(isPost ? 0.4 : 0.8)) return 'well';
    return this.#dice.pick(isPost ? BAD_FOR_POSTS : BAD_FOR_READS);
  }
}

const BAD_FOR_READS: readonly Weather[] = ['lostBefore', 'resetBefore', '429', '500'];
const BAD_FOR_POSTS: readonly Weather[] = [
  ...BAD_FOR_READS,
  'lostAfter',
  'resetAfter',
  '503after',
  'twice',
  'lateAct',
];

function idsOf({ url, body }: TransportRequest): readonly string[] {
  const single = /^\/v1\/order\/([^/]+)\/cancel$/.exec(url.pathname)?.[1];
  if (single !== undefined) return [decodeURIComponent(single)];
  const { orders } = JSON.parse(body ?? '{}') as {
    readonly orders?: readonly { readonly orderId: string }[];
  };
  return (orders ?? []).map(({ orderId }) => orderId);
}

function error(status: number): TransportReply {
  const body = new TextEncoder().encode(JSON.stringify({ code: 13, message: `on purpose ${status}` }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** 0…1, 1 excluded. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T;
  }
}
