import { parseJson } from '../../exchange/wire/json.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';
import type { DemoEndpoint, DemoHandler, DemoHandlerOptions, DemoReply, DemoRequest } from '../api.ts';
import { errorReply } from '../wire/encode-values.ts';
import { authenticate } from './auth.ts';
import { PRIVATE_ENDPOINTS, PUBLIC_ENDPOINTS } from './endpoints.ts';
import { LEAGUE_ENDPOINTS } from './leagues.ts';
import { Refusal } from './refusal.ts';

/** Figure of the public service (interface.md 5). */
const USUAL_RATE = 20;

/** The demo exchange as a function from request to reply; the in-process transport and the HTTP server both call it. */
export function createDemoHandler(options: DemoHandlerOptions): DemoHandler {
  return new Handler(options);
}

interface Route {
  readonly endpoint: DemoEndpoint;
  readonly pattern: RegExp;
}

class Handler implements DemoHandler {
  readonly #options: DemoHandlerOptions;
  readonly #routes: readonly Route[];
  readonly #limiter: Limiter;
  #count = 0;

  constructor(options: DemoHandlerOptions) {
    this.#options = options;
    this.#limiter = new Limiter(options.rateLimit ?? USUAL_RATE);
    const { onlySeed, dialect, endpoints = [] } = options;
    const served = [...PUBLIC_ENDPOINTS, ...LEAGUE_ENDPOINTS, ...PRIVATE_ENDPOINTS].filter(
      ({ seed, only = dialect }) => (seed || onlySeed !== true) && only === dialect,
    );
    this.#routes = [...served, ...endpoints].map((endpoint) => ({
      endpoint,
      pattern: patternOf(endpoint.path),
    }));
  }

  handle(request: DemoRequest): DemoReply {
    const now = this.#options.clock.now();
    const { status, body, headers } = this.#outcome(request, now);
    return {
      status,
      headers: {
        'content-type': 'application/json',
        date: new Date(now).toUTCString(),
        'x-request-id': `demo-${String(++this.#count).padStart(6, '0')}`,
        ...headers,
      },
      body: encoder.encode(JSON.stringify(body)),
    };
  }

  #outcome(request: DemoRequest, now: number) {
    try {
      return { status: 200, body: this.#answer(request, now), headers: {} };
    } catch (cause) {
      const refusal = refusalOf(cause);
      return {
        status: refusal.status,
        body: errorReply(refusal.code, refusal.message),
        headers: refusal.headers,
      };
    }
  }

  #answer(request: DemoRequest, now: number) {
    const { endpoint, name } = this.#route(request);
    const client = this.#client(request, endpoint, now);
    const wait = this.#limiter.take(client, now);
    if (wait > 0) {
      const seconds = String(Math.ceil(wait / 1000));
      throw new Refusal('rateLimited', 'rate limit exceeded', { 'retry-after': seconds });
    }
    return endpoint.answer({
      world: this.#options.world(),
      dialect: this.#options.dialect,
      now: this.#options.worldNow?.() ?? now,
      name,
      query: request.query,
      body: () => parseJson(request.body, 'badRequest'),
    });
  }

  #route(request: DemoRequest): { readonly endpoint: DemoEndpoint; readonly name: string } {
    let otherMethod = false;
    for (const { endpoint, pattern } of this.#routes) {
      const match = pattern.exec(request.path);
      if (match === null) continue;
      if (endpoint.method === request.method) return { endpoint, name: decoded(match[1] ?? '') };
      otherMethod = true;
    }
    throw otherMethod
      ? new Refusal('methodNotAllowed', 'Method Not Allowed')
      : new Refusal('notFound', 'Not Found');
  }

  #client(request: DemoRequest, endpoint: DemoEndpoint, now: number): string {
    if (!endpoint.private) return 'public';
    const verdict = authenticate(this.#options.auth ?? 'ed25519', this.#options.keys, request, now);
    if (!verdict.ok) throw new Refusal('unauthenticated', verdict.message);
    return verdict.client;
  }
}

const encoder = new TextEncoder();

/** A segment never spans a slash, so no two endpoints of one method match a path but the more special one listed first. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal('invalidArgument', 'malformed path');
  }
}

function refusalOf(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause;
  if (cause instanceof WireError && cause.code === 'badRequest')
    return new Refusal('invalidArgument', cause.message);
  return new Refusal('internal', 'internal error');
}

class Limiter {
  readonly #most: number;
  readonly #sent = new Map<string, number[]>();

  /** `most` a second; 0: as many as it likes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a request. The milliseconds to wait when it is one too many, else 0. */
  take(client: string, now: number): number {
    if (this.#most === 0) return 0;
    const times = (this.#sent.get(client) ?? []).filter((ms) => ms > now - 1000 && ms <= now);
    const wait = times.length < this.#most ? 0 : (times[0] ?? now) + 1000 - now;
    if (wait === 0) times.push(now);
    if (this.#sent.size > 1000) this.#sent.clear();
    this.#sent.set(client, times);
    return wait;
  }
}
