import type { Order } from '../core/order.ts';
import { type CancelResult, cancelLine, type MarketLookup, outcomeText } from './cancel-text.ts';
import type { ViewContext } from './row.ts';
import { orderStateWord } from './states.ts';

/** A line of the record of cancels; times are Unix milliseconds. */
export interface RecordStep {
  readonly step: string;
  readonly at: number;
  readonly window: string;
  readonly by: 'single' | 'batch' | 'openEnded' | undefined;
  readonly request: string | undefined;
  readonly serviceRequest: string | undefined;
  readonly error: string | undefined;
  readonly status: number | undefined;
  readonly state: string | undefined;
  readonly filled: string | undefined;
}

/** One wish to cancel one order, and what became of it. */
export interface RecordEntry {
  readonly id: string;
  /** Id of the connection and origin. */
  readonly connection: string;
  /** The order as it was confirmed. */
  readonly order: Order;
  /** Not one order but whatever is open. */
  readonly isEverything: boolean;
  readonly why: string;
  readonly list: string;
  readonly of: number;
  readonly steps: readonly RecordStep[];
}

/** The record as plain text, the latest wish first. `window`: this one; `lost`: lines that could not be read. */
export function recordText(
  entries: readonly RecordEntry[],
  own: { readonly window: string; readonly lost: number; readonly market: MarketLookup },
  context: ViewContext,
): string {
  const { t } = context;
  const head = [
    t('Record of cancels'),
    t('Written on this computer before anything is sent, by every window. It holds no key.'),
    ...(own.lost === 0 ? [] : [t('{0} damaged lines could not be read.', own.lost)]),
  ];
  const body =
    entries.length === 0
      ? [t('Nothing was cancelled yet.')]
      : entries.toReversed().map((entry) => entryText(entry, own, context));
  return `${[head.join('\n'), ...body].join('\n\n')}\n`;
}

/** What became of one list, order by order, each as it read when its outcome was found. */
export function proofText(
  results: readonly (CancelResult & { readonly at: number; readonly intent: string })[],
  own: { readonly connection: string; readonly market: MarketLookup; readonly notes: readonly string[] },
  context: ViewContext,
): string {
  const { t, format } = context;
  const lines = results.map(({ order, outcome, at, intent }, index) =>
    [
      `${index + 1}. ${cancelLine(order, own.market(order.marketSlug), context)}`,
      `   ${t('Outcome')}: ${outcomeText(outcome, context)}`,
      `   ${t('Found at')}: ${format.exactTime(at)}`,
      `   ${t('Order id')}: ${order.id}   ${t('Slug')}: ${order.marketSlug}${intent === '' ? '' : `   ${t('In the record')}: ${intent}`}`,
    ].join('\n'),
  );
  const title =
    results.length === 1
      ? t('Proof of cancelling on {0}, 1 order', own.connection)
      : t('Proof of cancelling on {0}, {1} orders', own.connection, results.length);
  const head = [title, ...own.notes];
  return `${[head.join('\n'), ...lines].join('\n\n')}\n`;
}

function entryText(
  entry: RecordEntry,
  own: { readonly window: string; readonly market: MarketLookup },
  context: ViewContext,
): string {
  const { t } = context;
  const { order } = entry;
  const what = entry.isEverything
    ? [t('Whatever is open when the request arrives')]
    : [
        cancelLine(order, own.market(order.marketSlug), context),
        `  ${t('Order id')}: ${order.id}   ${t('Slug')}: ${order.marketSlug}`,
      ];
  return [
    ...what,
    `  ${t('Connection')}: ${entry.connection}   ${t('Intent')}: ${entry.id}   ${t('List')}: ${entry.list} (${entry.of})   ${t('Why')}: ${entry.why}`,
    ...entry.steps.map((step) => `  ${stepText(step, entry, own.window, context)}`),
  ].join('\n');
}

/** `2026-09-01 18:00:00.123  accepted   this window; request 0a1b…`. */
function stepText(step: RecordStep, entry: RecordEntry, window: string, context: ViewContext): string {
  const { t, format } = context;
  const { serviceRequest, request, error, status, state, filled } = step;
  const facts = [
    step.window === window ? t('this window') : t('window {0}', step.window),
    request === undefined ? undefined : t('request {0} ({1})', request, wayText(step.by, context)),
    serviceRequest === undefined ? undefined : t('request id of the service {0}', serviceRequest),
    error === undefined ? undefined : status === undefined ? error : `${error} ${status}`,
    state === undefined ? undefined : t('order reads {0}', orderStateWord(state, context)),
    filled === undefined || format.settings.hideAmounts ? undefined : t('{0} filled', filled),
  ].filter((fact) => fact !== undefined);
  const word =
    (entry.isEverything ? leftWord(step.step, context) : undefined) ?? stepWord(step.step, context);
  return `${format.exactTime(step.at)}  ${word}  ${facts.join('; ')}`;
}

function wayText(by: RecordStep['by'], { t }: ViewContext): string {
  if (by === 'batch') return t('several orders at once');
  return by === 'openEnded' ? t('all that is open') : t('this order alone');
}

/** Whatever was open ends with what was read afterwards: of which orders that was, and why none is open, nobody knows. */
function leftWord(step: string, { t }: ViewContext): string | undefined {
  if (step === 'confirmed') return t('read afterwards: no order is open');
  return step === 'unfollowed' ? t('read afterwards: an order is open, or it is not known') : undefined;
}

function stepWord(step: string, { t }: ViewContext): string {
  switch (step) {
    case 'asked':
      return t('asked');
    case 'sent':
      return t('sent');
    case 'accepted':
      return t('accepted by the service');
    case 'rejected':
      return t('not accepted');
    case 'unknown':
      return t('not known');
    case 'askedAgain':
      return t('asked again, the same intent');
    case 'confirmed':
      return t('confirmed: cancelled');
    case 'filled':
      return t('already filled');
    case 'gone':
      return t('already gone');
    case 'refused':
      return t('not cancelled');
    case 'takenUp':
      return t('taken up by another window');
    case 'superseded':
      return t('asked anew under another intent');
    case 'joined':
      return t('joined the one of another window');
    case 'unfollowed':
      return t('not known, and not looked at any more');
    default:
      return step;
  }
}
