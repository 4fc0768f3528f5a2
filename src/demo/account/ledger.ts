import type { ActivityType } from '../../core/activity.ts';
import type { OpenEnum } from '../../core/open-enum.ts';
import { BALANCE_CHANGE_STATUS, enumText } from '../../exchange/wire/enums.ts';
import { DOLLAR, DOLLAR_POINTS, microsMoney } from '../engine/amounts.ts';
import { DAY, HOUR, type MarketFrame } from '../engine/events.ts';
import { payoutOf } from '../engine/pricing.ts';
import { exactTime } from '../engine/times.ts';
import type { WireObject } from '../wire/encode-values.ts';
import type { OrderLife } from './life.ts';
import { feeOf, idOf, isBuy, type PlannedFill } from './plan.ts';

/** A holding in one market. Quantities in hundredths, signed where net; money in micros. */
export interface Holding {
  readonly market: MarketFrame;
  readonly net: number;
  readonly bought: number;
  readonly sold: number;
  /** What all contracts ever traded came to at long prices. */
  readonly turnover: number;
  /** What the open contracts cost without and as fees. */
  readonly base: number;
  readonly fees: number;
  readonly realized: number;
  readonly dayStart: number;
  readonly openedMs: number;
  readonly updatedMs: number;
  /** When a trade of it was last taken back; 0 for never. */
  readonly bustedMs: number;
}

export interface TradeEntry {
  readonly kind: 'trade';
  readonly ms: number;
  readonly id: string;
  readonly life: OrderLife;
  readonly fill: PlannedFill;
  /** Fee included. */
  readonly cost: number;
  /** When the exchange took it back; it then counts for nothing. */
  readonly bustedMs: number | undefined;
  /** Only where the trade made a position smaller. */
  readonly reduced: { readonly basis: number; readonly realized: number } | undefined;
}

export interface ResolutionEntry {
  readonly kind: 'resolution';
  readonly ms: number;
  readonly id: string;
  readonly before: Holding;
  readonly after: Holding;
}

export type LedgerEntry = TradeEntry | ResolutionEntry;

export interface Ledger {
  /** Oldest first. */
  readonly entries: readonly LedgerEntry[];
  readonly holdings: readonly Holding[];
  /** Money in and out of all trades and resolutions; what shorts may have to pay is taken off already. */
  readonly cash: number;
  /** What the shorts held may have to pay: a dollar a contract. */
  readonly margin: number;
}

/** Replays every fill and every resolution up to `now`, oldest first. */
export function replay(seed: number, lives: readonly OrderLife[], now: number): Ledger {
  const fills = lives
    .flatMap((life) => [
      ...life.fills.map((fill) => ({ life, fill, bustedMs: undefined })),
      ...life.busted.map(({ fill, bustedMs }) => ({ life, fill, bustedMs })),
    ])
    .sort((a, b) => a.fill.ms - b.fill.ms || (a.life.plan.id < b.life.plan.id ? -1 : 1));
  const holdings = new Map<string, Holding>();
  const entries: LedgerEntry[] = [];
  const dayStart = Math.floor(now / DAY) * DAY;
  let cash = 0;
  for (const { life, fill, bustedMs } of fills) {
    const { market, id } = life.plan;
    const before = holdings.get(market.slug) ?? fresh(market, fill.ms);
    const done = trade(before, life, fill, dayStart);
    if (bustedMs === undefined) cash += done.cash;
    holdings.set(
      market.slug,
      bustedMs === undefined ? done.after : { ...before, bustedMs: Math.max(before.bustedMs, bustedMs) },
    );
    entries.push({
      kind: 'trade',
      ms: fill.ms,
      id: `${id}-${fill.number}`,
      life,
      fill,
      cost: done.cost,
      bustedMs,
      reduced: done.reduced,
    });
  }
  for (const before of holdings.values()) {
    const { market, net } = before;
    const ms = market.event.resolvedMs;
    if (net === 0 || ms > now) continue;
    const points = payoutOf(seed, market);
    const payout = Math.abs(net) * (net > 0 ? points : DOLLAR_POINTS - points);
    const after = settled(before, payout, ms, dayStart);
    holdings.set(market.slug, after);
    cash += payout;
    entries.push({ kind: 'resolution', ms, id: idOf('R', market.id, ms), before, after });
  }
  entries.sort((a, b) => a.ms - b.ms);
  const held = [...holdings.values()];
  const margin = held.reduce((sum, { net }) => sum + Math.max(0, -net) * DOLLAR_POINTS, 0);
  return { entries, holdings: held, cash, margin };
}

/** Cost of one contract of the outcome a position is in, points. */
export function outcomePoints(long: boolean, points: number): number {
  return long ? points : DOLLAR_POINTS - points;
}

function trade(before: Holding, life: OrderLife, fill: PlannedFill, dayStart: number) {
  const { plan } = life;
  const direction = isBuy(plan.intent) ? 1 : -1;
  const fee = feeOf(plan.market, fill);
  const closing = Math.sign(before.net) === -direction ? Math.min(fill.quantity, Math.abs(before.net)) : 0;
  const opening = fill.quantity - closing;
  const held = Math.abs(before.net);
  const proceeds = closing * outcomePoints(before.net > 0, fill.points);
  const basis = closing === 0 ? 0 : Math.round((before.base * closing) / held);
  const feesGone = closing === 0 ? 0 : Math.round((before.fees * closing) / held);
  const paid = opening * outcomePoints(direction > 0, fill.points);
  // A fee belongs to what was opened; where nothing was, it is gone with the trade.
  const openingFee = opening > 0 ? fee : 0;
  const net = before.net + direction * fill.quantity;
  const after: Holding = {
    ...before,
    net,
    bought: before.bought + (direction > 0 ? fill.quantity : 0),
    sold: before.sold + (direction < 0 ? fill.quantity : 0),
    turnover: before.turnover + fill.quantity * fill.points,
    base: before.base - basis + paid,
    fees: before.fees - feesGone + openingFee,
    realized: before.realized + proceeds - basis,
    dayStart: fill.ms < dayStart ? net : before.dayStart,
    updatedMs: fill.ms,
  };
  return {
    after,
    cash: proceeds - paid - fee,
    cost: proceeds + paid + fee,
    reduced: closing === 0 ? undefined : { basis, realized: proceeds - basis },
  };
}

function settled(before: Holding, payout: number, ms: number, dayStart: number): Holding {
  return {
    ...before,
    net: 0,
    base: 0,
    fees: 0,
    realized: before.realized + payout - before.base,
    dayStart: ms < dayStart ? 0 : before.dayStart,
    updatedMs: ms,
  };
}

function fresh(market: MarketFrame, ms: number): Holding {
  return {
    market,
    net: 0,
    bought: 0,
    sold: 0,
    turnover: 0,
    base: 0,
    fees: 0,
    realized: 0,
    dayStart: 0,
    openedMs: ms,
    updatedMs: ms,
    bustedMs: 0,
  };
}

/** Money that came and went besides trading. */
export interface CashEntry {
  readonly kind: 'cash';
  readonly ms: number;
  readonly type: OpenEnum<ActivityType>;
  /** As it is sent, but for what all of them say. */
  readonly change: WireObject;
  /** Micros added to the balance: 0 unless completed. */
  readonly cash: number;
  readonly pending: number;
}

type Row = readonly [
  daysAgo: number,
  type: OpenEnum<ActivityType>,
  dollars: number,
  status: string,
  description: string,
  failure?: string,
];

/** Before the first bet comes the first deposit; all types of interface.md 9.8 are there. */
const ROWS: readonly Row[] = [
  [1.1, 'ACCOUNT_DEPOSIT', 250, 'COMPLETED', 'Bank transfer'],
  [2.4, 'ACCOUNT_WITHDRAWAL', -120, 'PENDING', 'To bank account'],
  [3.3, 'TAKER_FEE_REBATE', 1.37, 'COMPLETED', 'Fee rebate of the week'],
  [4.2, 'LIQUIDITY_PROGRAM', 3.05, 'COMPLETED', 'Liquidity reward of the week'],
  [6.5, 'TRANSFER', 75, 'COMPLETED', 'From another account'],
  [8.1, 'ACCOUNT_ADVANCED_DEPOSIT', 500, 'COMPLETED', 'Advance on a bank transfer'],
  [9.7, 'ACCOUNT_DEPOSIT', 300, 'REJECTED', 'Card payment', 'The card was declined'],
  [10.3, 'TAKER_FEE_REBATE', 2.11, 'COMPLETED', 'Fee rebate of the week'],
  [12.9, 'REFERRAL_BONUS', 10, 'COMPLETED', 'A friend joined'],
  [15.6, 'ACCOUNT_WITHDRAWAL', -200, 'COMPLETED', 'To bank account'],
  [17.3, 'TAKER_FEE_REBATE', 0.84, 'COMPLETED', 'Fee rebate of the week'],
  [18.2, 'LIQUIDITY_PROGRAM', 2.6, 'COMPLETED', 'Liquidity reward of the week'],
  [21.4, 'TRANSFER', -50, 'COMPLETED', 'To another account'],
  [24.8, 'ACCOUNT_DEPOSIT', 1000, 'COMPLETED', 'Bank transfer'],
  [27.5, 'ACCOUNT_WITHDRAWAL', -40, 'PARTIALLY_REFUNDED', 'To card', 'Part of it came back'],
];

/** Balance changes of the account's past. `first` dollars are deposited before the first of its `days`. */
export function cashEntries(
  seed: number,
  epochMs: number,
  days: number,
  first: number,
): readonly CashEntry[] {
  const rows: readonly Row[] = [...ROWS, [days + 9, 'ACCOUNT_DEPOSIT', first, 'COMPLETED', 'First deposit']];
  return rows.map(([daysAgo, type, dollars, status, description, failure = ''], place) => {
    const ms = Math.floor((epochMs - daysAgo * DAY) / 60_000) * 60_000;
    const micros = Math.round(dollars * DOLLAR);
    const settledMs = status === 'PENDING' ? ms : ms + HOUR;
    return {
      kind: 'cash',
      ms: settledMs,
      type,
      cash: status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' ? micros : 0,
      pending: status === 'PENDING' ? micros : 0,
      change: {
        transactionId: idOf('X', seed, epochMs, place),
        status: enumText(BALANCE_CHANGE_STATUS, status),
        // Only a transfer can go either way; of the others the type says which.
        amount: microsMoney(type === 'TRANSFER' ? micros : Math.abs(micros)),
        createTime: exactTime(ms, type),
        updateTime: exactTime(settledMs, type),
        description,
        failureReason: failure,
      },
    };
  });
}
