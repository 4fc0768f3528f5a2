import { isAhead } from '../../base/clock.ts';
import {
  type FigureSource,
  type Freshness,
  type FreshnessEvidence,
  freshnessOf,
} from '../../core/freshness.ts';
import type { Wanted } from '../../exchange/streams.ts';
import type { StreamLink } from './stream-link.ts';

/** Until when a market's price was told of, Unix milliseconds. */
interface Until {
  readonly at: number;
  /** False when it was given up, true when the line broke off. */
  readonly broken: boolean;
}

/** A price shown, and what is known beside it. */
export interface ShownPrice {
  readonly slug: string;
  readonly source: FigureSource;
  /** When it was told or read, Unix milliseconds. */
  readonly at: number;
  readonly reachable: boolean;
  readonly limitMs: number;
}

/** Markets that nobody wants any more are remembered up to this many. */
const MOST_KEPT = 5_000;

/** Which prices the stream of the markets tells of, and until when it told of the others. */
export class PriceLine {
  readonly #link: StreamLink;
  readonly #covered = new Set<string>();
  readonly #until = new Map<string, Until>();
  #wanted: Wanted = new Map();
  #heardAt = 0;

  constructor(link: StreamLink) {
    this.#link = link;
  }

  get isLive(): boolean {
    return this.#link.state('markets').kind === 'live';
  }

  /** Whether a change of this price would be told. */
  covers(slug: string): boolean {
    return this.#covered.has(slug) && this.isLive && this.#link.covers(slug);
  }

  /** Whether a change of this book would be told, which the best prices alone do not. */
  coversBook(slug: string): boolean {
    return this.isLive && this.#link.coversTopic(slug, 'book');
  }

  /** Until when what happened in this market was told, Unix milliseconds; undefined where it never was. */
  completeUntil(slug: string): number | undefined {
    const state = this.#link.state('markets');
    if (state.kind === 'live' && this.covers(slug)) return state.completeUntil;
    return this.#until.get(slug)?.at;
  }

  /** A price came; true when this market was not covered before. */
  heard(slug: string, at: number): boolean {
    this.#heardAt = at;
    if (this.#covered.has(slug) || !this.#wanted.has(slug)) return false;
    this.#covered.add(slug);
    this.#until.delete(slug);
    return true;
  }

  /** To be called before the link is told. */
  want(wanted: Wanted): void {
    const heardAt = this.#lineHeardAt();
    for (const slug of [...this.#covered])
      if (!wanted.has(slug)) this.#end(slug, { at: heardAt, broken: false });
    this.#wanted = wanted;
  }

  /** The state of the line changed. */
  follow(): void {
    if (this.isLive) return;
    const until = { at: this.#lineHeardAt(), broken: this.#link.state('markets').kind !== 'off' };
    for (const slug of [...this.#covered]) this.#end(slug, until);
  }

  /** Another connection: nothing told before says anything. */
  forget(): void {
    this.#covered.clear();
    this.#until.clear();
    this.#heardAt = 0;
  }

  truth(shown: ShownPrice, now: number): Freshness {
    const until = this.#until.get(shown.slug);
    // Noted before the clock was set back: it says nothing of what was read since.
    if (until !== undefined && isAhead(until.at, now)) this.#until.delete(shown.slug);
    return freshnessOf(this.#evidence(shown), now);
  }

  /** Of the whole book told or read at `at`. That the line broke off is said of the prices. */
  bookTruth(
    slug: string,
    at: number,
    readable: Pick<FreshnessEvidence, 'reachable' | 'limitMs'>,
    now: number,
  ): Freshness {
    const line = this.coversBook(slug) ? 'live' : 'none';
    return freshnessOf({ source: 'rest', at, line, heardAt: this.#lineHeardAt(), ...readable }, now);
  }

  #evidence({ slug, source, at, reachable, limitMs }: ShownPrice): FreshnessEvidence {
    if (this.covers(slug)) {
      return { source, at, line: 'live', heardAt: this.#lineHeardAt(), reachable, limitMs };
    }
    const until = this.#until.get(slug);
    if (until === undefined || until.at < at) {
      // Provenance over a line that is live, yet not of this market any more: the service ended it.
      const line = source === 'stream' && this.#covered.has(slug) ? 'lost' : 'none';
      return { source, at, line, heardAt: undefined, reachable, limitMs };
    }
    const line = until.broken && this.#wanted.has(slug) ? 'lost' : 'none';
    return { source: 'stream', at, line, heardAt: until.at, reachable, limitMs };
  }

  #lineHeardAt(): number {
    const state = this.#link.state('markets');
    const at = 'heardAt' in state ? state.heardAt : undefined;
    this.#heardAt = at ?? this.#heardAt;
    return this.#heardAt;
  }

  #end(slug: string, until: Until): void {
    this.#covered.delete(slug);
    this.#until.delete(slug);
    this.#until.set(slug, until);
    if (this.#until.size <= MOST_KEPT) return;
    const [oldest] = this.#until.keys();
    if (oldest !== undefined) this.#until.delete(oldest);
  }
}
