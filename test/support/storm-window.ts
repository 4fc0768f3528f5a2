import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { silentLog } from '../../src/base/log.ts';
import type { ConnectionProfile } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { OrdersStore } from '../../src/store/account/orders.ts';
import type { CancelLog, LogFolder } from '../../src/store/cancels/cancel-log.ts';
import type { CancelReport } from '../../src/store/cancels/cancel-outcome.ts';
import { CancelService } from '../../src/store/cancels/service.ts';
import { Session } from '../../src/store/session/session.ts';
import type { Dice } from './dice.ts';
import { cancelLog, GatedFolder, type MemoryLogFolder } from './memory-log.ts';
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
  readonly log: CancelLog;
  pendingCalls = 0;
  isGone = false;
  readonly #clock: SetClock;
  readonly #folder: WatchedFolder;

  constructor(
    service: FaultyService,
    clock: Clock,
    shared: MemoryLogFolder,
    dice: Dice,
    reports: CancelReport[],
  ) {
    this.#clock = new SetClock(clock);
    this.#folder = new WatchedFolder(shared);
    const random = (): number => dice.next();
    this.log = cancelLog(this.#clock, this.#folder, random);
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
            window: this.log.window,
            gate: () => this.#folder.gate,
            attemptsFor: (orderIds) => this.#folder.attemptsFor(orderIds),
          }),
          log: silentLog,
          clock: this.#clock,
          random,
        }),
    });
    this.orders = new OrdersStore(session);
    this.cancels = new CancelService(session, this.orders, this.log);
    this.cancels.onDidResolve((report) => {
      if (!this.isGone) reports.push(report);
    });
  }

  /** As by a crash: nothing of it reaches the disk or the service any more. */
  kill(): void {
    this.isGone = true;
    this.#folder.kill();
  }

  /** As a process that stands still: nothing gets through for a while, then it goes on where it was. */
  freeze(ms: number): void {
    if (this.isGone) return;
    this.#folder.gate = new Promise((resolve) => this.#clock.setTimeout(() => resolve(undefined), ms));
  }

  /** Sets what this window takes for the time by so much, milliseconds; how long anything takes stays what it is. */
  setClock(ms: number): void {
    this.#clock.shift += ms;
  }
}

/** The log files as one window writes them. Knows which attempts it has written down as sent. */
class WatchedFolder extends GatedFolder {
  readonly #orders = new Map<string, string>();
  readonly #sent = new Map<string, { readonly id: string; readonly request: string }>();

  constructor(folder: LogFolder) {
    super(folder);
    const write = this.append;
    this.append = async (...how) => {
      const isThere = await write(...how);
      if (isThere) this.#note(how[1]);
      return isThere;
    };
  }

  attemptsFor(orderIds: readonly string[] | undefined): ReadonlyMap<string, string | undefined> {
    const own = this.#sent.get('');
    if (orderIds !== undefined) return new Map(orderIds.map((id) => [id, this.#sent.get(id)?.id]));
    return new Map(
      [...this.#sent].flatMap(([order, { id, request }]) => (request === own?.request ? [[order, id]] : [])),
    );
  }

  #note(text: string): void {
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const { id, state, order, request } = JSON.parse(line) as Readonly<Record<string, string>> & {
        readonly order?: { readonly id: string };
      };
      if (id === undefined) continue;
      if (state === 'requested') this.#orders.set(id, order?.id ?? '');
      if (state === 'sent') this.#sent.set(this.#orders.get(id) ?? '', { id, request: request ?? '' });
    }
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
