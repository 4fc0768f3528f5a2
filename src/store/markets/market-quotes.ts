import type { BestQuote, Book, BookLevel, PriceSample, UnreadableSides } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import { compareInstants, type Instant } from '../../core/instant.ts';
import type { Money } from '../../core/money.ts';
import { type Trade, tradeKey } from '../../core/trade.ts';
import { sameValue } from '../reading/keyed-list.ts';
import type { Provenance } from '../reading/load-state.ts';

/** So far ahead of this machine's clock a time of the service may be, milliseconds. */
const MOST_AHEAD_MS = 300_000;
/** Most trades remembered of a market. */
const MOST_TRADES = 100;
/** Most samples remembered of a market: half an hour of a price that moves every second, a day of a quiet one. */
const MOST_SAMPLES = 2_000;
/** How many more are let in before the oldest are cut off, so that a full list is not copied at every sample. */
const SLACK = 500;

/** When something was received, and as of when it is right at least: a frame as of its arrival, a reply as of its request. */
export interface Stamp extends Provenance {
  readonly asOf: number;
}

export interface Received<T> extends Stamp {
  readonly value: T;
  /** The latest time its source gave it, also where the last one came without. */
  readonly time: Instant | undefined;
}

export class MarketQuotes {
  readonly slug: string;
  /** The change listeners get of this market; made once, as every frame fires it. */
  readonly change: ReadonlySet<string>;
  readonly tape = new Tape();
  readonly trail = new PriceTrail();
  book: Received<Book> | undefined;
  quote: Received<BestQuote> | undefined;
  /** When it was last received, Unix milliseconds. */
  touchedAt = 0;
  #bid = Number.NaN;
  #offer = Number.NaN;
  #last = Number.NaN;

  readonly #coversBook: () => boolean;

  /** `coversBook`: whether its book is streamed now. */
  constructor(slug: string, coversBook: () => boolean) {
    this.slug = slug;
    this.#coversBook = coversBook;
    this.change = new Set([slug]);
  }

  /** The one to go by: the book, unless the best quote is newer. */
  get latest(): Received<Book> | Received<BestQuote> | undefined {
    return this.bookRules ? this.book : this.quote;
  }

  get bookRules(): boolean {
    const { book, quote } = this;
    if (book === undefined) return false;
    if (quote === undefined || book.asOf >= quote.asOf) return true;
    // A best quote has no time: it may be an old one come late, and the book would have come as well. Not so a pause.
    const isDated = book.source === 'stream' && book.value.transactTime !== undefined;
    return isDated && stateOf(book.value) === stateOf(quote.value) && this.#coversBook();
  }

  /** True when it says something new. */
  takeBook(value: Book, stamp: Stamp): boolean {
    const before = this.book;
    const time = believed(value.transactTime, stamp.at);
    if (before !== undefined && !isNewer(before, time, stamp)) return false;
    const ruled = this.bookRules;
    const { source, at, asOf } = stamp;
    this.book = { value, source, at, asOf, time: time ?? before?.time };
    return this.#isNews(before !== undefined && sameBook(before.value, value), ruled);
  }

  /** True when it says something new. */
  takeQuote(value: BestQuote, stamp: Stamp): boolean {
    const before = this.quote;
    if (before !== undefined && !isNewer(before, undefined, stamp)) return false;
    const ruled = this.bookRules;
    const { source, at, asOf } = stamp;
    this.quote = { value, source, at, asOf, time: undefined };
    return this.#isNews(before !== undefined && sameQuote(before.value, value), ruled);
  }

  #isNews(isSame: boolean, ruled: boolean): boolean {
    return !isSame || (this.bookRules !== ruled && this.#looksOther());
  }

  /** Works out the prices, for drawing: the middle of bid and offer, else (without both) the last trade. */
  samplePrice(at: number): void {
    this.#readPrices();
    const middle = (this.#bid + this.#offer) / 2;
    const price = Number.isNaN(middle) ? this.#last : middle;
    if (!Number.isNaN(price)) this.trail.add(at, price);
  }

  /** Whether the one to go by now gives other prices, or another state of trading, than the one before. */
  #looksOther(): boolean {
    const [bid, offer, last] = [this.#bid, this.#offer, this.#last];
    this.#readPrices();
    const same = Object.is(bid, this.#bid) && Object.is(offer, this.#offer) && Object.is(last, this.#last);
    [this.#bid, this.#offer, this.#last] = [bid, offer, last];
    return !same || stateOf(this.book?.value) !== stateOf(this.quote?.value);
  }

  #readPrices(): void {
    const lastOfTape = this.tape.newest?.price;
    if (this.bookRules && this.book !== undefined) {
      const { bids, offers, stats } = this.book.value;
      this.#bid = tradable(bids[0]?.price);
      this.#offer = tradable(offers[0]?.price);
      this.#last = tradable((stats?.lastTradePx ?? lastOfTape)?.value);
    } else {
      const quote = this.quote?.value;
      this.#bid = tradable(quote?.bestBid?.value) || complement(tradable(quote?.shortQuote?.value));
      this.#offer = tradable((quote?.longQuote ?? quote?.bestAsk)?.value);
      this.#last = tradable((quote?.lastTradePx ?? lastOfTape)?.value);
    }
  }
}

/**
 * Whether what is received now replaces what was received before. Times of the service decide where both have one. Else a frame is always
 * the latest word; a reply is only if it was asked for after the last frame came, and not before another reply was.
 */
function isNewer(before: Received<unknown>, time: Instant | undefined, stamp: Stamp): boolean {
  if (time !== undefined && before.time !== undefined) {
    const order = compareInstants(time, before.time);
    if (order !== 0) return order > 0;
  }
  if (stamp.source === 'stream') return true;
  // What lies ahead of now was received before the machine's clock was set back.
  if (before.asOf > stamp.at) return true;
  return before.source === 'stream' ? stamp.asOf > before.asOf : stamp.asOf >= before.asOf;
}

/** A time of the service that lies ahead of now by more than a clock goes wrong orders nothing: it would hold up all after it. */
function believed(time: Instant | undefined, now: number): Instant | undefined {
  return time !== undefined && time.ms <= now + MOST_AHEAD_MS ? time : undefined;
}

function stateOf(quoted: Book | BestQuote | undefined): string {
  return quoted?.state ?? 'OPEN';
}

/** Nothing trades at 0 or 1: such a value stands for an empty side. */
function tradable(price: Decimal | undefined): number {
  const value = price === undefined ? Number.NaN : price.toNumber();
  return value > 0 && value < 1 ? value : Number.NaN;
}

/** Buying the short side is selling the long one. Rounded: what a double adds is no movement. */
function complement(price: number): number {
  return Math.round((1 - price) * 1e9) / 1e9;
}

/**
 * Whether two books say the same, their times aside. The levels come first: they are what changes, and comparing their
 * digits in place costs next to nothing, which every frame has to.
 */
function sameBook(a: Book, b: Book): boolean {
  return (
    a === b ||
    (a.state === b.state &&
      sameSides(a.unreadable, b.unreadable) &&
      sameLevels(a.bids, b.bids) &&
      sameLevels(a.offers, b.offers) &&
      sameValue(a.stats, b.stats))
  );
}

/** What rests behind the best prices changes all the time, and no row says it: it is no news. */
function sameQuote(a: BestQuote, b: BestQuote): boolean {
  return (
    a === b ||
    (sameMoney(a.bestBid, b.bestBid) &&
      sameMoney(a.bestAsk, b.bestAsk) &&
      sameMoney(a.lastTradePx, b.lastTradePx) &&
      sameMoney(a.settlementPx, b.settlementPx) &&
      sameMoney(a.longQuote, b.longQuote) &&
      sameMoney(a.shortQuote, b.shortQuote) &&
      a.sharesTraded?.text === b.sharesTraded?.text &&
      a.state === b.state &&
      (a.bidDepth === 0) === (b.bidDepth === 0) &&
      (a.askDepth === 0) === (b.askDepth === 0) &&
      sameSides(a.unreadable, b.unreadable))
  );
}

function sameSides(a: UnreadableSides | undefined, b: UnreadableSides | undefined): boolean {
  return a?.bids === b?.bids && a?.offers === b?.offers;
}

function sameLevels(a: readonly BookLevel[], b: readonly BookLevel[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    if (a[at]?.price.text !== b[at]?.price.text || a[at]?.quantity.text !== b[at]?.quantity.text)
      return false;
  }
  return true;
}

function sameMoney(a: Money | undefined, b: Money | undefined): boolean {
  return a?.value.text === b?.value.text;
}

/** The last trades of one market: each once, newest first by time, then by arrival. */
class Tape {
  /** With their times, or those of their arrival: Unix milliseconds, and nanoseconds past that. */
  #entries: readonly { readonly trade: Trade; readonly ms: number; readonly nanos: number }[] = [];
  #trades: readonly Trade[] | undefined;

  get trades(): readonly Trade[] {
    this.#trades ??= this.#entries.map(({ trade }) => trade);
    return this.#trades;
  }

  get newest(): Trade | undefined {
    return this.#entries[0]?.trade;
  }

  /** False when it is known already, or older than all that are remembered. `at`: when it arrived, Unix milliseconds. */
  take(trade: Trade, at: number): boolean {
    const key = tradeKey(trade);
    if (this.#entries.some((other) => tradeKey(other.trade) === key)) return false;
    const [ms, nanos] = [trade.time?.ms ?? at, trade.time?.nanos ?? 0];
    const older = this.#entries.findIndex(
      (other) => other.ms < ms || (other.ms === ms && other.nanos <= nanos),
    );
    const place = older < 0 ? this.#entries.length : older;
    if (place >= MOST_TRADES) return false;
    this.#entries = this.#entries.toSpliced(place, 0, { trade, ms, nanos }).slice(0, MOST_TRADES);
    this.#trades = undefined;
    return true;
  }
}

/**
 * The prices of one market since it was first seen, at most one a second and only where it changed: for drawing. Stored as
 * plain numbers, which hundreds of markets can afford; samples are made when asked for.
 */
class PriceTrail {
  #points: { readonly ms: number; readonly price: number }[] = [];
  #samples: readonly PriceSample[] | undefined;

  /** Oldest first; the same list until the price changed. */
  get samples(): readonly PriceSample[] {
    this.#samples ??= this.#points.slice(-MOST_SAMPLES).map(({ ms, price }) => {
      // Halves of prices with four decimals have five; the rest is noise of the double.
      return { ms, longPrice: Decimal.of(Number(price.toFixed(6))), shortPrice: undefined };
    });
    return this.#samples;
  }

  /** `price`: 0…1 of the long side. `ms`: Unix milliseconds. Within one second the last price counts. */
  add(ms: number, price: number): void {
    let last = this.#points.at(-1);
    if (last?.price === price) return;
    // What lies ahead of now was seen before the machine's clock was set back.
    while (last !== undefined && (last.ms > ms || isSameSecond(last.ms, ms))) {
      this.#points.pop();
      last = this.#points.at(-1);
    }
    this.#points.push({ ms, price });
    if (this.#points.length > MOST_SAMPLES + SLACK) this.#points = this.#points.slice(-MOST_SAMPLES);
    this.#samples = undefined;
  }
}

function isSameSecond(a: number, b: number): boolean {
  return Math.floor(a / 1000) === Math.floor(b / 1000);
}
