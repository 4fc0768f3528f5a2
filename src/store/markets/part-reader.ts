import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type LoadState, readAt } from '../reading/load-state.ts';
import { Loader, type ReadKind } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { Held } from './quotes.ts';

/** One reading a panel shows, with how far it is and how old. */
export interface Part<T> {
  readonly state: LoadState;
  /** The last good reading, or what the stream told since. */
  readonly value: T | undefined;
  /** When that arrived, Unix milliseconds. */
  readonly at: number | undefined;
  /** What told it; undefined before anything did. */
  readonly source: 'rest' | 'stream' | undefined;
  /** The service has no such endpoint, as far as is known; the part stays empty. */
  readonly unsupported: boolean;
}

/** So long an endpoint that was missing is left alone: what said so may have been wrong for a moment. */
const ASK_AGAIN_MS = 10 * 60_000;

/** Reads one part and remembers the last good reading. */
export class PartReader<T> implements Disposable {
  readonly #loader: Loader;
  readonly #clock: Clock;
  readonly #read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>;
  #value: T | undefined;
  #askedAt: number | undefined;

  constructor(
    session: Session,
    changed: () => void,
    read: (exchange: Exchange, signal: AbortSignal) => Promise<T | undefined>,
  ) {
    this.#read = read;
    this.#clock = session.clock;
    this.#loader = new Loader(session, 'public', () => {
      this.#value = this.#askedAt = undefined;
    });
    this.#loader.onDidChange(changed);
  }

  get part(): Part<T> {
    const { state } = this.#loader;
    const at = readAt(state);
    const source = at === undefined ? undefined : 'rest';
    return { state, value: this.#value, at, source, unsupported: this.unsupported };
  }

  /** What was read, unless `held` was told since: by the stream, or by a reading of somebody else's. */
  latest(held: Held<T> | undefined): Part<T> {
    const { part } = this;
    if (held === undefined || held.value === part.value || this.#provesGone(held)) return part;
    const { value, source, at } = held;
    if (source === 'rest') return { ...part, value, source, at };
    return { state: toldState(part, at), value, source, at, unsupported: false };
  }

  get unsupported(): boolean {
    const { state } = this.#loader;
    return state.kind === 'failed' && state.error.code === 'unsupported';
  }

  /** An endpoint the service seems to lack is left alone for a while, and then asked for again. */
  async read(kind: ReadKind): Promise<void> {
    if (this.unsupported && !this.#mayAskAgain()) return;
    const read = async (exchange: Exchange, signal: AbortSignal) => {
      const askedAt = this.#clock.now();
      const value = await this.#read(exchange, signal);
      return () => {
        this.#value = value;
        this.#askedAt = askedAt;
        return 'all' as const;
      };
    };
    await (kind === 'load' ? this.#loader.first(read) : this.#loader.run(kind, read));
  }

  /** The service was asked after that was told, and has nothing of the kind any more. */
  #provesGone(held: Held<T>): boolean {
    return this.#value === undefined && this.#askedAt !== undefined && this.#askedAt > held.asOf;
  }

  #mayAskAgain(): boolean {
    const { state } = this.#loader;
    const age = state.kind === 'failed' ? this.#clock.now() - state.at : 0;
    // Below zero the machine's clock was set back.
    return age < 0 || age >= ASK_AGAIN_MS;
  }

  restart(): void {
    this.#loader.restart();
  }

  dispose(): void {
    this.#loader.dispose();
  }
}

/** What the stream told stands in for a reading that is missing, or that failed before it. */
function toldState({ state }: Part<unknown>, at: number): LoadState {
  switch (state.kind) {
    case 'loading':
    case 'refreshing':
      return { kind: 'refreshing', at };
    case 'failed':
      if (state.at > at && state.error.code !== 'unsupported') return { ...state, hasData: true, readAt: at };
      return { kind: 'ready', at };
    default:
      return { kind: 'ready', at };
  }
}

/** A 404 about a market that is known says that the service has nothing of the kind for it: no failure to try again. */
export async function whereServed<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (isExchangeError(cause) && cause.code === 'notFound') return undefined;
    throw cause;
  }
}
