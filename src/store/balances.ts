import type { Event } from '../base/event.ts';
import type { Balance } from '../core/balance.ts';
import { isExchangeError } from '../exchange/errors.ts';
import { KeyedList } from './keyed.ts';
import type { Change, LoadState, RefreshReason, Store } from './load-state.ts';
import { Loader, type Read } from './loader.ts';
import type { Session } from './session.ts';

/** Cash of the account, where the service serves it. Changes are keyed by currency. */
export class BalancesStore implements Store {
  readonly #loader: Loader;
  readonly #list = new KeyedList<Balance>((balance) => balance.currency);
  #supported = true;

  constructor(session: Session) {
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
    try {
      const listing = await exchange.balances(signal);
      return () => {
        this.#supported = true;
        return this.#list.replace(listing.items);
      };
    } catch (cause) {
      if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
      return () => {
        this.#supported = false;
        return this.#list.replace([]);
      };
    }
  };

  #clear(): void {
    this.#list.clear();
    this.#supported = true;
  }
}
