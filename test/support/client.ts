import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { ExchangeError } from '../../src/exchange/errors.ts';
import type { ConnectionProfile, Dialect } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { VirtualClock } from './clock.ts';
import { customProfile } from './profile.ts';
import { FakeTransport } from './transport.ts';

export const page = { limit: 50, offset: 0 };
export const market = { id: '7', slug: 'wnr-abc-xyz', question: 'Who wins?' };
export const order = { id: 'ORD/1', marketSlug: 'wnr-abc-xyz' };

interface SetUp {
  readonly dialect?: Dialect;
  readonly signedIn?: boolean;
  readonly secret?: string;
  readonly auth?: ConnectionProfile['auth'];
}

/** The client over a scripted transport and a clock that stands still. */
export function setUp(answers: ConstructorParameters<typeof FakeTransport>[0], part: SetUp = {}) {
  const clock = new VirtualClock();
  const transport = new FakeTransport(answers);
  const warnings: string[] = [];
  const { dialect = 'seed', signedIn = true, auth = 'apiKey', secret = 'a-secret' } = part;
  const exchange = createServiceExchange({
    profile: customProfile(auth, dialect),
    credentials: signedIn ? { keyId: '', secret } : undefined,
    transport,
    log: { ...silentLog, warn: (line) => warnings.push(line) },
    clock,
    random: () => 0.5,
  });
  const failure = async (work: Promise<unknown>): Promise<ExchangeError> => {
    const cause: unknown = await clock.run(work.catch((reason: unknown) => reason));
    assert.ok(cause instanceof ExchangeError, `expected an ExchangeError, got ${String(cause)}`);
    return cause;
  };
  return { clock, transport, warnings, exchange, failure };
}
