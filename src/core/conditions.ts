import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import { addDays, type Calendar, DAY_WORDS, daysOf, isDay } from './calendar.ts';
import { Decimal } from './decimal.ts';
import {
  categoryKeyOf,
  type EventListing,
  groupKeysOf,
  LINE_TYPES,
  lineType,
  NOT_LISTED,
} from './grouping.ts';
import { type EventPhase, eventPhase, eventStart, isOver, lifecycle } from './lifecycle.ts';
import type { Market, MarketEvent, SportsMarketType } from './market.ts';
import type { LiveQuotes } from './pricing.ts';
import type { FilterName, MarketQuery } from './request-queries.ts';
import { liquidityOf, ownVolume, spreadOf } from './sort.ts';

export type ConditionValue = boolean | number | string | readonly string[];

/** What a market must be like to be shown; as plain values, so that they can be written down as they are. */
export type Conditions = { readonly [K in ConditionKey]?: ConditionValue };

interface ConditionSpec {
  /** `choice`: one of `values`. `day`: a date, or one of `values`. `list`: some of `values`, of any where there are none. */
  readonly kind: 'choice' | 'number' | 'day' | 'list' | 'text';
  /** What can be picked without typing. */
  readonly values?: readonly ConditionValue[];
  readonly most?: number;
  /** Of a number or day: `most` lets through what is no more, `within` a day what is in it; by default what is no less. */
  readonly bound?: 'most' | 'within';
  readonly pattern?: RegExp;
  /** The filter of the service that says the same. */
  readonly sent?: FilterName;
  /** What its value is for the service, where its kind does not say; undefined: not sent. `now`: Unix milliseconds. */
  readonly sentAs?: (value: ConditionValue, now: number) => unknown;
  /** Found out here from what is complete: rows do not say that it was applied here. */
  readonly isOwn?: true;
  /** What a market says of it; undefined where it says nothing. */
  readonly of: (subject: Subject, basis: Basis) => ConditionValue | undefined;
}

/** A market with its event, as far as either is known. */
interface Subject {
  readonly market: Market | undefined;
  readonly event: MarketEvent | undefined;
  /** The service listed the market when asked for what it can be asked. */
  readonly isListed?: boolean;
}

export interface ConditionFacts {
  /** Unix milliseconds. */
  readonly now: number;
  readonly calendar: Calendar;
  readonly live: (slug: string) => LiveQuotes | undefined;
  readonly listingOf: (event: MarketEvent) => EventListing;
  /** Held or ordered. */
  readonly isMine: (slug: string) => boolean;
  /** By the slug of a market, or the slug or id of an event. */
  readonly isWatched: (key: string) => boolean;
  /** It is events that are looked for, by figures of their own where they have some. */
  readonly isOfEvents?: boolean;
}

interface Basis extends ConditionFacts {
  readonly hasRelatedTags: boolean;
  readonly phaseOf: (event: MarketEvent) => EventPhase;
}

const ONLY = { kind: 'choice', values: [true] } as const;
const FLAG = { kind: 'choice', values: [true, false] } as const;
const CHOICE = { kind: 'choice', values: [true, false, 'either'] } as const;
const AMOUNT = { kind: 'number', values: [1_000, 10_000, 100_000], most: 1e15 } as const;
const AT_MOST = { ...AMOUNT, bound: 'most' } as const;
const DAY = { kind: 'day', values: DAY_WORDS } as const;
const LAST_DAY = { ...DAY, bound: 'most' } as const;
const NAMES = { kind: 'list' } as const;
const IDS = { kind: 'list', pattern: /^\d{1,10}$/ } as const;

/** Every condition there is, in the order they are said. The service's own come under the names of its filters. */
const SPECS = {
  live: { ...ONLY, isOwn: true, of: ({ event }, { phaseOf }) => event && phaseOf(event) === 'live' },
  starts: { ...DAY, bound: 'within', isOwn: true, of: startOf },
  leagues: { ...NAMES, isOwn: true, of: groupsOf },
  series: { ...NAMES, isOwn: true, of: ({ event }) => event?.seriesSlug },
  lines: {
    kind: 'list',
    values: LINE_TYPES,
    sent: 'sportsMarketTypes',
    sentAs: lineTypesSent,
    of: ({ market }) => market && lineType(market),
  },
  mine: { ...ONLY, isOwn: true, of: ({ market }, { isMine }) => market && isMine(market.slug) },
  watched: {
    ...ONLY,
    isOwn: true,
    of: ({ market, event }, { isWatched }) =>
      [market?.slug, event?.slug, event?.id].some((key) => key !== undefined && isWatched(key)),
  },
  new: {
    ...ONLY,
    sent: 'startDateMin',
    sentAs: (_, now) => timeText(newSince(now)),
    of: ({ market, event }, { now }) => {
      const listed = market?.startDate ?? market?.createdAt ?? event?.createdAt;
      return listed && listed.ms >= newSince(now);
    },
  },
  volumeMin: { ...AMOUNT, sent: 'volumeMin', of: volume },
  volumeMax: { ...AT_MOST, sent: 'volumeMax', of: volume },
  spreadMax: {
    kind: 'number',
    values: [1, 2, 5],
    most: 100,
    bound: 'most',
    of: ({ market }, { live }) => market && spreadOf(market, live(market.slug)),
  },
  startsMin: { ...DAY, of: startOf },
  startsMax: { ...LAST_DAY, of: startOf },
  endDateMin: { ...DAY, sent: 'endDateMin', of: ({ market }) => market?.endDate?.ms },
  endDateMax: { ...LAST_DAY, sent: 'endDateMax', of: ({ market }) => market?.endDate?.ms },
  startDateMin: { ...DAY, sent: 'startDateMin', of: ({ market }) => market?.startDate?.ms },
  startDateMax: { ...LAST_DAY, sent: 'startDateMax', of: ({ market }) => market?.startDate?.ms },
  active: { ...CHOICE, sent: 'active', of: ({ market }) => market?.active },
  closed: { ...CHOICE, sent: 'closed', of: closed },
  archived: { ...FLAG, sent: 'archived', of: ({ market }) => market?.archived },
  categories: { ...NAMES, sent: 'categories', of: ({ market }) => market?.category },
  marketTypes: { ...NAMES, sent: 'marketTypes', of: ({ market }) => market?.marketType },
  cyom: { ...FLAG, sent: 'cyom', of: ({ market }) => market?.cyom },
  liquidityMin: { ...AMOUNT, sent: 'liquidityMin', of: liquidity },
  liquidityMax: { ...AT_MOST, sent: 'liquidityMax', of: liquidity },
  rewardsMinSize: {
    ...AMOUNT,
    sent: 'rewardsMinSize',
    of: ({ market }) => market?.rewardsMinSize?.toNumber(),
  },
  tagIds: {
    ...IDS,
    sent: 'tagIds',
    of: tagsOf,
  },
  relatedTags: { ...ONLY, sent: 'relatedTags', of: () => true },
  includeTag: { ...ONLY, sent: 'includeTag', of: () => true },
  gameId: {
    kind: 'text',
    sent: 'gameId',
    of: ({ market, event }) => market?.overview?.gameId ?? event?.gameId,
  },
  ids: { ...IDS, sent: 'ids', of: ({ market }) => market?.id },
  slugs: { ...NAMES, sent: 'slugs', of: ({ market }) => market?.slug },
  questionIds: { ...NAMES, sent: 'questionIds', of: ({ market }) => market?.questionId },
} as const satisfies Readonly<Record<string, ConditionSpec>>;

export type ConditionKey = keyof typeof SPECS;
export const CONDITION_KEYS = Object.keys(SPECS) as readonly ConditionKey[];

/** Least and most of one figure. */
const RANGES: readonly (readonly [ConditionKey, ConditionKey])[] = [
  ['volumeMin', 'volumeMax'],
  ['startsMin', 'startsMax'],
  ['endDateMin', 'endDateMax'],
  ['startDateMin', 'startDateMax'],
  ['liquidityMin', 'liquidityMax'],
];

/** Unless something else is said, only markets that accept orders. */
const DEFAULTS: Conditions = { active: true, closed: false };

/** The same for events, which have groups of their own for what is over: nothing is left out that was not asked for. */
export function eventConditions(conditions: Conditions): Conditions {
  return { active: 'either', closed: 'either', ...conditions };
}

export function conditionSpec(key: ConditionKey): ConditionSpec {
  return SPECS[key];
}

function isConditionKey(text: string): text is ConditionKey {
  return Object.hasOwn(SPECS, text);
}

/** In the order they are said. */
export function setKeys(conditions: Conditions): readonly ConditionKey[] {
  return CONDITION_KEYS.filter((key) => conditions[key] !== undefined);
}

/** Conditions as settings hold them, as far as they can be read, and the first name that could not. */
export function readConditions(stored: unknown): {
  readonly conditions: Conditions;
  readonly wrong?: string;
} {
  const conditions: Record<string, ConditionValue> = {};
  let wrong: string | undefined;
  for (const [key, stands] of Object.entries(stored ?? {})) {
    const value = isConditionKey(key) ? readValue(key, stands) : undefined;
    if (value === undefined) wrong ??= key;
    else conditions[key] = value;
  }
  return { conditions, ...(wrong === undefined ? {} : { wrong }) };
}

/** A value as settings hold it; undefined where the condition cannot have it. */
export function readValue(key: ConditionKey, value: unknown): ConditionValue | undefined {
  const { kind, values = [], most = 0, pattern } = conditionSpec(key);
  const isOffered = (values as readonly unknown[]).includes(value);
  switch (kind) {
    case 'choice':
      return isOffered ? (value as ConditionValue) : undefined;
    case 'number':
      return typeof value === 'number' && value >= 0 && value <= most ? value : undefined;
    case 'day':
      return typeof value === 'string' && (isOffered || isDay(value)) ? value : undefined;
    case 'text':
      return isShortText(value) ? value : undefined;
    case 'list': {
      if (!Array.isArray(value) || value.length === 0 || !value.every(isShortText)) return undefined;
      const isKnown = values.length === 0 || value.every((each) => values.includes(each));
      return isKnown && value.every((each) => pattern?.test(each) !== false)
        ? [...new Set(value)]
        : undefined;
    }
  }
}

/** No text of a value is longer. */
const MOST_CHARACTERS = 200;

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MOST_CHARACTERS;
}

const MULTIPLES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** What somebody typed: `10k`, `2.5`, `2026-11-28`, `a, b`. Undefined where the condition cannot have it. */
export function parseTyped(key: ConditionKey, text: string): ConditionValue | undefined {
  const { kind } = conditionSpec(key);
  const trimmed = text.trim();
  if (kind === 'list')
    return readValue(
      key,
      trimmed.split(/[\s,]+/).filter((part) => part !== ''),
    );
  if (kind !== 'number') return readValue(key, trimmed);
  const [, digits, multiple = ''] = /^([\d,]{1,15}(?:\.\d{1,4})?)\s*([km]?)\s*(?:¢)?$/i.exec(trimmed) ?? [];
  const number = Number(digits?.replaceAll(',', '') || Number.NaN);
  return readValue(key, number * (MULTIPLES[multiple.toLowerCase()] ?? 1));
}

/** The other end of a value's range, if the value is past it. */
export function limitOf(
  key: ConditionKey,
  value: ConditionValue,
  conditions: Conditions,
  today: string,
): ConditionValue | undefined {
  const otherKey = RANGES.find((range) => range.includes(key))?.find((end) => end !== key);
  const other = otherKey && conditions[otherKey];
  if (other === undefined) return undefined;
  const [least, most] = conditionSpec(key).bound === 'most' ? [other, value] : [value, other];
  return rankOf(least, 'first', today) > rankOf(most, 'last', today) ? other : undefined;
}

function rankOf(value: ConditionValue, end: 'first' | 'last', today: string): number {
  return typeof value === 'number' ? value : Date.parse(daysOf(String(value), today)[end]);
}

/** The query that says as much of it as any service can; a dialect may say less. */
export function queryOf(conditions: Conditions, now: number, calendar: Calendar): MarketQuery {
  const query: Record<string, unknown> = {};
  for (const key of CONDITION_KEYS) {
    const value = conditions[key] ?? DEFAULTS[key];
    const { sent } = conditionSpec(key);
    const said = value === undefined || value === 'either' ? undefined : sentValue(key, value, now, calendar);
    if (sent !== undefined && said !== undefined) query[sent] = said;
  }
  return query;
}

function sentValue(key: ConditionKey, value: ConditionValue, now: number, calendar: Calendar): unknown {
  const { kind, bound, sentAs } = conditionSpec(key);
  if (sentAs !== undefined) return sentAs(value, now);
  if (kind === 'number') return Decimal.parse(String(value));
  if (kind === 'day') {
    const [first, last] = timesOf(value, now, calendar);
    return timeText(bound === 'most' ? last : first);
  }
  return value;
}

/** What no enumeration of the interface says of a line is not sent. */
function lineTypesSent(value: ConditionValue): unknown {
  const types = listOf(value).map((line) => LINE_TYPES_SENT[line]);
  return types.includes(undefined) ? undefined : types.flat();
}

const LINE_TYPES_SENT: Readonly<Record<string, readonly SportsMarketType[]>> = {
  winner: ['MONEYLINE', 'DRAWABLE_OUTCOME'],
  spread: ['SPREAD'],
  total: ['TOTAL'],
  prop: ['PROP'],
};

/** Conditions that are applied here, to what was read, because the service was not asked for them. */
export function appliedHere(conditions: Conditions, sent: MarketQuery): readonly ConditionKey[] {
  return setKeys(conditions).filter(
    (key) => conditionSpec(key).isOwn !== true && conditions[key] !== 'either' && !isSent(key, sent),
  );
}

function isSent(key: ConditionKey, query: MarketQuery): boolean {
  const { sent } = conditionSpec(key);
  return sent !== undefined && query[sent] !== undefined;
}

export type ConditionTest = (
  market: Market | undefined,
  event: MarketEvent | undefined,
  isListed?: boolean,
) => boolean;

/**
 * Makes one test of all conditions, also those a service was asked for: it may ignore any. What a market does not say counts
 * as passed where the service was asked for it and listed the market (`isListed`), else as not.
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
  const basis: Basis = { ...facts, hasRelatedTags: conditions.relatedTags === true, phaseOf };
  const tests = CONDITION_KEYS.flatMap((key) => {
    const value = conditions[key] ?? DEFAULTS[key];
    if (value === undefined || value === 'either') return [];
    const { of } = conditionSpec(key);
    const fits = fitTest(key, value, facts);
    const isSaid = isSent(key, sent);
    const isDefault = conditions[key] === undefined;
    return (subject: Subject, isListed: boolean): boolean => {
      const said = of(subject, basis);
      return said === undefined ? isDefault || (isSaid && isListed) : fits(said);
    };
  });
  return (market, event, isListed = false) =>
    tests.every((test) => test({ market, event, isListed }, isListed));
}

function fitTest(key: ConditionKey, value: ConditionValue, facts: ConditionFacts) {
  const { kind, bound } = conditionSpec(key);
  if (kind === 'list') {
    const wanted = new Set(listOf(value).map((each) => each.toLowerCase()));
    const has = (each: unknown): boolean => wanted.has(String(each).toLowerCase());
    return (said: ConditionValue): boolean => (Array.isArray(said) ? said.some(has) : has(said));
  }
  if (kind !== 'number' && kind !== 'day') return (said: ConditionValue): boolean => said === value;
  const [first, last] = kind === 'day' ? timesOf(value, facts.now, facts.calendar) : [value, value];
  const from = bound === 'most' ? Number.NEGATIVE_INFINITY : Number(first);
  const until = bound === undefined ? Number.POSITIVE_INFINITY : Number(last);
  return (said: ConditionValue): boolean => Number(said) >= from && Number(said) <= until;
}

/** The first moment of a day or of several, and the last second. */
function timesOf(value: ConditionValue, now: number, calendar: Calendar): readonly [number, number] {
  const { first, last } = daysOf(String(value), calendar.dayOf(now));
  return [calendar.startOf(first), calendar.startOf(addDays(last, 1)) - 1000];
}

const NEW_MS = DAY_MS;

/** To the hour, so that the same query is sent for a while. */
function newSince(now: number): number {
  return Math.floor((now - NEW_MS) / HOUR_MS) * HOUR_MS;
}

function startOf({ market, event }: Subject): number | undefined {
  return (event && eventStart(event)) ?? market?.gameStartTime?.ms;
}

/** Services list what is over as not closed. Trading may be locked from the start of a game: that is not over yet. */
function closed({ market, event }: Subject, { phaseOf }: Basis): boolean | undefined {
  if (market === undefined || market.closed === true) return market?.closed;
  const isLocked = isOver(lifecycle(market));
  return (isLocked && (event === undefined || phaseOf(event) !== 'live')) || market.closed;
}

function groupsOf({ market, event }: Subject, { listingOf }: Basis): readonly string[] | undefined {
  const first = market ?? event?.markets[0];
  const listing = event === undefined ? NOT_LISTED : listingOf(event);
  if (first !== undefined) {
    const keys = groupKeysOf(first, event, listing);
    // A topic takes an event out of its category, but a query that was saved by the category still means it.
    return listing.league === undefined ? [...keys, categoryKeyOf(first, event)] : keys;
  }
  const home = listing.league ?? event?.category;
  return [...(home === undefined ? [] : [home]), ...listing.topics];
}

/** Related tags are known to the service alone. Most markets carry no tags: then those of the event count, unless the service listed it. */
function tagsOf(
  { market, event, isListed }: Subject,
  { hasRelatedTags }: Basis,
): readonly string[] | undefined {
  if (hasRelatedTags) return undefined;
  const own = market?.tags ?? [];
  const tags = own.length > 0 ? own : isListed === true ? [] : (event?.tags ?? []);
  return tags.length === 0 ? undefined : tags.map(({ id }) => id);
}

function volume({ market, event }: Subject, { live, isOfEvents }: Basis): number | undefined {
  const own = market === undefined || isOfEvents === true ? event?.volume : undefined;
  return (own ?? (market && ownVolume(market, live(market.slug))))?.toNumber();
}

function liquidity({ market, event }: Subject, { isOfEvents }: Basis): number | undefined {
  const own = market === undefined || isOfEvents === true ? event?.liquidity : undefined;
  return (own ?? (market && liquidityOf(market)))?.toNumber();
}

/**
 * Makes a test of what does not pass: whether it would but for its volume, which is not known. Undefined where no condition is about
 * volumes.
 */
export function unknownVolumeTest(
  { volumeMin, volumeMax, ...others }: Conditions,
  sent: MarketQuery,
  facts: ConditionFacts,
): ConditionTest | undefined {
  if (volumeMin === undefined && volumeMax === undefined) return undefined;
  const passesOthers = conditionTest(others, sent, facts);
  const { isOfEvents, live } = facts;
  return (market, event, isListed) =>
    (isOfEvents !== true || event?.volume === undefined) &&
    (market === undefined || ownVolume(market, live(market.slug)) === undefined) &&
    passesOthers(market, event, isListed);
}

/** The names of a condition that takes several; none of any other. */
export function listOf(value: ConditionValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
