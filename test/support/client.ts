import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { CallLog } from '../../src/exchange/call-log.ts';
import { ExchangeError } from '../../src/exchange/errors.ts';
import type { ConnectionProfile, Credentials } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { VirtualClock } from './clock.ts';
import { NullService } from './null-socket.ts';
import { customProfile } from './profile.ts';
import { FakeTransport } from './transport.ts';

export const page = { limit: 50, offset: 0 };
export const market = { id: '7', slug: 'wnr-abc-xyz', question: 'Who wins?' };
export const order = { id: 'ORD/1', marketSlug: 'wnr-abc-xyz' };

interface SetUp extends Partial<ConnectionProfile> {
  readonly signedIn?: boolean;
  readonly secret?: string;
  readonly credentials?: Credentials;
  readonly hasStreams?: boolean;
}

/** The client over a scripted transport, null sockets and a clock that stands still. */
export function setUp(answers: ConstructorParameters<typeof FakeTransport>[0], part: SetUp = {}) {
  const clock = new VirtualClock();
  const transport = new FakeTransport(answers);
  const warnings: string[] = [];
  const { signedIn = true, secret = 'a-secret', hasStreams = true, ...more } = part;
  const { credentials = { keyId: '', secret }, auth = 'apiKey', dialect = 'seed', ...profile } = more;
  const service = new NullService(clock);
  const callLog = new CallLog(clock.now());
  const exchange = createServiceExchange({
    callLog,
    profile: { ...customProfile(auth, dialect), ...profile },
    credentials: signedIn ? credentials : undefined,
    transport,
    openSocket: hasStreams ? service.open : undefined,
    log: { ...silentLog, warn: (line) => warnings.push(line) },
    clock,
    random: () => 0.5,
  });
  const failure = async (work: Promise<unknown>): Promise<ExchangeError> => {
    const cause: unknown = await clock.run(work.catch((reason: unknown) => reason));
    assert.ok(cause instanceof ExchangeError, `expected an ExchangeError, got ${String(cause)}`);
    return cause;
  };
  return { clock, transport, service, warnings, callLog, exchange, failure };
}
