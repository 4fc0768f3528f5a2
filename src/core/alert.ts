import { Decimal } from './decimal.ts';
import { openPnl } from './figures.ts';
import type { Freshness } from './freshness.ts';
import { eventStart, isOver, isPaused, type Lifecycle } from './lifecycle.ts';
import type { MarketView } from './market-view.ts';
import { type OwnMoney, ownMoney } from './own.ts';
import type { Position } from './position.ts';
import { bestBidAndOffer, lifecycleNow, marksOf, sidePrices } from './pricing.ts';
import { readList, type SettingReading } from './setting-reading.ts';

export const ALERT_STATES = ['halted', 'open', 'ended', 'settled'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/**
 * The one thing an alert waits for, as the setting holds it: how the market trades (`state`), or a figure that reaches a
 * bound. `price`: what buying a side costs, 0…1. `spread`: offer − bid, 0…1. `start`: minutes to the start of the game.
 * `pnl`: open P&L of one's position.
 */
export interface AlertCondition {
  readonly what: 'state' | 'price' | 'spread' | 'start' | 'pnl';
  readonly state?: AlertState;
  /** Whose price. */
  readonly side?: 'long' | 'short';
  readonly atLeast?: string | number;
  readonly atMost?: string | number;
}

export interface Alert extends AlertCondition {
  readonly id: string;
  /** Its slug. */
  readonly market: string;
  readonly paused?: boolean | undefined;
  /** When it fired, as ISO 8601; it is off since then. */
  readonly fired?: string | undefined;
}

/** A figure of an alert: a price or a difference of prices, money of one's own, a span of time, or how a market trades. */
export type AlertFigure =
  | { readonly unit: 'price'; readonly price: Decimal }
  | { readonly unit: 'money'; readonly amount: OwnMoney }
  | { readonly unit: 'time'; readonly ms: number }
  | { readonly unit: 'state'; readonly state: Lifecycle };

type Unknown = 'notRead' | 'notCurrent' | 'noPrice' | 'noPosition' | 'noStart' | 'over';

/** `unknown`: nothing current to judge by, or it cannot happen any more. */
export type AlertVerdict =
  | { readonly kind: 'distance'; readonly left: AlertFigure; readonly now: AlertFigure }
  | { readonly kind: 'fired'; readonly now: AlertFigure }
  | { readonly kind: 'unknown'; readonly why: Unknown };

/** What alerts are judged by. */
export interface AlertFacts {
  readonly view: MarketView | undefined;
  readonly position: Position | undefined;
  /** How current the position is. */
  readonly positionFreshness: Freshness | undefined;
}

const MINUTE_MS = 60_000;

/** True while an alert may fire. */
export function isArmed({ paused, fired }: Alert): boolean {
  return paused !== true && fired === undefined;
}

/** The bound a figure is to reach. */
export function boundOf({ atLeast, atMost }: AlertCondition): Decimal {
  return Decimal.parse(atLeast ?? atMost) ?? Decimal.zero;
}

/** How far a condition is from being met at `now`, Unix milliseconds. Never judged by a price that is not current. */
export function judgeAlert(condition: AlertCondition, facts: AlertFacts, now: number): AlertVerdict {
  const { view } = facts;
  if (view === undefined) return unknown('notRead');
  const state = lifecycleNow(view.market, view.live, view.settlement);
  const isCurrent = view.freshness?.standing === 'fresh';
  if (condition.what === 'state') return judgeState(condition.state, state, isCurrent);
  if (condition.what === 'start') {
    const start = (view.event && eventStart(view.event)) ?? view.market.gameStartTime?.ms;
    if (start === undefined) return unknown('noStart');
    const ms = start - boundOf(condition).toNumber() * MINUTE_MS - now;
    return judged(ms <= 0, { unit: 'time', ms }, { unit: 'time', ms: start - now });
  }
  if (isOver(state)) return unknown('over');
  if (!isCurrent) return unknown('notCurrent');
  if (isPaused(state)) return unknown('noPrice');
  return condition.what === 'pnl' ? judgePnl(condition, view, facts) : judgePrice(condition, view);
}

function unknown(why: Unknown): AlertVerdict {
  return { kind: 'unknown', why };
}

function judged(isMet: boolean, left: AlertFigure, now: AlertFigure): AlertVerdict {
  return isMet ? { kind: 'fired', now } : { kind: 'distance', left, now };
}

function judgePrice(condition: AlertCondition, { market, live }: MarketView): AlertVerdict {
  const { bid, offer } = bestBidAndOffer(market, live);
  const price =
    condition.what === 'spread'
      ? bid && offer?.price.minus(bid.price)
      : sidePrices(market, condition.side !== 'short', live).buy?.price;
  if (price === undefined) return unknown('noPrice');
  const over = price.minus(boundOf(condition));
  const left = condition.atLeast === undefined ? over : over.negated();
  return judged(!left.greaterThan(Decimal.zero), { unit: 'price', price: left }, { unit: 'price', price });
}

function judgePnl(condition: AlertCondition, view: MarketView, facts: AlertFacts): AlertVerdict {
  const { position, positionFreshness } = facts;
  if (position === undefined) return unknown('noPosition');
  if (positionFreshness?.standing !== 'fresh') return unknown('notCurrent');
  const amount = openPnl(position, marksOf(view.market, view.live, view.pricedLater));
  if (amount === undefined) return unknown('noPrice');
  const over = amount.value.minus(boundOf(condition));
  const left = ownMoney(condition.atLeast === undefined ? over : over.negated(), amount.currency);
  const isMet = !left.value.greaterThan(Decimal.zero);
  return judged(isMet, { unit: 'money', amount: left }, { unit: 'money', amount });
}

/** What is over stays over, however old the news; that something trades or pauses is true of now only. */
function judgeState(wanted: AlertState = 'settled', state: Lifecycle, isCurrent: boolean): AlertVerdict {
  const now = { unit: 'state', state } as const;
  const isMet = {
    halted: isPaused(state),
    open: state === 'open',
    ended: isOver(state),
    settled: state === 'resolved',
  }[wanted];
  if (isOver(state) && !isMet && wanted !== 'settled') return unknown('over');
  return isCurrent || (isMet && isOver(state)) ? judged(isMet, now, now) : unknown('notCurrent');
}

/** Reads what the setting holds, however wrong it is. */
export function readAlerts(value: unknown): SettingReading<Alert> {
  return readList<Alert>(value, (entry, before, index) => {
    const fields = Object(entry) as Readonly<Record<string, unknown>>;
    const { id } = fields;
    const isOwn = typeof id === 'string' && before.every((other) => other.id !== id);
    const alert = { ...(fields as unknown as Alert), id: isOwn ? id : `#${index + 1}` };
    return wrongField(fields) ?? alert;
  });
}

/** The longest time before a start an alert can wait for, minutes: a week. */
export const MOST_MINUTES = 10_080;
/** The highest bound of each figure. */
const HIGHEST: Readonly<Record<string, number>> = {
  price: 1,
  spread: 1,
  start: MOST_MINUTES,
  pnl: Infinity,
};

function wrongField(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { market, what, state, side, fired } = fields;
  if (typeof market !== 'string' || !/^\S{1,128}$/.test(market)) return 'market';
  if (fired !== undefined && Number.isNaN(Date.parse(String(fired)))) return 'fired';
  if (what === 'state') return ALERT_STATES.some((each) => each === state) ? undefined : 'state';
  if (typeof what !== 'string' || !Object.hasOwn(HIGHEST, what)) return 'what';
  if (what === 'price' && side !== 'long' && side !== 'short') return 'side';
  const bound = fields['atLeast'] === undefined ? 'atMost' : 'atLeast';
  const value = Decimal.parse(fields[bound])?.toNumber() ?? Number.NaN;
  // Only these two can be waited for from either side.
  const isAllowed = what === 'price' || what === 'pnl' || bound === 'atMost';
  const lowest = what === 'pnl' ? Number.NEGATIVE_INFINITY : 0;
  return isAllowed && value >= lowest && value <= (HIGHEST[what] ?? 0) ? undefined : bound;
}
