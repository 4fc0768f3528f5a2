import { silentLog } from '../../src/base/log.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { createDemo } from '../../src/demo/index.ts';
import { DEMO_PROFILE } from '../../src/demo/profile.ts';
import type { Dialect } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { ActivityStore } from '../../src/store/account/activity.ts';
import { BalancesStore } from '../../src/store/account/balances.ts';
import { OrdersStore } from '../../src/store/account/orders.ts';
import { PositionsStore } from '../../src/store/account/positions.ts';
import { Live } from '../../src/store/live/live.ts';
import { MarketsBySlug } from '../../src/store/live/markets-by-slug.ts';
import { RefreshScheduler } from '../../src/store/live/scheduler.ts';
import { BooksStore } from '../../src/store/markets/books.ts';
import { Catalogue } from '../../src/store/markets/catalogue.ts';
import { EventsStore } from '../../src/store/markets/events.ts';
import { EventsAhead } from '../../src/store/markets/events-ahead.ts';
import { MarketsStore } from '../../src/store/markets/markets.ts';
import { QuotesStore } from '../../src/store/markets/quotes.ts';
import { createReadAhead } from '../../src/store/markets/read-ahead.ts';
import { NewsStore } from '../../src/store/news/news.ts';
import { Session } from '../../src/store/session/session.ts';
import { inSeed } from '../../tools/exchange/seed.ts';
import { VirtualClock } from './clock.ts';

/** The stores of a window on the real demo, in this process and in virtual time; its requests are counted by path. */
export function demoWindow(startMs: number, dialect: Dialect = DEMO_PROFILE.dialect) {
  const clock = new VirtualClock(startMs);
  const demo = createDemo({ clock, stateStore: { load: () => undefined, save: () => {} } });
  const { profile, transport: inner, openSocket } = dialect === 'seed' ? inSeed(demo, clock) : demo;
  const asked: { readonly at: number; readonly path: string }[] = [];
  const transport: Transport = {
    ...inner,
    send: (request, signal) => {
      asked.push({ at: clock.now(), path: request.url.pathname });
      return inner.send(request, signal);
    },
  };
  const random = (): number => 0.5;
  const session = new Session({
    profile,
    clock,
    credentials: {
      get: async () => demo.credentials,
      store: async () => {},
      delete: async () => {},
      onDidChange: () => ({ dispose: () => {} }),
    },
    factory: async (profile, credentials) =>
      createServiceExchange({
        profile,
        credentials,
        transport,
        openSocket,
        log: silentLog,
        clock,
        random,
        requestsPerSecond: 0,
      }),
  });
  const markets = new MarketsStore(session);
  const events = new EventsStore(session, markets);
  const catalogue = new Catalogue(session, markets, events);
  const ahead = createReadAhead(markets, clock);
  const eventsAhead = new EventsAhead(session, events, () => new Calendar('UTC'));
  const orders = new OrdersStore(session);
  const positions = new PositionsStore(session);
  const balances = new BalancesStore(session);
  const activity = new ActivityStore(session);
  const quotes = new QuotesStore(session);
  const books = new BooksStore(session, markets, quotes);
  const held = new MarketsBySlug(session, { markets, orders, positions, activity });
  const scheduler = new RefreshScheduler(clock);
  const stores = { markets, events, catalogue, orders, positions, balances, activity, quotes, books, held };
  const live = new Live({ session, ...stores, ahead, eventsAhead, scheduler });
  const news = new NewsStore({ session, orders, positions, onMessage: live.onMessage });
  const tearDown = (): void => {
    for (const each of [news, live, scheduler, eventsAhead, session]) each.dispose();
    for (const each of Object.values(stores)) each.dispose();
    demo.streams.dispose();
  };
  return { clock, demo, asked, session, ...stores, ahead, eventsAhead, scheduler, live, news, tearDown };
}
