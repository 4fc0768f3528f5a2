import SearchableMap from 'minisearch/SearchableMap';
import type { Decimal } from '../../core/decimal.ts';
import { BARE_EVENT, teamsOf } from '../../core/derive-events.ts';
import { categoryKeyOf, eventKeyOf, lineType } from '../../core/grouping.ts';
import { eventStart, isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { isEmptySearch, parseSearch, type SearchQuery, wordsOf } from '../../core/search-query.ts';
import { compareRanked, MATCH, type Ranked, type SearchStage, stageOf } from '../../core/search-rank.ts';
import { eventSlugOf } from '../../core/slug.ts';
import { volumeOf } from '../../core/sort.ts';
import type { Team } from '../../core/team.ts';

/** An event that was found, or single markets of one whose own words were. */
export interface SearchHit extends Ranked {
  readonly event: MarketEvent | undefined;
  /** The event's markets if it was found as a whole; else the one market that was. */
  readonly markets: readonly Market[];
  readonly isWhole: boolean;
}

export interface SearchHits {
  readonly hits: readonly SearchHit[];
  /** All that fit, also those beyond the best. */
  readonly total: number;
  /** The word that was taken for a misspelt one. */
  readonly spelt: string | undefined;
}

interface Group {
  readonly id: number;
  readonly key: string;
  readonly league: string;
  event: MarketEvent | undefined;
  readonly members: Entry[];
  words: ReadonlySet<string>;
  volume: number;
  stage: SearchStage;
  /** Unix milliseconds; until then the stage holds. */
  stageUntil: number;
}

interface Entry {
  readonly id: number;
  readonly group: Group;
  market: Market;
  volume: number;
  isOver: boolean;
  /** The number of a total, or of a prop that counts something. */
  total: string | undefined;
}

/** The places a word stands in, by number. Those that were removed stay and find nothing. */
interface Places {
  readonly groups: number[];
  readonly entries: number[];
}

/** How well each group and each entry fits one word, by their numbers; 0: not at all. */
interface Fit {
  readonly groups: Uint8Array;
  readonly entries: Uint8Array;
  hasEntries: boolean;
}

export interface SearchIndexOptions {
  /** What people call a league or category, by its key. */
  readonly leagueName: (key: string) => string;
  /** Whether both times, Unix milliseconds, fall on one day for the person. */
  readonly isSameDay: (a: number, b: number) => boolean;
}

/** Most hits of a search: more than anybody reads. */
const MOST_HITS = 50;

/**
 * Finds markets by the words of their names: a dictionary of words in a radix tree, each with the markets and events it
 * stands in. A word of an event is noted once, not for each of its lines.
 */
export class SearchIndex {
  readonly #options: SearchIndexOptions;
  #words = new SearchableMap<Places>();
  readonly #entries: (Entry | undefined)[] = [];
  /** The group of each entry, by their numbers. */
  readonly #groupIds: number[] = [];
  readonly #groups: (Group | undefined)[] = [];
  readonly #entryOf = new Map<string, Entry>();
  readonly #groupOf = new Map<string, Group>();
  readonly #leagues = new Map<string, string>();

  constructor(options: SearchIndexOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entryOf.size;
  }

  clear(): void {
    this.#words = new SearchableMap<Places>();
    this.#entries.length = this.#groupIds.length = this.#groups.length = 0;
    for (const map of [this.#entryOf, this.#groupOf, this.#leagues]) map.clear();
  }

  has(market: Market, event: MarketEvent | undefined): boolean {
    const entry = this.#entryOf.get(market.slug);
    return entry?.market === market && (entry.group.event === event || market.events[0] === event);
  }

  /** Takes in a market, or what is new of it, with the event it belongs to as far as that is known. */
  put(market: Market, event: MarketEvent | undefined): void {
    const key = eventKeyOf(market, event);
    let entry = this.#entryOf.get(market.slug);
    if (entry !== undefined && entry.group.key !== key) {
      this.#remove(market.slug);
      entry = undefined;
    }
    const group = this.#groupOf.get(key) ?? this.#open(key, market, event);
    if (group.words.size === 0 || (event !== undefined && event !== group.event)) {
      group.event = event;
      const words = distinctWords(eventTexts(group, market, this.#options.leagueName));
      this.#note(words, group.words, 'groups', group.id);
      group.words = words;
    }
    group.stageUntil = Number.NEGATIVE_INFINITY;
    const known = entry && distinctWords(marketTexts(entry.market));
    const facts = {
      market,
      volume: amountOf(volumeOf(market)),
      isOver: isOver(lifecycle(market)),
      total: totalOf(market),
    };
    if (entry === undefined) {
      entry = { id: this.#entries.length, group, ...facts };
      this.#entries.push(entry);
      this.#groupIds.push(group.id);
      this.#entryOf.set(market.slug, entry);
      group.members.push(entry);
    } else Object.assign(entry, facts);
    this.#note(distinctWords(marketTexts(market)), known ?? group.words, 'entries', entry.id);
  }

  /** Forgets the markets that are not known any more. */
  retain(isKnown: (slug: string) => boolean): void {
    for (const slug of this.#entryOf.keys()) if (!isKnown(slug)) this.#remove(slug);
  }

  /** The best hits, the best one first. Nothing for a text that asks for nothing. */
  search(text: string, now: number): SearchHits {
    const query = parseSearch(text, this.#leagues);
    if (isEmptySearch(query)) return { hits: [], total: 0, spelt: undefined };
    const bySlug = query.slug === undefined ? undefined : this.#bySlug(query.slug, now);
    if (bySlug !== undefined && bySlug.total > 0) return bySlug;
    const found = this.#byWords(query, now, false);
    return found.total > 0 || query.words.length === 0 ? found : this.#byWords(query, now, true);
  }

  /** Works out what a search would have to for the events that changed; true when there may be more to do. */
  settle(now: number, isTimeUp: () => boolean): boolean {
    for (const group of this.#groups) {
      if (group === undefined || group.stageUntil >= now) continue;
      this.#stageOf(group, now);
      if (isTimeUp()) return true;
    }
    return false;
  }

  #remove(slug: string): void {
    const entry = this.#entryOf.get(slug);
    if (entry === undefined) return;
    const { group } = entry;
    this.#entryOf.delete(slug);
    this.#entries[entry.id] = undefined;
    group.members.splice(group.members.indexOf(entry), 1);
    group.stageUntil = Number.NEGATIVE_INFINITY;
    if (group.members.length > 0) return;
    this.#groupOf.delete(group.key);
    this.#groups[group.id] = undefined;
  }

  #open(key: string, market: Market, event: MarketEvent | undefined): Group {
    const group: Group = {
      id: this.#groups.length,
      key,
      league: categoryKeyOf(market, event),
      event,
      members: [],
      words: new Set(),
      volume: 0,
      stage: 'open',
      stageUntil: Number.NEGATIVE_INFINITY,
    };
    this.#groups.push(group);
    this.#groupOf.set(key, group);
    for (const name of [group.league, this.#options.leagueName(group.league)])
      this.#leagues.set(wordsOf(name).join(' '), group.league);
    return group;
  }

  /** Notes the words that are not known yet. Words that went stay: they find a market by its former name. */
  #note(words: Iterable<string>, known: ReadonlySet<string>, kind: keyof Places, id: number): void {
    for (const word of words) {
      if (!known.has(word)) this.#words.fetch(word, () => ({ groups: [], entries: [] }))[kind].push(id);
    }
  }

  #bySlug(slug: string, now: number): SearchHits {
    const best = new BestHits();
    for (const entry of this.#entryOf.values()) {
      const own = entry.market.slug;
      const match = own === slug ? MATCH.exact : own.includes(slug) ? MATCH.beginning : 0;
      if (match > 0) best.offerEntry(entry, this.#stageOf(entry.group, now), match);
    }
    const event = [...this.#groupOf.values()].find((group) => group.event?.slug?.toLowerCase() === slug);
    if (event !== undefined) best.offerGroup(event, this.#stageOf(event, now), MATCH.exact);
    return best.result([]);
  }

  #byWords(query: SearchQuery, now: number, isTolerant: boolean): SearchHits {
    const misspelt: string[] = [];
    const fits = query.words.map((word) => this.#fitOf(word, isTolerant, misspelt));
    const passes = this.#filter(query, now);
    const best = new BestHits();
    const ofGroups = leastOf(this.#groups.length, fits, ({ groups }, id) => groups[id] ?? 0);
    for (let id = 0; id < ofGroups.length && query.total === undefined; id++) {
      const group = ofGroups[id] === 0 ? undefined : this.#groups[id];
      if (group === undefined || !passes(group)) ofGroups[id] = 0;
      else best.offerGroup(group, this.#stageOf(group, now), ofGroups[id] ?? 0);
    }
    if (query.total === undefined && !fits.some(({ hasEntries }) => hasEntries)) return best.result(misspelt);
    const places = this.#groupIds;
    const ofEntries = leastOf(places.length, fits, ({ groups, entries }, id) =>
      Math.max(entries[id] ?? 0, groups[places[id] ?? 0] ?? 0),
    );
    for (let id = 0; id < ofEntries.length; id++) {
      const match = ofEntries[id] ?? 0;
      if (match === 0 || (query.total === undefined && ofGroups[places[id] ?? 0] !== 0)) continue;
      const entry = this.#entries[id];
      if (entry === undefined || (query.total !== undefined && !isLine(entry.total, query.total))) continue;
      if (passes(entry.group)) best.offerEntry(entry, this.#stageOf(entry.group, now), match);
    }
    return best.result(misspelt);
  }

  #filter({ league, isLive, isToday }: SearchQuery, now: number): (group: Group) => boolean {
    const days = new Map<number, boolean>();
    const isOfToday = (group: Group): boolean => {
      if (this.#stageOf(group, now) === 'live') return true;
      const start = startOf(group);
      if (start === undefined) return false;
      const known = days.get(start) ?? this.#options.isSameDay(start, now);
      days.set(start, known);
      return known;
    };
    return (group) =>
      (league === undefined || group.league === league) &&
      (!isLive || this.#stageOf(group, now) === 'live') &&
      (!isToday || isOfToday(group));
  }

  /** Where a word stands, as typed or as a beginning; misspelt where it stands nowhere, or when that is asked for. */
  #fitOf(word: string, isTolerant: boolean, misspelt: string[]): Fit {
    const fit: Fit = {
      groups: new Uint8Array(this.#groups.length),
      entries: new Uint8Array(this.#entries.length),
      hasEntries: false,
    };
    const exact = this.#words.get(word);
    const note = (places: Places, match: number): void => {
      for (const id of places.groups) if ((fit.groups[id] ?? 0) < match) fit.groups[id] = match;
      fit.hasEntries ||= places.entries.length > 0;
      for (const id of places.entries) if ((fit.entries[id] ?? 0) < match) fit.entries[id] = match;
    };
    if (exact !== undefined) note(exact, MATCH.exact);
    let isFound = exact !== undefined;
    // A number in full is meant: 4 is neither 47 nor 4.5.
    if (!/^[\d.]+$/.test(word)) {
      for (const [, places] of this.#words.atPrefix(word)) {
        note(places, MATCH.beginning);
        isFound = true;
      }
    }
    if (isFound && !isTolerant) return fit;
    const similar = similarWords(this.#words, word);
    for (const [, places] of similar) note(places, MATCH.misspelt);
    const [likeliest] = [...similar].sort(([, a], [, b]) => countOf(b) - countOf(a));
    if (likeliest !== undefined) misspelt.push(likeliest[0]);
    return fit;
  }

  #stageOf(group: Group, now: number): SearchStage {
    if (now < group.stageUntil) return group.stage;
    const { event, members } = group;
    const markets =
      event === undefined || event.markets.length === 0 ? members.map((each) => each.market) : event.markets;
    const { stage, until } = stageOf({ ...BARE_EVENT, id: group.key, ...event, markets }, now);
    group.stage = stage;
    group.stageUntil = until;
    const sum = (): number => members.reduce((all, { volume }) => all + volume, 0);
    group.volume = event?.volume === undefined ? sum() : amountOf(event.volume);
    return stage;
  }
}

/** The best hits offered so far; others are counted only. */
class BestHits {
  readonly hits: SearchHit[] = [];
  total = 0;

  offerGroup({ key, volume, event, members }: Group, stage: SearchStage, match: number): void {
    const at = this.#placeOf(stage, match, volume, key);
    if (at === undefined) return;
    const markets = members.map(({ market }) => market);
    this.hits.splice(at, 0, { stage, match, volume, key, event, markets, isWhole: true });
  }

  /** A settled line of a live game is settled. */
  offerEntry({ market, group, volume, isOver }: Entry, stageOfGroup: SearchStage, match: number): void {
    const stage = isOver ? 'settled' : stageOfGroup;
    const key = market.slug;
    const at = this.#placeOf(stage, match, volume, key);
    if (at === undefined) return;
    this.hits.splice(at, 0, {
      stage,
      match,
      volume,
      key,
      event: group.event,
      markets: [market],
      isWhole: false,
    });
  }

  result(misspelt: readonly string[]): SearchHits {
    return { hits: this.hits, total: this.total, spelt: misspelt.length === 1 ? misspelt[0] : undefined };
  }

  /** Where it belongs among the best, for which the last one may have to go. */
  #placeOf(stage: SearchStage, match: number, volume: number, key: string): number | undefined {
    this.total += 1;
    const { hits } = this;
    const last = hits.length === MOST_HITS ? hits.at(-1) : undefined;
    // Most of 100,000 hits end here.
    if (last?.stage === stage && (match < last.match || (match === last.match && volume < last.volume)))
      return;
    const ranked = { stage, match, volume, key };
    if (last !== undefined && compareRanked(ranked, last) >= 0) return undefined;
    if (last !== undefined) hits.pop();
    return hits.findLastIndex((hit) => compareRanked(ranked, hit) >= 0) + 1;
  }
}

/** For each of `count`, the word that fits least; 0 where one does not fit. */
function leastOf(count: number, fits: readonly Fit[], fitOf: (fit: Fit, id: number) => number): Uint8Array {
  const least = new Uint8Array(count).fill(MATCH.exact);
  for (const fit of fits) {
    for (let id = 0; id < count; id++) {
      const own = fitOf(fit, id);
      if (own < (least[id] ?? 0)) least[id] = own;
    }
  }
  return least;
}

function totalOf(market: Market): string | undefined {
  return ['total', 'prop'].includes(lineType(market)) ? market.line?.abs().toString() : undefined;
}

function isLine(own: string | undefined, { line }: NonNullable<SearchQuery['total']>): boolean {
  return own !== undefined && (own === line || (!line.includes('.') && own === `${line}.5`));
}

function startOf({ event, members }: Group): number | undefined {
  return (event && eventStart(event)) ?? members[0]?.market.gameStartTime?.ms;
}

function amountOf(value: Decimal | undefined): number {
  return value?.toNumber() ?? 0;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are taken as typed: every other word is near them. */
const LEAST_LETTERS = 4;
/** From this length on two letters may be wrong. */
const LONG_LETTERS = 8;

/**
 * Words that begin with this one after a letter is put right behind the first one; of a long word where there are none,
 * those two letters away. Beginnings count, so that a misspelt name is found while it is typed.
 */
function similarWords(words: SearchableMap<Places>, word: string): ReadonlyMap<string, Places> {
  const found = new Map<string, Places>();
  if (word.length < LEAST_LETTERS || /\p{N}/u.test(word)) return found;
  const put = (variant: string): void => {
    if (variant.length >= LEAST_LETTERS)
      for (const [term, at] of words.atPrefix(variant)) found.set(term, at);
  };
  for (let at = 0; at < word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail.length > 1) put(`${head}${tail.charAt(1)}${tail.charAt(0)}${tail.slice(2)}`);
    if (at === 0) continue;
    put(head + tail.slice(1));
    for (const letter of LETTERS) {
      put(head + letter + tail);
      put(head + letter + tail.slice(1));
    }
  }
  if (found.size > 0 || word.length < LONG_LETTERS) return found;
  for (const [term, [at]] of words.fuzzyGet(word, 2)) found.set(term, at);
  return found;
}

function countOf({ groups, entries }: Places): number {
  return groups.length + entries.length;
}

function distinctWords(texts: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(wordsOf(texts.filter((text) => text !== undefined).join(' ')));
}

/** Title, teams, league and the parts of the slug, which are the service's own abbreviations; not its date. */
function eventTexts(
  { key, league, event }: Group,
  market: Market,
  leagueName: (key: string) => string,
): readonly (string | undefined)[] {
  const participants = event?.participants.flatMap(({ team }) => team ?? []) ?? [];
  const teams = [...(event?.teams ?? []), ...participants, ...teamsOf([market])];
  const slug = (event?.slug ?? eventSlugOf(market.slug) ?? '').replace(/\d{4}-\d{2}-\d{2}/, '');
  const titles =
    event === undefined ? [key.startsWith('? ') ? key : undefined] : [event.title, event.subtitle];
  return [...titles, slug, league, leagueName(league), ...teams.flatMap(teamTexts)];
}

function marketTexts(market: Market): readonly (string | undefined)[] {
  const { question, title, titleShort, subtitle, subject, line, sides } = market;
  const ofSides = sides.flatMap(({ description, team }) => [
    // Every question has these two.
    /^(?:yes|no)$/i.test(description ?? '') ? undefined : description,
    ...(team ? teamTexts(team) : []),
  ]);
  return [question, title, titleShort, subtitle, subject, line?.abs().toString(), ...ofSides];
}

/** Its names, and their first letters: `gsw` of Golden State Warriors. */
function teamTexts({
  name,
  safeName,
  alias,
  abbreviation,
  displayAbbreviation,
}: Team): readonly (string | undefined)[] {
  const initials =
    name === undefined
      ? ''
      : wordsOf(name)
          .map((word) => word.charAt(0))
          .join('');
  return [
    name,
    safeName,
    alias,
    abbreviation,
    displayAbbreviation,
    initials.length > 1 ? initials : undefined,
  ];
}
