import type { Event } from '../base/event.ts';
import type { Position } from '../core/position.ts';
import { readCursorPages } from './cursor-pages.ts';
import { KeyedList } from './keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from './load-state.ts';
import { Loader, type Read } from './loader.ts';
import type { Session } from './session.ts';

export interface PositionsOptions {
  /** Most pages read, default 100. */
  readonly maxPages?: number;
}

/** All positions of the account, every page. Changes are keyed by market slug. */
export class PositionsStore implements Store {
  readonly #loader: Loader;
  readonly #list = new KeyedList<Position>((position) => position.marketSlug);
  readonly #maxPages: number;
  #complete = true;
  #lost = 0;

  constructor(session: Session, options: PositionsOptions = {}) {
    this.#maxPages = options.maxPages ?? 100;
    this.#loader = new Loader(session, 'private', () => this.#clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  readonly onDidChange: Event<Change> = (listener) => this.#loader.onDidChange(listener);

  get positions(): readonly Position[] {
    return this.#list.items;
  }

  /** False when the page limit cut the list. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Positions of the last replies that could not be read. */
  get lost(): number {
    return this.#lost;
  }

  get(slug: string): Position | undefined {
    return this.#list.get(slug);
  }

  load(): Promise<void> {
    return this.#loader.first(this.#read);
  }

  refresh(reason: RefreshReason = 'asked'): Promise<void> {
    return this.#loader.run(reason, this.#read);
  }

  dispose(): void {
    this.#loader.dispose();
  }

  readonly #read: Read = async (exchange, signal) => {
    const read = await readCursorPages((cursor) => exchange.positions(cursor, signal), {
      maxPages: this.#maxPages,
    });
    return () => {
      this.#complete = read.nextCursor === undefined;
      this.#lost = read.lost;
      return this.#list.replace(read.items);
    };
  };

  #clear(): void {
    this.#list.clear();
    this.#complete = true;
    this.#lost = 0;
  }
}
