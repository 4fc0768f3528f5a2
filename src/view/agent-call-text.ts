import type { AgentCall } from '../core/agent-access.ts';
import { Decimal } from '../core/decimal.ts';
import { HIDDEN } from './numbers.ts';
import { spokenParts, type ViewContext } from './row.ts';

/** What was passed. Sizes are hidden with the amounts: an agent tries those of the person. */
export function inputText({ input }: AgentCall, { format }: ViewContext): string {
  return format.settings.hideAmounts
    ? input.replace(/\b(contracts|amountUsd) [^,]+/g, `$1 ${HIDDEN}`)
    : input;
}

/** The same without the names of what speaks for itself: a slug, words, ids. A bare number would not say what it is of. */
export function inputWords(call: AgentCall, context: ViewContext): string {
  return inputText(call, context).replace(/(^|, )(?:slug|text|orderIds) /g, '$1');
}

/** What came of it, in words. */
export function resultText(call: AgentCall, context: ViewContext): string {
  const { t } = context;
  if (call.result === 'answered')
    return call.reason === 'allowed' ? t('answered after you allowed it') : t('answered');
  const why = refusalText(call, context);
  if (call.result === 'failed') return spokenParts([t('failed'), why]);
  return call.reason === 'declined' ? why : spokenParts([t('refused'), why]);
}

/** The same where there is little room. */
export function shortResult({ result, reason }: AgentCall, { t }: ViewContext): string {
  if (result === 'answered') return t('answered');
  if (result === 'failed') return t('failed');
  return reason === 'declined' ? t('declined by you') : t('refused');
}

/** Beside an icon that says that it was refused; empty where the reason has no word. */
export function refusalText({ reason }: AgentCall, { t }: ViewContext): string {
  const reasons: Readonly<Record<string, string>> = {
    declined: t('declined by you'),
    stale: t('stale'),
    halted: t('paused'),
    over: t('ended'),
    wrongInput: t('wrong input'),
    stopped: t('stopped'),
    off: t('not allowed'),
    closed: t('not allowed'),
    signedOut: t('not signed in'),
    notFound: t('not found'),
    noWindow: t('no window'),
    timeout: t('no answer in time'),
    windowClosed: t('window closed'),
  };
  return reasons[reason ?? ''] ?? '';
}

export function sawText({ saw }: AgentCall, { t }: ViewContext): string {
  return {
    public: t('market data'),
    account: t('account'),
    'account, amounts hidden': t('account, amounts hidden'),
    orders: t('the orders it named'),
    nothing: t('nothing'),
    unknown: t('not known'),
  }[saw];
}

/** Of the answer. */
export function sizeText(bytes: number, { t, format }: ViewContext): string {
  return t('{0} KB', format.quantity(Decimal.of(Number((bytes / 1024).toFixed(1))), 1));
}
