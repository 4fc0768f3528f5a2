import { addDays, type Calendar, DAY_WORDS, daysOf, isDay } from './calendar.ts';
import { Decimal } from './decimal.ts';
import { type FilterName, passesFilter } from './filter.ts';
import { categoryKeyOf, type LineType, lineType } from './grouping.ts';
import { type EventPhase, eventPhase, eventStart } from './lifecycle.ts';
import type { Market, MarketEvent, SportsMarketType } from './market.ts';
import { type LiveQuotes, sidePrices } from './pricing.ts';
import type { MarketQuery } from './query.ts';
import { liquidityOf, volumeOf } from './sort.ts';

/** `only`: true or absent. `flag`: also false. `choice`: also `either`. `cents`: 0 to 100. `day`: a date or a word for some. */
type ConditionKind =
  | 'only'
  | 'flag'
  | 'choice'
  | 'amount'
  | 'cents'
  | 'day'
  | 'lines'
  | 'names'
  | 'ids'
  | 'text';

export type ConditionValue = boolean | number | string | readonly string[];

/** What a market must be like to be shown; as plain values, so that they can be written down as they are. */
export type Conditions = { readonly [K in ConditionKey]?: ConditionValue };

interface ConditionSpec {
  readonly kind: ConditionKind;
  /** The filter of the service that says the same. */
  readonly sent?: FilterName;
  /** Found out here from what is complete: rows do not say that it was applied here. */
  readonly isOwn?: true;
  /** The other end of a range: this one may not be above it, or below it. */
  readonly upTo?: string;
  readonly from?: string;
  /** Whether a market passes; undefined where it does not say. Default: the test of the filter that is sent. */
  readonly test?: ConditionTestOf;
}

type ConditionTestOf = (subject: Subject, value: ConditionValue, basis: Basis) => boolean | undefined;

/** A market with its event, as far as either is known. */
interface Subject {
  readonly market: Market | undefined;
  readonly event: MarketEvent | undefined;
}

export interface ConditionFacts {
  /** Unix milliseconds. */
  readonly now: number;
  readonly calendar: Calendar;
  readonly live: (slug: string) => LiveQuotes | undefined;
  /** The league under which the service listed an event. */
  readonly leagueOf: (event: MarketEvent) => string | undefined;
  /** Held or ordered. */
  readonly isMine: (slug: string) => boolean;
  /** By the slug of a market, or the slug or id of an event. */
  readonly isWatched: (key: string) => boolean;
}

interface Basis extends ConditionFacts {
  readonly today: string;
  readonly phaseOf: (event: MarketEvent) => EventPhase;
}

/** Every condition there is, in the order they are said. The service's own come under the names of its filters. */
const SPECS = {
  live: {
    kind: 'only',
    isOwn: true,
    test: ({ event }, _, { phaseOf }) => event !== undefined && phaseOf(event) === 'live',
  },
  starts: {
    kind: 'day',
    isOwn: true,
    test: (subject, value, basis) => {
      const { first, last } = daysOf(String(value), basis.today);
      return within(startOf(subject), basis.calendar.startOf(first), endOf(last, basis));
    },
  },
  leagues: {
    kind: 'names',
    isOwn: true,
    test: ({ market, event }, value, { leagueOf }) => {
      const listed = event && leagueOf(event);
      const key = listed ?? (market === undefined ? leagueOfEvent(event) : categoryKeyOf(market, event));
      return listOf(value).includes(key);
    },
  },
  lines: {
    kind: 'lines',
    sent: 'sportsMarketTypes',
    test: ({ market }, value) => market && listOf(value).includes(lineType(market)),
  },
  mine: {
    kind: 'only',
    isOwn: true,
    test: ({ market }, _, { isMine }) => market !== undefined && isMine(market.slug),
  },
  watched: {
    kind: 'only',
    isOwn: true,
    test: ({ market, event }, _, { isWatched }) =>
      [market?.slug, event?.slug, event?.id].some((key) => key !== undefined && isWatched(key)),
  },
  new: {
    kind: 'only',
    sent: 'startDateMin',
    test: ({ market, event }, _, { now }) =>
      within((market?.startDate ?? market?.createdAt ?? event?.createdAt)?.ms, newSince(now), undefined),
  },
  volumeMin: { kind: 'amount', sent: 'volumeMin', upTo: 'volumeMax', test: volume(true) },
  volumeMax: { kind: 'amount', sent: 'volumeMax', from: 'volumeMin', test: volume(false) },
  spreadMax: {
    kind: 'cents',
    test: ({ market }, value, { live }) => {
      if (market === undefined) return undefined;
      const { buy, sell } = sidePrices(market, true, live(market.slug));
      if (buy === undefined || sell === undefined) return undefined;
      // Prices have at most six decimals.
      const spread = buy.price.toNumber() - sell.price.toNumber();
      return Math.round(spread * 1e6) <= Math.round(Number(value) * 1e4);
    },
  },
  startsMin: {
    kind: 'day',
    upTo: 'startsMax',
    test: (subject, value, basis) => within(startOf(subject), dayEdge(value, 'from', basis), undefined),
  },
  startsMax: {
    kind: 'day',
    from: 'startsMin',
    test: (subject, value, basis) => within(startOf(subject), undefined, dayEdge(value, 'until', basis)),
  },
  endDateMin: { kind: 'day', sent: 'endDateMin', upTo: 'endDateMax' },
  endDateMax: { kind: 'day', sent: 'endDateMax', from: 'endDateMin' },
  startDateMin: { kind: 'day', sent: 'startDateMin', upTo: 'startDateMax' },
  startDateMax: { kind: 'day', sent: 'startDateMax', from: 'startDateMin' },
  active: { kind: 'choice', sent: 'active' },
  closed: { kind: 'choice', sent: 'closed' },
  archived: { kind: 'flag', sent: 'archived' },
  categories: { kind: 'names', sent: 'categories' },
  marketTypes: { kind: 'names', sent: 'marketTypes' },
  cyom: { kind: 'flag', sent: 'cyom' },
  liquidityMin: { kind: 'amount', sent: 'liquidityMin', upTo: 'liquidityMax', test: liquidity(true) },
  liquidityMax: { kind: 'amount', sent: 'liquidityMax', from: 'liquidityMin', test: liquidity(false) },
  rewardsMinSize: { kind: 'amount', sent: 'rewardsMinSize' },
  tagIds: { kind: 'ids', sent: 'tagIds' },
  relatedTags: { kind: 'only', sent: 'relatedTags' },
  includeTag: { kind: 'only', sent: 'includeTag' },
  gameId: {
    kind: 'text',
    sent: 'gameId',
    test: ({ market, event }, value) => {
      const id = market?.overview?.gameId ?? event?.gameId;
      return id === undefined ? undefined : id === value;
    },
  },
  ids: { kind: 'ids', sent: 'ids' },
  slugs: { kind: 'names', sent: 'slugs' },
  questionIds: { kind: 'names', sent: 'questionIds' },
} as const satisfies Readonly<Record<string, ConditionSpec>>;

export type ConditionKey = keyof typeof SPECS;
export const CONDITION_KEYS = Object.keys(SPECS) as readonly ConditionKey[];

export function conditionSpec(key: ConditionKey): ConditionSpec {
  return SPECS[key];
}

export function isConditionKey(text: string): text is ConditionKey {
  return Object.hasOwn(SPECS, text);
}

export function withCondition(
  conditions: Conditions,
  key: ConditionKey,
  value: ConditionValue | undefined,
): Conditions {
  const { [key]: _, ...rest } = conditions;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** What can be wrong with a value, as somebody typed or wrote it. */
export type ValueProblem =
  | { readonly kind: 'amount' | 'cents' | 'day' | 'flag' | 'choice' | 'only' | 'list' | 'lines' | 'text' }
  | { readonly kind: 'id'; readonly text: string }
  | { readonly kind: 'belowMin' | 'aboveMax'; readonly limit: ConditionValue };

export type ReadValue = { readonly value: ConditionValue } | { readonly problem: ValueProblem };

export const LINES: readonly LineType[] = ['winner', 'spread', 'total', 'prop', 'future', 'other'];

/** Reads a value as settings hold it. */
export function readValue(key: ConditionKey, value: unknown): ReadValue {
  const { kind } = conditionSpec(key);
  switch (kind) {
    case 'only':
      return value === true ? { value } : { problem: { kind } };
    case 'flag':
      return typeof value === 'boolean' ? { value } : { problem: { kind } };
    case 'choice':
      return typeof value === 'boolean' || value === 'either' ? { value } : { problem: { kind } };
    case 'amount':
    case 'cents': {
      const most = kind === 'cents' ? 100 : 1e15;
      return typeof value === 'number' && value >= 0 && value <= most ? { value } : { problem: { kind } };
    }
    case 'day':
      return typeof value === 'string' && (isWord(value) || isDay(value)) ? { value } : { problem: { kind } };
    case 'text':
      return isShortText(value) ? { value } : { problem: { kind } };
    default:
      return readList(kind, value);
  }
}

function readList(kind: 'lines' | 'names' | 'ids', value: unknown): ReadValue {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isShortText))
    return { problem: { kind: 'list' } };
  const list: readonly string[] = [...new Set(value as string[])];
  const wrong = kind === 'ids' ? list.find((text) => !/^\d{1,10}$/.test(text)) : undefined;
  if (wrong !== undefined) return { problem: { kind: 'id', text: wrong } };
  if (kind === 'lines' && !list.every((text) => (LINES as readonly string[]).includes(text)))
    return { problem: { kind } };
  return { value: list };
}

/** No value is longer. */
const MOST_CHARACTERS = 200;

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MOST_CHARACTERS;
}

const MULTIPLES: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/**
 * Reads what somebody typed: `10k`, `2.5`, `2026-11-28`, `a, b`. Words for days are picked. A minimum above the maximum
 * there is, or the other way round, is a problem.
 */
export function parseTyped(
  key: ConditionKey,
  text: string,
  conditions: Conditions,
  today: string,
): ReadValue {
  const { kind } = conditionSpec(key);
  const trimmed = text.trim();
  if (kind === 'names' || kind === 'ids')
    return readValue(
      key,
      trimmed.split(/[\s,]+/).filter((part) => part !== ''),
    );
  if (kind !== 'amount' && kind !== 'cents') {
    const read = readValue(key, trimmed);
    return 'value' in read ? checkedRange(key, read.value, conditions, today) : read;
  }
  const [, digits, multiple = ''] = /^([\d,]{1,15}(?:\.\d{1,4})?)\s*([km]?)\s*(?:¢)?$/i.exec(trimmed) ?? [];
  const number = Number(digits?.replaceAll(',', '') || Number.NaN) * (MULTIPLES[multiple.toLowerCase()] ?? 1);
  const read = readValue(key, number);
  return 'value' in read ? checkedRange(key, read.value, conditions, today) : read;
}

/** The value, unless it is past the other end of its range. */
export function checkedRange(
  key: ConditionKey,
  value: ConditionValue,
  conditions: Conditions,
  today: string,
): ReadValue {
  const { upTo, from } = conditionSpec(key);
  const most = upTo === undefined ? undefined : conditions[upTo as ConditionKey];
  const least = from === undefined ? undefined : conditions[from as ConditionKey];
  if (most !== undefined && rankOf(value, 'from', today) > rankOf(most, 'until', today))
    return { problem: { kind: 'aboveMax', limit: most } };
  if (least !== undefined && rankOf(value, 'until', today) < rankOf(least, 'from', today))
    return { problem: { kind: 'belowMin', limit: least } };
  return { value };
}

function rankOf(value: ConditionValue, bound: 'from' | 'until', today: string): number {
  if (typeof value === 'number') return value;
  const { first, last } = daysOf(String(value), today);
  return Date.parse(bound === 'from' ? first : last);
}

/**
 * The query that says as much of it as any service can; a dialect may say less. Without a word about it, only markets that
 * accept orders.
 */
export function queryOf(conditions: Conditions, now: number, calendar: Calendar): MarketQuery {
  const query: Record<string, unknown> = { active: true, closed: false };
  for (const key of CONDITION_KEYS) {
    const value = conditions[key];
    const { kind, sent } = conditionSpec(key);
    if (value === undefined || sent === undefined) continue;
    query[sent] = sentValue(kind, key, value, { now, calendar, today: calendar.dayOf(now) }) ?? query[sent];
  }
  const said = Object.entries(query).filter(([, value]) => value !== 'either' && value !== undefined);
  return Object.fromEntries(said);
}

function sentValue(
  kind: ConditionKind,
  key: ConditionKey,
  value: ConditionValue,
  basis: Pick<Basis, 'now' | 'calendar' | 'today'>,
): unknown {
  if (key === 'new') return timeText(newSince(basis.now));
  if (kind === 'amount') return decimalOf(value);
  if (kind === 'day') return timeText(dayEdge(value, /Min$/.test(key) ? 'from' : 'until', basis));
  if (kind !== 'lines') return value;
  const types = listOf(value).map((line) => LINE_TYPES_SENT.get(line));
  return types.includes(undefined) ? undefined : types.flat();
}

/** What no enumeration of the interface says of a line is not sent. */
const LINE_TYPES_SENT: ReadonlyMap<string, readonly SportsMarketType[]> = new Map<
  LineType,
  readonly SportsMarketType[]
>([
  ['winner', ['MONEYLINE', 'DRAWABLE_OUTCOME']],
  ['spread', ['SPREAD']],
  ['total', ['TOTAL']],
  ['prop', ['PROP']],
]);

/** Whether a query says a condition, by the filters it was sent with. */
export function isSent(key: ConditionKey, query: MarketQuery): boolean {
  const { sent } = conditionSpec(key);
  return sent !== undefined && query[sent] !== undefined;
}

/** Conditions that are applied here, to what was read, because the service cannot say them. */
export function appliedHere(conditions: Conditions, sent: MarketQuery): readonly ConditionKey[] {
  return setKeys(conditions).filter(
    (key) => conditionSpec(key).isOwn !== true && conditions[key] !== 'either' && !isSent(key, sent),
  );
}

/** In the order they are said. */
export function setKeys(conditions: Conditions): readonly ConditionKey[] {
  return CONDITION_KEYS.filter((key) => conditions[key] !== undefined);
}

export type ConditionTest = (
  market: Market | undefined,
  event: MarketEvent | undefined,
  isListed?: boolean,
) => boolean;

/**
 * Makes one test of all conditions. What a market does not say counts as passed where the service was asked for it and
 * listed the market (`isListed`), else as not.
 */
export function conditionTest(
  conditions: Conditions,
  sent: MarketQuery,
  facts: ConditionFacts,
): ConditionTest {
  const phases = new Map<MarketEvent, EventPhase>();
  const phaseOf = (event: MarketEvent): EventPhase => {
    const phase = phases.get(event) ?? eventPhase(event, facts.now);
    phases.set(event, phase);
    return phase;
  };
  const basis: Basis = { ...facts, phaseOf, today: facts.calendar.dayOf(facts.now) };
  const query = queryOf(conditions, facts.now, facts.calendar);
  const tests = setKeys(conditions).map((key) => {
    const value = conditions[key] as ConditionValue;
    const spec: ConditionSpec = conditionSpec(key);
    const isSaid = isSent(key, sent);
    return ({ market, event }: Subject, isListed: boolean): boolean => {
      const passes =
        spec.test?.({ market, event }, value, basis) ?? (market && byFilter(market, query, spec));
      return passes ?? (isSaid && isListed);
    };
  });
  const isOpen = (market: Market | undefined): boolean =>
    market === undefined ||
    (passesFilter(market, query, 'active') !== false && passesFilter(market, query, 'closed') !== false);
  return (market, event, isListed = false) =>
    isOpen(market) && tests.every((test) => test({ market, event }, isListed));
}

function byFilter(market: Market, query: MarketQuery, { sent, test }: ConditionSpec): boolean | undefined {
  return sent === undefined || test !== undefined ? undefined : passesFilter(market, query, sent);
}

const NEW_MS = 86_400_000;

/** To the hour, so that the same query is sent for a while. */
function newSince(now: number): number {
  return Math.floor((now - NEW_MS) / 3_600_000) * 3_600_000;
}

function volume(isMin: boolean): ConditionTestOf {
  return ({ market, event }, value, { live }) => {
    const quotes = market && live(market.slug);
    const amount = market
      ? (volumeOf(market) ?? quotes?.bbo?.sharesTraded ?? quotes?.book?.stats?.sharesTraded)
      : event?.volume;
    return compared(amount, value, isMin);
  };
}

function liquidity(isMin: boolean): ConditionTestOf {
  return ({ market, event }, value) =>
    compared(market ? liquidityOf(market) : event?.liquidity, value, isMin);
}

function compared(amount: Decimal | undefined, limit: ConditionValue, isMin: boolean): boolean | undefined {
  if (amount === undefined) return undefined;
  return isMin ? amount.toNumber() >= Number(limit) : amount.toNumber() <= Number(limit);
}

function decimalOf(value: ConditionValue): Decimal {
  return Decimal.parse(String(value)) ?? Decimal.zero;
}

function listOf(value: ConditionValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function isWord(text: string): boolean {
  return (DAY_WORDS as readonly string[]).includes(text);
}

function startOf({ market, event }: Subject): number | undefined {
  return (event && eventStart(event)) ?? market?.gameStartTime?.ms;
}

function leagueOfEvent(event: MarketEvent | undefined): string {
  const [first] = event?.markets ?? [];
  return first === undefined ? (event?.category?.toLowerCase() ?? '') : categoryKeyOf(first, event);
}

function within(
  ms: number | undefined,
  from: number | undefined,
  until: number | undefined,
): boolean | undefined {
  if (ms === undefined) return undefined;
  return !(from !== undefined && ms < from) && !(until !== undefined && ms > until);
}

function dayEdge(
  value: ConditionValue,
  bound: 'from' | 'until',
  basis: Pick<Basis, 'today' | 'calendar'>,
): number {
  const { first, last } = daysOf(String(value), basis.today);
  return bound === 'from' ? basis.calendar.startOf(first) : endOf(last, basis);
}

/** The last second of a day. */
function endOf(day: string, { calendar }: Pick<Basis, 'calendar'>): number {
  return calendar.startOf(addDays(day, 1)) - 1000;
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
