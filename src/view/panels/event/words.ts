import type { LineFlag, PricedSide } from '../../../core/fair.ts';
import type { Range } from '../../../core/line-rules.ts';
import type { Finding } from '../../../core/payouts.ts';
import type { Outcome } from '../../../core/pricing.ts';
import type { Contest } from '../../event-figures.ts';
import { type EventLine, type EventLines, evenEnd } from '../../event-lines.ts';
import { lineName, outcomePhrase, sideName } from '../../names.ts';
import { partOfGame } from '../../part-of-game.ts';
import { resultOf, resultWord, stateOf } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { nickname, teamNames } from '../../row-names.ts';
import { capital, lifecycleWord } from '../../states.ts';

/** What a line is called among the lines of its event: `Game`, `Over 54.5`, `Islanders −3.5`. */
export function lineLabel({ market, type, rule }: EventLine, context: ViewContext): string {
  const isGame = type === 'winner' && rule.noTie === true;
  return isGame ? (partOfGame(market, context) ?? context.t('Game')) : lineName(market, context);
}

/** How a line ended or that it has not: `Islanders won`, `void`, `halted`. */
export function stateText(
  { market, view }: EventLine,
  context: ViewContext,
  result: Outcome | undefined = resultOf(view),
): string {
  if (result === undefined) return lifecycleWord(stateOf(view), context);
  const long = result.winner === 'long';
  const word = resultWord(result, long, context);
  return result.winner === 'void' ? word : `${sideName(market, long, context)} ${word}`;
}

/** Why a line is flagged, in one sentence. */
export function flagSentence(flag: LineFlag, context: ViewContext): string {
  const { t, format } = context;
  const name = ({ market, long }: PricedSide): string => sideName(market, long, context);
  if (flag.kind === 'mislabelled') {
    const line = format.quantity(flag.line);
    return t(
      'Its words say {0} and its line says {1}. Mislabelled; left out of the fair prices.',
      flag.label,
      line,
    );
  }
  const { harder, easier } = flag;
  const figures = [name(harder), format.cents(harder.price), name(easier), format.cents(easier.price)];
  return harder.market === easier.market
    ? t(
        '{0} is bid at {1} while {2} is offered at {3}. Stale or not to be had; left out of the fair prices.',
        ...figures,
      )
    : t(
        '{0} is bid at {1} while {2} is offered at {3}: a harder line cannot be worth more. Mislabelled or stale; left out of the fair prices.',
        ...figures,
      );
}

/** What has to happen: `Islanders by 1 to 6`, `55 or more points`, `No Overtime`. */
export function findingText(finding: Finding, { contest, lines }: EventLines, context: ViewContext): string {
  const { t } = context;
  const { group, measure, range } = finding;
  if (measure === 'answer') {
    const answers = lines.filter(({ rule }) => rule.group === group);
    const line = answers.find(({ rule }) => rule.value === range.from);
    if (line !== undefined)
      return answers.length > 1 ? lineName(line.market, context) : outcomePhrase(line.market, true, context);
    const [only] = answers;
    return answers.length === 1 && only ? outcomePhrase(only.market, false, context) : t('any other');
  }
  const text =
    measure === 'total'
      ? totalText(range, countedWord(lines, group), context)
      : marginText(range, contest, spreadOf(lines, group), context);
  const line = lines.find(({ rule }) => rule.group === group);
  const part = line && partOfGame(line.market, context);
  return part === undefined ? text : t('{0} ({1})', text, part);
}

/** What the totals of a game, or of a part of it, count, as the service calls it; undefined where it does not say. */
export function countedWord(lines: EventLines['lines'], group: string): string | undefined {
  const totals = lines.filter(({ rule }) => rule.measure === 'total' && rule.group === group);
  return totals.find(({ market }) => market.spreadTotalSuffix !== undefined)?.market.spreadTotalSuffix;
}

/** `54 or fewer`, where the heading of the column says of what. */
export function totalFigures({ range: { from, to } }: Finding, { t }: ViewContext): string {
  if (to === undefined) return t('{0} or more', String(from));
  if (!from) return t('{0} or fewer', String(to));
  return from === to ? String(from) : t('{0} to {1}', String(from), String(to));
}

function totalText({ from, to }: Range, word: string | undefined, { t }: ViewContext): string {
  const counted = word ?? t('in all');
  if (to === undefined) return t('{0} or more {1}', String(from), counted);
  if (!from) return t('{0} or fewer {1}', String(to), counted);
  return from === to
    ? t('{0} {1}', String(from), counted)
    : t('{0} to {1} {2}', String(from), String(to), counted);
}

/** A spread of a game, or of a part of it: they all count the same. */
function spreadOf(lines: EventLines['lines'], group: string): EventLine | undefined {
  return lines.find(
    ({ type, rule }) => type === 'spread' && rule.measure === 'margin' && rule.group === group,
  );
}

/** `Archers win, draw, Islanders by 1 to 6`: what the range holds, the team first that the title names first. */
function marginText(
  { from, to }: Range,
  contest: Contest | undefined,
  spread: EventLine | undefined,
  context: ViewContext,
): string {
  const { t } = context;
  const [first, second] = (contest?.teams ?? []).map(({ team }) => nickname(teamNames(team, context)));
  const low = from ?? Number.NEGATIVE_INFINITY;
  const high = to ?? Number.POSITIVE_INFINITY;
  const end = spread === undefined ? 'draw' : evenEnd(spread.market);
  const isApart = end === 'level';
  const wins = (name = '', least: number, most: number): readonly string[] => {
    if (most < 1) return [];
    const [a, b] = [String(Math.max(1, least)), String(most)];
    if (most === Number.POSITIVE_INFINITY)
      return [least <= 1 && !isApart ? t('{0} win', name) : t('{0} by {1} or more', name, a)];
    return [a === b ? t('{0} by {1}', name, a) : t('{0} by {1} to {2}', name, a, b)];
  };
  const canBeEven = low <= 0 && high >= 0 && (end !== 'never' || spread?.rule.group !== '');
  const even = canBeEven ? [isApart ? t('level') : t('draw')] : [];
  return capital([...wins(first, low, high), ...even, ...wins(second, -high, -low)].join(', '));
}
