import type { MarketEvent } from '../../core/market.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { NOTHING_CHANGED } from '../reading/load-state.ts';
import { LoadedStore, type Read } from '../reading/loaded-store.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';

/** Reads one event again and again for its page: what it reads goes into the stores of events and markets. */
export class EventReader extends LoadedStore {
  readonly #events: EventsStore;
  readonly #key: string;
  #id: string | undefined;

  /** `key`: its slug or id. */
  constructor(session: Session, events: EventsStore, key: string) {
    super(session, 'public');
    this.#events = events;
    this.#key = key;
  }

  /** As it was read last, here or with a list. */
  get event(): MarketEvent | undefined {
    this.#id ??= this.#events.all.find(({ slug, id }) => slug === this.#key || id === this.#key)?.id;
    return this.#id === undefined ? undefined : this.#events.get(this.#id);
  }

  protected override read(): Read {
    return async (exchange, signal) => {
      try {
        const key = this.#key;
        const isId = /^\d+$/.test(key);
        const event = await (isId ? exchange.eventById(key, signal) : exchange.eventBySlug(key, signal));
        const at = this.session.clock.now();
        return () => {
          this.#id = event.id;
          this.#events.upsert([event], at);
          return 'all';
        };
      } catch (cause) {
        if (!isExchangeError(cause) || cause.code !== 'unsupported' || this.event === undefined) throw cause;
        // What is worked out from the markets is all there is.
        return () => NOTHING_CHANGED;
      }
    };
  }

  protected override clear(): void {
    this.#id = undefined;
  }
}
