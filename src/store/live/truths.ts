import type { Clock } from '../../base/clock.ts';
import { type Freshness, freshnessOf } from '../../core/freshness.ts';
import { lifecycle } from '../../core/lifecycle.ts';
import { type LiveQuotes, lifecycleNow } from '../../core/pricing.ts';
import type { AccountTopic } from '../../exchange/streams.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import { readAt } from '../reading/load-state.ts';
import type { Provenance } from '../reading/provenance.ts';
import type { Session } from '../session/session.ts';
import type { AccountFeed } from './account-feed.ts';
import type { AccountLine } from './account-line.ts';
import { WINDOW_MS } from './allowance.ts';
import type { Coverage } from './coverage.ts';
import type { MarketFeed } from './market-feed.ts';
import { CHECK_MS, type Pollable } from './poller.ts';
import type { PriceLine } from './price-line.ts';

export interface TruthParts {
  readonly session: Session;
  readonly clock: Clock;
  readonly quotes: QuotesStore;
  readonly markets: MarketsStore;
  readonly orders: Pollable;
  readonly positions: Pollable;
  readonly balances: Pollable;
  readonly activity: Pollable;
}

const TOPICS: readonly AccountTopic[] = ['orders', 'positions', 'balances'];

/** How old a figure may be that no live line confirms, milliseconds. */
export const LIMIT_MS = 45_000;
/** What is over has no price that could change: it need only have been checked, and a check may have to wait. */
const OVER_LIMIT_MS = CHECK_MS + WINDOW_MS + LIMIT_MS;

/** What knows of readings that are owed. */
interface Feeds {
  readonly account: Pick<AccountFeed, 'isOwed' | 'isUndecided' | 'undecidedFrom'>;
  readonly markets: Pick<MarketFeed, 'isUndecided' | 'sureUntil'>;
}

/** How true prices and figures of the account are, by what is known of their lines. */
export class Truths {
  readonly #parts: TruthParts;
  readonly #prices: PriceLine;
  readonly #account: AccountLine;
  readonly #coverage: Pick<Coverage, 'isOver'>;
  readonly #feeds: Feeds;

  constructor(
    parts: TruthParts,
    prices: PriceLine,
    account: AccountLine,
    coverage: Pick<Coverage, 'isOver'>,
    feeds: Feeds,
  ) {
    this.#parts = parts;
    this.#prices = prices;
    this.#account = account;
    this.#feeds = feeds;
    this.#coverage = coverage;
  }

  /** Of the price shown for a market; undefined where none was ever told. */
  price(slug: string): Freshness | undefined {
    const shown = this.#shown(slug);
    if (shown === undefined) return undefined;
    const now = this.#parts.clock.now();
    const readable = { reachable: this.#reachable, limitMs: this.#limitMs(slug) };
    const readAtMs = this.#parts.markets.readAt(slug);
    // The word for how it trades is that of the last reading, whatever was told since.
    if (readAtMs !== undefined && this.#feeds.markets.isUndecided(slug))
      return freshnessOf(
        { source: 'rest', at: readAtMs, line: 'none', heardAt: undefined, ...readable },
        now,
      );
    const sureUntil = this.#feeds.markets.sureUntil(slug);
    if (sureUntil !== undefined) {
      const at = Math.max(sureUntil, readAtMs ?? 0);
      return freshnessOf({ source: 'stream', at, line: 'none', heardAt: undefined, ...readable }, now);
    }
    return this.#prices.truth({ slug, ...shown, ...readable }, now);
  }

  /** Of the whole book that was told or read at `at`, Unix milliseconds. */
  book(slug: string, at: number): Freshness {
    const readable = { reachable: this.#reachable, limitMs: this.#limitMs(slug) };
    return this.#prices.bookTruth(slug, at, readable, this.#parts.clock.now());
  }

  /** Of a figure of the account that was read or told at `at`, Unix milliseconds. `part`: what it is of; undefined: of all. */
  account(at: number, part?: AccountTopic): Freshness {
    if (this.#account.lacks(part)) return this.#read(at);
    const evidence = this.#account.evidence(at, { reachable: this.#reachable, limitMs: LIMIT_MS });
    // What the line told of is not all there is to know: it confirms nothing of before.
    const now = this.#parts.clock.now();
    if (evidence.source !== 'stream') return freshnessOf(evidence, now);
    if (!this.#feeds.account.isUndecided(at, part)) {
      // Not decided for a moment only; but what was told may have been held up, and that for longer than a moment.
      const isOwed = evidence.line === 'live' && this.#feeds.account.isOwed(at, part);
      const heardAt = isOwed ? (this.#account.completeUntil ?? evidence.heardAt) : evidence.heardAt;
      return freshnessOf({ ...evidence, heardAt }, now);
    }
    if (evidence.line === 'lost') return freshnessOf({ ...evidence, heardAt: at }, now);
    return freshnessOf({ ...evidence, source: 'rest', line: 'none' }, now);
  }

  /** When each figure that no live line confirms passes its limit, Unix milliseconds. */
  *limits(slugs: Iterable<string>): Iterable<number> {
    for (const slug of slugs) {
      const truth = this.#prices.covers(slug) ? undefined : this.price(slug);
      if (truth !== undefined) yield truth.at + this.#limitMs(slug);
    }
    if (
      this.#account.isLive &&
      !this.#account.lacks(undefined) &&
      this.#feeds.account.undecidedFrom() === undefined
    )
      return;
    for (const part of TOPICS) yield* this.#limitsOf([part], part);
    yield* this.#limitsOf([...TOPICS, 'activity'], undefined);
  }

  /** Of stores, by what is known of a part of the account; undefined: by what is known of all of it. */
  *#limitsOf(
    stores: readonly (AccountTopic | 'activity')[],
    part: AccountTopic | undefined,
  ): Iterable<number> {
    const undecidedFrom = this.#feeds.account.undecidedFrom(part);
    for (const store of stores) {
      const at = readAt(this.#parts[store].state);
      if (at === undefined) continue;
      const limit = this.account(at, part).at + LIMIT_MS;
      yield limit;
      // One that is past its limit shows only when what was told of it takes longer than a moment.
      if (undecidedFrom !== undefined) yield Math.max(limit, undecidedFrom);
    }
  }

  /** Of a figure of the account no line tells of. */
  #read(at: number): Freshness {
    const readable = { reachable: this.#reachable, limitMs: LIMIT_MS };
    return freshnessOf(
      { source: 'rest', at, line: 'none', heardAt: undefined, ...readable },
      this.#parts.clock.now(),
    );
  }

  get #reachable(): boolean {
    return this.#parts.session.link.kind !== 'offline';
  }

  #limitMs(slug: string): number {
    return this.#coverage.isOver(slug) ? OVER_LIMIT_MS : LIMIT_MS;
  }

  /** Whether the word for how it trades is still that of older quotes. */
  #rules(slug: string, live: LiveQuotes): boolean {
    const market = this.#parts.markets.get(slug);
    return market !== undefined && lifecycleNow(market, live) !== lifecycle(market);
  }

  /** Where the price that is shown came from. */
  #shown(slug: string): Provenance | undefined {
    const { quotes, markets } = this.#parts;
    const readAtMs = markets.readAt(slug);
    const told = quotes.told(slug);
    const live = quotes.live(slug, readAtMs);
    if (told !== undefined && (live?.newer !== false || this.#rules(slug, live))) return told;
    return readAtMs === undefined ? undefined : { source: 'rest', at: readAtMs };
  }
}
