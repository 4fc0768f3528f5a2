import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ConnectionProfile } from '../profile.ts';
import type { RatePermit } from '../rate-permit.ts';
import type { Transport } from '../transport.ts';
import type { QueryPairs } from '../wire/requests.ts';
import type { RateBudget } from './budget.ts';
import type { Inflight } from './inflight.ts';

/** What every request of one connection shares. */
export interface RequestContext {
  readonly profile: ConnectionProfile;
  readonly transport: Transport;
  /** Headers that prove who asks; undefined while nobody is signed in. `path` as sent, without the query. */
  readonly sign:
    | ((method: string, path: string, nowMs: number) => Readonly<Record<string, string>>)
    | undefined;
  readonly budget: RateBudget;
  readonly inflight: Inflight;
  readonly log: Log;
  readonly clock: Clock;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  /** The requests under way; whoever closes the connection aborts them. */
  readonly active: Set<AbortController>;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** From `/v1/…` on, its parameters percent-encoded. */
  readonly path: string;
  /** Arrays are repeated names. */
  readonly query?: QueryPairs;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Signed requests go to the private origin only. */
  readonly signed: boolean;
  /** A GET that is not to be answered by an identical one that is out already. */
  readonly isUnshared?: boolean | undefined;
  /** Of a POST that has waited for the budget already. */
  readonly permit?: RatePermit | undefined;
  /** Milliseconds for everything: waiting for the budget, all attempts, all pauses. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceReply {
  readonly json: unknown;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string | undefined;
}
