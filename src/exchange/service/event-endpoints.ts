import type { MarketEvent } from '../../core/market.ts';
import type { Exchange } from '../exchange.ts';
import { decodeEvent, decodeEvents } from '../wire/market.ts';
import { encodeEventQuery, encodeSearchQuery } from '../wire/requests.ts';
import { about } from './about.ts';
import type { Calls } from './calls.ts';
import { segment } from './segment.ts';

type EventEndpoints = Pick<Exchange, 'events' | 'eventById' | 'eventBySlug' | 'search'>;

/** Live interface §7.6–§7.8. Public, and a service may lack each of them. */
export function eventEndpoints(calls: Calls): EventEndpoints {
  const one = (
    path: string,
    field: 'id' | 'slug',
    asked: string,
    signal: AbortSignal | undefined,
  ): Promise<MarketEvent> =>
    calls.one({ path, signed: false, signal, feature: 'event', item: `${field} ${asked}` }, (json) =>
      about(asked, decodeEvent(json), (event) => [event[field]]),
    );

  return {
    events: (query, page, signal) => {
      const pairs = encodeEventQuery(query, page);
      const asked = { path: '/v1/events', query: pairs, signed: false, signal, feature: 'events' } as const;
      return calls.list(asked, decodeEvents);
    },
    eventById: async (id, signal) => one(`/v1/events/${segment(id)}`, 'id', id, signal),
    eventBySlug: async (slug, signal) => one(`/v1/events/slug/${segment(slug)}`, 'slug', slug, signal),
    search: (text, limit, signal) => {
      const query = encodeSearchQuery(text, limit);
      const asked = { path: '/v1/search', query, signed: false, signal, feature: 'search' } as const;
      return calls.list(asked, decodeEvents);
    },
  };
}
