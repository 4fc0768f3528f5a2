import { isTerminal } from '../../core/order.ts';
import { enumText, LEDGER_ENTRY_TYPE } from '../../exchange/wire/enums.ts';
import type { HeldPosition } from '../account/account.ts';
import { lifeAfter, type OrderLife } from '../account/life.ts';
import { tradeIdOf } from '../account/plan.ts';
import { dayOf, type OrderStep } from '../account/values.ts';
import type { WireObject } from '../wire/encode-values.ts';
import type { World } from '../world.ts';

export interface AccountChanges {
  readonly executions: readonly OrderStep[];
  /** By the market's slug. */
  readonly positions: readonly (readonly [slug: string, change: WireObject])[];
  /** The first of those that changed. */
  readonly balance: WireObject | undefined;
}

const NOTHING: AccountChanges = { executions: [], positions: [], balance: undefined };

/**
 * Finds out what happened to the account by comparing it with itself at the last look, so it does not matter who did
 * it: the market, a request, a test, or another window whose deeds were merged in.
 */
export class AccountFeed {
  /** Every order that was open at a look or touched since the first one. */
  #orders: Map<string, OrderLife> | undefined;
  #positions: readonly HeldPosition[] = [];
  #balances: readonly WireObject[] = [];
  #deeds = 0;
  #version: readonly number[] = [];

  /** Forgets what was seen: the next look only takes in what there is. */
  reset(): void {
    this.#orders = undefined;
  }

  /** `now`: of the world, Unix milliseconds. */
  look({ account, state }: World, now: number): AccountChanges {
    const known = this.#orders;
    const version = account.version(now);
    if (known !== undefined && areSame(version, this.#version)) return NOTHING;
    this.#version = version;
    const deeds = state.actions.slice(this.#deeds);
    const [positions, balances] = [this.#positions, this.#balances];
    this.#deeds = state.actions.length;
    this.#positions = account.positions(now);
    this.#balances = account.balances(now);
    const open = account.openOrders(now).map((life) => [life.plan.id, life] as const);
    if (known === undefined) {
      this.#orders = new Map(open);
      return NOTHING;
    }
    const placed = new Set(deeds.filter(({ kind }) => kind === 'placeOrder').map(({ orderId }) => orderId));
    const touched = [...known.keys(), ...open.map(([id]) => id), ...deeds.map(({ orderId }) => orderId)];
    const executions: OrderStep[] = [];
    for (const id of new Set(touched)) {
      const life = account.life(id, now);
      const before = known.get(id);
      if (life === undefined || (before && figuresOfOrder(before) === figuresOfOrder(life))) continue;
      known.set(id, life);
      executions.push(...stepsOf(before, life, placed.has(id)));
    }
    executions.sort((a, b) => a.ms - b.ms);
    return {
      executions,
      positions: positionChanges(positions, this.#positions, executions, (slug) =>
        account.position(slug, now),
      ),
      balance: this.#balances.find((each, place) => figuresOf(each) !== figuresOf(balances[place])),
    };
  }
}

function areSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((each, place) => each === others[place]);
}

function figuresOfOrder({ state, changedMs, filled, left }: OrderLife): string {
  return [state, changedMs, filled, left].join(' ');
}

/**
 * What happened to an order between two looks, oldest first; the last one carries the order as it is. A fill that was
 * taken back has no execution type (interface.md 9.12): it is sent without one, as the order is now, with the time
 * it was taken back.
 * @param before As it was last sent; undefined if it never was.
 * @param isPlaced It was placed since the last look.
 */
function stepsOf(before: OrderLife | undefined, life: OrderLife, isPlaced: boolean): readonly OrderStep[] {
  const { plan, state, changedMs: ms } = life;
  const steps: OrderStep[] = [];
  if (isPlaced) steps.push({ life: lifeAfter(life, 0), type: 'NEW', ms: plan.createMs });
  const fills = before !== undefined || isPlaced ? life.fills : [];
  for (const [place, fill] of fills.entries()) {
    const after = lifeAfter(life, place + 1);
    const type = after.left === 0 ? 'FILL' : 'PARTIAL_FILL';
    if (after.filled > (before?.filled ?? 0))
      steps.push({ life: after, type, ms: fill.ms, fill, tradeId: tradeIdOf(plan, fill) });
  }
  const isOver = isTerminal(state) && state !== 'FILLED' && state !== before?.state;
  if (isOver) steps.push({ life, type: state === 'CANCELED' ? state : 'EXPIRED', ms });
  else if (steps.length === 0) {
    const busted = life.busted.at(-1);
    const tradeId = busted && tradeIdOf(plan, busted.fill);
    steps.push({ life, type: undefined, ms, tradeId, text: busted && 'trade busted' });
  }
  return steps.map((step, place) => (place === steps.length - 1 ? { ...step, life } : step));
}

/**
 * Positions that are others than at the last look, also those no longer listed. What a position is worth moves with the
 * market and is no change of it.
 */
function positionChanges(
  before: readonly HeldPosition[],
  after: readonly HeldPosition[],
  executions: readonly OrderStep[],
  positionIn: (slug: string) => HeldPosition | undefined,
): AccountChanges['positions'] {
  const [old, current] = [before, after].map((all) => new Map(all.map((each) => [each.slug, each])));
  return [...new Set([...before, ...after].map(({ slug }) => slug))].flatMap((slug) => {
    const was = old?.get(slug);
    const position = current?.get(slug) ?? positionIn(slug);
    if (position === undefined || (was && figuresOfPosition(was)) === figuresOfPosition(position)) return [];
    const cause = executions.findLast(({ tradeId, life }) => tradeId && life.plan.market.slug === slug);
    const isSettled =
      position.json['expired'] === true && position.net === 0 && was !== undefined && was.net !== 0;
    const byTrade = cause !== undefined && cause.type === undefined ? 'CORRECTION' : 'ORDER_EXECUTION';
    const updateTime = String(position.json['updateTime']);
    const change = {
      beforePosition: was?.json ?? null,
      afterPosition: position.json,
      updateTime,
      entryType: enumText(LEDGER_ENTRY_TYPE, isSettled ? 'RESOLUTION' : byTrade),
      tradeId: cause?.tradeId ?? '',
      referenceId: '',
      description: '',
      allocationGroupId: '',
      transferReferenceTradeIds: [],
      shortTransfer: false,
      updateTradeDate: dayOf(updateTime),
    };
    return [[slug, change] as const];
  });
}

function figuresOfPosition({ net, json }: HeldPosition): string {
  const { updateTime, qtyAvailableDecimal, cost, realized } = json;
  return JSON.stringify([updateTime, net, qtyAvailableDecimal, cost, realized]);
}

function figuresOf(balance: WireObject | undefined): string {
  return [balance?.['currentBalance'], balance?.['buyingPower'], balance?.['openOrders']].join(' ');
}
