import type { Event } from '../../base/event.ts';
import type { Balance } from '../../core/balance.ts';
import { compareInstants, type Instant } from '../../core/instant.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { KeyedList } from '../reading/keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from '../reading/load-state.ts';
import { Loader, type Read } from '../reading/loader.ts';
import type { Provenance } from '../reading/provenance.ts';
import { ReadSequence } from '../reading/read-sequence.ts';
import { sameValue } from '../reading/same.ts';
import type { Session } from '../session/session.ts';

/** What a frame said of a balance. */
interface Heard {
  /** Undefined: a snapshot did not have it. */
  readonly balance: Balance | undefined;
  /** Only its current balance counts. */
  readonly partial: boolean;
  /** How many lists were asked for when it came. */
  readonly reading: number;
  readonly time: Instant | undefined;
}

/** Cash of the account, where the service serves it, kept up by frames. Changes are keyed by currency. */
export class BalancesStore implements Store {
  readonly #session: Session;
  readonly #loader: Loader;
  readonly #readings = new ReadSequence();
  readonly #heard = new Map<string, Heard>();
  readonly #told = new Map<string, Provenance>();
  readonly #list = new KeyedList<Balance>((balance) => balance.currency);
  #supported = true;

  constructor(session: Session) {
    this.#session = session;
    this.#loader = new Loader(session, 'private', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get balances(): readonly Balance[] {
    return this.#list.items;
  }

  /** False once the service turned out to have no balances; the state is then `ready` with none. */
  get supported(): boolean {
    return this.#supported;
  }

  get(currency: string): Balance | undefined {
    return this.#list.get(currency);
  }

  /**
   * Takes in a frame of the account stream, which may come late or twice. `whole`: it has every balance there is. Else a
   * figure that is not set is sent as 0 (live interface §11): where one that was held is 0 now, only `currentBalance` is
   * taken, and a reading becomes due for the rest. So it does where nothing says that the frame is not an old one. `at`:
   * when it arrived, Unix milliseconds.
   */
  applyBalances(balances: readonly Balance[], whole: boolean, at: number): void {
    const reading = this.#readings.asked;
    const told: Provenance = { source: 'stream', at };
    let isDue = balances.length === 0 && !whole;
    const next = new Map(whole ? [] : this.balances.map((each) => [each.currency, each]));
    for (const balance of balances) {
      const currency = this.#currencyOf(balance);
      const held = this.get(currency);
      const time = balance.lastUpdated;
      if (isLater(this.#heard.get(currency)?.time ?? held?.lastUpdated, time)) {
        if (held !== undefined) next.set(currency, held);
        continue;
      }
      const isDated = isLater(time, held?.lastUpdated);
      if (!whole && held === undefined) isDue = true;
      else {
        const full = held === undefined || whole ? balance : isDated ? completed(held, balance) : undefined;
        const shown = full ?? withCash(held ?? balance, balance);
        next.set(currency, shown);
        this.#told.set(currency, told);
        this.#heard.set(currency, { balance: shown, partial: full === undefined, reading, time });
        if (full === undefined || (!isDated && held !== undefined && !sameValue(held, shown))) isDue = true;
      }
    }
    for (const { currency, lastUpdated } of this.balances) {
      if (next.has(currency)) continue;
      // A snapshot may be an old one, from before there was any of it.
      const time = this.#heard.get(currency)?.time ?? lastUpdated;
      this.#heard.set(currency, { balance: undefined, partial: false, reading, time });
      isDue = true;
    }
    const change = this.#list.replace(next.values());
    if (change === 'all' || change.size > 0) this.#loader.announce(change);
    if (isDue) this.#readings.need();
  }

  /** True while a frame did not say all and no list asked for since was read. */
  get needsReading(): boolean {
    return this.#readings.due;
  }

  /** `needsReading` became true, or still is after a reading that was asked for too early. */
  readonly onNeedsReading: Event<void> = (listener) => this.#readings.onDue(listener);

  /** Where the current balance of a currency came from. */
  told(currency: string): Provenance | undefined {
    return this.get(currency) && this.#told.get(currency);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read);
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read);
  }

  dispose(): void {
    this.#loader.dispose();
    this.#readings.dispose();
  }

  readonly #read: Read = async (exchange, signal) => {
    const reading = this.#readings.begin();
    try {
      const listing = await exchange.balances(signal);
      return () => this.#take(listing.items, reading, true);
    } catch (cause) {
      if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
      return () => this.#take([], reading, false);
    }
  };

  /** A list does not undo what came after it was asked for; what came before, it knows better, whatever times say. */
  #take(items: readonly Balance[], reading: number, supported: boolean): Change {
    for (const [currency, { reading: then }] of this.#heard) {
      if (then < reading) this.#heard.delete(currency);
    }
    const next = new Map(items.map((item) => [item.currency, item]));
    for (const currency of next.keys()) {
      if (!this.#heard.has(currency))
        this.#told.set(currency, { source: 'rest', at: this.#session.clock.now() });
    }
    for (const [currency, { balance, partial }] of this.#heard) {
      const listed = next.get(currency);
      if (balance === undefined) next.delete(currency);
      else next.set(currency, partial && listed !== undefined ? withCash(listed, balance) : balance);
    }
    this.#supported = supported;
    this.#readings.done(reading);
    return this.#list.replace(next.values());
  }

  /** A trimmed frame leaves the currency out, which is told by there being only one. */
  #currencyOf({ currency }: Balance): string {
    const [only, ...others] = this.balances;
    return currency === '' && only !== undefined && others.length === 0 ? only.currency : currency;
  }

  #clear(): void {
    this.#list.clear();
    this.#heard.clear();
    this.#told.clear();
    this.#readings.clear();
    this.#supported = true;
  }
}

const FIGURES = [
  'buyingPower',
  'openOrders',
  'unsettledFunds',
  'pendingCredit',
  'marginRequirement',
  'assetNotional',
  'assetAvailable',
  'displayedCash',
  'availableToWithdraw',
] as const satisfies readonly (keyof Balance)[];

/** What a change makes of a balance; undefined where a figure of it may be 0 now or not have been told. */
function completed(held: Balance, told: Balance): Balance | undefined {
  const says = (figure: (typeof FIGURES)[number]): boolean =>
    told[figure]?.isZero === false || (held[figure]?.isZero ?? true);
  if (!FIGURES.every(says)) return undefined;
  const figures = FIGURES.map((figure) => [
    figure,
    told[figure]?.isZero === false ? told[figure] : held[figure],
  ]);
  return { ...withCash(held, told), ...Object.fromEntries(figures) };
}

function withCash(held: Balance, { currentBalance, lastUpdated }: Balance): Balance {
  return { ...held, currentBalance, lastUpdated: lastUpdated ?? held.lastUpdated };
}

/** False where one of them is not known. */
function isLater(a: Instant | undefined, b: Instant | undefined): boolean {
  return a !== undefined && b !== undefined && compareInstants(a, b) > 0;
}
