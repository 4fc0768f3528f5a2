import type { Row, ViewContext } from './row.ts';

/** Rows that say times, such as `in 3 h`, may stand for so long, milliseconds. */
export const TIMED_ROW_MS = 5_000;

interface Entry {
  readonly rows: readonly Row[];
  /** Unix milliseconds. */
  readonly madeAt: number;
}

/** Rows by the value they were made from, until that is another object. What changes without its value is given an age. */
export class RowMemo {
  #entries = new WeakMap<object, Entry>();
  #context: ViewContext | undefined;
  #mark: string | undefined;
  #now = 0;

  /** To be called before each drawing. Forgets all with other settings, another day or another `mark`. */
  begin(context: ViewContext, mark?: string): void {
    const { settings, isSameDay } = context.format;
    const now = settings.now();
    // From midnight on a time is written with its day.
    const isSame = this.#context === context && this.#mark === mark && isSameDay(this.#now, now);
    if (!isSame) this.#entries = new WeakMap();
    this.#context = context;
    this.#mark = mark;
    this.#now = now;
  }

  /** The rows of a value, made where there are none or they are older than `maxAgeMs`. */
  of(value: object, make: () => readonly Row[], maxAgeMs: number = Number.POSITIVE_INFINITY): readonly Row[] {
    const entry = this.#entries.get(value);
    const age = entry === undefined ? -1 : this.#now - entry.madeAt;
    // A negative age: the machine's clock was set back.
    if (entry !== undefined && (maxAgeMs === Number.POSITIVE_INFINITY || (age >= 0 && age < maxAgeMs)))
      return entry.rows;
    const rows = make();
    this.#entries.set(value, { rows, madeAt: this.#now });
    return rows;
  }
}
