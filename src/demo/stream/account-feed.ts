import type { Balance } from '../../core/balance.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Execution, ExecutionType, PositionChange } from '../../core/execution.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import type { Position } from '../../core/position.ts';
import type { OrderFill, OrderHistory } from '../account/account.ts';
import { digits } from '../wire/encode-values.ts';
import type { World } from '../world.ts';

export interface AccountChanges {
  readonly executions: readonly Execution[];
  readonly positions: readonly PositionChange[];
  readonly balances: readonly Balance[];
}

const NOTHING: AccountChanges = { executions: [], positions: [], balances: [] };

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
    const version = world.account.version(now);
    if (known !== undefined && version === this.#version) return NOTHING;
    this.#version = version;
    const { actions } = world.state;
    const deeds = actions.slice(this.#deeds);
    const [positions, balances] = [this.#positions, this.#balances];
    this.#deeds = actions.length;
    this.#positions = world.account.positions(now);
    this.#balances = world.account.balances(now);
    if (known === undefined) {
      this.#orders = new Map(world.account.openOrders(now).map((order) => [order.id, order]));
      return NOTHING;
    }
    const placed = new Set(deeds.filter(({ kind }) => kind === 'placeOrder').map(({ orderId }) => orderId));
    const touched = new Set([
      ...known.keys(),
      ...world.account.openOrders(now).map(({ id }) => id),
      ...deeds.map(({ orderId }) => orderId),
    ]);
    const executions: Execution[] = [];
    for (const id of touched) {
      const history = world.account.history(id, now);
      const before = known.get(id);
      if (history === undefined) continue;
      if (before !== undefined && figuresOfOrder(before) === figuresOfOrder(history.order)) continue;
      known.set(id, history.order);
      executions.push(...executionsOf(before, history, placed.has(id)));
    }
    executions.sort((a, b) => (a.transactTime?.ms ?? 0) - (b.transactTime?.ms ?? 0));
    return {
      executions,
      positions: positionChanges(positions, this.#positions, executions, (slug) =>
        world.account.position(slug, now),
      ),
      balances: this.#balances.filter((balance, place) => figuresOf(balance) !== figuresOf(balances[place])),
    };
  }
}

function figuresOfOrder({ state, lastTransactTime, cumQuantity, leavesQuantity }: Order): string {
  return [state, lastTransactTime?.text, digits(cumQuantity), digits(leavesQuantity)].join(' ');
}

/**
 * What happened to an order between two looks, one execution each, oldest first; the last one carries the order as it
 * is. A fill that was taken back has no execution type (interface.md 9.12): it is sent without one, as the order
 * is now, with the time it was taken back.
 * @param before As it was last sent; undefined if it never was.
 * @param isPlaced It was placed since the last look.
 */
function executionsOf(
  before: Order | undefined,
  { order, placed, fills, bustedId }: OrderHistory,
  isPlaced: boolean,
): readonly Execution[] {
  const steps: Execution[] = [];
  if (isPlaced) steps.push(execution('NEW', placed));
  const sent = quantity(before?.cumQuantity);
  if (before !== undefined || isPlaced) {
    for (const fill of fills)
      if (quantity(fill.order.cumQuantity).compare(sent) > 0) steps.push(fillExecution(fill));
  }
  const isOver = isTerminal(order.state) && order.state !== 'FILLED' && order.state !== before?.state;
  if (isOver) steps.push(execution(order.state === 'CANCELED' ? 'CANCELED' : 'EXPIRED', order));
  else if (steps.length === 0) {
    const text = bustedId === undefined ? undefined : 'trade busted';
    steps.push({ ...execution(undefined, order), tradeId: bustedId, text });
  }
  return steps.map((step, place) => (place === steps.length - 1 ? { ...step, order } : step));
}

function fillExecution(fill: OrderFill): Execution {
  const step = execution(fill.order.state === 'FILLED' ? 'FILL' : 'PARTIAL_FILL', fill.order);
  return { ...step, ...fill, id: `E-${fill.tradeId}` };
}

function execution(type: ExecutionType | undefined, order: Order): Execution {
  const transactTime = order.lastTransactTime;
  return {
    id: `E-${order.id}-${type ?? 'UPDATE'}-${transactTime?.ms ?? 0}`,
    type,
    order,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    transactTime,
  };
}

function quantity(value: OwnDecimal | undefined): OwnDecimal {
  return value ?? Decimal.zero;
}

/**
 * Positions that are others than at the last look, also those no longer listed. What a position is worth moves with the
 * market and is no change of it.
 */
function positionChanges(
  before: readonly Position[],
  after: readonly Position[],
  executions: readonly Execution[],
  positionIn: (slug: string) => Position | undefined,
): readonly PositionChange[] {
  const [old, current] = [before, after].map((all) => new Map(all.map((each) => [each.marketSlug, each])));
  return [...new Set([...before, ...after].map(({ marketSlug }) => marketSlug))].flatMap((slug) => {
    const was = old?.get(slug);
    const position = current?.get(slug) ?? positionIn(slug);
    if (position === undefined || (was && figuresOfPosition(was)) === figuresOfPosition(position)) return [];
    const cause = executions.findLast(({ tradeId, order }) => tradeId && order.marketSlug === slug);
    const isSettled = position.expired === true && isFlat(position) && was !== undefined && !isFlat(was);
    const byTrade = cause !== undefined && cause.type === undefined ? 'CORRECTION' : 'ORDER_EXECUTION';
    const entryType = isSettled ? 'RESOLUTION' : byTrade;
    const { updateTime } = position;
    return [{ before: was, after: position, entryType, tradeId: cause?.tradeId, updateTime }];
  });
}

function figuresOfPosition({ updateTime, netPosition, qtyAvailable, cost, realized }: Position): string {
  return [updateTime?.text, ...[netPosition, qtyAvailable, cost?.value, realized?.value].map(digits)].join(
    ' ',
  );
}

function isFlat(position: Position): boolean {
  return position.netPosition?.isZero === true;
}

function figuresOf(balance: Balance | undefined): string {
  return [balance?.currentBalance, balance?.buyingPower, balance?.openOrders].map(digits).join(' ');
}
