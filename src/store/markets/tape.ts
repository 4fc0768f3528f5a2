import { type Trade, tradeKey } from '../../core/trade.ts';

/** Most trades held of a market. */
const MOST_TRADES = 100;

interface Entry {
  readonly key: string;
  readonly trade: Trade;
  /** Of the trade, or of its arrival where it has no time: Unix milliseconds, and nanoseconds past that. */
  readonly ms: number;
  readonly nanos: number;
}

/** The last trades of one market: each once, newest first by time, then by arrival. */
export class Tape {
  readonly #entries: Entry[] = [];
  readonly #keys = new Set<string>();
  #trades: readonly Trade[] | undefined;

  /** The same list until a trade was taken in. */
  get trades(): readonly Trade[] {
    this.#trades ??= this.#entries.map(({ trade }) => trade);
    return this.#trades;
  }

  get newest(): Trade | undefined {
    return this.#entries[0]?.trade;
  }

  /** False when it is known already, or older than all that are held. `at`: when it arrived, Unix milliseconds. */
  take(trade: Trade, at: number): boolean {
    const key = tradeKey(trade);
    if (this.#keys.has(key)) return false;
    const entry = { key, trade, ms: trade.time?.ms ?? at, nanos: trade.time?.nanos ?? 0 };
    const place = this.#placeOf(entry);
    if (place >= MOST_TRADES) return false;
    this.#entries.splice(place, 0, entry);
    this.#keys.add(key);
    if (this.#entries.length > MOST_TRADES) this.#keys.delete(this.#entries.pop()?.key ?? '');
    this.#trades = undefined;
    return true;
  }

  #placeOf({ ms, nanos }: Entry): number {
    let place = 0;
    for (const other of this.#entries) {
      if (other.ms < ms || (other.ms === ms && other.nanos <= nanos)) break;
      place++;
    }
    return place;
  }
}
