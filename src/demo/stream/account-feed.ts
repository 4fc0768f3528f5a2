import type { TradeActivity } from '../../core/activity.ts';
import type { Balance } from '../../core/balance.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Execution, ExecutionType, PositionChange } from '../../core/execution.ts';
import { money } from '../../core/money.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import { type OwnDecimal, type OwnMoney, reveal } from '../../core/own.ts';
import type { Position } from '../../core/position.ts';
import { exactInstant } from '../account/values.ts';
import { digits } from '../wire/encode-values.ts';
import type { World } from '../world.ts';

/** What happened to the account between two looks. */
export interface AccountChanges {
  readonly executions: readonly Execution[];
  readonly positions: readonly PositionChange[];
  readonly balances: readonly Balance[];
}

const NOTHING: AccountChanges = { executions: [], positions: [], balances: [] };
/** Fills looked through for those of one order. */
const TRADES = { limit: 200, offset: 0 };

/**
 * Finds out what happened to the account by comparing it with itself at the last look, so it does not matter who did
 * it: the market, a request, a test, or another window whose deeds were merged in.
 */
export class AccountFeed {
  /** Every order that was open at a look or touched since the first one. */
  #orders: Map<string, Order> | undefined;
  #positions: readonly Position[] = [];
  #balances: readonly Balance[] = [];
  #deeds = 0;
  #version = '';

  /** Forgets what was seen: the next look only takes in what there is. */
  reset(): void {
    this.#orders = undefined;
  }

  /** `now`: of the world, Unix milliseconds. */
  look(world: World, now: number): AccountChanges {
    const known = this.#orders;
    const version = world.accountVersion(now);
    if (known !== undefined && version === this.#version) return NOTHING;
    this.#version = version;
    const { actions } = world.state;
    const deeds = this.#deeds;
    const [positions, balances] = [this.#positions, this.#balances];
    this.#deeds = actions.length;
    this.#positions = world.positions(now);
    this.#balances = world.balances(now);
    if (known === undefined) {
      this.#orders = new Map(world.openOrders(now).map((order) => [order.id, order]));
      return NOTHING;
    }
    const executions = this.#executions(world, now, known, actions.slice(deeds));
    return {
      executions,
      positions: positionChanges(positions, this.#positions, causesOf(executions), now),
      balances: balanceChanges(balances, this.#balances),
    };
  }

  #executions(
    world: World,
    now: number,
    known: Map<string, Order>,
    deeds: World['state']['actions'],
  ): readonly Execution[] {
    const placed = new Set(deeds.filter(({ kind }) => kind === 'placeOrder').map(({ orderId }) => orderId));
    const open = new Map(world.openOrders(now).map((order) => [order.id, order]));
    const touched = new Set([...known.keys(), ...open.keys(), ...deeds.map(({ orderId }) => orderId)]);
    const executions: Execution[] = [];
    for (const id of touched) {
      const after = open.get(id) ?? world.order(id, now);
      const before = known.get(id);
      if (after === undefined || (before !== undefined && sameOrder(before, after))) continue;
      known.set(id, after);
      const trades = tradesOf(world, after, now);
      executions.push(...executionsOf({ before, after, placed: placed.has(id), trades }));
    }
    return executions.sort((a, b) => (a.transactTime?.ms ?? 0) - (b.transactTime?.ms ?? 0));
  }
}

/** Oldest first. */
function tradesOf(world: World, order: Order, now: number) {
  return world
    .activities({ types: ['TRADE'], marketSlug: order.marketSlug }, TRADES, now)
    .flatMap((activity) => (activity.kind === 'trade' ? [activity.trade] : []))
    .filter(({ ownOrder }) => ownOrder?.id === order.id)
    .reverse();
}

function causesOf(executions: readonly Execution[]): ReadonlyMap<string, Cause> {
  const causes = new Map<string, Cause>();
  for (const { order, tradeId, type } of executions) {
    if (tradeId !== undefined) causes.set(order.marketSlug, { tradeId, busted: type === undefined });
  }
  return causes;
}

interface OrderChange {
  /** As it was last sent; undefined if it never was. */
  readonly before: Order | undefined;
  readonly after: Order;
  /** It was placed since the last look. */
  readonly placed: boolean;
  /** Its fills, oldest first, those taken back too. */
  readonly trades: readonly TradeActivity[];
}

/** True when there is nothing to tell. */
function sameOrder(a: Order, b: Order): boolean {
  return (
    a.state === b.state &&
    a.lastTransactTime?.text === b.lastTransactTime?.text &&
    quantity(a.cumQuantity).equals(quantity(b.cumQuantity)) &&
    quantity(a.leavesQuantity).equals(quantity(b.leavesQuantity))
  );
}

/**
 * What happened to an order between two looks, one execution each, oldest first; the last one carries the order as it
 * is. A fill that was taken back has no execution type (interface.md 9.12): it is sent without one, as the order
 * is now, with the time it was taken back.
 */
function executionsOf({ before, after, placed, trades }: OrderChange): readonly Execution[] {
  const steps: Execution[] = [];
  if (placed) steps.push(execution('NEW', { ...unfilled(after), state: 'NEW' }, after.createTime));
  const sent = quantity(before?.cumQuantity);
  const taken = trades.filter(({ state }) => state === 'BUSTED').at(-1);
  const lost = before !== undefined && quantity(after.cumQuantity).compare(sent) < 0;
  if (before !== undefined || placed) steps.push(...fillsOf(after, sent, trades));
  const over = isTerminal(after.state) && after.state !== 'FILLED' && after.state !== before?.state;
  if (over) steps.push(execution(typeOf(after.state), after, after.lastTransactTime));
  else if (steps.length === 0) {
    const busted = lost || taken !== undefined ? taken : undefined;
    steps.push({
      ...execution(undefined, after, after.lastTransactTime),
      tradeId: busted?.id,
      text: busted === undefined ? undefined : 'trade busted',
    });
  }
  // However it came about: who listens ends with the order as it is.
  const last = steps.at(-1);
  return last === undefined ? [] : [...steps.slice(0, -1), { ...last, order: after }];
}

function fillsOf(after: Order, sent: OwnDecimal, trades: readonly TradeActivity[]): Execution[] {
  const steps: Execution[] = [];
  const whole = quantity(after.quantity);
  let filled: OwnDecimal = Decimal.zero;
  let paid: OwnDecimal = Decimal.zero;
  for (const { id, qty, price, createTime, state } of trades) {
    if (state === 'BUSTED') continue;
    filled = filled.plus(quantity(qty));
    paid = paid.plus(quantity(qty).times(price?.value ?? Decimal.zero));
    if (filled.compare(sent) <= 0) continue;
    const full = filled.compare(whole) >= 0;
    // The order's own spelling of the moment: what happened in one millisecond must not seem to go back.
    const time = createTime && exactInstant(createTime.ms, after.id);
    const order: Order = {
      ...after,
      state: full ? 'FILLED' : 'PARTIALLY_FILLED',
      cumQuantity: filled,
      leavesQuantity: whole.minus(filled),
      avgPx: price && money(Decimal.of(reveal(paid.dividedBy(filled)).toFixed(4)), price.currency),
      commission: undefined,
      lastTransactTime: time,
    };
    const step = execution(full ? 'FILL' : 'PARTIAL_FILL', order, time);
    steps.push({ ...step, id: `E-${id}`, lastShares: qty, lastPx: price, tradeId: id });
  }
  return steps;
}

function unfilled(order: Order): Order {
  return {
    ...order,
    cumQuantity: Decimal.zero,
    leavesQuantity: order.quantity,
    avgPx: undefined,
    commission: undefined,
    lastTransactTime: order.createTime,
  };
}

function execution(
  type: ExecutionType | undefined,
  order: Order,
  transactTime: Order['lastTransactTime'],
): Execution {
  return {
    id: `E-${order.id}-${type ?? 'UPDATE'}-${transactTime?.ms ?? 0}`,
    type,
    order,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime,
  };
}

function typeOf(state: Order['state']): ExecutionType | undefined {
  switch (state) {
    case 'CANCELED':
      return 'CANCELED';
    case 'EXPIRED':
      return 'EXPIRED';
    case 'REJECTED':
      return 'REJECTED';
    case 'REPLACED':
      return 'REPLACE';
    default:
      return undefined;
  }
}

function quantity(value: OwnDecimal | undefined): OwnDecimal {
  return value ?? Decimal.zero;
}

/** The fill or bust a position changed with. */
interface Cause {
  readonly tradeId: string | undefined;
  readonly busted: boolean;
}

/**
 * Positions that are others than at the last look. What a position is worth moves with the market and is no change of
 * it. One that is no longer listed comes as flat, or without itself when it had been flat already: then the client has
 * to read again.
 */
function positionChanges(
  before: readonly Position[],
  after: readonly Position[],
  causes: ReadonlyMap<string, Cause>,
  now: number,
): readonly PositionChange[] {
  const old = new Map(before.map((position) => [position.marketSlug, position]));
  const changes: PositionChange[] = [];
  for (const position of after) {
    const was = old.get(position.marketSlug);
    old.delete(position.marketSlug);
    if (was !== undefined && samePosition(was, position)) continue;
    const cause = causes.get(position.marketSlug);
    const settled = position.expired === true && isFlat(position) && was !== undefined && !isFlat(was);
    changes.push({
      after: position,
      entryType: entryType(cause, settled),
      tradeId: cause?.tradeId,
      updateTime: position.updateTime,
    });
  }
  for (const gone of old.values()) {
    const cause = causes.get(gone.marketSlug);
    changes.push({
      after: isFlat(gone) ? undefined : flat(gone, now),
      entryType: entryType(cause, false),
      tradeId: cause?.tradeId,
      updateTime: exactInstant(now, gone.marketSlug),
    });
  }
  return changes;
}

/** Balances that are others than at the last look, by currency. */
function balanceChanges(before: readonly Balance[], after: readonly Balance[]): readonly Balance[] {
  return after.filter((balance) => {
    const was = before.find(({ currency }) => currency === balance.currency);
    return was === undefined || figuresOf(was) !== figuresOf(balance);
  });
}

function entryType(cause: Cause | undefined, settled: boolean): string {
  if (settled) return 'RESOLUTION';
  return cause?.busted === true ? 'CORRECTION' : 'ORDER_EXECUTION';
}

function samePosition(a: Position, b: Position): boolean {
  return (
    a.updateTime?.text === b.updateTime?.text &&
    digits(a.netPosition) === digits(b.netPosition) &&
    digits(a.qtyAvailable) === digits(b.qtyAvailable) &&
    digits(a.cost?.value) === digits(b.cost?.value) &&
    digits(a.realized?.value) === digits(b.realized?.value)
  );
}

function isFlat(position: Position): boolean {
  return position.netPosition?.isZero === true;
}

function flat(position: Position, now: number): Position {
  const none = (amount: OwnMoney | undefined): OwnMoney | undefined =>
    amount && money(Decimal.zero, amount.currency);
  return {
    ...position,
    netPosition: Decimal.zero,
    qtyAvailable: Decimal.zero,
    cost: none(position.cost),
    baseCost: none(position.baseCost),
    fees: none(position.fees),
    cashValue: none(position.cashValue),
    avgPx: undefined,
    costPerShare: undefined,
    updateTime: exactInstant(now, position.marketSlug),
    marketMetadata: position.marketMetadata && { ...position.marketMetadata, outcome: 'None' },
  };
}

function figuresOf(balance: Balance): string {
  const { currency: _, lastUpdated: __, ...figures } = balance;
  return Object.values(figures)
    .map((figure) => digits(figure) ?? '')
    .join(' ');
}
