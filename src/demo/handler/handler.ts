import { parseJson } from '../../exchange/wire/json.ts';
import { WireError } from '../../exchange/wire/wire-error.ts';
import type { DemoEndpoint, DemoHandler, DemoHandlerOptions, DemoReply, DemoRequest } from '../api.ts';
import { errorReply } from '../wire/encode-values.ts';
import { PRIVATE_ENDPOINTS, PUBLIC_ENDPOINTS } from './endpoints.ts';
import { Refusal } from './refusal.ts';

interface Route {
  readonly endpoint: DemoEndpoint;
  readonly pattern: RegExp;
}

/** The demo exchange as a function from request to reply; the in-process transport and the HTTP server both call it. */
export class RequestHandler implements DemoHandler {
  readonly #options: DemoHandlerOptions;
  readonly #routes: readonly Route[];
  #count = 0;

  constructor(options: DemoHandlerOptions) {
    this.#options = options;
    const { endpoints = [] } = options;
    const served = [...PUBLIC_ENDPOINTS, ...PRIVATE_ENDPOINTS, ...endpoints];
    this.#routes = served.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }));
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
    const { limit, world, worldNow, parameters } = this.#options;
    const wait = limit?.(client, now) ?? 0;
    if (wait > 0) {
      const seconds = String(Math.ceil(wait / 1000));
      throw new Refusal('rateLimited', 'rate limit exceeded', { 'retry-after': seconds });
    }
    return endpoint.answer({
      world: world(),
      now: worldNow?.() ?? now,
      name,
      parameters,
      query: request.query,
      body: () => parseJson(request.body),
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
    const verdict = this.#options.authenticate(request, now);
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
  if (cause instanceof WireError) return new Refusal('invalidArgument', cause.message);
  return new Refusal('internal', 'internal error');
}
