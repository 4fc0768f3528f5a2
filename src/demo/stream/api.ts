import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { DemoOptions } from '../api.ts';

/** `private`: what belongs to the account (interface.md 10). */
export type StreamName = 'markets' | 'private';

export interface StreamSink {
  send(text: string): void;
  /** Closes with a code, as of RFC 6455. */
  close(code: number, reason: string): void;
  breakOff(): void;
}

/** The end of a connection that tells the demo what came. */
export interface StreamPeer {
  receive(text: string): void;
  /** The connection is closed, by whomever. */
  gone(): void;
}

export type Admission =
  | { readonly ok: true; open(sink: StreamSink): StreamPeer }
  | {
      readonly ok: false;
      readonly status: number;
      /** gRPC code of the body, as in any refusal (interface.md 4). */
      readonly code: number;
      readonly message: string;
    };

/** Another world (after a reset) ends all connections. */
export interface DemoStreamsOptions extends DemoOptions {
  /** Real time: timers, signatures, heartbeats. */
  readonly clock: Clock;
  /** How often the world is looked at, 5–250 ms. Default 250. */
  readonly tickMs?: number | undefined;
}

/** Both streams of the demo; the in-process socket and the server on loopback both open connections here. */
export interface DemoStreams extends Disposable {
  /** Checks a handshake. `path` as sent, without the query; header names in lower case. */
  admit(path: string, headers: Readonly<Record<string, string>>): Admission;
  readonly connections: number;
}
