import type { PositionResolution } from '../../core/activity.ts';
import type { Decimal } from '../../core/decimal.ts';
import { eventPhase, isOver } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { money } from '../../core/money.ts';
import type { Outcome } from '../../core/pricing.ts';
import { sidePays, sidePrices, winner } from '../../core/pricing.ts';
import { failureSentence } from '../messages.ts';
import { isYesNo, outcomePhrase, sideName } from '../names.ts';
import type { Tone } from '../protocol/parts.ts';
import type { SettlementState } from '../protocol/settlement.ts';
import type { ViewContext } from '../row.ts';
import { joined } from '../row.ts';
import { eventOf, lifecycleShown } from './head.ts';
import type { PanelInput } from './input.ts';

/** How far a market is on its way to being settled, in words. */
export interface Verdict {
  readonly state: SettlementState;
  readonly headline: string;
  readonly sentence: string;
  readonly sources: string;
  readonly tone: Tone;
  readonly outcome: Outcome | undefined;
}

/**
 * Live interface §9.5: the settlement price; where the service answers 404 although the market is resolved, the final
 * prices of its sides, then the final mark of its book. Not settled and awaiting settlement are states, not errors.
 */
export function verdict(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  context: ViewContext,
): Verdict {
  const settlement = input.settlement.value;
  const outcome = winner(market, settlement, input.book.value);
  if (outcome !== undefined) return settledVerdict(input, market, outcome, resolution, context);
  const { t, format } = context;
  const checked = input.settlement.at;
  const sources = checked === undefined ? '' : t('asked the service at {0}', format.moment(checked));
  const open = (state: SettlementState, tone: Tone, headline: string, sentence: string): Verdict => ({
    state,
    headline,
    sentence,
    sources,
    tone,
    outcome: undefined,
  });
  if (settlement !== undefined) {
    const sentence = t(
      'The service sent {0}, which is no price between 0 and 1.',
      settlement.price.toString(),
    );
    return open('unreadable', 'warn', t('Settlement not readable'), sentence);
  }
  if (input.settlement.failure !== undefined) {
    const sentence = failureSentence(input.settlement.failure, context);
    return open('unreadable', 'warn', t('Settlement could not be read'), sentence);
  }
  const state = lifecycleShown(input, market);
  if (state === 'resolved') {
    const sentence = t('The service says that this market is settled, but not at which price.');
    return open('unreadable', 'warn', t('Settled, price not served'), sentence);
  }
  const event = eventOf(input, market);
  const isPlaying = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  if (isOver(state) && !isPlaying) {
    const sentence = t('Trading has ended. The settlement price appears here once the service has it.');
    return open('endedAwaiting', 'warn', t('Ended, awaiting settlement'), sentence);
  }
  const sentence = isPlaying
    ? t('The event is still going on; the market settles after it.')
    : t('This market has not ended; it settles by its rules after that.');
  return open('notSettledYet', 'dim', t('Not settled yet'), sentence);
}

function settledVerdict(
  input: PanelInput,
  market: Market,
  outcome: Outcome,
  resolution: PositionResolution | undefined,
  context: ViewContext,
): Verdict {
  const { t } = context;
  const paid = (long: boolean): string => paidText(input, market, sidePays(outcome, long), context);
  const isVoid = outcome.winner === 'void';
  const first = outcome.winner !== 'short';
  return {
    state: isVoid ? 'void' : 'settled',
    headline: isVoid ? t('Void: both sides were paid') : wonText(market, first, context),
    sentence: t(
      'settled at {0} for each {1} contract, {2} for {3}',
      paid(first),
      sideName(market, first, context),
      paid(!first),
      sideName(market, !first, context),
    ),
    sources: joined([sourceText(input, outcome, context), confirmation(outcome, resolution, context)]),
    tone: isVoid ? 'warn' : 'up',
    outcome,
  };
}

function wonText(market: Market, long: boolean, context: ViewContext): string {
  const name = outcomePhrase(market, long, context);
  return isYesNo(market) ? context.t('The outcome is {0}', name) : context.t('{0} won', name);
}

/** Whole amounts as money where the currency is known; anything between exactly, in cents. */
export function paidText(input: PanelInput, market: Market, price: Decimal, { format }: ViewContext): string {
  const currency = knownCurrency(input, market);
  const whole = price.isZero || price.toString() === '1';
  return whole && currency !== '' ? format.publicMoney(money(price, currency)) : format.cents(price);
}

/** The settlement carries no currency; what was paid or quoted in this market does. */
export function knownCurrency(input: PanelInput, market: Market): string {
  const { buy, sell, last } = sidePrices(market, true, { book: input.book.value });
  const quoted = [buy, sell, last].find((price) => price !== undefined && price.currency !== '')?.currency;
  const resolution = input.activities.value?.find((activity) => activity.kind === 'resolution');
  const before = resolution?.kind === 'resolution' ? resolution.resolution.beforePosition : undefined;
  const stats = input.book.value?.stats;
  const named = [
    before?.cost,
    before?.cashValue,
    input.position.value?.cost,
    stats?.settlementPx,
    stats?.lastTradePx,
    market.bestAskQuote,
    market.bestBidQuote,
    ...market.sides.map((side) => side.quote),
  ];
  return quoted ?? named.find((one) => one !== undefined && one.currency !== '')?.currency ?? '';
}

function sourceText(input: PanelInput, outcome: Outcome, { t, format }: ViewContext): string {
  const at = (ms: number | undefined): string => format.moment(ms);
  switch (outcome.source) {
    case 'settlement':
      return t('read from the service at {0}', at(input.settlement.at));
    case 'sidePrices':
      return t(
        'from the final prices of the sides, read at {0}; no settlement is served',
        at(input.market.at),
      );
    case 'book':
      return t('from the final mark of the book, read at {0}; no settlement is served', at(input.book.at));
  }
}

/** The account's own record of it; a contradiction is said, not hidden. */
function confirmation(
  outcome: Outcome,
  resolution: PositionResolution | undefined,
  { t }: ViewContext,
): string | undefined {
  const side = resolution?.side;
  const said =
    side === 'LONG' ? 'long' : side === 'SHORT' ? 'short' : side === 'NEUTRAL' ? 'void' : undefined;
  if (said === undefined) return undefined;
  return said === outcome.winner
    ? t('confirmed by your activity')
    : t('your activity says otherwise ({0})', side ?? '');
}
