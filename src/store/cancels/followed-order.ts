import type { Order } from '../../core/order.ts';
import type { Owner } from '../session/owner.ts';
import { type CancelAnswer, type CancelOutcome, type CancelReport, unanswered } from './attempt.ts';
import type { Outgoing } from './sender.ts';

/** An attempt of this window, or of one that is gone, until it is over. */
export class RunningAttempt implements Outgoing {
  readonly id: string;
  readonly order: Order | undefined;
  readonly owner: Owner;
  readonly isRecovered: boolean;
  readonly requestedAt: number;
  /** The request left, or leaves now. */
  isOut = false;
  isOver = false;
  answer: CancelAnswer | undefined;
  /** The last that is known; undefined until something is. */
  report: CancelReport | undefined;
  /** How many callers wait for it, or for a list it is part of. */
  waiting = 0;
  readonly answered = Promise.withResolvers<CancelAnswer>();
  /** With the first report. */
  readonly reported = Promise.withResolvers<CancelReport>();

  /** `recoveredAt`: when it was requested, in a window that is gone. */
  constructor(id: string, order: Order | undefined, owner: Owner, recoveredAt?: number) {
    this.id = id;
    this.order = order;
    this.owner = owner;
    this.isRecovered = recoveredAt !== undefined;
    this.requestedAt = recoveredAt ?? Number.POSITIVE_INFINITY;
  }

  take(answer: CancelAnswer): void {
    this.answer = answer;
    this.answered.resolve(answer);
  }

  settle(order: Order, outcome: CancelOutcome, at: number): CancelReport {
    const { owner, isRecovered: recovered, id: attempt } = this;
    this.report = { order, outcome, owner, at, attempt, recovered, awaited: this.waiting > 0 };
    this.reported.resolve(this.report);
    return this.report;
  }
}

/** An order with all open attempts to cancel it: it is read once for all of them. */
export class FollowedOrder {
  readonly order: Order;
  readonly owner: Owner;
  /** As requested. */
  attempts: readonly RunningAttempt[] = [];
  /** Nobody knows whether one of them was acted on. */
  isInDoubt = false;
  abort = new AbortController();

  constructor(order: Order, owner: Owner) {
    this.order = order;
    this.owner = owner;
  }

  get sent(): readonly RunningAttempt[] {
    return this.attempts.filter(({ isOut }) => isOut);
  }

  /** Every caller has an answer, and it is unknown. */
  get isUnknown(): boolean {
    return this.attempts.every(({ report, isRecovered }) => report !== undefined || isRecovered);
  }

  /** What is known of all requests for it: only where all were refused, none had an effect. */
  get answer(): CancelAnswer {
    const answers = this.sent.map(
      ({ answer }) => answer ?? { kind: 'unknown' as const, error: unanswered() },
    );
    return (
      answers.find(({ kind }) => kind === 'accepted') ??
      answers.findLast(({ kind }) => kind === 'unknown') ??
      answers.at(-1) ?? { kind: 'unknown', error: unanswered() }
    );
  }
}
