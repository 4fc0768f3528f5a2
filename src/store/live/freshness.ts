import {
  type Freshness,
  type FreshnessEvidence,
  freshnessOf,
  READ_LIMIT_MS,
  worse,
} from '../../core/freshness.ts';
import { lifecycle } from '../../core/lifecycle.ts';
import { lifecycleNow } from '../../core/pricing.ts';
import { ACCOUNT_TOPICS, type AccountTopic, type StreamId } from '../../exchange/streams.ts';
import { type Provenance, readAt } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import type { Coverage } from './coverage.ts';
import type { LiveStores } from './live-stores.ts';
import { CHECK_MS, type RefreshScheduler } from './scheduler.ts';

/** A market that is over has no price that could change: it need only have been checked, and a check may have to wait. */
const OVER_LIMIT_MS = CHECK_MS + READ_LIMIT_MS;

/** The stream that carries the changes of a figure, and when it was last heard. */
type StreamEvidence = Pick<FreshnessEvidence, 'stream' | 'heardAt'>;

const NO_STREAM: StreamEvidence = { stream: 'none', heardAt: undefined };

interface FreshnessFacts {
  readonly session: Session;
  readonly stores: Pick<LiveStores, AccountTopic | 'markets' | 'portfolio' | 'quotes'>;
  readonly coverage: Coverage;
  readonly scheduler: Pick<RefreshScheduler, 'pendingSince'>;
  /** Of a market that trades otherwise than it was read, until when that was right; Unix milliseconds. */
  readonly rightUntil: (slug: string) => number | undefined;
}

/** How fresh each figure is. It gathers the evidence of a figure; `core/freshness.ts` decides. */
export class FigureFreshness {
  readonly #facts: FreshnessFacts;

  constructor(facts: FreshnessFacts) {
    this.#facts = facts;
  }

  /** Of the price shown for a market; undefined where there never was one. */
  price(slug: string): Freshness | undefined {
    const { stores, coverage } = this.#facts;
    const shown = this.#shown(slug);
    if (shown === undefined) return undefined;
    // The word for how it trades is that of the last read, whatever quotes came since.
    const rightUntil = stores.markets.readAt(slug) === undefined ? undefined : this.#facts.rightUntil(slug);
    if (rightUntil !== undefined) return this.#of({ source: 'rest', at: rightUntil }, NO_STREAM, slug);
    if (coverage.streamsPrice(slug)) return this.#of(shown, this.#marketsStream(), slug);
    const ended = coverage.ended(slug);
    if (ended !== undefined && ended.to >= shown.at) {
      const stream = ended.isLost && coverage.wants(slug) ? 'lost' : 'none';
      return this.#of({ source: 'stream', at: shown.at }, { stream, heardAt: ended.to }, slug);
    }
    // The stream is live, yet the service ended this subscription.
    const isEnded = shown.source === 'stream' && coverage.hasHeard(slug);
    return this.#of(shown, { stream: isEnded ? 'lost' : 'none', heardAt: undefined }, slug);
  }

  /** Of a market as a panel shows it: its price together with the whole book received at `bookAt`, Unix milliseconds. */
  market(slug: string, bookAt: number | undefined): Freshness | undefined {
    const price = this.price(slug);
    if (bookAt === undefined) return price;
    const book = this.#book(slug, bookAt);
    return price === undefined ? book : worse(price, book);
  }

  /** Of a figure of the account received at `at`, Unix milliseconds. `part`: what it is of; undefined: of all. */
  account(at: number, part?: AccountTopic): Freshness;
  account(at: number | undefined, part?: AccountTopic): Freshness | undefined;
  account(at: number | undefined, part?: AccountTopic): Freshness | undefined {
    if (at === undefined) return undefined;
    if (part === undefined) return ACCOUNT_TOPICS.map((each) => this.account(at, each)).reduce(worse);
    const { coverage, scheduler, stores } = this.#facts;
    const span = coverage.account;
    const isCovered = span !== undefined && at >= span.from && (span.state === 'live' || at <= span.to);
    if (!isCovered || coverage.lacks(part)) return this.#of({ source: 'rest', at }, NO_STREAM);
    const pendingSince = scheduler.pendingSince(stores[part]);
    const heardAt = pendingSince === undefined ? span.to : Math.min(span.to, Math.max(at, pendingSince));
    const open = span.state === 'live' ? this.#liveOrQuiet('account') : 'none';
    const isPending = open === 'live' && pendingSince !== undefined;
    const stream = span.state === 'lost' ? 'lost' : isPending ? 'none' : open;
    const freshness = this.#of({ source: 'stream', at }, { stream, heardAt });
    return freshness.quietSince === undefined ? freshness : { ...freshness, quietSince: span.to };
  }

  /** Of a sum over the account as of `at`, Unix milliseconds: of its oldest part, the prices of what it values included. */
  portfolio(at: number): Freshness {
    const prices = this.#facts.stores.portfolio.pricedSlugs.map((slug) => this.price(slug));
    return prices.filter((freshness) => freshness !== undefined).reduce(worse, this.account(at));
  }

  /** What on show is not fresh, to be compared with what was not. */
  summary(slugs: Iterable<string>): string {
    const figures = [...slugs].map((slug) => this.price(slug));
    for (const topic of ACCOUNT_TOPICS) {
      const at = readAt(this.#facts.stores[topic].state);
      if (at !== undefined) figures.push(this.account(at, topic), this.account(at));
    }
    const states = figures.map((figure) => figure?.standing ?? 'fresh');
    return states.flatMap((state, place) => (state === 'fresh' ? [] : [`${place} ${state}`])).join();
  }

  /** A book received over a connection that broke off is cut until the next one tells of it, whatever the price is. */
  #book(slug: string, at: number): Freshness {
    const { coverage, stores } = this.#facts;
    if (coverage.streamsBook(slug)) return this.#of({ source: 'stream', at }, this.#marketsStream(), slug);
    const received = stores.quotes.book(slug);
    const source = received?.at === at ? received.source : 'rest';
    const isCut = source === 'stream' && coverage.wants(slug, 'book') && !stores.markets.isOver(slug);
    return this.#of({ source, at }, { stream: isCut ? 'lost' : 'none', heardAt: undefined }, slug);
  }

  #of({ source, at }: Provenance, stream: StreamEvidence, slug?: string): Freshness {
    const { session, stores } = this.#facts;
    const limitMs = slug !== undefined && stores.markets.isOver(slug) ? OVER_LIMIT_MS : READ_LIMIT_MS;
    const reachable = session.link.kind !== 'offline';
    return freshnessOf({ source, at, ...stream, reachable, limitMs }, session.clock.now());
  }

  /** Where the price that is shown came from. */
  #shown(slug: string): Provenance | undefined {
    const { quotes, markets } = this.#facts.stores;
    const readAtMs = markets.readAt(slug);
    const quoted = quotes.provenanceOf(slug);
    const live = quotes.live(slug, readAtMs);
    const market = markets.get(slug);
    // A quote that is older than the market may still decide how it trades.
    const rules =
      market !== undefined && live !== undefined && lifecycleNow(market, live) !== lifecycle(market);
    if (quoted !== undefined && (live?.newer !== false || rules)) return quoted;
    return readAtMs === undefined ? undefined : { source: 'rest', at: readAtMs };
  }

  /** While it is live. */
  #marketsStream(): StreamEvidence {
    return { stream: this.#liveOrQuiet('markets'), heardAt: this.#facts.coverage.marketsHeardAt };
  }

  #liveOrQuiet(stream: StreamId): 'live' | 'quiet' {
    const state = this.#facts.coverage.state(stream);
    return state.kind === 'live' && state.isQuiet === true ? 'quiet' : 'live';
  }
}
