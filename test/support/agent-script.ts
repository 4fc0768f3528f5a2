import type { AgentWindow } from './agent-window.ts';
import { eventSlugOf, type HonestSide } from './faulty.ts';

export type ScriptedCall = readonly [tool: string, input: Readonly<Record<string, unknown>>];

/** A call of every tool about things that are there, each with all it may ask for. */
export function everyCall({
  slug,
  settledSlug,
  orderId,
}: Pick<HonestSide, 'slug' | 'settledSlug' | 'orderId'>): readonly ScriptedCall[] {
  return [
    ['get_environment', {}],
    ['search_markets', { text: 'the', limit: 100 }],
    ['get_market', { slug }],
    ['get_event', { slug: eventSlugOf(slug), limit: 100 }],
    ['get_order_book', { slug, depth: 50 }],
    ['get_price_history', { slug, points: 200 }],
    ['get_settlement', { slug: settledSlug }],
    ['what_if', { slug, contracts: 10 }],
    ['list_positions', { limit: 100 }],
    ['list_orders', { limit: 100 }],
    ['list_activity', { limit: 100 }],
    ['cancel_orders', { orderIds: [orderId] }],
  ];
}

/** Makes them one after the other in a window in which the person has opened everything. `call`: how; default: at its desk. */
export async function playScript<Result = Awaited<ReturnType<AgentWindow['call']>>>(
  window: AgentWindow,
  calls: readonly ScriptedCall[],
  call: (...given: ScriptedCall) => Promise<Result> = window.call as never,
) {
  window.desk.set('mayAskToCancel', true);
  window.desk.set('account', true);
  const results = new Map<string, Result>();
  for (const [tool, input] of calls) results.set(tool, await call(tool, input));
  return results;
}
