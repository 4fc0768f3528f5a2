import type { AttemptEvent, AttemptState, LoggedAttempt } from '../core/attempt.ts';
import type { Order } from '../core/order.ts';
import { agentText } from './agent-text.ts';
import { type CancelResult, outcomeText } from './cancel-outcome-text.ts';
import { cancelLine, type MarketLookup } from './cancel-text.ts';
import type { ViewContext } from './row.ts';
import { orderStateWord } from './states.ts';

/** The log as plain text, the latest attempt first. `damaged`: lines that could not be read. */
export function logText(
  attempts: readonly LoggedAttempt[],
  own: { readonly damaged: number; readonly market: MarketLookup },
  context: ViewContext,
): string {
  const { t } = context;
  const head = [
    t('Cancellation log'),
    t('Written on this computer before anything is sent, by every window. It holds no key.'),
    ...(own.damaged === 1 ? [t('1 damaged line could not be read.')] : []),
    ...(own.damaged > 1 ? [t('{0} damaged lines could not be read.', own.damaged)] : []),
  ];
  const body =
    attempts.length === 0
      ? [t('Nothing was cancelled yet.')]
      : attempts.toReversed().map((attempt) => attemptText(attempt, own.market, context));
  return `${[head.join('\n'), ...body].join('\n\n')}\n`;
}

export function proofText(
  results: readonly (CancelResult & { readonly at: number; readonly attempt: string })[],
  own: { readonly connection: string; readonly market: MarketLookup; readonly notes: readonly string[] },
  context: ViewContext,
): string {
  const { t, format } = context;
  const lines = results.map(({ order, outcome, at, attempt }, index) =>
    [
      `${index + 1}. ${cancelLine(order, own.market(order.marketSlug), context)}`,
      `   ${t('Outcome')}: ${outcomeText(outcome, context)}`,
      `   ${t('Found at')}: ${format.exactTime(at)}`,
      `   ${idLine(order, context)}   ${t('Attempt')}: ${attempt}`,
    ].join('\n'),
  );
  const title = t('Proof of cancelling on {0}, orders: {1}', own.connection, format.ownCount(results.length));
  return `${[[title, ...own.notes].join('\n'), ...lines].join('\n\n')}\n`;
}

function attemptText(attempt: LoggedAttempt, market: MarketLookup, context: ViewContext): string {
  const { t, format } = context;
  const { order, id, connection, list, of, command, window, agent, events } = attempt;
  const what =
    order === undefined
      ? [t('Kill switch: all open orders')]
      : [cancelLine(order, market(order.marketSlug), context), `  ${idLine(order, context)}`];
  return [
    ...what,
    `  ${t('Connection')}: ${connection}   ${t('Attempt')}: ${id}   ${t('List')}: ${list} (${format.ownCount(of)})   ${t('Command')}: ${command}   ${t('Window')}: ${window}`,
    ...(agent === undefined ? [] : [`  ${t('Asked for by')}: ${agentText(agent, context)}`]),
    ...events.map((event) => `  ${eventText(event, order === undefined, context)}`),
  ].join('\n');
}

function idLine({ id, marketSlug }: Order, { t }: ViewContext): string {
  return `${t('Order id')}: ${id}   ${t('Slug')}: ${marketSlug}`;
}

/** `2026-09-01 18:00:00.123  accepted  request id of the service 0a1b…`. */
function eventText(event: AttemptEvent, isKillSwitch: boolean, context: ViewContext): string {
  const { t, format } = context;
  const { request, serviceRequest, error, status, orderState, filled } = event;
  const facts = [
    request === undefined ? undefined : t('request {0} ({1})', request, kindText(event.by, context)),
    serviceRequest === undefined ? undefined : t('request id of the service {0}', serviceRequest),
    error === undefined ? undefined : status === undefined ? error : `${error} ${status}`,
    orderState === undefined ? undefined : t('order reads {0}', orderStateWord(orderState, context)),
    filled === undefined || format.settings.hideAmounts ? undefined : t('{0} filled', filled),
  ].filter((fact) => fact !== undefined);
  const word = stateText(event.state, isKillSwitch, context);
  return `${format.exactTime(event.at)}  ${[word, ...(facts.length === 0 ? [] : [facts.join('; ')])].join('  ')}`;
}

function kindText(by: string | undefined, { t }: ViewContext): string {
  if (by === 'batch') return t('several orders at once');
  return by === 'killSwitch' ? t('all open orders') : t('this order alone');
}

function stateText(state: AttemptState, isKillSwitch: boolean, { t }: ViewContext): string {
  if (isKillSwitch && state === 'cancelled') return t('no order open afterwards');
  if (isKillSwitch && state === 'notFollowed') return t('an order open afterwards, or unknown');
  const texts: Readonly<Record<AttemptState, string>> = {
    requested: t('requested'),
    sent: t('sent'),
    accepted: t('accepted by the service'),
    refused: t('refused by the service'),
    unknown: t('result unknown'),
    cancelled: t('cancelled'),
    filled: t('already filled'),
    gone: t('already gone'),
    rejected: t('not cancelled'),
    notFollowed: t('unknown, not followed any more'),
  };
  return texts[state];
}
