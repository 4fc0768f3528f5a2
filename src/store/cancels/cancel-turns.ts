import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RatePermit } from '../../exchange/rate-permit.ts';

/** Between two words about one wait, milliseconds. */
const TELL_MS = 1_000;

export interface TurnsOptions {
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Once a second while a request waits because the service wants to be left alone: for how many milliseconds more; 0 when
   * none waits any more.
   */
  readonly onWaiting?: ((ms: number) => void) | undefined;
}

/** Turns for the requests of one list. Whatever waits for one is not claimed yet and can be called off. */
export class Turns {
  readonly #exchange: Exchange;
  readonly #clock: Clock;
  readonly #options: TurnsOptions;
  #waiting = 0;
  #telling: AbortController | undefined;

  constructor(exchange: Exchange, clock: Clock, options: TurnsOptions) {
    this.#exchange = exchange;
    this.#clock = clock;
    this.#options = options;
  }

  /** Undefined when it was called off before, or the connection was closed. Whoever gets one gives it back. */
  async next(): Promise<RatePermit | undefined> {
    this.#waiting++;
    this.#tell();
    try {
      return await this.#exchange.permit(this.#options.signal);
    } catch {
      return undefined;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#endTelling();
    }
  }

  #tell(): void {
    if (this.#options.onWaiting === undefined || this.#telling !== undefined) return;
    const telling = new AbortController();
    this.#telling = telling;
    void this.#tellUntil(telling.signal);
  }

  async #tellUntil(signal: AbortSignal): Promise<void> {
    let told = 0;
    const tell = (ms: number): void => {
      if (ms !== told) this.#say(ms);
      told = ms;
    };
    while (!signal.aborted) {
      tell(this.#exchange.diagnostics.rate().pausedMs);
      await sleep(this.#clock, TELL_MS, signal).catch(() => undefined);
    }
    tell(0);
  }

  #endTelling(): void {
    this.#telling?.abort();
    this.#telling = undefined;
  }

  #say(ms: number): void {
    try {
      this.#options.onWaiting?.(ms);
    } catch {
      // Whoever shows it is gone: what goes out is not a matter of that.
    }
  }
}
