import { Decimal } from './decimal.ts';
import { type Marks, openPnl } from './figures.ts';
import type { Freshness } from './freshness.ts';
import { eventStart, isOver, isPaused, type Lifecycle } from './lifecycle.ts';
import type { MarketView } from './market-view.ts';
import { type OwnMoney, ownMoney } from './own.ts';
import type { Position } from './position.ts';
import { bestBidAndOffer, lifecycleNow, sidePrices } from './pricing.ts';

export const ALERT_STATES = ['halted', 'open', 'ended', 'settled'] as const;
export type AlertState = (typeof ALERT_STATES)[number];
type Bound = 'atLeast' | 'atMost';

/**
 * The one thing an alert waits for. `price`: what buying a side costs, 0…1. `spread`: offer − bid, 0…1. `state`: how the
 * market trades. `start`: so many minutes before the game. `pnl`: open P&L of one's position, in its currency.
 */
export type AlertCondition =
  | { readonly what: 'price'; readonly long: boolean; readonly bound: Bound; readonly value: Decimal }
  | { readonly what: 'spread'; readonly bound: 'atMost'; readonly value: Decimal }
  | { readonly what: 'pnl'; readonly bound: Bound; readonly value: Decimal }
  | { readonly what: 'state'; readonly state: AlertState }
  | { readonly what: 'start'; readonly minutes: number };

export interface Alert {
  readonly id: string;
  readonly slug: string;
  readonly condition: AlertCondition;
  readonly isPaused: boolean;
  /** When it fired, Unix milliseconds; it is off since then. */
  readonly firedAt: number | undefined;
}

/** `list`: no list at all. `entry`: the one at `place` (1-based) has no usable `field`. */
export type AlertProblem =
  | { readonly kind: 'list' }
  | { readonly kind: 'entry'; readonly place: number; readonly field: string };

export interface AlertReading {
  readonly alerts: readonly Alert[];
  /** The first one. */
  readonly problem: AlertProblem | undefined;
}

/** A figure of an alert: a price or a difference of prices, money of one's own, a span of time, or how a market trades. */
export type AlertFigure =
  | { readonly unit: 'price'; readonly price: Decimal }
  | { readonly unit: 'money'; readonly amount: OwnMoney }
  | { readonly unit: 'time'; readonly ms: number }
  | { readonly unit: 'state'; readonly state: Lifecycle };

/** `unknown`: nothing current to judge by. `over`: it cannot happen any more. */
export type AlertStanding =
  | { readonly kind: 'distance'; readonly left: AlertFigure; readonly now: AlertFigure }
  | { readonly kind: 'fired'; readonly now: AlertFigure }
  | {
      readonly kind: 'unknown';
      readonly why: 'notRead' | 'notCurrent' | 'noPrice' | 'noPosition' | 'noStart';
    }
  | { readonly kind: 'over' };

/** What alerts are judged by. */
export interface AlertFacts {
  readonly view: MarketView | undefined;
  readonly position: Position | undefined;
  /** How current the position is. */
  readonly positionFreshness: Freshness | undefined;
}

const MINUTE_MS = 60_000;

/** True while an alert may fire. */
export function isArmed({ isPaused: paused, firedAt }: Alert): boolean {
  return !paused && firedAt === undefined;
}

/** How far a condition is from being met at `now`, Unix milliseconds. Never judged by a price that is not current. */
export function judgeAlert(condition: AlertCondition, facts: AlertFacts, now: number): AlertStanding {
  const { view } = facts;
  if (view === undefined) return { kind: 'unknown', why: 'notRead' };
  const state = lifecycleNow(view.market, view.live, view.settlement);
  const isCurrent = view.freshness?.standing === 'fresh';
  switch (condition.what) {
    case 'state':
      return judgeState(condition.state, state, isCurrent);
    case 'start': {
      const start = (view.event && eventStart(view.event)) ?? view.market.gameStartTime?.ms;
      if (start === undefined) return { kind: 'unknown', why: 'noStart' };
      const left = start - condition.minutes * MINUTE_MS - now;
      const until = { unit: 'time', ms: start - now } as const;
      return left <= 0
        ? { kind: 'fired', now: until }
        : { kind: 'distance', left: { unit: 'time', ms: left }, now: until };
    }
    case 'price':
    case 'spread':
    case 'pnl': {
      if (isOver(state)) return { kind: 'over' };
      if (!isCurrent) return { kind: 'unknown', why: 'notCurrent' };
      if (isPaused(state)) return { kind: 'unknown', why: 'noPrice' };
      return condition.what === 'pnl'
        ? judgePnl(condition, view, facts)
        : judgePrice(condition, priceOf(condition, view));
    }
  }
}

function priceOf(
  condition: Extract<AlertCondition, { readonly what: 'price' | 'spread' }>,
  { market, live }: MarketView,
): Decimal | undefined {
  if (condition.what === 'price') return sidePrices(market, condition.long, live).buy?.price;
  const { bid, offer } = bestBidAndOffer(market, live);
  return bid && offer?.price.minus(bid.price);
}

function judgePrice(
  { bound, value }: { readonly bound: Bound; readonly value: Decimal },
  price: Decimal | undefined,
): AlertStanding {
  if (price === undefined) return { kind: 'unknown', why: 'noPrice' };
  const left = bound === 'atLeast' ? value.minus(price) : price.minus(value);
  const now = { unit: 'price', price } as const;
  return left.isNegative || left.isZero
    ? { kind: 'fired', now }
    : { kind: 'distance', left: { unit: 'price', price: left }, now };
}

function judgePnl(
  { bound, value }: { readonly bound: Bound; readonly value: Decimal },
  view: MarketView,
  { position, positionFreshness }: AlertFacts,
): AlertStanding {
  if (position === undefined) return { kind: 'unknown', why: 'noPosition' };
  if (positionFreshness?.standing !== 'fresh') return { kind: 'unknown', why: 'notCurrent' };
  const amount = openPnl(position, marksOf(view));
  if (amount === undefined) return { kind: 'unknown', why: 'noPrice' };
  const over = amount.value.minus(value);
  const left = bound === 'atLeast' ? over.negated() : over;
  const now = { unit: 'money', amount } as const;
  return left.isNegative || left.isZero
    ? { kind: 'fired', now }
    : { kind: 'distance', left: { unit: 'money', amount: ownMoney(left, amount.currency) }, now };
}

/** The best prices a position in a market can be valued at. */
export function marksOf({ market, live, pricedLater }: MarketView): Marks {
  const { bid, offer } = bestBidAndOffer(market, live);
  return { bid: bid?.price, offer: offer?.price, newer: pricedLater };
}

/** What is over stays over, however old the news; that something trades or pauses is true of now only. */
function judgeState(wanted: AlertState, state: Lifecycle, isCurrent: boolean): AlertStanding {
  const now = { unit: 'state', state } as const;
  const isMet = {
    halted: isPaused(state),
    open: state === 'open',
    ended: isOver(state),
    settled: state === 'resolved',
  }[wanted];
  const canStill = wanted === 'settled' ? true : !isOver(state);
  if (isMet && (isCurrent || isOver(state))) return { kind: 'fired', now };
  if (!canStill) return { kind: 'over' };
  return isCurrent ? { kind: 'distance', left: now, now } : { kind: 'unknown', why: 'notCurrent' };
}

/** Reads what the setting holds, however wrong it is. */
export function readAlerts(value: unknown): AlertReading {
  if (!Array.isArray(value)) return { alerts: [], problem: { kind: 'list' } };
  let problem: AlertProblem | undefined;
  const ids = new Set<string>();
  const alerts = value.flatMap((one: unknown, index): Alert[] => {
    const fields = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
    const wrong = (field: string): [] => {
      problem ??= { kind: 'entry', place: index + 1, field };
      return [];
    };
    const slug = fields['market'];
    if (typeof slug !== 'string' || !/^\S{1,128}$/.test(slug)) return wrong('market');
    const condition = readCondition(fields);
    if (typeof condition === 'string') return wrong(condition);
    const { fired, paused } = fields;
    const firedAt = typeof fired === 'string' ? Date.parse(fired) : undefined;
    if (fired !== undefined && (firedAt === undefined || Number.isNaN(firedAt))) return wrong('fired');
    const named = fields['id'];
    const id = typeof named === 'string' && !ids.has(named) ? named : `#${index + 1}`;
    ids.add(id);
    return [{ id, slug, condition, isPaused: paused === true, firedAt }];
  });
  return { alerts, problem };
}

export function writeAlerts(alerts: readonly Alert[]): readonly object[] {
  return alerts.map(({ id, slug, condition, isPaused: paused, firedAt }) => ({
    id,
    market: slug,
    ...writeCondition(condition),
    ...(paused ? { paused } : {}),
    ...(firedAt === undefined ? {} : { fired: new Date(firedAt).toISOString() }),
  }));
}

/** The condition, or the name of the field that is wrong. */
function readCondition(fields: Readonly<Record<string, unknown>>): AlertCondition | string {
  const { what, side, state, minutes } = fields;
  const bound = (['atLeast', 'atMost'] as const).find((each) => fields[each] !== undefined);
  const value = bound && Decimal.parse(fields[bound]);
  const isFraction = value !== undefined && !value.isNegative && value.lessThan(Decimal.one);
  switch (what) {
    case 'price':
      if (side !== 'long' && side !== 'short') return 'side';
      return bound !== undefined && isFraction
        ? { what, long: side === 'long', bound, value }
        : (bound ?? 'atLeast');
    case 'spread':
      return bound === 'atMost' && isFraction ? { what, bound, value } : 'atMost';
    case 'pnl':
      return bound !== undefined && value !== undefined ? { what, bound, value } : (bound ?? 'atLeast');
    case 'state': {
      const known = ALERT_STATES.find((each) => each === state);
      return known === undefined ? 'state' : { what, state: known };
    }
    case 'start':
      return typeof minutes === 'number' && minutes >= 0 && minutes <= 10_080 ? { what, minutes } : 'minutes';
    default:
      return 'what';
  }
}

function writeCondition(condition: AlertCondition): object {
  if (condition.what === 'state' || condition.what === 'start') return condition;
  const { what, bound, value } = condition;
  const side = condition.what === 'price' ? { side: condition.long ? 'long' : 'short' } : {};
  return { what, ...side, [bound]: value.toString() };
}
