import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { OrdersStore } from '../account/orders.ts';
import { onReading } from '../reading/load-state.ts';
import { isInUse, type Owner, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { connectionOf } from './cancel-intent.ts';
import { type Left, whatIsLeft } from './cancel-left.ts';
import { type Answer, answerOfStep, notSent } from './cancel-outcome.ts';
import { answeredBy, endOf, failureOf, type IntentRecord, isForEverything } from './intent.ts';
import { type IntentLog, isSilent, SILENT_MS } from './intent-log.ts';

export interface EverythingRecoveryOptions {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly log: IntentLog;
  /** Digest of whose orders these are. */
  readonly account: () => string;
}

/** How a cancel of whatever was open ended that a window asked for which is gone. */
export interface EverythingEnd extends Left {
  /** What its request came to; `noEffect`: it never went out, or was refused. */
  readonly request: Answer;
  readonly owner: Owner;
}

/**
 * Looks after cancels of whatever is open that a window which is gone had asked for: reads what is open, which nobody else
 * would do any more, and says so.
 */
export class EverythingRecovery implements Disposable {
  readonly #own: EverythingRecoveryOptions;
  readonly #resolved = new Emitter<EverythingEnd>();
  readonly #disposables = new DisposableStore();
  /** Ids of those this window took up, and what is known of their requests. */
  readonly #taken = new Map<string, Answer>();
  #lookedUp: number | undefined;
  #isLooking = false;
  #isWaiting = false;

  constructor(own: EverythingRecoveryOptions) {
    this.#own = own;
    this.#disposables.add(this.#resolved);
    this.#disposables.add(onReading(own.orders, () => void this.recover()));
  }

  readonly onDidResolve: Event<EverythingEnd> = (listener) => this.#resolved.event(listener);

  /** To be called when another account may be in use. */
  followSession(): void {
    const epoch = this.#own.session.epoch('private');
    if (!this.#own.session.canSign || this.#lookedUp === epoch) return;
    this.#lookedUp = epoch;
    void this.recover();
  }

  /** Takes up those of this account whose window has fallen silent. Asks nothing of the service if there are none. */
  async recover(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#lookAfterAll();
    } catch (cause) {
      this.#own.session.log.error('A cancel of whatever was open could not be looked after.', cause);
    } finally {
      this.#isLooking = false;
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #lookAfterAll(): Promise<void> {
    const { session, account } = this.#own;
    if ((await this.#left()).length === 0) return;
    const owner = ownerOf(session);
    await session.ensure();
    if (!session.canSign || !isInUse(session, owner)) return;
    const own = account();
    const left = await this.#left();
    for (const record of left) if (record.account === own) await this.#lookAfter(record, owner);
  }

  /** Those of silent windows; where there are others it is looked again once they had the time to fall silent. */
  async #left(): Promise<readonly IntentRecord[]> {
    const { session, log } = this.#own;
    const book = await log.read();
    const connection = connectionOf(session.profile);
    const open = book.records.filter(
      (record) =>
        isForEverything(record) &&
        endOf(record) === undefined &&
        record.window !== log.window &&
        record.connection === connection,
    );
    const silent = open.filter(({ window }) => isSilent(book, window, session.clock.now()));
    if (silent.length < open.length && !this.#isWaiting) {
      this.#isWaiting = true;
      const again = session.clock.setTimeout(() => {
        this.#isWaiting = false;
        this.#disposables.release(again);
        void this.recover();
      }, SILENT_MS);
      this.#disposables.add(again);
    }
    return silent;
  }

  async #lookAfter(record: IntentRecord, owner: Owner): Promise<void> {
    const { orders, log, session } = this.#own;
    const request = this.#taken.get(record.id) ?? (await this.#takeUp(record));
    this.#taken.set(record.id, request);
    const isSame = (): boolean => isInUse(session, owner) && !this.#disposables.disposed;
    const found = await whatIsLeft({ orders, clock: session.clock }, owner, isSame);
    // What could not be read is looked for again with the next reading.
    if (!isSame() || (found.left === undefined && request.kind !== 'noEffect')) return;
    if (request.kind === 'noEffect') log.note(record.id, 'refused', failureOf(request.error));
    else log.note(record.id, found.left?.length === 0 && found.lost === 0 ? 'confirmed' : 'unfollowed');
    const isOurs = await log.claim(`${record.slot}-told`).catch(() => true);
    if (isOurs) this.#resolved.fire({ ...found, request, owner });
  }

  /** One that nobody claimed never goes out any more. */
  async #takeUp(record: IntentRecord): Promise<Answer> {
    const { log } = this.#own;
    await log.takeUp([record.id]);
    return (await log.claim(record.slot))
      ? { kind: 'noEffect', error: notSent() }
      : answerOfStep(answeredBy(record));
  }
}
