import type { AttemptState } from '../../core/attempt.ts';
import type { Order } from '../../core/order.ts';
import type { Owner } from '../session/owner.ts';
import type { CancelAnswer, CancelReport } from './outcome.ts';

export class RunningAttempt {
  readonly id: string;
  /** Undefined for the kill switch. */
  readonly order: Order | undefined;
  readonly owner: Owner;
  /** When a person confirmed it, Unix milliseconds. */
  readonly confirmedAt: number;
  /** When it was requested in a window that is gone, Unix milliseconds; undefined for this window's own. */
  readonly recoveredFrom: number | undefined;
  state: AttemptState = 'requested';
  answer: CancelAnswer | undefined;
  /** The last that is known; undefined until something is. */
  report: CancelReport | undefined;
  /** How many callers wait for it, or for a list it is part of. */
  waiting = 0;
  readonly abort = new AbortController();
  readonly answered = Promise.withResolvers<CancelAnswer>();
  readonly reported = Promise.withResolvers<CancelReport>();

  constructor(
    id: string,
    order: Order | undefined,
    owner: Owner,
    confirmedAt: number,
    recoveredFrom?: number,
  ) {
    this.id = id;
    this.order = order;
    this.owner = owner;
    this.confirmedAt = confirmedAt;
    this.recoveredFrom = recoveredFrom;
  }

  /** Its result is unknown, though the order was read since and is open. */
  get readsOpen(): boolean {
    const outcome = this.report?.outcome;
    return outcome?.kind === 'unknown' && outcome.order !== undefined;
  }

  /** No caller waits for its first report any more. */
  get isReported(): boolean {
    return this.report !== undefined || this.recoveredFrom !== undefined;
  }
}
