import type { Market, MarketEvent } from '../core/market.ts';
import type { EventsStore } from '../store/markets/events.ts';

/** Finds the event of a market among the events read so far; never asks the service. */
export function createEventIndex(events: EventsStore): (market: Market) => MarketEvent | undefined {
  let indexed: readonly MarketEvent[] | undefined;
  const bySlug = new Map<string, MarketEvent>();
  return (market) => {
    if (indexed !== events.events) {
      indexed = events.events;
      bySlug.clear();
      for (const event of indexed) for (const { slug } of event.markets) bySlug.set(slug, event);
    }
    const named = market.events[0];
    return bySlug.get(market.slug) ?? (named && events.get(named.id)) ?? named;
  };
}
