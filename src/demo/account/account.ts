import { orderOutcome } from '../../core/order.ts';
import type { ActivityQuery, OffsetPage } from '../../core/request-queries.ts';
import { CURRENCY, microsDecimal } from '../engine/amounts.ts';
import { quoteFor } from '../engine/book.ts';
import { DAY, type MarketFrame } from '../engine/events.ts';
import { NO_ORDERS, type Own, type Print, type Resting } from '../engine/tape.ts';
import { exactTime } from '../engine/times.ts';
import type { Universe } from '../engine/universe.ts';
import { marketJson } from '../engine/values.ts';
import type { DemoAction } from '../state.ts';
import { fieldsOf, type WireObject } from '../wire/encode-values.ts';
import { type CashEntry, cashEntries, type Holding, type Ledger, outcomePoints, replay } from './ledger.ts';
import { type Deeds, deedsOf, LifeBook, type OrderLife, placedPlans } from './life.ts';
import { isBuy, type OrderPlan, type PlannedFill } from './plan.ts';
import { ACCOUNT_SIZES, planOrders } from './planner.ts';
import { type ActivityEntry, activityJson, positionJson, slugOf, typeOf } from './values.ts';

/** Outcome of a cancel: `filled` and `closed` (cancelled, expired) leave the order as it was. */
export type WorldCancelResult = 'cancelled' | 'filled' | 'closed' | 'unknownOrder' | 'wrongMarket';

/** A position as it is sent, with what decides whether it changed. */
export interface HeldPosition {
  readonly slug: string;
  /** Hundredths, negative for short. */
  readonly net: number;
  readonly json: WireObject;
}

/** A deposit may be taken out again after so long, milliseconds. */
const LOCKED_MS = 3 * DAY;

/** A settled position is shown for so long, milliseconds. */
const SHOWN_AFTER = 2 * DAY;

const NO_DEEDS: Deeds = [];

/** The account: what it ordered before the epoch and what the user did since, followed to any moment. */
export class Account {
  readonly #universe: Universe;
  readonly #plans: readonly OrderPlan[];
  readonly #cash: readonly CashEntry[];
  readonly #lives: LifeBook;
  #orders: readonly OrderPlan[] = [];
  #bySlug: ReadonlyMap<string, readonly OrderPlan[]> = new Map();
  #deeds: ReadonlyMap<string, Deeds> = new Map();
  /** The moment `#current` and `#ledger` are of. */
  #now = Number.NaN;
  #current: ReadonlyMap<string, OrderLife> = new Map();
  #ledger: Ledger | undefined;
  readonly #unknownMs: number;

  constructor(universe: Universe, epochMs: number, size: 'normal' | 'large') {
    const { seed } = universe;
    this.#universe = universe;
    this.#plans = planOrders(universe, epochMs, ACCOUNT_SIZES[size]);
    this.#cash = cashEntries(seed, epochMs, ACCOUNT_SIZES[size].days, size === 'large' ? 400_000 : 20_000);
    this.#lives = new LifeBook(seed);
    this.#unknownMs = epochMs - 5 * DAY;
    this.setActions([]);
  }

  /** Replaces everything the user did. */
  setActions(actions: readonly DemoAction[]): void {
    this.#orders = [...this.#plans, ...placedPlans(this.#universe, actions)];
    this.#bySlug = Map.groupBy(this.#orders, ({ market }) => market.slug);
    this.#deeds = deedsOf(actions);
    this.#now = Number.NaN;
  }

  /** Other figures whenever an order, a position or the balance is another; what positions are worth aside. */
  version(now: number): readonly number[] {
    const parts: number[] = [];
    for (const { plan, filled, left, changedMs } of this.#livesAt(now).values()) {
      const { resolvedMs } = plan.market.event;
      parts.push(filled, left, changedMs, Number(now >= resolvedMs), Number(now >= resolvedMs + SHOWN_AFTER));
    }
    return parts;
  }

  life(id: string, now: number): OrderLife | undefined {
    return this.#livesAt(now).get(id);
  }

  /** Newest first. */
  openOrders(now: number): readonly OrderLife[] {
    return [...this.#livesAt(now).values()]
      .filter((life) => life.left > 0)
      .sort((a, b) => b.plan.createMs - a.plan.createMs || (a.plan.id < b.plan.id ? -1 : 1));
  }

  /** What would become of a cancel. `cancelled`: it is working and can be. */
  cancellable(orderId: string, marketSlug: string, now: number): WorldCancelResult {
    const life = this.#livesAt(now).get(orderId);
    if (life === undefined) return 'unknownOrder';
    if (life.plan.market.slug !== marketSlug) return 'wrongMarket';
    if (life.left > 0) return 'cancelled';
    return life.state === 'FILLED' ? 'filled' : 'closed';
  }

  /** What anybody can see of the account in a market: orders in the book, trades on the tape. */
  own(market: MarketFrame, now: number): Own {
    const lives = this.#livesIn(market.slug, now);
    if (lives.length === 0) return NO_ORDERS;
    return {
      resting: restingOf(lives),
      changedMs: Math.max(...lives.map(({ changedMs }) => changedMs)),
      prints: printsOf(lives),
    };
  }

  /** Open ones and those settled lately; the one traded last comes first. */
  positions(now: number): readonly HeldPosition[] {
    const isShown = ({ net, market: { event } }: Holding): boolean =>
      net !== 0 || (now >= event.resolvedMs && now < event.resolvedMs + SHOWN_AFTER);
    return this.#ledgerAt(now)
      .holdings.filter(isShown)
      .sort((a, b) => b.openedMs - a.openedMs || (a.market.slug < b.market.slug ? -1 : 1))
      .map((holding) => this.#positionOf(holding, now));
  }

  /** Also one that is flat and no longer listed. */
  position(slug: string, now: number): HeldPosition | undefined {
    const holding = this.#ledgerAt(now).holdings.find(({ market }) => market.slug === slug);
    return holding && this.#positionOf(holding, now);
  }

  #positionOf(holding: Holding, now: number): HeldPosition {
    const { seed } = this.#universe;
    const { market, net } = holding;
    const closing = net > 0 ? 'SELL_LONG' : 'SELL_SHORT';
    const lives = this.#livesIn(market.slug, now);
    const reserved = lives
      .filter(({ plan }) => plan.intent === closing)
      .reduce((sum, { left }) => sum + left, 0);
    const quote = quoteFor(seed, market, restingOf(lives), now);
    return { slug: market.slug, net, json: positionJson(holding, { seed, now, quote, reserved }) };
  }

  /** Newest first unless the query says otherwise. */
  activities(query: ActivityQuery, page: OffsetPage, now: number): readonly WireObject[] {
    const { seed } = this.#universe;
    const { types, marketSlug, sortOrder } = query;
    const entries: ActivityEntry[] = [
      ...this.#ledgerAt(now).entries,
      ...this.#cash.filter((entry) => entry.ms <= now),
    ];
    entries.push({ kind: 'unknown', ms: this.#unknownMs });
    const context = {
      seed,
      now,
      market: (frame: OrderPlan['market']) =>
        marketJson(seed, frame, now, { own: this.own(frame, now), sense: 'list', tags: true }),
    };
    const wanted = entries
      .filter((entry) => types === undefined || types.includes(typeOf(entry)))
      // Balance changes pass a filter by market, as on the public service (interface.md 8).
      .filter((entry) => marketSlug === undefined || (slugOf(entry) ?? marketSlug) === marketSlug)
      .sort((a, b) => b.ms - a.ms);
    if (sortOrder === 'ASCENDING') wanted.reverse();
    return wanted.slice(page.offset, page.offset + page.limit).map((entry) => activityJson(entry, context));
  }

  /** interface.md 9.10. */
  balances(now: number): readonly WireObject[] {
    const ledger = this.#ledgerAt(now);
    const came = this.#cash.filter((entry) => entry.ms <= now);
    const cash = came.reduce((sum, entry) => sum + entry.cash, ledger.cash);
    const pending = came.reduce((sum, entry) => sum + entry.pending, 0);
    const reserved = [...this.#livesAt(now).values()].reduce((sum, { plan, left }) => {
      const { long, buy } = orderOutcome({ intent: plan.intent, side: undefined });
      // Cash an order to open a position keeps from being spent.
      return buy ? sum + left * outcomePoints(long, plan.points) : sum;
    }, 0);
    // Of new money a part is not for taking out: a bonus for good, a deposit for some days.
    const bonus = came.reduce((sum, entry) => sum + (entry.type === 'REFERRAL_BONUS' ? entry.cash : 0), 0);
    const deposited = came.reduce(
      (sum, entry) => sum + (entry.type === 'ACCOUNT_DEPOSIT' && now < entry.ms + LOCKED_MS ? entry.cash : 0),
      0,
    );
    const locked = bonus + deposited;
    // The balance contains what shorts were sold for and the margin behind them, a dollar a contract (interface.md 13.2).
    const { margin } = ledger;
    const balance = fieldsOf({
      currency: CURRENCY,
      currentBalance: microsDecimal(cash + margin),
      // Nothing but cash backs an order here, and nothing is lent.
      buyingPower: microsDecimal(cash - reserved),
      openOrders: microsDecimal(reserved),
      unsettledFunds: microsDecimal(0),
      pendingCredit: microsDecimal(Math.max(0, pending)),
      marginRequirement: microsDecimal(margin),
      assetNotional: microsDecimal(0),
      assetAvailable: microsDecimal(0),
      balanceReservation: microsDecimal(locked),
      depositReservation: microsDecimal(deposited),
      bonusReservation: microsDecimal(bonus),
      displayedBonus: microsDecimal(bonus),
      bonusHold: microsDecimal(0),
      displayedAvailableSoon: microsDecimal(deposited),
      displayedCash: microsDecimal(cash - locked),
      availableToWithdraw: microsDecimal(Math.max(0, cash - locked - reserved + Math.min(0, pending))),
      lastUpdated: exactTime(
        Math.max(...ledger.entries.slice(-1).map((entry) => entry.ms), ...came.map((entry) => entry.ms)),
        CURRENCY,
      ),
      pendingWithdrawals: came.flatMap(pendingWithdrawal),
    });
    return [balance];
  }

  /** By id. Remembered until another moment is asked for: one request asks several times. */
  #livesAt(now: number): ReadonlyMap<string, OrderLife> {
    if (this.#now !== now) {
      this.#now = now;
      this.#current = new Map(this.#livesOf(this.#orders, now).map((life) => [life.plan.id, life]));
      this.#ledger = undefined;
    }
    return this.#current;
  }

  #ledgerAt(now: number): Ledger {
    const lives = this.#livesAt(now);
    this.#ledger ??= replay(this.#universe.seed, [...lives.values()], now);
    return this.#ledger;
  }

  #livesIn(slug: string, now: number): readonly OrderLife[] {
    return this.#livesOf(this.#bySlug.get(slug) ?? [], now);
  }

  #livesOf(plans: readonly OrderPlan[], now: number): OrderLife[] {
    return plans
      .filter(({ createMs }) => createMs <= now)
      .map((plan) => this.#lives.lifeOf(plan, this.#deeds.get(plan.id) ?? NO_DEEDS, now));
  }
}

/** Money that was asked for and is still in the balance. */
function pendingWithdrawal({ type, pending, change, ms }: CashEntry): readonly WireObject[] {
  if (type !== 'ACCOUNT_WITHDRAWAL' || pending === 0) return [];
  return [
    fieldsOf({
      id: change['transactionId'],
      name: 'Demo account',
      balance: microsDecimal(-pending),
      description: change['description'],
      acknowledged: true,
      bankId: 'DEMO-BANK',
      creationTime: exactTime(ms, CURRENCY),
      destinationAccountName: 'Demo savings',
    }),
  ];
}

/** Working orders as the book shows them. */
function restingOf(lives: readonly OrderLife[]): readonly Resting[] {
  return lives
    .filter(({ left }) => left > 0)
    .map(({ plan, left }) => ({ buy: isBuy(plan.intent), points: plan.points, left }));
}

function printsOf(lives: readonly OrderLife[]): Print[] {
  return lives
    .flatMap((life) =>
      [...life.fills, ...life.busted.map(({ fill }) => fill)].map((fill) => print(life, fill)),
    )
    .sort((a, b) => a.ms - b.ms);
}

/** The other side of an own trade was opened by somebody on the other side of the price. */
function print({ plan }: OrderLife, fill: PlannedFill): Print {
  const other = isBuy(plan.intent) ? 'BUY_SHORT' : 'BUY_LONG';
  const [taker, maker] = fill.aggressor ? ([plan.intent, other] as const) : ([other, plan.intent] as const);
  const { ms, points, quantity, number } = fill;
  return { id: `${plan.id}-${number}`, ms, points, quantity, taker, maker };
}
