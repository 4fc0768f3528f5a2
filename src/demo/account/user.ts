import type { DemoAction } from '../api.ts';
import { parseScaled } from '../engine/amounts.ts';
import type { Universe } from '../engine/universe.ts';
import type { Deeds } from './life.ts';
import type { OrderPlan } from './plan.ts';

/** Orders among the actions; one whose market, price or quantity is none is no order. */
export function placedPlans(universe: Universe, actions: readonly DemoAction[]): readonly OrderPlan[] {
  return actions.flatMap((action) => {
    const plan = action.kind === 'placeOrder' ? placedPlan(universe, action) : undefined;
    return plan === undefined ? [] : [plan];
  });
}

export function placedPlan(
  universe: Universe,
  action: Omit<Extract<DemoAction, { readonly kind: 'placeOrder' }>, 'id' | 'kind'>,
): OrderPlan | undefined {
  const market = universe.marketBySlug(action.marketSlug);
  const points = parseScaled(action.price, 4);
  const quantity = parseScaled(action.quantity, 2);
  if (market === undefined || points === undefined || quantity === undefined) return undefined;
  if (points <= 0 || points >= 10_000 || points % market.tick !== 0 || quantity <= 0) return undefined;
  return {
    id: action.orderId,
    market,
    intent: action.intent,
    points,
    quantity,
    createMs: action.atMs,
    tif: 'GOOD_TILL_CANCEL',
    goodTillMs: undefined,
    fills: [],
    restsFromMs: action.atMs,
    cancelledMs: undefined,
    bustedMs: undefined,
  };
}

/** Cancels, fills and busts by order. The earliest cancel counts. */
export function deedsOf(actions: readonly DemoAction[]): ReadonlyMap<string, Deeds> {
  const deeds = new Map<string, Deeds>();
  for (const action of actions.toSorted((a, b) => a.atMs - b.atMs)) {
    if (action.kind === 'placeOrder') continue;
    const before = deeds.get(action.orderId) ?? { cancelledMs: undefined, fills: [], busts: [] };
    if (action.kind === 'cancel') {
      deeds.set(action.orderId, { ...before, cancelledMs: before.cancelledMs ?? action.atMs });
      continue;
    }
    if (action.kind === 'bustFill') {
      deeds.set(action.orderId, { ...before, busts: [...before.busts, action.atMs] });
      continue;
    }
    const quantity = action.quantity === undefined ? undefined : parseScaled(action.quantity, 2);
    deeds.set(action.orderId, { ...before, fills: [...before.fills, { ms: action.atMs, quantity }] });
  }
  return deeds;
}
