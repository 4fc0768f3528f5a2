import { DAY_WORDS, type DayWord } from '../core/calendar.ts';
import {
  type ConditionKey,
  type Conditions,
  type ConditionValue,
  setKeys,
  type ValueProblem,
} from '../core/conditions.ts';
import { Decimal } from '../core/decimal.ts';
import type { LineType } from '../core/grouping.ts';
import type { SavedQueryProblem } from '../core/saved-queries.ts';
import type { MarketSort, SortKey } from '../core/sort.ts';
import { categoryName, lineTypeName } from './names.ts';
import { joined, type ViewContext } from './row.ts';

/** What a condition is called where it is chosen. */
export function conditionName(key: ConditionKey, { t }: ViewContext): string {
  const names: Readonly<Record<ConditionKey, string>> = {
    live: t('Live'),
    starts: t('Day'),
    leagues: t('Leagues and categories'),
    lines: t('Line type'),
    mine: t('Mine'),
    watched: t('Watched'),
    new: t('New'),
    volumeMin: t('Minimum volume'),
    volumeMax: t('Maximum volume'),
    spreadMax: t('Widest spread'),
    startsMin: t('Starts on or after'),
    startsMax: t('Starts on or before'),
    endDateMin: t('Ends on or after'),
    endDateMax: t('Ends on or before'),
    startDateMin: t('Listed on or after'),
    startDateMax: t('Listed on or before'),
    active: t('Accepting orders'),
    closed: t('Closed'),
    archived: t('Archived'),
    categories: t('Categories of the service'),
    marketTypes: t('Market types'),
    cyom: t('Created by users'),
    liquidityMin: t('Minimum liquidity'),
    liquidityMax: t('Maximum liquidity'),
    rewardsMinSize: t('Minimum size for rewards'),
    tagIds: t('Tag ids'),
    relatedTags: t('Include related tags'),
    includeTag: t('Return tags'),
    gameId: t('Game id'),
    ids: t('Market ids'),
    slugs: t('Slugs'),
    questionIds: t('Question ids'),
  };
  return names[key];
}

/** A condition as the view's message says it: `volume ≥ 10k`. */
export function conditionText(key: ConditionKey, value: ConditionValue, context: ViewContext): string {
  const { t } = context;
  const text = valueText(key, value, context);
  const isYes = value === true;
  switch (key) {
    case 'live':
    case 'mine':
    case 'watched':
    case 'new':
    case 'relatedTags':
    case 'includeTag':
      return conditionName(key, context);
    case 'starts':
    case 'leagues':
    case 'lines':
      return text;
    case 'active':
      if (value === 'either') return t('accepting orders or not');
      return isYes ? t('accepting orders') : t('not accepting orders');
    case 'closed':
      if (value === 'either') return t('closed too');
      return isYes ? t('closed') : t('not closed');
    case 'archived':
      return isYes ? t('archived') : t('not archived');
    case 'cyom':
      return isYes ? t('created by users') : t('not created by users');
    case 'volumeMin':
      return t('volume ≥ {0}', text);
    case 'volumeMax':
      return t('volume ≤ {0}', text);
    case 'liquidityMin':
      return t('liquidity ≥ {0}', text);
    case 'liquidityMax':
      return t('liquidity ≤ {0}', text);
    case 'spreadMax':
      return t('spread ≤ {0}', text);
    case 'startsMin':
      return t('starts from {0}', inSentence(value, text));
    case 'startsMax':
      return t('starts until {0}', inSentence(value, text));
    case 'endDateMin':
      return t('ends from {0}', inSentence(value, text));
    case 'endDateMax':
      return t('ends until {0}', inSentence(value, text));
    case 'startDateMin':
      return t('listed from {0}', inSentence(value, text));
    case 'startDateMax':
      return t('listed until {0}', inSentence(value, text));
    default:
      return t('{0}: {1}', conditionName(key, context), text);
  }
}

/** The value alone, as the pick shows it: `10k`, `tomorrow`, `Spread, Total`. */
export function valueText(key: ConditionKey, value: ConditionValue, context: ViewContext): string {
  const { t, format } = context;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (value === 'either') return t('either');
  if (key === 'spreadMax') return t('{0}¢', String(value));
  if (typeof value === 'number') return format.compact(Decimal.of(value));
  if (typeof value === 'string') return dayWord(value, context) ?? value;
  return value.map((each) => memberText(key, each, context)).join(', ');
}

export function memberText(key: ConditionKey, member: string, context: ViewContext): string {
  if (key === 'leagues') return categoryName(member, context);
  return key === 'lines' ? lineTypeName(member as LineType, context) : member;
}

export function dayWord(word: string, { t }: ViewContext): string | undefined {
  const words: Readonly<Record<DayWord, string>> = {
    today: t('Today'),
    tomorrow: t('Tomorrow'),
    thisWeek: t('This week'),
    thisWeekend: t('This weekend'),
  };
  return DAY_WORDS.find((each) => each === word) && words[word as DayWord];
}

function inSentence(value: ConditionValue, text: string): string {
  return text === value ? text : text.toLowerCase();
}

/** All conditions in one line, those applied here last: `Live · volume ≥ 10k, applied here`. */
export function conditionsText(
  conditions: Conditions,
  here: readonly ConditionKey[],
  context: ViewContext,
): string {
  const textOf = (key: ConditionKey): string => conditionText(key, conditions[key] ?? '', context);
  const keys = setKeys(conditions);
  const local = joined(keys.filter((key) => here.includes(key)).map(textOf));
  return joined([
    ...keys.filter((key) => !here.includes(key)).map(textOf),
    local && context.t('{0}, applied here', local),
  ]);
}

export function sortName(key: SortKey, { t }: ViewContext): string {
  return {
    start: t('Start'),
    volume: t('Volume'),
    price: t('Price'),
    name: t('Name'),
    change: t('Change today'),
    move: t('Biggest moves'),
    spread: t('Spread'),
    closing: t('Closing soon'),
    new: t('New'),
  }[key];
}

/** `Volume, highest first`. */
export function sortText({ key, direction }: MarketSort, context: ViewContext): string {
  const { t } = context;
  const isUp = direction === 'asc';
  const order = {
    start: isUp ? t('soonest first') : t('latest first'),
    name: isUp ? t('A to Z') : t('Z to A'),
    volume: isUp ? t('lowest first') : t('highest first'),
    price: isUp ? t('lowest first') : t('highest first'),
    change: isUp ? t('most fallen first') : t('most risen first'),
    move: isUp ? t('smallest first') : t('biggest first'),
    spread: isUp ? t('tightest first') : t('widest first'),
    closing: isUp ? t('soonest first') : t('latest first'),
    new: isUp ? t('oldest first') : t('newest first'),
  }[key];
  return `${sortName(key, context)}, ${order}`;
}

/** Why a value cannot be taken, and what can. */
export function valueProblemText(problem: ValueProblem, key: ConditionKey, context: ViewContext): string {
  const { t } = context;
  switch (problem.kind) {
    case 'amount':
      return t('Type a number of 0 or more, such as 2500 or 10k.');
    case 'cents':
      return t('Type cents between 0 and 100, such as 2 or 0.5.');
    case 'day':
      return t('Type a date as YYYY-MM-DD, or pick a day.');
    case 'only':
      return t('Only “true” is possible.');
    case 'flag':
      return t('Only “true” and “false” are possible.');
    case 'choice':
      return t('Only “true”, “false” and “either” are possible.');
    case 'list':
      return t('A list of one or more texts is needed.');
    case 'lines':
      return t('Only “winner”, “spread”, “total”, “prop”, “future” and “other” are possible.');
    case 'text':
      return t('A text is needed.');
    case 'id':
      return t('“{0}” is not a whole number.', problem.text);
    case 'aboveMax':
      return t('The minimum must not be above the maximum, {0}.', valueText(key, problem.limit, context));
    case 'belowMin':
      return t('The maximum must be at least the minimum, {0}.', valueText(key, problem.limit, context));
  }
}

/** What is wrong with the setting of saved queries; where it is, as somebody counts. */
export function savedQueryProblemText(problem: SavedQueryProblem, context: ViewContext): string {
  const { t } = context;
  switch (problem.kind) {
    case 'list':
      return t('The setting “savedQueries” is no list.');
    case 'entry':
      return t('Saved query {0} is no object.', problem.place);
    case 'name':
      return t('Saved query {0} has no name of 1 to 60 characters.', problem.place);
    case 'duplicate':
      return t('Saved query {0} has the name of one before it.', problem.place);
    case 'show':
      return t('Saved query {0} has no “show” with conditions.', problem.place);
    case 'sort':
      return t('Saved query {0} has a sort or order that does not exist.', problem.place);
    case 'key':
      return t('Saved query {0}: “{1}” does not exist.', problem.place, problem.key);
    case 'value': {
      const why = valueProblemText(problem.problem, problem.key, context);
      return t('Saved query {0}, “{1}”: {2}', problem.place, problem.key, why);
    }
  }
}
