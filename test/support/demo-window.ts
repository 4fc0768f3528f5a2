import { DisposableStore } from '../../src/base/disposable.ts';
import { silentLog } from '../../src/base/log.ts';
import { Calendar } from '../../src/core/calendar.ts';
import { createDemo } from '../../src/demo/index.ts';
import { DEMO_PROFILE } from '../../src/demo/profile.ts';
import type { Dialect } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { NewsStore } from '../../src/store/news/news.ts';
import { Session } from '../../src/store/session/session.ts';
import { createStores } from '../../src/store/stores.ts';
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
  const own = new DisposableStore();
  const stores = createStores(session, { calendar: () => new Calendar('UTC') }, own);
  const { orders, positions, live } = stores;
  const news = own.add(new NewsStore({ session, orders, positions, live }));
  const tearDown = (): void => {
    own.dispose();
    session.dispose();
    demo.streams.dispose();
  };
  return { clock, demo, asked, session, ...stores, news, tearDown };
}
