// A client that signs in with the credentials on its standard input, asks a service that quotes what it was sent, and
// dies: `exception`: of an error in the middle of a signed request; `rejection`: of an error of the client nobody caught.

import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { AuthScheme, Credentials } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { customProfile } from './profile.ts';
import { FakeTransport } from './transport.ts';

const { auth, death, credentials } = JSON.parse(await text(process.stdin)) as {
  readonly auth: AuthScheme;
  readonly death: 'exception' | 'rejection';
  readonly credentials: Credentials;
};
const say = (...words: readonly unknown[]): void => console.error(...words);
const log: Log = { trace: say, debug: say, info: say, warn: say, error: say };
const transport = new FakeTransport((request) => {
  const quoted = JSON.stringify({
    code: 16,
    message: `bad ${credentials.secret}`,
    details: [request.headers],
  });
  if (death === 'exception') queueMicrotask(() => crash());
  return { status: 400, text: quoted, headers: { 'x-request-id': credentials.secret } };
});
const exchange = createServiceExchange({
  profile: customProfile(auth),
  credentials,
  transport,
  log,
  clock: systemClock,
  random: Math.random,
});
await exchange.positions(undefined);

function crash(): never {
  throw new TypeError('on purpose');
}
