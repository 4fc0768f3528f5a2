import type { Event } from '../../base/event.ts';
import type { Execution } from '../../core/execution.ts';
import type { Order } from '../../core/order.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import { KeyedList } from '../reading/keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from '../reading/load-state.ts';
import { Loader, type Read } from '../reading/loader.ts';
import type { Provenance } from '../reading/provenance.ts';
import { ReadSequence } from '../reading/read-sequence.ts';
import { isInUse, type Owner, ownerChanged, ownerOf } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { ORDER_RULES, orderAfter } from './order-rules.ts';
import { type Moment, Reconciler, type Verdict } from './reconciler.ts';

/** What is open by one reading, and whose it is. */
export interface OpenList {
  readonly owner: Owner;
  readonly orders: readonly Order[];
  /** How many more there are, which could not be read. */
  readonly lost: number;
}

/** The open orders of the account, told by lists, single readings and frames. Changes are keyed by order id. */
export class OrdersStore implements Store {
  readonly #session: Session;
  readonly #loader: Loader;
  readonly #readings = new ReadSequence();
  readonly #reconciler = new Reconciler<Order>(ORDER_RULES);
  readonly #list = new KeyedList<Order>(ORDER_RULES.keyOf);
  readonly #pending = new Set<string>();
  readonly #unknown = new Set<string>();
  #lost = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#loader = new Loader(session, 'private', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get orders(): readonly Order[] {
    return this.#list.items;
  }

  /** Orders of the last reply that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(id: string): Order | undefined {
    return this.#list.get(id);
  }

  inMarket(slug: string): readonly Order[] {
    return this.orders.filter((order) => order.marketSlug === slug);
  }

  /** Ids of orders whose cancel is under way and whose state is not known yet. */
  get pending(): ReadonlySet<string> {
    return this.#pending;
  }

  /** Those of them whose cancel may or may not have been acted on. */
  get unknown(): ReadonlySet<string> {
    return this.#unknown;
  }

  setPending(id: string, pending: boolean, unknown = false): void {
    if (this.#pending.has(id) === pending && this.#unknown.has(id) === unknown) return;
    put(this.#pending, id, pending);
    put(this.#unknown, id, unknown);
    this.#loader.announce(new Set([id]));
  }

  /** Takes in an order as just read; one in a final state leaves the list and does not come back. */
  apply(order: Order): void {
    this.#follow(this.#reconciler.applyUpdate(order, this.#moment('rest', this.#session.clock.now())));
  }

  /** The service does not know this order any more. A list asked for from now on may still say otherwise. */
  remove(id: string): void {
    this.#reconciler.remove(id, this.#moment('rest', this.#session.clock.now()));
    this.#follow('changed');
  }

  /**
   * Takes in a frame of the account stream, which may come late or twice. A working order it is the first to tell of is
   * not shown: a reading becomes due. `at`: when it arrived, Unix milliseconds.
   */
  applyExecution(execution: Execution, at: number): void {
    const order = orderAfter(execution);
    const time = order.lastTransactTime ?? execution.transactTime;
    this.#decide([this.#reconciler.applyUpdate(order, this.#moment('stream', at), time)]);
  }

  /**
   * Takes in a snapshot of the account stream that arrived at `at`. Without `askedAt` (when it was subscribed to; both Unix
   * milliseconds) it may be an old one: where it has other orders than the last list had, a reading becomes due.
   */
  applySnapshot(orders: readonly Order[], at: number, askedAt?: number): void {
    this.#decide(this.#reconciler.snapshot(orders, this.#moment('stream', at), askedAt));
  }

  /** True while a frame could not be decided and no list asked for since was read. */
  get needsReading(): boolean {
    return this.#readings.due;
  }

  /** `needsReading` became true, or still is after a reading that was asked for too early. */
  readonly onNeedsReading: Event<void> = (listener) => this.#readings.onDue(listener);

  /** Where a listed order as it is shown came from. */
  told(id: string): Provenance | undefined {
    return this.#reconciler.told(id);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read);
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read);
  }

  /**
   * The open orders read anew, for whoever is about to act on them: by a reading asked for from now on, not by one that is
   * out already, and only of the account they are asked for of. Rejects with ExchangeError when they could not be read:
   * `auth` while signed out, `cancelled` when another account is in use. What could not be read in them is `lost`: a list
   * without any is not the same as none.
   */
  async latest(owner: Owner = ownerOf(this.#session)): Promise<OpenList> {
    await this.#loader.idle();
    if (isInUse(this.#session, owner)) await this.refresh();
    const { state } = this;
    if (!isInUse(this.#session, owner) || state.kind === 'idle') throw this.#notRead(owner);
    if (state.kind === 'failed') throw state.error;
    return { owner, orders: this.orders, lost: this.lost };
  }

  dispose(): void {
    this.#loader.dispose();
    this.#readings.dispose();
  }

  readonly #read: Read = async (exchange, signal) => {
    const reading = this.#readings.begin();
    const listing = await exchange.openOrders(signal, true);
    return () => {
      const told: Provenance = { source: 'rest', at: this.#session.clock.now() };
      const verdict = this.#reconciler.list(listing.items, { reading, told });
      this.#lost = listing.lost;
      this.#readings.done(reading);
      if (verdict === 'undecided') this.#readings.need();
      return this.#list.replace(this.#reconciler.shown);
    };
  };

  /** Whoever was signed out, be it by a key that was refused, is told so; whoever is another one by now, that. */
  #notRead({ profile }: Owner): ExchangeError {
    const { account, canSign } = this.#session;
    const isOut = !canSign && account.kind !== 'unknown' && this.#session.profile === profile;
    if (!isOut) return ownerChanged();
    return new ExchangeError('auth', 'Sign in to see this.', { auth: 'noKey', mayHaveArrived: false });
  }

  #moment(source: Provenance['source'], at: number): Moment {
    return { reading: this.#readings.asked, told: { source, at } };
  }

  #decide(verdicts: readonly Verdict[]): void {
    if (verdicts.includes('changed')) this.#follow('changed');
    if (verdicts.includes('undecided')) this.#readings.need();
  }

  #follow(verdict: Verdict): void {
    if (verdict !== 'changed') return;
    const change = this.#list.replace(this.#reconciler.shown);
    if (change === 'all' || change.size > 0) this.#loader.announce(change);
  }

  #clear(): void {
    this.#list.clear();
    this.#reconciler.clear();
    this.#readings.clear();
    this.#pending.clear();
    this.#unknown.clear();
    this.#lost = 0;
  }
}

function put(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
