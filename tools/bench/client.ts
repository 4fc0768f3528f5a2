import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { AuthScheme, ConnectionProfile, Credentials } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { Session } from '../../src/store/session/session.ts';

function profileAt(base: string, auth: AuthScheme): ConnectionProfile {
  return { id: 'custom', label: 'bench', publicUrl: base, privateUrl: base, auth, dialect: 'current' };
}

/** The client without a limit of requests; signed where there are credentials. */
export function clientOver(
  transport: Transport,
  base = 'https://bench.invalid',
  credentials?: Credentials,
): Exchange {
  return createServiceExchange({
    profile: profileAt(base, credentials === undefined ? 'none' : 'ed25519'),
    credentials,
    transport,
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    requestsPerSecond: 0,
  });
}

/** A session over such a client; without a transport nobody is to connect it. */
export function sessionOver(transport?: Transport): Session {
  return new Session({
    profile: profileAt('https://bench.invalid', 'none'),
    factory: async () => {
      if (transport === undefined) throw new Error('Not to be connected');
      return clientOver(transport);
    },
    clock: systemClock,
    credentials: {
      get: async () => undefined,
      store: async () => {},
      delete: async () => {},
      onDidChange: () => ({ dispose: () => {} }),
    },
  });
}
