import type { Balance } from '../../core/balance.ts';
import type { Execution, PositionChange } from '../../core/execution.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { World } from '../api.ts';
import { executionsOf, sameOrder } from './executions.ts';
import { balanceChanges, type Cause, positionChanges } from './holdings.ts';

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
  #version = 0;

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
