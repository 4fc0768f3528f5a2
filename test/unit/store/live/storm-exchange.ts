import type { Activity } from '../../../../src/core/activity.ts';
import type { Balance } from '../../../../src/core/balance.ts';
import type { Book } from '../../../../src/core/book.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { ExecutionType } from '../../../../src/core/execution.ts';
import { type Instant, instantOf } from '../../../../src/core/instant.ts';
import type { Market } from '../../../../src/core/market.ts';
import type { Order } from '../../../../src/core/order.ts';
import type { OwnDecimal } from '../../../../src/core/own.ts';
import type { Position } from '../../../../src/core/position.ts';
import type { MarketTopic } from '../../../../src/exchange/streams.ts';
import { aBalance } from '../../../support/account-values.ts';
import type { VirtualClock } from '../../../support/clock.ts';
import type { FakeExchange } from '../../../support/fake-exchange.ts';
import type { Frame } from '../../../support/fake-streams.ts';
import { anExecution } from '../../../support/frames.ts';
import { deposit, market, order, overview, position } from '../values.ts';
import { book, quote } from './live-rig.ts';
import { IDS, SLUGS } from './storm-acts.ts';
import { History } from './storm-history.ts';

/** Contracts of one fill, and of an order. */
const FILL: OwnDecimal = Decimal.of('40');
const WHOLE: OwnDecimal = Decimal.of('100');

type Slug = (typeof SLUGS)[number];
type Id = (typeof IDS)[number];
export type Deed = 'place' | 'fill' | 'cancel' | 'bust';
type Trading = 'OPEN' | 'HALTED' | 'TERMINATED';

/** An exchange where prices move, orders fill and markets end, which remembers what was when. */
export class StormExchange {
  readonly prices: History;
  readonly states: History;
  readonly orders: History;
  readonly positions: History;
  readonly cash: History;
  readonly #clock: VirtualClock;
  readonly #listsFlat: boolean;
  readonly #bids = new Map<Slug, number>();
  readonly #trading = new Map<Slug, Trading>();
  readonly #markets: Market[] = [];
  readonly #books = new Map<string, Book>();
  readonly #orders = new Map<string, Order>();
  readonly #positions: Position[] = [];
  readonly #balances: Balance[] = [];
  readonly #activities: Activity[] = [];
  #cents = 10_000;
  #lastMs = 0;
  #ticks = 0;

  constructor(clock: VirtualClock, listsFlat: boolean) {
    this.#clock = clock;
    this.#listsFlat = listsFlat;
    this.prices = new History(clock);
    this.states = new History(clock);
    this.orders = new History(clock);
    this.positions = new History(clock);
    this.cash = new History(clock);
    for (const slug of SLUGS) this.setPrice(slug, 40);
    this.#pay(0);
  }

  /** Makes it what this client reads from: the very same lists, as they change. */
  serve(client: FakeExchange): void {
    client.markets_ = this.#markets;
    client.books_ = this.#books;
    client.orders_ = this.#orders;
    client.positions_ = this.#positions;
    client.balances_ = this.#balances;
    client.activities_ = this.#activities;
  }

  get open(): readonly Order[] {
    return [...this.#orders.values()].filter(works);
  }

  get held(): readonly Position[] {
    return this.#positions;
  }

  get balances(): readonly Balance[] {
    return this.#balances;
  }

  get activities(): readonly Activity[] {
    return this.#activities;
  }

  /** `cents`: 1…99. */
  setPrice(slug: Slug, cents: number): void {
    if (this.#trading.get(slug) === 'TERMINATED') return;
    this.#bids.set(slug, cents);
    this.#trade(slug, this.#trading.get(slug) ?? 'OPEN');
  }

  frame(slug: string, topic: MarketTopic): Frame | undefined {
    const known = this.#books.get(slug);
    const bid = known?.bids[0]?.price.toString();
    if (known === undefined || topic === 'trades') return undefined;
    if (topic === 'book') return { kind: 'book', book: known };
    return { kind: 'lite', quote: quote(slug, bid ?? '0', { state: known.state, ...(bid ? {} : NO_BID) }) };
  }

  snapshot(): readonly Frame[] {
    return [
      { kind: 'orders', orders: this.open },
      { kind: 'balances', balances: [...this.#balances], whole: true },
    ];
  }

  /** Trading stops, goes on or is over, if it can; the frames of the account that tell of it. */
  turn(kind: 'halt' | 'resume' | 'settle', slug: Slug): readonly Frame[] {
    const before = this.#trading.get(slug);
    if (before === 'TERMINATED') return [];
    this.#trade(slug, kind === 'halt' ? 'HALTED' : kind === 'resume' ? 'OPEN' : 'TERMINATED');
    if (kind !== 'settle') return [];
    const time = this.#time();
    const ended = this.open.filter(({ marketSlug }) => marketSlug === slug);
    const frames = ended.map((each) =>
      this.#put({ ...each, state: 'EXPIRED', lastTransactTime: time }, 'EXPIRED', time),
    );
    const net = this.#net(slug);
    if (net.isZero) return frames;
    return [...frames, ...this.#hold(slug, net.negated(), time, true), this.#pay(Number(net.toString()))];
  }

  /** Something happens to an order, where it can; the frames that tell of it. */
  trade(deed: Deed, id: Id): readonly Frame[] {
    const slug = SLUGS[IDS.indexOf(id) % SLUGS.length] ?? 'a';
    const before = this.#orders.get(id);
    const cum: OwnDecimal = before?.cumQuantity ?? Decimal.zero;
    const can =
      // An id is used once.
      deed === 'place'
        ? before === undefined
        : deed === 'bust'
          ? !cum.isZero
          : before !== undefined && works(before);
    if (!can || this.#trading.get(slug) === 'TERMINATED') return [];
    const time = this.#time();
    this.#activities.unshift(deposit(`x${this.#ticks}`));
    const known = before ?? order(id, { marketSlug: slug });
    if (deed === 'place') return [this.#put({ ...known, lastTransactTime: time }, 'NEW', time)];
    if (deed === 'cancel')
      return [this.#put({ ...known, state: 'CANCELED', lastTransactTime: time }, 'CANCELED', time)];
    const left = WHOLE.minus(cum);
    const change =
      deed === 'bust' ? (cum.lessThan(FILL) ? cum : FILL).negated() : left.lessThan(FILL) ? left : FILL;
    const after = cum.plus(change);
    const full = !after.lessThan(WHOLE);
    // A fill that is taken back lets a filled order work again, and leaves one that was cancelled as it is.
    const state =
      known.state === 'CANCELED' ? known.state : full ? 'FILLED' : after.isZero ? 'NEW' : 'PARTIALLY_FILLED';
    const type = deed === 'bust' ? undefined : full ? 'FILL' : 'PARTIAL_FILL';
    return [
      this.#put({ ...known, state, cumQuantity: after, lastTransactTime: time }, type, time),
      ...this.#hold(slug, change, time, false),
      this.#pay(-Number(change.toString())),
    ];
  }

  #trade(slug: Slug, state: Trading): void {
    this.#trading.set(slug, state);
    const isOver = state === 'TERMINATED';
    const bid = `0.${String(this.#bids.get(slug) ?? 40).padStart(2, '0')}`;
    const status = isOver ? 'RESOLVED' : state;
    const quoted = isOver ? {} : { overview: overview({ bestBid: Decimal.of(bid) }) };
    const next = market(slug, { status, ep3Status: state, closed: isOver, ...quoted });
    const place = this.#markets.findIndex((each) => each.slug === slug);
    this.#markets.splice(place < 0 ? this.#markets.length : place, place < 0 ? 0 : 1, next);
    const fullBook = book(slug, bid, { state, transactTime: this.#time() });
    this.#books.set(slug, isOver ? { ...fullBook, bids: [] } : fullBook);
    this.prices.set(slug, isOver ? undefined : Decimal.of(bid).toString());
    this.states.set(slug, isOver ? 'over' : state.toLowerCase());
  }

  #put(after: Order, type: ExecutionType | undefined, time: Instant): Frame {
    this.#orders.set(after.id, after);
    this.orders.set(after.id, works(after) ? textOf(after) : undefined);
    const execution = anExecution({ id: `e${this.#ticks}`, type, order: after, transactTime: time });
    return { kind: 'order', execution };
  }

  #net(slug: string): OwnDecimal {
    return this.#positions.find(({ marketSlug }) => marketSlug === slug)?.netPosition ?? Decimal.zero;
  }

  #hold(slug: Slug, change: OwnDecimal, time: Instant, expired: boolean): readonly Frame[] {
    const netPosition = this.#net(slug).plus(change);
    const after = position(slug, { netPosition, expired, updateTime: time });
    const place = this.#positions.findIndex(({ marketSlug }) => marketSlug === slug);
    const isListed = !netPosition.isZero || this.#listsFlat;
    this.#positions.splice(
      place < 0 ? this.#positions.length : place,
      place < 0 ? 0 : 1,
      ...(isListed ? [after] : []),
    );
    this.positions.set(slug, holdingOf(after));
    const sent = { before: undefined, after, entryType: undefined, tradeId: undefined, updateTime: time };
    return [{ kind: 'position', change: sent }];
  }

  #pay(amount: number): Frame {
    this.#cents += amount;
    const currentBalance = Decimal.of(String(this.#cents / 100));
    this.#balances.splice(0, 1, { ...aBalance(), currentBalance, lastUpdated: this.#time() });
    this.cash.set('USD', currentBalance.toString());
    return { kind: 'balances', balances: [...this.#balances], whole: false };
  }

  /** No two things happen at the same time. */
  #time(): Instant {
    this.#ticks++;
    this.#lastMs = Math.max(this.#clock.now(), this.#lastMs + 1);
    return instantOf(this.#lastMs);
  }
}

const NO_BID = { bestBid: undefined };

function works({ state }: Order): boolean {
  return state === 'NEW' || state === 'PARTIALLY_FILLED';
}

export function textOf(each: Pick<Order, 'id' | 'cumQuantity' | 'state'>): string {
  return `${each.id} ${each.state} ${each.cumQuantity?.toString()}`;
}

/** What is compared of a position; one without contracts is as good as none. */
export function holdingOf({ netPosition }: Position): string | undefined {
  return netPosition?.isZero === true ? undefined : netPosition?.toString();
}
