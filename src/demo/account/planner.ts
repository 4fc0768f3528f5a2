import type { OrderIntent } from '../../core/order.ts';
import {
  DAY,
  type EventFrame,
  HOUR,
  type MarketFrame,
  phaseOf,
  slotAt,
  voidSlotBefore,
} from '../engine/events.ts';
import { priceOf, type Quote, quoteOf } from '../engine/pricing.ts';
import { below, hash, unit } from '../engine/random.ts';
import type { Universe } from '../engine/universe.ts';
import { isWindow } from '../engine/windows.ts';
import { idOf, isBuy, type OrderPlan, type PlannedFill } from './plan.ts';

/** How much an account has: finished bets of the past, holdings and resting orders at the epoch. */
interface AccountSize {
  readonly days: number;
  readonly past: number;
  readonly holdings: number;
  readonly resting: number;
  /** Large orders at the front of the book, of which the market takes a little now and then. */
  readonly busy: number;
}

export const ACCOUNT_SIZES: Readonly<Record<'normal' | 'large', AccountSize>> = {
  normal: { days: 30, past: 90, holdings: 24, resting: 34, busy: 4 },
  large: { days: 60, past: 2_150, holdings: 140, resting: 285, busy: 4 },
};

/** Everything the account ordered before the epoch. The same universe, epoch and size give the same orders. */
export function planOrders(universe: Universe, epochMs: number, size: AccountSize): readonly OrderPlan[] {
  const planner = new Planner(universe, epochMs);
  planner.past(size.days, size.past);
  planner.holdings(size.holdings);
  planner.resting(size.resting);
  planner.busy(size.busy);
  planner.combos(COMBOS);
  return planner.orders;
}

/** Combos held at the epoch, and as many that are settled. */
const COMBOS = 2;
const LASTING = 20 * DAY;
const SECOND_FILL_MS = 20 * 60_000;
const BUST_MS = 40 * 60_000;
const FIRST_TRADE_MS = 75_000;

class Planner {
  readonly orders: OrderPlan[] = [];
  readonly #universe: Universe;
  readonly #epoch: number;
  /** Which side of a market the account is on. */
  readonly #held = new Map<string, boolean>();
  /** At the epoch. */
  readonly #quotes = new Map<MarketFrame, Quote>();
  #number = 0;

  constructor(universe: Universe, epochMs: number) {
    this.#universe = universe;
    this.#epoch = epochMs;
  }

  /** Bets on games that are settled by the epoch, spread over so many days; four in ten were sold before the end. */
  past(days: number, count: number): void {
    const step = (days * DAY) / count;
    for (let place = 0; place < count; place++) {
      const slot = slotAt(this.#epoch - 6 * HOUR - place * step);
      // Every ninth bet was on a game that was abandoned.
      const event = this.#universe.game(place % 9 === 4 ? voidSlotBefore(slot) : slot, 0);
      if (event.resolvedMs > this.#epoch) continue;
      const choices = this.#universe.marketsOf(event);
      const market = choices[this.#below(choices.length, place, 1)];
      if (market === undefined || this.#held.has(market.slug)) continue;
      const openMs = event.listedMs + (event.startMs - event.listedMs) * (0.2 + 0.7 * this.#unit(place, 2));
      const long = this.#unit(place, 3) < 0.6;
      const quantity = this.#quantity(place);
      this.#held.set(market.slug, long);
      this.#taken(market, long ? 'BUY_LONG' : 'BUY_SHORT', openMs, quantity, place % 4 === 0);
      if (place % 10 < 4) {
        const sold = place % 20 === 0 ? Math.ceil(quantity / 2) : quantity;
        const closeMs = event.startMs + (event.endMs - event.startMs) * (0.2 + 0.6 * this.#unit(place, 4));
        this.#taken(market, long ? 'SELL_LONG' : 'SELL_SHORT', closeMs, sold, false);
      }
    }
  }

  /** Positions still held at the epoch: in games waiting for settlement, live ones, coming ones and questions. */
  holdings(count: number): void {
    const waiting = this.#listed((event) => phaseOf(event, this.#epoch) === 'resolving');
    const open = this.#tradable((event) => event.endMs - this.#epoch > HOUR / 2);
    const some = spread(waiting).slice(0, Math.max(2, Math.floor(count / 8)));
    const markets = [...some, ...this.#mixed(open, 1)].slice(0, count);
    for (const [place, market] of markets.entries()) {
      const { event } = market;
      const latest = Math.min(this.#epoch, event.endMs - HOUR);
      const openMs = event.listedMs + (latest - event.listedMs) * (0.3 + 0.6 * this.#unit(place, 11));
      const long = place % 3 !== 1;
      const quantity = place === 5 ? 678 : this.#quantity(place + 31);
      this.#held.set(market.slug, long);
      this.#taken(market, long ? 'BUY_LONG' : 'BUY_SHORT', openMs, quantity, place % 5 === 3);
      // Every fourth holding has an order out to close part of it.
      const working = event.endMs - this.#epoch > 2 * HOUR;
      if (working && place % 4 === 0) {
        const intent = long ? 'SELL_LONG' : 'SELL_SHORT';
        this.#working(market, intent, Math.ceil(quantity / 2), place, openMs + SECOND_FILL_MS + 1000);
      }
    }
  }

  /** Orders that rest in the book at the epoch, to open positions or add to them: first where there is a long way to go. */
  resting(count: number): void {
    const open = this.#tradable((event) => event.endMs - this.#epoch > 2 * HOUR);
    const markets = this.#mixed(open, 2);
    for (let place = 0; place < Math.min(count, 3 * markets.length); place++) {
      const market = markets[place % markets.length];
      if (market === undefined) return;
      const long = this.#held.get(market.slug) ?? !(place % 5 === 1 || place % 5 === 3);
      this.#held.set(market.slug, long);
      this.#working(
        market,
        long ? 'BUY_LONG' : 'BUY_SHORT',
        this.#quantity(place + 57),
        place + 100,
        market.event.listedMs,
      );
    }
  }

  /** Orders ahead of all others, of which the market takes a little again and again, in markets not held so far. */
  busy(count: number): void {
    const open = this.#mixed(
      this.#tradable(({ endMs, startMs, subject }) =>
        subject.kind === 'game' ? startMs - this.#epoch > BUSY_MS : endMs - this.#epoch > BUSY_MS,
      ),
      1,
    );
    const free = open.filter((market) => {
      const { bid = 0, offer = 0 } = this.#quote(market);
      return !this.#held.has(market.slug) && offer - bid >= 3 * market.tick;
    });
    for (const [place, market] of free.slice(0, count).entries()) {
      const { bid = 0, offer = 0 } = this.#quote(market);
      const buy = place % 2 === 0;
      this.#held.set(market.slug, buy);
      const age = Math.min(2 * DAY, this.#epoch - market.event.listedMs - 2) * this.#unit(place, 34);
      this.#add({
        market,
        intent: buy ? 'BUY_LONG' : 'BUY_SHORT',
        points: buy ? bid + market.tick : offer - market.tick,
        quantity: place % 4 === 3 ? 2_500 : 20_000 + 100 * this.#below(400, place, 33),
        createMs: this.#epoch - 1 - Math.floor(age),
        tif: 'GOOD_TILL_CANCEL',
        fills: [],
        restsFromMs: this.#epoch,
        // A trade is seen in the first two minutes, and within an hour one that is taken back.
        ...(place === 0 ? { takenMs: this.#epoch + FIRST_TRADE_MS } : {}),
        ...(place === 2 ? { takenMs: this.#epoch + BUST_MS / 2, bustedMs: this.#epoch + BUST_MS } : {}),
      });
    }
  }

  /** Some bought of two games each, of which none is over yet, and some that are settled since yesterday. */
  combos(count: number): void {
    const now = slotAt(this.#epoch);
    const combos = (first: number, isWanted: (event: EventFrame) => boolean) =>
      Array.from({ length: COMBO_SLOTS }, (_, place) => this.#universe.combo(first + place))
        .filter((event) => event !== undefined && event.listedMs < event.startMs && isWanted(event))
        .slice(0, count);
    const open = combos(now - 1, ({ startMs }) => startMs + HOUR > this.#epoch);
    const settled = combos(now - DAY / HOUR, ({ resolvedMs }) => resolvedMs < this.#epoch);
    for (const [place, event] of [...open, ...settled].entries()) {
      const [market] = event === undefined ? [] : this.#universe.marketsOf(event);
      if (event === undefined || market === undefined) continue;
      const latest = Math.min(this.#epoch, event.startMs);
      if (latest <= event.listedMs) continue;
      const openMs = event.listedMs + (latest - event.listedMs) * (0.3 + 0.6 * this.#unit(place, 41));
      this.#taken(market, 'BUY_LONG', openMs, this.#quantity(place + 83), false);
    }
  }

  /** Listed markets that trade both ways, with room for orders on either side. */
  #tradable(wanted: (event: EventFrame) => boolean): MarketFrame[] {
    return this.#listed(wanted).filter((market) => {
      const { bid, offer } = this.#quote(market);
      const room = 12 * market.tick;
      return bid !== undefined && offer !== undefined && bid > room && offer < 10_000 - room;
    });
  }

  /** So many markets with a long way to go, then one that ends soon; neighbours belong to different events. */
  #mixed(markets: readonly MarketFrame[], lasting: number): MarketFrame[] {
    const { long = [], short = [] } = Object.groupBy(markets, ({ event }) =>
      event.endMs - this.#epoch > LASTING ? 'long' : 'short',
    );
    return interleaved(spread(long), spread(short), lasting);
  }

  /** Markets of the events near in time, some of each: enough for any account, however many are listed. */
  #listed(wanted: (event: EventFrame) => boolean): MarketFrame[] {
    // A window is over before an account has got used to it.
    const events = this.#universe.listed(this.#epoch).filter((event) => !isWindow(event) && wanted(event));
    const { game = [], question = [] } = Object.groupBy(events, ({ subject }) => subject.kind);
    return [...game.slice(0, 250), ...question].flatMap((event) =>
      this.#universe.marketsOf(event).slice(0, 8),
    );
  }

  /** An order that took what was there; in two parts when `twice`, the second part as a maker. */
  #taken(market: MarketFrame, intent: OrderIntent, atMs: number, quantity: number, twice: boolean): void {
    const ms = Math.floor(atMs);
    const { bid, offer } = quoteOf(this.#universe.seed, market, ms);
    const points = (isBuy(intent) ? offer : bid) ?? priceOf(this.#universe.seed, market, ms);
    const first = twice && quantity > 1 ? Math.floor(quantity / 2) : quantity;
    const fills: PlannedFill[] = [{ ms: ms + 7, points, quantity: first, aggressor: true, number: 1 }];
    const later = Math.floor(Math.min(ms + SECOND_FILL_MS, this.#epoch - 1000, market.event.endMs - 1000));
    if (first < quantity)
      fills.push({
        ms: Math.max(ms + 8, later),
        points,
        quantity: quantity - first,
        aggressor: false,
        number: 2,
      });
    this.#add({
      market,
      intent,
      points,
      quantity,
      createMs: ms,
      tif: twice ? 'GOOD_TILL_CANCEL' : 'IMMEDIATE_OR_CANCEL',
      fills,
    });
  }

  /** A resting order placed after `sinceMs`, some ticks away from the market; every third, and a few of the lasting ones, filled in part. */
  #working(market: MarketFrame, intent: OrderIntent, quantity: number, place: number, sinceMs: number): void {
    const { bid, offer } = this.#quote(market);
    if (bid === undefined || offer === undefined) return;
    const points = isBuy(intent)
      ? bid - this.#away(market, Math.min(bid, 10_000 - bid), place)
      : offer + this.#away(market, Math.min(offer, 10_000 - offer), place);
    const oldest = Math.min(9 * DAY, Math.max(1000, this.#epoch - sinceMs));
    const age = Math.floor(oldest * (0.03 + 0.9 * this.#unit(place, 22) ** 2)) + 2;
    const createMs = this.#epoch - age;
    const part = Math.floor(quantity * (0.2 + 0.5 * this.#unit(place, 23)));
    const fills =
      (place % 3 === 0 || place % 9 === 1) && part > 0
        ? [{ ms: createMs + Math.floor(age / 2), points, quantity: part, aggressor: false, number: 1 }]
        : [];
    const dated = place % 4 === 2 && market.event.endMs - this.#epoch <= LASTING;
    this.#add({
      market,
      intent,
      points,
      quantity,
      createMs,
      tif: dated ? 'GOOD_TILL_DATE' : 'GOOD_TILL_CANCEL',
      ...(dated
        ? { goodTillMs: Math.min(market.event.endMs, Math.floor(this.#epoch / HOUR) * HOUR + 30 * DAY) }
        : {}),
      fills,
      restsFromMs: this.#epoch,
    });
  }

  /**
   * How far from the best price an order rests, in points: every fourth near by, the others where the market seldom
   * comes. Those in markets with a long way to go are still there after weeks, so that there is always one to cancel.
   */
  #away(market: MarketFrame, room: number, place: number): number {
    const near = place % 4 === 1;
    const lasting = market.event.endMs - this.#epoch > LASTING;
    const share = near ? 0 : (lasting ? 0.6 : 0.2) + 0.3 * this.#unit(place, 21);
    const most = lasting ? room * share : Math.min(room * share, 9 * market.tick);
    return Math.max(near ? this.#below(3, place, 24) : 3, Math.floor(most / market.tick)) * market.tick;
  }

  #add(plan: Omit<OrderPlan, 'id'>): void {
    this.orders.push({ ...plan, id: idOf('D', this.#universe.seed, this.#epoch, this.#number++) });
  }

  /** Hundredths of a contract: mostly whole contracts, every seventh with decimals. */
  #quantity(place: number): number {
    const size = [10, 25, 40, 50, 100, 120, 200][this.#below(7, place, 31)] ?? 10;
    return size * 100 + (hash(place, this.#epoch) % 7 === 0 ? 1 + this.#below(99, place, 32) : 0);
  }

  /** At the epoch. */
  #quote(market: MarketFrame): Quote {
    const quote = this.#quotes.get(market) ?? quoteOf(this.#universe.seed, market, this.#epoch);
    this.#quotes.set(market, quote);
    return quote;
  }

  #unit(...parts: number[]): number {
    return unit(this.#universe.seed, this.#epoch, ...parts);
  }

  #below(count: number, ...parts: number[]): number {
    return below(count, this.#universe.seed, this.#epoch, ...parts);
  }
}

/** Among so many slots there are combos enough. */
const COMBO_SLOTS = 12;
/** Such a market stays as calm for so long. */
const BUSY_MS = 3 * HOUR;

/** Markets one event after the other, a market of each at a time: neighbours belong to different events. */
function spread(markets: readonly MarketFrame[]): MarketFrame[] {
  const turns = new Map<number, number>();
  return markets
    .map((market) => {
      const turn = turns.get(market.event.id) ?? 0;
      turns.set(market.event.id, turn + 1);
      return { market, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ market }) => market);
}

/** So many of the first list, then one of the second, until both are used up. */
function interleaved<T>(first: readonly T[], second: readonly T[], many: number): T[] {
  const result: T[] = [];
  for (let place = 0; place * many < first.length || place < second.length; place++) {
    result.push(...first.slice(place * many, (place + 1) * many), ...second.slice(place, place + 1));
  }
  return result;
}
