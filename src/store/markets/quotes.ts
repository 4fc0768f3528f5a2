import { ChangeSource } from '../../base/change-source.ts';
import { isAhead } from '../../base/clock.ts';
import type { BestQuote, Book, PriceSample } from '../../core/book.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import type { Trade } from '../../core/trade.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import type { Change, Provenance } from '../reading/load-state.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { MarketQuotes, type Received, type Stamp } from './market-quotes.ts';

export interface QuoteReading {
  readonly book?: Book | undefined;
  readonly quote?: BestQuote | undefined;
}

/** Which markets are shown, and whose books are streamed. Called with every frame, so it must be fast. */
export interface QuotesCoverage {
  shows(slug: string): boolean;
  coversBook(slug: string): boolean;
}

/** Most markets remembered; beyond that those go that are not shown and had no frame for longest. */
export const MOST_MARKETS = 2_000;
/** So old a reply of the market list may be when it arrives: the public service lets it be cached (interface.md 1). */
const LIST_MAY_LAG_MS = 30_000;

/**
 * Prices of markets from the stream and from single reads. Nothing goes backwards, and what repeats the known price is
 * silent. `onDidChange` fires at once, with the slugs of the markets whose price or tape changed, so a listener must only
 * mark what it has to draw.
 */
export class QuotesStore extends ChangeSource<Change> {
  readonly #session: Session;
  readonly #markets = new Map<string, MarketQuotes>();
  readonly #coverage: QuotesCoverage;

  constructor(session: Session, coverage: QuotesCoverage) {
    super();
    this.#session = session;
    this.#coverage = coverage;
    this.own.add(onVoid(session, 'public', () => this.clear()));
  }

  get size(): number {
    return this.#markets.size;
  }

  /** Takes in a frame of the markets stream; others are no business of this store. */
  take(message: StreamMessage): void {
    const { at } = message;
    if (message.kind === 'book') {
      const market = this.#market(message.book.marketSlug, at);
      if (market.takeBook(message.book, { source: 'stream', at, asOf: at })) this.#announce(market, at);
    } else if (message.kind === 'lite') {
      const market = this.#market(message.quote.marketSlug, at);
      if (market.takeQuote(message.quote, { source: 'stream', at, asOf: at })) this.#announce(market, at);
    } else if (message.kind === 'trade') {
      const market = this.#market(message.trade.marketSlug, at);
      if (market.tape.take(message.trade, at)) this.changes.fire(market.change);
    }
  }

  /**
   * Takes in what was read over REST, asked for and arrived at these Unix milliseconds. A frame that came after it was
   * asked for is newer, unless both carry the service's own time.
   */
  takeReading(slug: string, reading: QuoteReading, askedAt: number, receivedAt: number): void {
    const { book, quote } = reading;
    if (book === undefined && quote === undefined) return;
    const market = this.#market(slug, receivedAt);
    const stamp: Stamp = { source: 'rest', at: receivedAt, asOf: askedAt };
    const newBook = book !== undefined && market.takeBook(book, stamp);
    const newQuote = quote !== undefined && market.takeQuote(quote, stamp);
    if (newBook || newQuote) this.#announce(market, receivedAt);
  }

  /**
   * The quotes to price a market by, its book unless the best quote is newer. `newer`: they count over the market's own,
   * which was read at `marketReadAt`. A list may be a copy half a minute old, so a frame yields only to a later one.
   */
  live(slug: string, marketReadAt: number | undefined): LiveQuotes | undefined {
    const market = this.#markets.get(slug);
    const latest = market?.latest;
    if (market === undefined || latest === undefined) return undefined;
    const lag = latest.source === 'stream' ? LIST_MAY_LAG_MS : 0;
    const newer =
      marketReadAt === undefined || isLater(latest.at, lag, marketReadAt, this.#session.clock.now());
    return market.bookRules
      ? { book: market.book?.value, bbo: market.quote?.value, newer }
      : { book: undefined, bbo: market.quote?.value, newer };
  }

  provenanceOf(slug: string): Provenance | undefined {
    const latest = this.#markets.get(slug)?.latest;
    return latest && { source: latest.source, at: latest.at };
  }

  /** The latest book of a market, with where it came from. */
  book(slug: string): Received<Book> | undefined {
    return this.#markets.get(slug)?.book;
  }

  /** The latest best quote of a market, with where it came from. */
  quote(slug: string): Received<BestQuote> | undefined {
    return this.#markets.get(slug)?.quote;
  }

  /** Newest first, at most 100; the same list until one came. */
  trades(slug: string): readonly Trade[] {
    return this.#markets.get(slug)?.tape.trades ?? [];
  }

  /** Prices seen since the start, oldest first: the middle of bid and offer, else the last trade. The same list until one came. */
  samples(slug: string): readonly PriceSample[] {
    return this.#markets.get(slug)?.trail.samples ?? [];
  }

  clear(): void {
    this.#markets.clear();
    this.changes.fire('all');
  }

  #announce(market: MarketQuotes, at: number): void {
    market.samplePrice(at);
    this.changes.fire(market.change);
  }

  #market(slug: string, at: number): MarketQuotes {
    let market = this.#markets.get(slug);
    if (market === undefined) {
      market = new MarketQuotes(slug, () => this.#coverage.coversBook(slug));
      market.touchedAt = at;
      this.#markets.set(slug, market);
      if (this.#markets.size > MOST_MARKETS) this.#forgetOldest();
    }
    market.touchedAt = at;
    return market;
  }

  /** A tenth at a time: each time all of them are compared. */
  #forgetOldest(): void {
    const unseen = [...this.#markets.values()].filter(({ slug }) => !this.#coverage.shows(slug));
    const oldest = unseen.sort((a, b) => a.touchedAt - b.touchedAt).slice(0, MOST_MARKETS / 10);
    for (const { slug } of oldest) this.#markets.delete(slug);
    this.changes.fire(new Set(oldest.map(({ slug }) => slug)));
  }
}

/** `lag`: what was read may be that much older. What lies ahead of now was noted before the clock was set back. */
function isLater(at: number, lag: number, readAt: number, now: number): boolean {
  const ahead = isAhead(at, now);
  return ahead === isAhead(readAt, now) ? at + lag >= readAt : !ahead;
}
