import type { Disposable } from '../../base/lifecycle.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { LoadState, RefreshReason } from '../reading/load-state.ts';
import { Loader } from '../reading/loader.ts';
import type { Session } from '../session/session.ts';
import type { Allowance } from './allowance.ts';
import { readMarkets, SLUGS_PER_REQUEST } from './market-reads.ts';
import type { Pollable, Poller } from './poller.ts';

/** What was read so shortly before is not read by name as well, milliseconds. */
const RECENT_MS = 15_000;

export interface MissingParts {
  readonly session: Session;
  readonly markets: MarketsStore;
  readonly allowance: Allowance;
  readonly poller: Pick<Poller, 'reschedule'>;
}

/**
 * Reads by name the markets on show that a live stream does not tell of, so that a few of them do not cost the reading of
 * whole lists.
 */
export class MissingMarkets implements Pollable, Disposable {
  readonly #parts: MissingParts;
  readonly #loader: Loader;
  readonly #missing: () => readonly string[];
  /** Asked for by name and not listed: only the lists may have them. */
  readonly #unlisted = new Set<string>();

  /** `missing`: the slugs, as of now. */
  constructor(parts: MissingParts, missing: () => readonly string[]) {
    this.#parts = parts;
    this.#missing = missing;
    this.#loader = new Loader(parts.session, 'public', () => this.#unlisted.clear());
  }

  get state(): LoadState {
    return this.#loader.state;
  }

  /** Whether one request brings all of these. */
  suffice(slugs: readonly string[]): boolean {
    if (slugs.length > SLUGS_PER_REQUEST || this.state.kind === 'failed') return false;
    return !slugs.some((slug) => this.#unlisted.has(slug));
  }

  load(): Promise<void> {
    return this.refresh('poll');
  }

  async refresh(reason: RefreshReason = 'asked'): Promise<void> {
    const sufficed = this.suffice(this.#missing());
    await this.#read(reason);
    // Else the lists have to be read more often, or need not be any more.
    if (this.suffice(this.#missing()) !== sufficed) this.#parts.poller.reschedule();
  }

  dispose(): void {
    this.#loader.dispose();
  }

  #read(reason: RefreshReason): Promise<void> {
    const { session, markets, allowance } = this.#parts;
    return this.#loader.run(reason, async (exchange, signal) => {
      const askedAt = session.clock.now();
      const missing = this.#missing();
      const wanted = missing.filter((slug) => askedAt - (markets.readAt(slug) ?? 0) > RECENT_MS);
      if (!this.suffice(wanted)) return () => new Set();
      if (wanted.length > 0) allowance.spend(1);
      const take = await readMarkets(exchange, wanted, markets, signal);
      return () => {
        const change = take();
        for (const slug of wanted) {
          if ((markets.readAt(slug) ?? 0) < askedAt) this.#unlisted.add(slug);
        }
        return change;
      };
    });
  }
}
