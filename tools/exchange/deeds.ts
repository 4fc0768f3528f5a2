import { placedPlan } from '../../src/demo/account/life.ts';
import { hash } from '../../src/demo/engine/random.ts';
import type { DemoAction } from '../../src/demo/state.ts';
import type { World } from '../../src/demo/world.ts';

/** An action before it has an id and a time; an order placed gets its id there too. */
export type DemoDeed = Deed<DemoAction>;

type Deed<A extends DemoAction> = A extends { readonly kind: 'placeOrder' }
  ? Omit<A, 'id' | 'atMs' | 'orderId'>
  : Omit<A, 'id' | 'atMs'>;

/** Places, fills, cancels or takes a fill back without a request. Returns the order's id. */
export function applyDeed(world: World, deed: DemoDeed, now: number): string {
  if (deed.kind === 'placeOrder') return place(world, deed, now);
  const life = world.account.life(deed.orderId, now);
  if (life === undefined) throw new RangeError(`No order ${deed.orderId}`);
  if (deed.kind === 'bustFill' && life.filled === 0) throw new RangeError('There is no fill to take back');
  const count = world.state.actions.length;
  if (deed.kind === 'cancel') world.cancel(deed.orderId, life.plan.market.slug, now);
  else world.act({ ...deed, id: `${deed.kind}:${deed.orderId}:${now}:${count}`, atMs: now });
  return deed.orderId;
}

function place(world: World, deed: Extract<DemoDeed, { readonly kind: 'placeOrder' }>, now: number): string {
  const text = `${deed.marketSlug}${deed.intent}${deed.price}`;
  const letters = [...text].map((letter) => letter.charCodeAt(0));
  const salt = hash(now, world.state.actions.length, ...letters);
  const orderId = `U${salt.toString(36).toUpperCase().padStart(11, '0')}`;
  const action = { ...deed, id: `place:${orderId}`, atMs: now, orderId };
  if (placedPlan({ marketBySlug: (slug) => world.frame(slug, now) }, action) === undefined) {
    throw new RangeError('An order needs a known market, a price on its tick and a quantity above 0');
  }
  world.act(action);
  return orderId;
}
