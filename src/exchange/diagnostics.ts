import type { ExchangeError } from './errors.ts';

/** Part of the port: what there is to find out about a connection besides what it serves. */

/** `public`: a read without a key. `account`: one with it. The lines: a handshake, closed at once. */
export type ProbeTarget = 'public' | 'account' | 'marketsStream' | 'accountStream';

export interface Probe {
  /** Undefined: it answered as it should. */
  readonly error: ExchangeError | undefined;
  /** Milliseconds it took; undefined where nothing was sent. */
  readonly ms: number | undefined;
  /** Seconds this machine's clock is ahead of the service's (negative: behind), where the reply has a date. */
  readonly skewSeconds: number | undefined;
}

export interface RateState {
  /** Requests a second the connection allows itself; 0: no limit. */
  readonly perSecond: number;
  /** Requests of the last second. */
  readonly used: number;
  /** Milliseconds until the pause ends that the service asked for; 0: there is none. */
  readonly pausedMs: number;
}

export interface Diagnostics {
  /** Asks once, within the rate, and never rejects. */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<Probe>;
  rate(): RateState;
}
