import { DAY_WORDS, type DayWord } from '../core/calendar.ts';
import {
  type ConditionKey,
  type Conditions,
  type ConditionValue,
  conditionSpec,
  setKeys,
} from '../core/conditions.ts';
import { Decimal } from '../core/decimal.ts';
import type { LineType } from '../core/grouping.ts';
import type { MarketSort, SortKey } from '../core/sort.ts';
import { categoryName, lineTypeName, seriesName } from './names.ts';
import { joined, type ViewContext } from './row.ts';

/** What a condition is called where it is chosen, and how the view's message says it where that is not `name: value`. */
function words(text: string, { t }: ViewContext) {
  const all: Readonly<Record<ConditionKey, readonly [name: string, said?: string]>> = {
    live: [t('Live'), t('Live')],
    starts: [t('Day'), text],
    leagues: [t('Leagues, topics and categories'), text],
    series: [t('Series'), text],
    lines: [t('Line type'), text],
    mine: [t('Mine'), t('Mine')],
    watched: [t('Watched'), t('Watched')],
    new: [t('New'), t('New')],
    volumeMin: [t('Minimum volume'), t('volume ≥ {0}', text)],
    volumeMax: [t('Maximum volume'), t('volume ≤ {0}', text)],
    spreadMax: [t('Widest spread'), t('spread ≤ {0}', text)],
    startsMin: [t('Starts on or after'), t('starts from {0}', text)],
    startsMax: [t('Starts on or before'), t('starts until {0}', text)],
    endDateMin: [t('Ends on or after'), t('ends from {0}', text)],
    endDateMax: [t('Ends on or before'), t('ends until {0}', text)],
    startDateMin: [t('Listed on or after'), t('listed from {0}', text)],
    startDateMax: [t('Listed on or before'), t('listed until {0}', text)],
    active: [t('Accepting orders')],
    closed: [t('Closed')],
    archived: [t('Archived')],
    categories: [t('Categories of the service')],
    marketTypes: [t('Market types')],
    cyom: [t('Created by users')],
    liquidityMin: [t('Minimum liquidity'), t('liquidity ≥ {0}', text)],
    liquidityMax: [t('Maximum liquidity'), t('liquidity ≤ {0}', text)],
    rewardsMinSize: [t('Minimum size for rewards')],
    tagIds: [t('Tags')],
    relatedTags: [t('Include related tags')],
    includeTag: [t('Return tags')],
    gameId: [t('Game id')],
    ids: [t('Market ids')],
    slugs: [t('Slugs')],
    questionIds: [t('Question ids')],
  };
  return all;
}

export function conditionName(key: ConditionKey, context: ViewContext): string {
  return words('', context)[key][0];
}

/** A condition as the view's message says it: `volume ≥ 10k`. */
export function conditionText(key: ConditionKey, value: ConditionValue, context: ViewContext): string {
  const text = valueText(key, value, context);
  const isWord = DAY_WORDS.includes(value as DayWord) && key !== 'starts';
  const [name, said] = words(isWord ? text.toLowerCase() : text, context)[key];
  return said ?? context.t('{0}: {1}', name, text);
}

/** The value alone, as the pick shows it: `10k`, `Tomorrow`, `Spread, Total`. */
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
  if (key === 'series') return seriesName(member, context);
  if (key === 'tagIds') return context.tagName?.(member) ?? member;
  return key === 'lines' ? lineTypeName(member as LineType, context) : member;
}

function dayWord(word: string, { t }: ViewContext): string | undefined {
  const days: Readonly<Record<DayWord, string>> = {
    today: t('Today'),
    tomorrow: t('Tomorrow'),
    thisWeek: t('This week'),
    thisWeekend: t('This weekend'),
  };
  return DAY_WORDS.find((each) => each === word) && days[word as DayWord];
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

/** What a sort is called, and its two directions. */
function sortWords(key: SortKey, { t }: ViewContext) {
  const all: Readonly<Record<SortKey, readonly [name: string, asc: string, desc: string]>> = {
    start: [t('Start'), t('soonest first'), t('latest first')],
    volume: [t('Volume'), t('lowest first'), t('highest first')],
    price: [t('Price'), t('lowest first'), t('highest first')],
    name: [t('Name'), t('A to Z'), t('Z to A')],
    change: [t('Change today'), t('most fallen first'), t('most risen first')],
    move: [t('Biggest moves'), t('smallest first'), t('biggest first')],
    spread: [t('Bid-offer spread'), t('tightest first'), t('widest first')],
    closing: [t('Closing soon'), t('soonest first'), t('latest first')],
    new: [t('New'), t('oldest first'), t('newest first')],
  };
  return all[key];
}

export function sortName(key: SortKey, context: ViewContext): string {
  return sortWords(key, context)[0];
}

/** `by volume`, as the view's description says it. */
export function sortWord(key: SortKey, context: ViewContext): string {
  const word = sortName(key, context).toLowerCase();
  return key === 'move' || key === 'closing' || key === 'new' ? word : context.t('by {0}', word);
}

/** `Volume, highest first`. */
export function sortText({ key, direction }: MarketSort, context: ViewContext): string {
  const [name, asc, desc] = sortWords(key, context);
  return `${name}, ${direction === 'asc' ? asc : desc}`;
}

/** What can be typed or picked; also said of what cannot be taken. */
export function valueHint(key: ConditionKey, { t }: ViewContext): string {
  const { kind, values, pattern } = conditionSpec(key);
  if (key === 'spreadMax') return t('Type cents between 0 and 100, such as 2 or 0.5, or pick some.');
  if (kind === 'number') return t('Type a number of 0 or more, such as 2500 or 10k, or pick one.');
  if (kind === 'day') return t('Type a date as YYYY-MM-DD, or pick a day.');
  if (kind === 'text') return t('Type the id.');
  if (kind === 'choice') return t('Pick one.');
  if (key === 'tagIds') return t('Pick some, or type ids, separated by commas.');
  if (pattern !== undefined) return t('Type whole numbers, separated by commas.');
  return values === undefined && key !== 'leagues'
    ? t('Pick some, or type one or more, separated by commas.')
    : t('Pick one or more.');
}

/** That a value is past the other end of its range. */
export function limitText(key: ConditionKey, limit: ConditionValue, context: ViewContext): string {
  const text = valueText(key, limit, context);
  const { kind, bound } = conditionSpec(key);
  if (kind === 'day')
    return bound === 'most'
      ? context.t('The range starts {0}: pick that or later.', text)
      : context.t('The range ends {0}: pick that or earlier.', text);
  return bound === 'most'
    ? context.t('The maximum must be at least the minimum, {0}.', text)
    : context.t('The minimum must not be above the maximum, {0}.', text);
}
