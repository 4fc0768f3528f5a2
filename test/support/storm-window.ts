import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/lifecycle.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Order } from '../../src/core/order.ts';
import type { ConnectionProfile } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { OrdersStore } from '../../src/store/account/orders.ts';
import { type CancelReport, CancelService } from '../../src/store/cancels/cancel.ts';
import { cancelEverything, type EverythingReport } from '../../src/store/cancels/cancel-everything.ts';
import { type IntentFile, IntentLog } from '../../src/store/cancels/intent-log.ts';
import { Session } from '../../src/store/session/session.ts';
import type { Dice } from './dice.ts';
import type { MemoryIntents } from './memory-intents.ts';
import { StormLedger } from './storm-ledger.ts';
import type { FaultyService } from './storm-service.ts';

/** Of the service whose batches are published: at an address somebody typed in there would be none. */
const PROFILE: ConnectionProfile = {
  id: 'polymarketUS',
  label: 'storm',
  publicUrl: 'https://exchange.invalid',
  privateUrl: 'https://exchange.invalid',
  auth: 'none',
  dialect: 'current',
};

/** One window: everything from the click to the wire, and the ways it can end. */
export class StormWindow {
  readonly orders: OrdersStore;
  readonly cancels: CancelService;
  pendingCalls = 0;
  isGone = false;
  isAtEverything = false;
  readonly #clock: SetClock;
  readonly #intents: MemoryIntents;
  #gate: Promise<unknown> = Promise.resolve();

  constructor(
    service: FaultyService,
    clock: Clock,
    intents: MemoryIntents,
    dice: Dice,
    reports: CancelReport[],
  ) {
    this.#clock = new SetClock(clock);
    this.#intents = intents;
    const ledger = new StormLedger();
    const file: IntentFile = {
      read: () => this.#gate.then(() => intents.read()),
      append: async (lines, durable) => {
        await this.#gate;
        ledger.writes(lines);
        await intents.append(lines, durable);
      },
      claim: async (name) => {
        await this.#gate;
        const isOurs = await intents.claim(name);
        if (isOurs) ledger.got(name);
        return isOurs;
      },
      digest: (text) => intents.digest(text),
    };
    const log = new IntentLog({ file, clock: this.#clock, log: silentLog, random: () => dice.next() });
    const session = new Session({
      profile: PROFILE,
      clock: this.#clock,
      credentials: {
        get: async () => undefined,
        store: async () => {},
        delete: async () => {},
        onDidChange: () => ({ dispose: () => {} }),
      },
      factory: async (profile) =>
        createServiceExchange({
          profile,
          transport: service.transport({
            window: log.window,
            gate: () => this.#gate,
            ledger,
          }),
          log: silentLog,
          clock: this.#clock,
          random: () => dice.next(),
        }),
    });
    this.orders = new OrdersStore(session);
    this.cancels = new CancelService(session, this.orders, log);
    this.cancels.onDidResolve((report) => {
      if (!this.isGone) reports.push(report);
    });
  }

  /** Asks for whatever is open, and for each order it knows to be. */
  async cancelEverything(known: readonly Order[], why: string): Promise<EverythingReport> {
    const { cancels, orders } = this;
    this.isAtEverything = true;
    const report = await cancelEverything({ cancels, orders, clock: this.#clock }, known, { why });
    this.isAtEverything = false;
    return report;
  }

  /** Tidies the record up, as slowly as a window can be; it may crash or freeze in the middle of it. */
  tidyUp(): void {
    if (this.isGone) return;
    const pause = (): Promise<unknown> =>
      new Promise<void>((resolve) => this.#clock.setTimeout(resolve, 50)).then(() => this.#gate);
    void this.#intents.tidyUp(pause);
  }

  /** As by a crash: nothing of it reaches the disk or the service any more. */
  kill(): void {
    this.isGone = true;
    this.#gate = new Promise(() => {});
  }

  /** Sets what this window takes for the time by so much, milliseconds; how long anything takes stays what it is. */
  setClock(ms: number): void {
    this.#clock.shift += ms;
  }

  /** As a machine that sleeps: nothing happens for a while, then it goes on where it was. */
  freeze(ms: number): void {
    if (this.isGone) return;
    this.#gate = new Promise((resolve) => this.#clock.setTimeout(() => resolve(undefined), ms));
  }
}

/** A clock that somebody sets while its timers go on. */
class SetClock implements Clock {
  shift = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.shift;
  }

  steady(): number {
    return this.#clock.steady();
  }

  setTimeout(callback: () => void, ms: number): Disposable {
    return this.#clock.setTimeout(callback, ms);
  }
}
