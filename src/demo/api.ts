import type { Clock } from '../base/clock.ts';
import type { MarketParameters } from './engine/filter.ts';
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
  readonly now: number;
  /** The variable part of the path, decoded; empty where there is none. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly parameters: MarketParameters | undefined;
  /** The body as JSON. @throws WireError */
  body(): unknown;
}

export interface DemoEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly private: boolean;
  answer(call: DemoCall): WireObject;
}

export type AuthVerdict =
  | { readonly ok: true; readonly client: string }
  | { readonly ok: false; readonly message: string };

/** Checks who sends a request. */
export type Authenticate = (request: DemoRequest, now: number) => AuthVerdict;

/** What requests and streams of one demo share. */
export interface DemoOptions {
  /** Called for each request and tick, as a reset puts a new world in place. */
  readonly world: () => World;
  /** The world's time, Unix milliseconds. Default: the clock's. */
  readonly worldNow?: (() => number) | undefined;
  readonly authenticate: Authenticate;
}

export interface DemoHandlerOptions extends DemoOptions {
  /** Real time: signatures, limits, Date headers. */
  readonly clock: Pick<Clock, 'now'>;
  /** Milliseconds a client has to wait as this request of its is one too many, else 0. Default: there is no limit. */
  readonly limit?: (client: string, now: number) => number;
  /** Served besides those of the interface. */
  readonly endpoints?: readonly DemoEndpoint[];
  /** Filters of markets besides those of the interface. */
  readonly parameters?: MarketParameters;
}

export interface DemoHandler {
  handle(request: DemoRequest): DemoReply;
}
