import { type PositionResolution, resolutionsBySlug } from '../../core/activity.ts';
import { eventPhase, isOver } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { addsUp, resolutionResult } from '../../core/own-settlement.ts';
import type { Position } from '../../core/position.ts';
import { type Outcome, winner } from '../../core/pricing.ts';
import { failureSentence } from '../messages.ts';
import { type OwnResult, outcomeSentence, ownResult, resultSource, whoWon } from '../own-result.ts';
import { outcomeSource } from '../price-text.ts';
import { joined, type ViewContext } from '../row.ts';
import type { PanelInput } from './input.ts';
import type { OutcomeBanner, SettlementState } from './protocol.ts';
import { eventOf, lifecycleShown } from './shared-sections.ts';

/** How a market ended, and what that was for the account: the same on each page about it. */
export interface Settling<I extends PanelInput = PanelInput> {
  readonly input: I;
  readonly market: Market;
  readonly outcome: Outcome | undefined;
  /** The newest of a position of this account. */
  readonly resolution: PositionResolution | undefined;
  /** The position it was settled for; without a settlement, what is held now. */
  readonly held: Position | undefined;
}

export function settlingOf<I extends PanelInput>(input: I, market: Market): Settling<I> {
  const { activities, connection, position } = input;
  const own = connection.isSignedIn ? resolutionsBySlug(activities.value ?? []) : undefined;
  const resolution = own?.get(market.slug);
  const known = winner(market, input.settlement.value, input.book.value);
  return {
    input,
    market,
    outcome: resolution === undefined ? known : resolutionResult(resolution, known),
    resolution,
    held: resolution === undefined ? position.value : resolution.beforePosition,
  };
}

export function outcomeBanner(settling: Settling, context: ViewContext): OutcomeBanner {
  const { outcome } = settling;
  return outcome === undefined ? openBanner(settling, context) : settledBanner(settling, outcome, context);
}

/** The own result first, then who won, what each side paid, and who says so. */
function settledBanner(settling: Settling, outcome: Outcome, context: ViewContext): OutcomeBanner {
  const { t } = context;
  const { input, market, held } = settling;
  const event = eventOf(input, market);
  const own = ownResult(held, market, outcome, context);
  const isVoid = outcome.winner === 'void';
  return {
    state: isVoid ? 'void' : 'settled',
    headline: own?.sentence ?? whoWon(outcome, market, held, context),
    sentence: outcomeSentence(
      outcome,
      event === undefined ? market : { ...market, events: [event] },
      held,
      context,
    ),
    sources: joined([
      own && t('Your result: {0}', resultSource(own.settled, context)),
      t('{0}, read at {1}', outcomeSource(outcome, context), readAt(settling, outcome, context)),
      confirmation(settling, outcome, own, context),
    ]),
    tone: own?.tone ?? 'plain',
  };
}

function readAt({ input }: Settling, { source }: Outcome, { format }: ViewContext): string {
  const { settlement, market, book, activities } = input;
  const readings = {
    settlement,
    sidePrices: market,
    book,
    resolution: activities,
    realised: activities,
  };
  return format.moment(readings[source].at);
}

/** What the account's own activity says of the outcome; a contradiction is shown. */
function confirmation(
  { resolution, held }: Settling,
  outcome: Outcome,
  own: OwnResult | undefined,
  { t }: ViewContext,
): string | undefined {
  if (resolution === undefined)
    return own !== undefined && held !== undefined ? t('no payment in your activity yet') : undefined;
  if (addsUp(resolution, outcome) === false) return t('⚠ your activity says another result');
  const { side } = resolution;
  const named = { long: 'LONG', short: 'SHORT', void: undefined }[outcome.winner];
  if (outcome.source === 'resolution' || outcome.source === 'realised') return undefined;
  if (side === named) return t('confirmed by your activity');
  return side === 'LONG' || side === 'SHORT' ? t('your activity says otherwise ({0})', side) : undefined;
}

/** Not settled yet, or nobody says how. */
function openBanner({ input, market, resolution }: Settling, context: ViewContext): OutcomeBanner {
  const { t, format } = context;
  const { at: askedAt, failure } = input.settlement;
  const sources = askedAt === undefined ? '' : t('asked the service at {0}', format.moment(askedAt));
  const banner = (state: SettlementState, headline: string, sentence: string): OutcomeBanner => {
    return { state, headline, sentence, sources, tone: state === 'notSettledYet' ? 'dim' : 'warn' };
  };
  if (resolution !== undefined) {
    const sentence = t('Your position was settled, and nothing that was read says who won.');
    return banner('unreadable', t('Settled, result not known'), sentence);
  }
  if (failure !== undefined) {
    return banner('unreadable', t('Settlement could not be read'), failureSentence(failure, context));
  }
  const state = lifecycleShown(input, market);
  if (state === 'resolved') {
    const sentence = t('The service says that this market is settled, but not at which price.');
    return banner('unreadable', t('Settled, price not sent'), sentence);
  }
  const event = eventOf(input, market);
  const isPlaying = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  if (isOver(state) && !isPlaying) {
    const sentence = t('Trading has ended. The settlement price appears here once the service has it.');
    return banner('endedAwaiting', t('Ended, awaiting settlement'), sentence);
  }
  const sentence = isPlaying
    ? t('The event is still going on; the market settles after it.')
    : t('This market has not ended; it settles by its rules after that.');
  return banner('notSettledYet', t('Not settled yet'), sentence);
}
