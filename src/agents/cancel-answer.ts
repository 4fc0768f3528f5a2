import { READ_LIMIT_MS } from '../core/freshness.ts';
import type { Order } from '../core/order.ts';
import type { CancelReport } from '../store/cancels/cancel-outcome.ts';
import { isUnsent } from '../view/cancel-outcome-text.ts';
import { isChanged } from '../view/messages.ts';
import { type AnswerStamp, envelope, type ToolAnswer } from './answer.ts';

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
  const proved = reports.filter(({ outcome }) => outcome.kind !== 'unknown' && !isUnsent(outcome));
  const unsaid = reports.every(({ outcome }) => isUnsent(outcome))
    ? 'This call sent no cancel, so the service answered none.'
    : 'It is not known what a cancel of this call came to.';
  return {
    ...envelope(asked, stampOf(proved, asked.clock.now())),
    ...(proved.length > 0 ? {} : { why: unsaid }),
    asked: orderIds.length,
    cancelled,
    ...(isDeclined ? { declined: true } : {}),
    results,
    next: isDeclined ? DECLINED : isOther(outcomes, reports) ? OTHER : TELL,
  };
}

const DECLINED = 'The person declined. Do not call again unless they ask you to.';
const TELL =
  'Tell the person what each came to. An unknown outcome is not a cancel: call list_orders to see what is open.';
const OTHER =
  'Tell the person what each came to. Another account is in use by now: list_orders does not tell of these orders.';

/** As of the outcome found out first: the others came later. */
function stampOf(proved: readonly CancelReport[], now: number): AnswerStamp | undefined {
  if (proved.length === 0) return undefined;
  const at = Math.min(...proved.map((report) => report.at));
  return { source: 'rest', at, stale: now - at > READ_LIMIT_MS };
}

/** The orders are of an account that is not in use any more. */
function isOther(outcomes: CancelOutcomes | undefined, reports: readonly CancelReport[]): boolean {
  return (
    outcomes === undefined || reports.some(({ outcome }) => 'error' in outcome && isChanged(outcome.error))
  );
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
  if (isUnsent(report.outcome)) return { result: 'not sent', now: 'unknown' };
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

/** A refusal alone does not prove that the order rests: its record read afterwards does. */
function isOpenAfter({ outcome }: CancelReport): boolean {
  return outcome.kind === 'rejected' && outcome.order !== undefined;
}
