import type { Order } from '../core/order.ts';
import type { CancelReport } from '../store/cancels/outcome.ts';
import { envelope, readNow, type ToolAnswer } from './answer.ts';

/** What came of orders an agent asked to cancel. */
export interface CancelOutcomes {
  /** Those of them that are open. */
  readonly orders: readonly Order[];
  /** False: the list of open orders is old, or lacks some. */
  readonly isWhole: boolean;
  readonly end: readonly CancelReport[] | 'declined';
  /** Ids of those that were left out, as a cancel of them is under way. */
  readonly underWay: ReadonlySet<string>;
  /** Ids of all that rest by a list read just now, after the person answered. */
  readonly stillOpen: ReadonlySet<string>;
}

/** Order by order what is proved, and nothing more. `asked`: the connection it was asked on. `outcomes`: undefined where the account changed before anything was asked. */
export function cancelAnswer(
  asked: Parameters<typeof envelope>[0],
  orderIds: readonly string[],
  outcomes: CancelOutcomes | undefined,
): ToolAnswer {
  const results = orderIds.map((orderId) => ({ orderId, ...resultOf(orderId, outcomes) }));
  const cancelled = results.filter(({ result }) => result === 'cancelled').length;
  const isDeclined = outcomes?.end === 'declined';
  const reports = outcomes === undefined || outcomes.end === 'declined' ? [] : outcomes.end;
  const isProved = reports.some(({ outcome }) => outcome.kind !== 'unknown' && !neverLeft(outcome));
  return {
    ...envelope(asked, isProved ? readNow(asked.clock) : undefined),
    ...(isProved
      ? {}
      : {
          why: reports.every(({ outcome }) => neverLeft(outcome))
            ? 'This call sent no cancel, so the service answered none.'
            : 'The service answered no cancel of this call.',
        }),
    asked: orderIds.length,
    cancelled,
    ...(isDeclined ? { declined: true } : {}),
    results,
    next: isDeclined
      ? 'The person declined. Do not call again unless they ask you to.'
      : 'Tell the person what each came to. An unknown outcome is not a cancel: call list_orders to see what is open.',
  };
}

function resultOf(
  orderId: string,
  outcomes: CancelOutcomes | undefined,
): { readonly result: string; readonly now: string; readonly why?: string } {
  if (outcomes === undefined) return { result: 'nothing sent, the account changed', now: 'unknown' };
  const { orders, isWhole, end, underWay, stillOpen } = outcomes;
  const order = orders.find(({ id }) => id === orderId);
  if (order === undefined)
    return { result: 'not among the open orders', now: isWhole ? 'not open' : 'unknown' };
  if (underWay.has(orderId)) return { result: 'a cancel is under way already', now: 'unknown' };
  const report = end === 'declined' ? undefined : end.find((each) => each.order.id === orderId);
  if (report === undefined && stillOpen.has(orderId)) return { result: 'declined', now: 'open' };
  if (report === undefined)
    return { result: 'declined', now: 'unknown', why: 'The orders were not read since; call list_orders.' };
  const { kind } = report.outcome;
  const now = {
    cancelled: 'cancelled',
    filled: 'filled',
    gone: 'not open',
    rejected: 'open',
    unknown: 'unknown',
  };
  return { result: kind, now: kind === 'rejected' && !isOpenAfter(report) ? 'unknown' : now[kind] };
}

/** A refusal alone does not prove that the order rests, nor does a request that never left: its record read afterwards does. */
function isOpenAfter({ outcome }: CancelReport): boolean {
  return outcome.kind === 'rejected' && outcome.order !== undefined;
}

function neverLeft(outcome: CancelReport['outcome']): boolean {
  return outcome.kind === 'rejected' && outcome.error.details.mayHaveArrived === false;
}
