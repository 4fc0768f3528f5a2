import type { Clock } from '../base/clock.ts';
import type { AuthScheme, Dialect } from '../exchange/profile.ts';
import type { WireObject } from './wire/encode-values.ts';
import type { World } from './world.ts';

export interface DemoRequest {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface DemoReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface DemoKey {
  readonly keyId: string;
  /** Ed25519: base64 of the 32-byte seed followed by the 32-byte public key. Bearer, API key: the text itself. */
  readonly secretKey: string;
}

export interface DemoCall {
  readonly world: World;
  readonly dialect: Dialect;
  readonly now: number;
  /** The variable part of the path, decoded; empty where there is none. */
  readonly name: string;
  readonly query: URLSearchParams;
  /** The body as JSON. @throws WireError `badRequest` */
  body(): unknown;
}

export interface DemoEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly private: boolean;
  /** One of the nine endpoints both dialects have (interface.md 7 and 8). */
  readonly seed: boolean;
  /** Served in this dialect alone; in both when absent. */
  readonly only?: Dialect;
  answer(call: DemoCall): WireObject;
}

/** What requests and streams of one demo share. */
export interface DemoOptions {
  /** Called for each request and tick, as a reset puts a new world in place. */
  readonly world: () => World;
  /** The world's time, Unix milliseconds. Default: the clock's. */
  readonly worldNow?: (() => number) | undefined;
  readonly dialect: Dialect;
  readonly keys: readonly DemoKey[];
  /** Default `ed25519`. */
  readonly auth?: AuthScheme | undefined;
}

export interface DemoHandlerOptions extends DemoOptions {
  /** Real time: signatures, limits, Date headers. */
  readonly clock: Pick<Clock, 'now'>;
  /** Only the nine endpoints of the `seed` dialect; 404 for everything else. Default false. */
  readonly onlySeed?: boolean;
  /** Requests a second per key (per client where there is none). 0: no limit. Default 20. */
  readonly rateLimit?: number;
  /** Served besides those of the interface. */
  readonly endpoints?: readonly DemoEndpoint[];
}

export interface DemoHandler {
  handle(request: DemoRequest): DemoReply;
}
