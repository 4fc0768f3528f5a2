import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { CallLog } from '../call-log.ts';
import { ExchangeError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { RequestContext } from '../http/request.ts';
import type { ConnectionProfile, Credentials } from '../profile.ts';
import type { OpenSocket } from '../socket.ts';
import { SocketStreams } from '../stream/socket-streams.ts';
import { noStreams, type Streams } from '../streams.ts';
import type { Transport } from '../transport.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createEndpointClient } from './endpoint-client.ts';
import { endpoints } from './endpoints.ts';
import { streamUrls } from './profiles.ts';
import { recordSockets } from './record-sockets.ts';
import { Redactor } from './redact.ts';
import { checkCredentialsShape, createSigner } from './sign.ts';

interface ServiceExchangeOptions {
  readonly profile: ConnectionProfile;
  /** Undefined while nobody is signed in; signed calls then reject with `auth`/`noKey` without being sent. */
  readonly credentials?: Credentials | undefined;
  /** Owned by the caller: it may serve several connections and is not disposed here. */
  readonly transport: Transport;
  /** Opens the sockets of both streams, when something is wanted of them. Undefined: there are no streams. */
  readonly openSocket?: OpenSocket | undefined;
  readonly log: Log;
  readonly clock: Clock;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  /** Records what is sent, over connections; default: one of its own. */
  readonly callLog?: CallLog | undefined;
  /** Default 20, the service's own figure; 0 for no limit. */
  readonly requestsPerSecond?: number;
}

/**
 * A service that speaks the interface, as the port. Credentials `checkCredentialsShape` finds a problem with make signed
 * calls reject with `auth`/`badKey`. After `dispose` everything under way rejects with `cancelled`.
 */
export function createServiceExchange(options: ServiceExchangeOptions): Exchange {
  const { profile, credentials, clock, random } = options;
  const redactor = new Redactor(profile.auth, credentials);
  const log = redactor.log(options.log);
  const transport = redactor.transport(options.transport);
  const callLog = options.callLog ?? new CallLog(clock.now());
  const open = options.openSocket && redactor.openSocket(options.openSocket);
  const openSocket = open && recordSockets(callLog, profile, clock, open);
  const active = new Set<AbortController>();
  const perSecond = options.requestsPerSecond ?? 20;
  const limiter = new RateLimiter({ clock, perSecond });
  const sign = signing(profile, credentials);
  const streams = streamsOf({ ...options, log, openSocket }, sign);
  const context: RequestContext = {
    ...{ profile, transport, sign, limiter, log, clock, random, active, callLog },
  };
  const asking = createEndpointClient(context);
  return {
    ...endpoints(asking),
    supports: asking.supports,
    streams,
    diagnostics: createDiagnostics({ context, urls: streamUrls(profile.privateUrl), openSocket }),
    dispose: () => {
      streams.dispose();
      for (const controller of active) controller.abort();
      limiter.dispose();
      callLog.dropOwnReplies();
    },
  };
}

/** Both streams are signed, the one of market data too: without a key there are none. */
function streamsOf(options: ServiceExchangeOptions, sign: RequestContext['sign']): Streams {
  const { profile, openSocket, clock, log, random } = options;
  const urls = streamUrls(profile.privateUrl);
  if (openSocket === undefined || sign === undefined || urls === undefined) return noStreams;
  return new SocketStreams({
    marketsUrl: urls.markets,
    accountUrl: urls.account,
    sign,
    auth: profile.auth,
    dialect: profile.dialect,
    openSocket,
    clock,
    log,
    random,
  });
}

function signing(profile: ConnectionProfile, credentials: Credentials | undefined): RequestContext['sign'] {
  if (profile.auth === 'none') return () => ({});
  if (credentials === undefined) return undefined;
  // Stored for another scheme, or by hand: the error comes when the key is needed, other reads go on.
  const problem = checkCredentialsShape(profile.auth, credentials);
  if (problem === undefined) return createSigner(profile.auth, credentials);
  return () => {
    throw new ExchangeError('auth', `The credentials cannot be used (${problem}). Sign in again.`, {
      auth: 'badKey',
      mayHaveArrived: false,
    });
  };
}
