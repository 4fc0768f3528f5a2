import { timingSafeEqual } from 'node:crypto';
import type {
  Authenticate,
  AuthVerdict,
  DemoHandler,
  DemoHandlerOptions,
  DemoKey,
} from '../../src/demo/api.ts';
import { NO_KEY, refused, signedBy } from '../../src/demo/handler/auth.ts';
import { RequestHandler } from '../../src/demo/handler/handler.ts';
import type { DemoStreams, DemoStreamsOptions } from '../../src/demo/stream/api.ts';
import { StreamHub } from '../../src/demo/stream/hub.ts';
import type { AuthScheme, Dialect } from '../../src/exchange/profile.ts';
import { SEED_PARAMETERS, seedHandler, seedStreams } from './seed.ts';

/** How a demo is spoken to. */
interface Manner {
  readonly dialect: Dialect;
  readonly keys: readonly DemoKey[];
  /** Default `ed25519`. */
  readonly auth?: AuthScheme | undefined;
}

export interface HandlerOptions extends Manner, Omit<DemoHandlerOptions, 'authenticate' | 'limit'> {
  /** Only the nine endpoints of the older generation; 404 for everything else. Default false. */
  readonly onlySeed?: boolean;
  /** Requests a second per key (per client where there is none). 0: no limit. Default 20, that of the public service. */
  readonly rateLimit?: number;
}

export type StreamsOptions = Manner & Omit<DemoStreamsOptions, 'authenticate'>;

/** The nine endpoints both generations have (interface.md 7 and 8), and the demo's own. */
const NINE =
  /^\/v1\/(?:markets(?:\/[^/]+\/settlement)?|market\/(?:id|slug)\/[^/]+|order\/[^/]+(?:\/cancel)?|orders\/open|portfolio\/(?:positions|activities)|demo\/.*)$/;

/** The demo's handler in either dialect, with any scheme and limit. */
export function createHandler({
  dialect,
  keys,
  auth,
  onlySeed = false,
  rateLimit = 20,
  ...options
}: HandlerOptions): DemoHandler {
  const { world, worldNow = () => options.clock.now() } = options;
  const isSeed = dialect === 'seed';
  const handler = new RequestHandler({
    ...options,
    authenticate: authenticator(keys, auth),
    limit: limiter(rateLimit),
    ...(isSeed ? { parameters: SEED_PARAMETERS } : {}),
  });
  const spoken = isSeed ? seedHandler(handler, { world, now: worldNow }) : handler;
  if (!onlySeed) return spoken;
  return {
    handle: (request) => spoken.handle(NINE.test(request.path) ? request : { ...request, path: '/' }),
  };
}

export function createStreams({ dialect, keys, auth, ...options }: StreamsOptions): DemoStreams {
  const streams = new StreamHub({ ...options, authenticate: authenticator(keys, auth) });
  return dialect === 'seed' ? seedStreams(streams) : streams;
}

/** Bearer: `Authorization: Bearer …`; API key: `X-API-Key`. */
function authenticator(keys: readonly DemoKey[], scheme: AuthScheme = 'ed25519'): Authenticate {
  switch (scheme) {
    case 'none':
      return () => ({ ok: true, client: 'anonymous' });
    case 'bearer':
      return ({ headers }) => token(keys, /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1]);
    case 'apiKey':
      return ({ headers }) => token(keys, headers['x-api-key']);
    case 'ed25519':
      return signedBy(keys);
  }
}

function token(keys: readonly DemoKey[], given: string | undefined): AuthVerdict {
  const bytes = Buffer.from(given ?? '');
  const key = keys.find(({ secretKey }) => {
    const known = Buffer.from(secretKey);
    return known.length === bytes.length && timingSafeEqual(known, bytes);
  });
  return key === undefined ? refused(NO_KEY) : { ok: true, client: key.keyId };
}

/** Counts requests, `most` a second. */
function limiter(most: number): (client: string, now: number) => number {
  const sent = new Map<string, number[]>();
  return (client, now) => {
    if (most === 0) return 0;
    const times = (sent.get(client) ?? []).filter((ms) => ms > now - 1000 && ms <= now);
    const wait = times.length < most ? 0 : (times[0] ?? now) + 1000 - now;
    if (wait === 0) times.push(now);
    if (sent.size > 1000) sent.clear();
    sent.set(client, times);
    return wait;
  };
}
