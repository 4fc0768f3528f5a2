import { Decimal } from './decimal.ts';
import { openPnl } from './figures.ts';
import type { Freshness } from './freshness.ts';
import { eventStart, isOver, isPaused, type Lifecycle } from './lifecycle.ts';
import type { MarketView } from './market-view.ts';
import { type OwnMoney, ownMoney } from './own.ts';
import type { Position } from './position.ts';
import { bestBidAndOffer, lifecycleNow, marksOf, sidePrices } from './pricing.ts';
import type { SettingReading } from './setting-reading.ts';

export const ALERT_STATES = ['halted', 'open', 'ended', 'settled'] as const;
export type AlertState = (typeof ALERT_STATES)[number];
const BOUNDS = ['atLeast', 'atMost'] as const;

/**
 * The one thing an alert waits for: how the market trades (`state`), or a figure that reaches a bound. `price`: what buying
 * a side costs, 0…1. `spread`: offer − bid, 0…1. `start`: minutes to the start of the game. `pnl`: open P&L of one's position.
 */
export type AlertCondition =
  | { readonly what: 'state'; readonly state: AlertState }
  | {
      readonly what: 'price' | 'spread' | 'start' | 'pnl';
      /** Whose price. */
      readonly long: boolean;
      readonly bound: (typeof BOUNDS)[number];
      readonly value: Decimal;
    };

type Bounded = Exclude<AlertCondition, { readonly what: 'state' }>;

export interface Alert {
  readonly id: string;
  readonly slug: string;
  readonly condition: AlertCondition;
  readonly isPaused: boolean;
  /** When it fired, Unix milliseconds; it is off since then. */
  readonly firedAt: number | undefined;
}

/** A figure of an alert: a price or a difference of prices, money of one's own, a span of time, or how a market trades. */
export type AlertFigure =
  | { readonly unit: 'price'; readonly price: Decimal }
  | { readonly unit: 'money'; readonly amount: OwnMoney }
  | { readonly unit: 'time'; readonly ms: number }
  | { readonly unit: 'state'; readonly state: Lifecycle };

type Unknown = 'notRead' | 'notCurrent' | 'noPrice' | 'noPosition' | 'noStart' | 'over';

/** `unknown`: nothing current to judge by, or it cannot happen any more. */
export type AlertStanding =
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
export function isArmed({ isPaused: paused, firedAt }: Alert): boolean {
  return !paused && firedAt === undefined;
}

/** How far a condition is from being met at `now`, Unix milliseconds. Never judged by a price that is not current. */
export function judgeAlert(condition: AlertCondition, facts: AlertFacts, now: number): AlertStanding {
  const { view } = facts;
  if (view === undefined) return unknown('notRead');
  const state = lifecycleNow(view.market, view.live, view.settlement);
  const isCurrent = view.freshness?.standing === 'fresh';
  if (condition.what === 'state') return judgeState(condition.state, state, isCurrent);
  if (condition.what === 'start') {
    const start = (view.event && eventStart(view.event)) ?? view.market.gameStartTime?.ms;
    if (start === undefined) return unknown('noStart');
    const ms = start - condition.value.toNumber() * MINUTE_MS - now;
    return judged(ms <= 0, { unit: 'time', ms }, { unit: 'time', ms: start - now });
  }
  if (isOver(state)) return unknown('over');
  if (!isCurrent) return unknown('notCurrent');
  if (isPaused(state)) return unknown('noPrice');
  return condition.what === 'pnl' ? judgePnl(condition, view, facts) : judgePrice(condition, view);
}

function unknown(why: Unknown): AlertStanding {
  return { kind: 'unknown', why };
}

function judged(isMet: boolean, left: AlertFigure, now: AlertFigure): AlertStanding {
  return isMet ? { kind: 'fired', now } : { kind: 'distance', left, now };
}

function judgePrice({ what, long, bound, value }: Bounded, { market, live }: MarketView): AlertStanding {
  const { bid, offer } = bestBidAndOffer(market, live);
  const spread = bid && offer?.price.minus(bid.price);
  const price = what === 'spread' ? spread : sidePrices(market, long, live).buy?.price;
  if (price === undefined) return unknown('noPrice');
  const left = bound === 'atLeast' ? value.minus(price) : price.minus(value);
  return judged(!left.greaterThan(Decimal.zero), { unit: 'price', price: left }, { unit: 'price', price });
}

function judgePnl({ bound, value }: Bounded, view: MarketView, facts: AlertFacts): AlertStanding {
  const { position, positionFreshness } = facts;
  if (position === undefined) return unknown('noPosition');
  if (positionFreshness?.standing !== 'fresh') return unknown('notCurrent');
  const amount = openPnl(position, marksOf(view.market, view.live, view.pricedLater));
  if (amount === undefined) return unknown('noPrice');
  const over = amount.value.minus(value);
  const left = ownMoney(bound === 'atLeast' ? over.negated() : over, amount.currency);
  const isMet = !left.value.greaterThan(Decimal.zero);
  return judged(isMet, { unit: 'money', amount: left }, { unit: 'money', amount });
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
  if (isOver(state) && !isMet && wanted !== 'settled') return unknown('over');
  return isCurrent || (isMet && isOver(state)) ? judged(isMet, now, now) : unknown('notCurrent');
}

/** Reads what the setting holds, however wrong it is. */
export function readAlerts(value: unknown): SettingReading<Alert> {
  if (!Array.isArray(value)) return { items: [], problem: '' };
  let problem: string | undefined;
  const ids = new Set<string>();
  const items = value.flatMap((one: unknown, index): Alert[] => {
    const read = readAlert((one ?? {}) as Readonly<Record<string, unknown>>);
    if (typeof read === 'string') {
      problem ??= `#${index + 1} ${read}`;
      return [];
    }
    const id = read.id === '' || ids.has(read.id) ? `#${index + 1}` : read.id;
    ids.add(id);
    return [{ ...read, id }];
  });
  return { items, problem };
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

/** The alert, or the name of the field that is wrong. */
function readAlert({
  id,
  market,
  paused,
  fired,
  ...fields
}: Readonly<Record<string, unknown>>): Alert | string {
  if (typeof market !== 'string' || !/^\S{1,128}$/.test(market)) return 'market';
  const condition = readCondition(fields);
  if (typeof condition === 'string') return condition;
  const firedAt = fired === undefined ? undefined : Date.parse(String(fired));
  if (Number.isNaN(firedAt)) return 'fired';
  return {
    id: typeof id === 'string' ? id : '',
    slug: market,
    condition,
    isPaused: paused === true,
    firedAt,
  };
}

function readCondition({
  what,
  side,
  ...fields
}: Readonly<Record<string, unknown>>): AlertCondition | string {
  if (what === 'state') {
    const state = ALERT_STATES.find((each) => each === fields['state']);
    return state === undefined ? 'state' : { what, state };
  }
  if (what !== 'price' && what !== 'spread' && what !== 'start' && what !== 'pnl') return 'what';
  if (what === 'price' && side !== 'long' && side !== 'short') return 'side';
  const bound = BOUNDS.find((each) => fields[each] !== undefined) ?? 'atMost';
  const value = Decimal.parse(fields[bound]);
  const highest = what === 'start' ? MOST_MINUTES : Decimal.one;
  const isAllowed = value !== undefined && !value.isNegative && !value.greaterThan(highest);
  if (value === undefined || (what !== 'pnl' && !isAllowed)) return bound;
  // Only these two can be waited for from either side.
  if (bound === 'atLeast' && what !== 'price' && what !== 'pnl') return bound;
  return { what, long: side !== 'short', bound, value };
}

/** A week. */
const MOST_MINUTES = Decimal.of(10_080);

function writeCondition(condition: AlertCondition): object {
  if (condition.what === 'state') return condition;
  const { what, long, bound, value } = condition;
  return { what, ...(what === 'price' ? { side: long ? 'long' : 'short' } : {}), [bound]: value.toString() };
}
