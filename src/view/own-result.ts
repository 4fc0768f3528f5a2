import { isLong } from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import type { OwnMoney } from '../core/own.ts';
import { type OwnSettlement, ownSettlement, resolutionResult } from '../core/own-settlement.ts';
import type { Position } from '../core/position.ts';
import { type Outcome, sidePays } from '../core/pricing.ts';
import { isYesNo, sideName } from './names.ts';
import { outcomeName, ownOutcome } from './order-text.ts';
import type { KnownPosition } from './position-text.ts';
import { outcomeSource, resultOf } from './price-text.ts';
import { field, type RowIcon, spokenParts, type Tooltip, type ViewContext } from './row.ts';
import { labelWithin } from './row-names.ts';
import { isLongFirst } from './score-text.ts';

/** What came of a settlement for the account, in the words of every surface. */
export interface OwnResult {
  readonly settled: OwnSettlement;
  /** `Won +$15.45`: of a row. */
  readonly result: string;
  /** `You won +$15.45`: where the row is not there to say whose it is. */
  readonly sentence: string;
  /** `Won +$15.45 Islanders 1H`. */
  readonly label: string;
  /** `paid $30.00`; absent where nothing was, or the label says it. */
  readonly paid: string | undefined;
  /** A gain, a loss, or neither. */
  readonly tone: 'up' | 'down' | 'plain';
  readonly icon: RowIcon;
}

/**
 * What came of a position for the account: paid − cost (interface.md 13.5); without a cost what was paid. Undefined where
 * nothing was held, or nobody says how it ended.
 */
export function ownResult(
  position: Position | undefined,
  market: Market | undefined,
  outcome: Outcome | undefined,
  context: ViewContext,
): OwnResult | undefined {
  const { t, format } = context;
  const settled = ownSettlement(position, outcome);
  if (settled === undefined) return undefined;
  const { held, end, payout, gain } = settled;
  const word = { won: t('Won'), lost: t('Lost'), void: t('Void') }[end];
  const paid = t('paid {0}', format.money(payout));
  const result = gain === undefined ? `${word}, ${paid}` : `${word} ${resultText(gain, context)}`;
  const each = end === 'void' ? t('{0} each', format.cents(settled.each)) : undefined;
  const name = ownOutcome(held, market, isLong(held), context);
  return {
    settled,
    result,
    sentence: ownSentence(settled, context),
    label: labelWithin(name, `${result} `, '', context),
    paid: end === 'lost' || gain === undefined ? undefined : spokenParts([paid, each]),
    tone: toneOf(settled, format.settings.hideAmounts),
    icon: ICONS[end],
  };
}

function ownSentence({ end, gain, payout }: OwnSettlement, context: ViewContext): string {
  const { t, format } = context;
  const figure = gain === undefined ? t('paid {0}', format.money(payout)) : resultText(gain, context);
  if (end === 'void') return t('Void: {0} for you', figure);
  if (gain === undefined) return end === 'won' ? t('You won, {0}', figure) : t('You lost, {0}', figure);
  return end === 'won' ? t('You won {0}', figure) : t('You lost {0}', figure);
}

/** By what was made; without a cost, and where that is hidden, by who won. */
function toneOf({ end, gain }: OwnSettlement, isHidden: boolean): OwnResult['tone'] {
  if (gain === undefined || isHidden) return end === 'void' ? 'plain' : end === 'won' ? 'up' : 'down';
  return gain.value.isZero ? 'plain' : gain.value.isNegative ? 'down' : 'up';
}

/** The same of a settled position: by its settlement where that was read, else by what is still reported as held. */
export function positionResult(
  { position, market, facts, resolution }: KnownPosition,
  context: ViewContext,
): OwnResult | undefined {
  const known = market && resultOf({ market, ...facts });
  return resolution === undefined
    ? ownResult(position, market, known, context)
    : ownResult(resolution.beforePosition, market, resolutionResult(resolution, known), context);
}

/** The result and who won, for a tooltip. */
export function resultFields(own: OwnResult, market: Market | undefined, context: ViewContext): Tooltip {
  const { t } = context;
  const { settled, sentence } = own;
  return [
    ...field(t('Your result'), t('{0} ({1})', sentence, resultSource(settled, context))),
    ...field(t('Outcome'), outcomeSentence(settled.outcome, market, settled.held, context)),
    ...field(t('Read from'), outcomeSource(settled.outcome, context)),
  ];
}

/** How the result was worked out; fees are in it only where the service said which. */
export function resultSource({ gain, hasFees, held }: OwnSettlement, { t }: ViewContext): string {
  if (gain !== undefined) return hasFees ? t('paid out − cost, fees in') : t('paid out − cost');
  return held.cost === undefined
    ? t('the service sent no cost')
    : t('the cost sent is below zero, so the result is not known');
}

/** Who won, the same for a row and a page. `held`: its metadata names the side that was held, where the market is not known. */
export function whoWon(
  { winner }: Outcome,
  market: Market | undefined,
  held: Position | undefined,
  context: ViewContext,
): string {
  const { t } = context;
  if (winner === 'void') return t('Void, both sides paid');
  const long = winner === 'long';
  const isOfHeld = held !== undefined && isLong(held) === long;
  const name = outcomeName(isOfHeld ? held : { marketSlug: market?.slug ?? '' }, market, long, context);
  return market !== undefined && isYesNo(market) ? t('The outcome is {0}', name) : t('{0} won', name);
}

/** Who won and what each side paid: `Gulls won: 100¢ for each Gulls contract, 0¢ for Foxes`. In the title's order, else the winner's first. */
export function outcomeSentence(
  outcome: Outcome,
  market: Market | undefined,
  held: Position | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const first = isLongFirst(market) ?? outcome.winner !== 'short';
  const paid = (long: boolean) => format.cents(sidePays(outcome, long));
  const name = (long: boolean) =>
    market === undefined ? (long ? t('Yes') : t('No')) : sideName(market, long, context);
  return t(
    '{0}: {1} for each {2} contract, {3} for {4}',
    whoWon(outcome, market, held, context),
    paid(first),
    name(first),
    paid(!first),
    name(!first),
  );
}

/** `+$15.45`, `−$9.90`; hidden, without its sign. */
export function resultText(amount: OwnMoney, { format }: ViewContext): string {
  const text = format.money(amount);
  return format.moneySign(amount.value) === 'up' ? `+${text}` : text;
}

/** A shape for each, its colour as the last signal. */
const ICONS = {
  won: { id: 'pass', color: 'predictionMarkets.up' },
  lost: { id: 'error', color: 'predictionMarkets.down' },
  void: { id: 'circle-slash' },
} as const;
