import type { Balance } from '../../core/balance.ts';
import { type Instant, isLater } from '../../core/instant.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { KeyedList, sameValue } from '../reading/keyed-list.ts';
import type { Change, Provenance } from '../reading/load-state.ts';
import type { Read } from '../reading/loader.ts';
import { StreamedStore } from './streamed-store.ts';

/** A balance as the last frame left it. */
interface FramedBalance {
  /** Undefined: a snapshot did not have it. */
  readonly balance: Balance | undefined;
  /** Only its current balance counts. */
  readonly partial: boolean;
  /** How many lists were asked for when it came. */
  readonly reading: number;
  readonly time: Instant | undefined;
}

/** Cash of the account, where the service serves it, updated by frames. Changes are keyed by currency. */
export class BalancesStore extends StreamedStore {
  readonly #framed = new Map<string, FramedBalance>();
  readonly #provenance = new Map<string, Provenance>();
  readonly #list = new KeyedList<Balance>((balance) => balance.currency);

  get balances(): readonly Balance[] {
    return this.#list.items;
  }

  get(currency: string): Balance | undefined {
    return this.#list.get(currency);
  }

  /**
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds). `whole`: it has every balance. Otherwise
   * an unset figure is sent as 0: where a figure that was not is 0 now, only `currentBalance` is taken and a reading becomes
   * due for the rest. One becomes due, too, where no time proves that the frame is newer.
   */
  applyBalances(balances: readonly Balance[], whole: boolean, at: number): void {
    const reading = this.reads.asked;
    const provenance: Provenance = { source: 'stream', at };
    let isDue = balances.length === 0 && !whole;
    const next = new Map(whole ? [] : this.balances.map((each) => [each.currency, each]));
    for (const balance of balances) {
      const currency = this.#currencyOf(balance);
      const held = this.get(currency);
      const time = balance.lastUpdated;
      if (isLater(this.#framed.get(currency)?.time ?? held?.lastUpdated, time)) {
        if (held !== undefined) next.set(currency, held);
        continue;
      }
      const isDated = isLater(time, held?.lastUpdated);
      if (!whole && held === undefined) isDue = true;
      else {
        const full = held === undefined || whole ? balance : isDated ? completed(held, balance) : undefined;
        const shown = full ?? withCash(held ?? balance, balance);
        next.set(currency, shown);
        this.#provenance.set(currency, provenance);
        this.#framed.set(currency, { balance: shown, partial: full === undefined, reading, time });
        if (full === undefined || (!isDated && held !== undefined && !sameValue(held, shown))) isDue = true;
      }
    }
    for (const { currency, lastUpdated } of this.balances) {
      if (next.has(currency)) continue;
      // A snapshot may be an old one, from before there was any of it.
      const time = this.#framed.get(currency)?.time ?? lastUpdated;
      this.#framed.set(currency, { balance: undefined, partial: false, reading, time });
      isDue = true;
    }
    this.announce(this.#list.replace(next.values()));
    if (isDue) this.reads.need();
  }

  /** Where the current balance of a currency came from. */
  provenance(currency: string): Provenance | undefined {
    return this.get(currency) && this.#provenance.get(currency);
  }

  protected override read(): Read {
    return async (exchange, signal) => {
      const reading = this.reads.begin();
      try {
        const listing = await exchange.balances(signal);
        return () => this.#take(listing.items, reading);
      } catch (cause) {
        if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
        return () => this.#take([], reading);
      }
    };
  }

  /** A list does not undo frames that came after it was asked for; over earlier ones it wins, whatever their times. */
  #take(items: readonly Balance[], reading: number): Change {
    for (const [currency, { reading: then }] of this.#framed) {
      if (then < reading) this.#framed.delete(currency);
    }
    const next = new Map(items.map((item) => [item.currency, item]));
    for (const currency of next.keys()) {
      if (!this.#framed.has(currency)) this.#provenance.set(currency, this.provenanceOfReply());
    }
    for (const [currency, { balance, partial }] of this.#framed) {
      const listed = next.get(currency);
      if (balance === undefined) next.delete(currency);
      else next.set(currency, partial && listed !== undefined ? withCash(listed, balance) : balance);
    }
    this.reads.done(reading);
    return this.#list.replace(next.values());
  }

  /** A trimmed frame leaves the currency out: where there is only one, it is that. */
  #currencyOf({ currency }: Balance): string {
    const [only, ...others] = this.balances;
    return currency === '' && only !== undefined && others.length === 0 ? only.currency : currency;
  }

  protected override clear(): void {
    super.clear();
    this.#list.clear();
    this.#framed.clear();
    this.#provenance.clear();
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

/** The balance after a change; undefined where a figure may be 0 now or may not have been sent. */
function completed(held: Balance, sent: Balance): Balance | undefined {
  const says = (figure: (typeof FIGURES)[number]): boolean =>
    sent[figure]?.isZero === false || (held[figure]?.isZero ?? true);
  if (!FIGURES.every(says)) return undefined;
  const figures = FIGURES.map((figure) => [
    figure,
    sent[figure]?.isZero === false ? sent[figure] : held[figure],
  ]);
  return { ...withCash(held, sent), ...Object.fromEntries(figures) };
}

function withCash(held: Balance, { currentBalance, lastUpdated }: Balance): Balance {
  return { ...held, currentBalance, lastUpdated: lastUpdated ?? held.lastUpdated };
}
