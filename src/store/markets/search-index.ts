import SearchableMap from 'minisearch/SearchableMap';
import { addDays, type Calendar } from '../../core/calendar.ts';
import { teamsOf } from '../../core/derive-events.ts';
import { EventFactsMemo } from '../../core/event-facts.ts';
import { type CategoryGroup, type EventGroup, lineType } from '../../core/grouping.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { isEmptySearch, parseSearch, type SearchQuery, wordsOf } from '../../core/search-query.ts';
import { compareRanked, MATCH, type Ranked, STAGE, stageOf } from '../../core/search-rank.ts';
import { eventSlugOf } from '../../core/slug.ts';
import { volumeOf } from '../../core/sort.ts';
import type { Team } from '../../core/team.ts';

/** An event that was found, or a single market of it whose own words were. */
export interface SearchHit extends Ranked {
  readonly group: EventGroup;
  /** Undefined where the event was found as a whole. */
  readonly market: Market | undefined;
}

export interface SearchHits {
  readonly hits: readonly SearchHit[];
  /** All that fit, also those beyond the best. */
  readonly total: number;
  /** The word that was taken for a misspelt one. */
  readonly spelt: string | undefined;
}

interface EventPlace {
  readonly id: number;
  /** As of the last scan that had it; undefined when it is gone. */
  group: EventGroup | undefined;
  league: string;
  scan: number;
}

interface MarketPlace {
  readonly id: number;
  readonly event: EventPlace;
  /** Another one than that of its event when it is gone. */
  group: EventGroup;
  market: Market;
  volume: number;
  isOver: boolean;
  /** The number of a total, or of a prop that counts something. */
  line: string | undefined;
}

export interface SearchIndexOptions {
  /** What people call a league or category, by its key. */
  readonly leagueName: (key: string) => string;
  readonly calendar: () => Calendar;
}

/** Most hits of a search: more than anybody reads. */
const MOST_HITS = 50;

/**
 * Finds events and markets by the words of their names: a dictionary of words in a radix tree, each with the places it
 * stands in, by number. An event comes before its markets, and a word of it is not noted again for each of them.
 */
export class SearchIndex {
  readonly #options: SearchIndexOptions;
  readonly #words = new SearchableMap<number[]>();
  readonly #places: (EventPlace | MarketPlace)[] = [];
  /** The number of each place's event; an event's is its own. */
  readonly #parents: number[] = [];
  readonly #events = new Map<string, EventPlace>();
  readonly #markets = new Map<string, MarketPlace>();
  readonly #leagues = new Map<string, string>();
  readonly #facts = new EventFactsMemo();
  #scan = 0;

  constructor(options: SearchIndexOptions) {
    this.#options = options;
  }

  /** Takes in the events that are other objects than before, one a step; at the end those that are gone are forgotten. */
  *take(categories: readonly CategoryGroup[], now: number): Generator<void> {
    this.#scan += 1;
    for (const { key, events } of categories) {
      for (const name of [key, this.#options.leagueName(key)])
        this.#leagues.set(wordsOf(name).join(' '), key);
      for (const group of events) {
        this.#put(group, key);
        // A search would have to work them out, for all of them at once.
        this.#facts.of(group, now);
        yield;
      }
    }
    for (const event of this.#events.values()) if (event.scan !== this.#scan) event.group = undefined;
  }

  /** The best hits, the best one first. Nothing for a text that asks for nothing. */
  search(text: string, now: number): SearchHits {
    const query = parseSearch(text, this.#leagues);
    if (isEmptySearch(query)) return { hits: [], total: 0, spelt: undefined };
    const { slug, words } = query;
    if (slug !== undefined) {
      const matches = new Uint8Array(this.#places.length);
      for (const [id, place] of this.#places.entries()) matches[id] = matchOfSlug(slug, place);
      const found = this.#ranked(query, now, matches);
      if (found.total > 0 || words.length === 0) return found;
    }
    const found = this.#byWords(query, now, false);
    return found.total > 0 || words.length === 0 ? found : this.#byWords(query, now, true);
  }

  #put(group: EventGroup, league: string): void {
    let event = this.#events.get(group.key);
    const known = event?.group === undefined ? [] : this.#eventWords(event.group, event.league);
    if (event === undefined) {
      event = { id: this.#places.length, group: undefined, league, scan: 0 };
      this.#events.set(group.key, event);
      this.#add(event, event.id);
    }
    event.scan = this.#scan;
    if (event.group === group && event.league === league) return;
    const words = this.#eventWords(group, league);
    this.#note(event.id, words, known);
    Object.assign(event, { group, league });
    for (const market of group.markets) {
      const before = this.#markets.get(market.slug);
      const isSame = before?.event === event;
      const place = isSame ? before : this.#addMarket(market, event, group);
      place.group = group;
      if (isSame && place.market === market) continue;
      this.#note(place.id, marketWords(market), isSame ? marketWords(place.market) : words);
      Object.assign(place, marketFacts(market));
    }
  }

  #addMarket(market: Market, event: EventPlace, group: EventGroup): MarketPlace {
    const place = { id: this.#places.length, event, group, ...marketFacts(market) };
    this.#markets.set(market.slug, place);
    this.#add(place, event.id);
    return place;
  }

  #add(place: EventPlace | MarketPlace, parent: number): void {
    this.#places.push(place);
    this.#parents.push(parent);
  }

  /** Notes the words that are not known yet. Words that went stay: they find a market by its former name. */
  #note(id: number, words: readonly string[], known: readonly string[]): void {
    const noted = new Set(known);
    for (const word of new Set(words)) if (!noted.has(word)) this.#words.fetch(word, () => []).push(id);
  }

  #byWords(query: SearchQuery, now: number, isTolerant: boolean): SearchHits {
    const misspelt: string[] = [];
    const fits = query.words.map((word) => this.#fitOf(word, isTolerant, misspelt));
    const parents = this.#parents;
    const least = new Uint8Array(parents.length).fill(MATCH.exact);
    for (const fit of fits) {
      for (let id = 0; id < least.length; id++) {
        const own = Math.max(fit[id] ?? 0, fit[parents[id] ?? id] ?? 0);
        if (own < (least[id] ?? 0)) least[id] = own;
      }
    }
    const found = this.#ranked(query, now, least);
    return { ...found, spelt: misspelt.length === 1 ? misspelt[0] : undefined };
  }

  /**
   * Of the places that fit, `matches` by number, those that pass the filters. Markets of an event that was found are not
   * found besides; a line is a market.
   */
  #ranked(query: SearchQuery, now: number, matches: Uint8Array): SearchHits {
    const stageIn = this.#stages(query, now);
    const best = new BestHits();
    for (let id = 0; id < matches.length; id++) {
      const match = matches[id] ?? 0;
      const parent = this.#parents[id] ?? id;
      const isWhole = id === parent;
      if (match === 0 || (query.line === undefined ? !isWhole && (matches[parent] ?? 0) > 0 : isWhole))
        continue;
      const place = this.#places[id];
      const stage = stageIn(parent);
      if (place?.group === undefined || stage === OUT) continue;
      if (!('market' in place)) {
        const { volume } = this.#facts.of(place.group, now);
        best.offer(stage, match, volume, place.group, undefined);
      } else if (place.group === place.event.group && isLine(place.line, query.line)) {
        // A settled line of a live game is settled.
        const own = place.isOver ? STAGE.settled : stage;
        best.offer(own, match, place.volume, place.group, place.market);
      }
    }
    return best.result();
  }

  /** The stage of an event by its number, worked out once a search; `OUT` where it does not pass the filters. */
  #stages({ league, isLive, isToday }: SearchQuery, now: number): (id: number) => number {
    const calendar = this.#options.calendar();
    const today = calendar.dayOf(now);
    const [from, to] = [calendar.startOf(today), calendar.startOf(addDays(today, 1))];
    const stageIn = (id: number): number => {
      const place = this.#places[id];
      if (place?.group === undefined || 'market' in place) return OUT;
      const facts = this.#facts.of(place.group, now);
      const { phase, start = 0 } = facts;
      if (league !== undefined && league !== place.league) return OUT;
      if (phase !== 'live' && (isLive || (isToday && (start < from || start >= to)))) return OUT;
      return stageOf(facts, now);
    };
    const stages = new Int8Array(this.#places.length).fill(UNKNOWN);
    return (id) => {
      if (stages[id] === UNKNOWN) stages[id] = stageIn(id);
      return stages[id] ?? OUT;
    };
  }

  /** How well each place fits a word: as typed or as a beginning; misspelt where it stands nowhere, or when asked for. */
  #fitOf(word: string, isTolerant: boolean, misspelt: string[]): Uint8Array {
    const fit = new Uint8Array(this.#places.length);
    const note = (places: readonly number[], match: number): void => {
      for (const id of places) if ((fit[id] ?? 0) < match) fit[id] = match;
    };
    const exact = this.#words.get(word);
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
    let likeliest: readonly number[] = [];
    let spelt: string | undefined;
    for (const [term, places] of similarWords(this.#words, word)) {
      note(places, MATCH.misspelt);
      if (places.length > likeliest.length) [spelt, likeliest] = [term, places];
    }
    if (spelt !== undefined) misspelt.push(spelt);
    return fit;
  }

  /** Title, teams, league and the parts of the slug, which are the service's own abbreviations; not its date. */
  #eventWords({ key, event, markets }: EventGroup, league: string): readonly string[] {
    const participants = event?.participants.flatMap(({ team }) => team ?? []) ?? [];
    const teams = [...(event?.teams ?? []), ...participants, ...teamsOf(markets)];
    const slug = event?.slug ?? eventSlugOf(markets[0]?.slug ?? '') ?? '';
    const question = event === undefined && key.startsWith('? ') ? key : undefined;
    return wordsIn([
      question,
      event?.title,
      event?.subtitle,
      slug.replace(/\d{4}-\d{2}-\d{2}/, ''),
      league,
      this.#options.leagueName(league),
      ...teams.flatMap(teamTexts),
    ]);
  }
}

/** Stage of an event that is not looked in, and of one that was not yet worked out. */
const OUT = -1;
const UNKNOWN = -2;

/** The best hits offered so far; others are counted only. */
class BestHits {
  readonly #hits: SearchHit[] = [];
  #last: SearchHit | undefined;
  #total = 0;

  offer(stage: number, match: number, volume: number, group: EventGroup, market: Market | undefined): void {
    this.#total += 1;
    const last = this.#last;
    // Most of 100,000 hits end here.
    if (last?.stage === stage && (match < last.match || (match === last.match && volume < last.volume)))
      return;
    this.#hits.push({ stage, match, volume, key: market?.slug ?? group.key, group, market });
    if (this.#hits.length === 2 * MOST_HITS) this.#cut();
  }

  result(): SearchHits {
    this.#cut();
    return { hits: this.#hits, total: this.#total, spelt: undefined };
  }

  #cut(): void {
    this.#hits.sort(compareRanked).splice(MOST_HITS);
    this.#last = this.#hits[MOST_HITS - 1];
  }
}

function matchOfSlug(slug: string, place: EventPlace | MarketPlace): number {
  const own = 'market' in place ? place.market.slug : place.group?.event?.slug;
  return own === slug ? MATCH.exact : own?.startsWith(slug) === true ? MATCH.beginning : 0;
}

function marketFacts(market: Market) {
  const hasLine = ['total', 'prop'].includes(lineType(market));
  return {
    market,
    volume: volumeOf(market)?.toNumber() ?? 0,
    isOver: isOver(lifecycle(market)),
    line: hasLine ? market.line?.abs().toString() : undefined,
  };
}

function isLine(own: string | undefined, line: string | undefined): boolean {
  if (line === undefined) return true;
  return own !== undefined && (own === line || (!line.includes('.') && own === `${line}.5`));
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
function similarWords(words: SearchableMap<number[]>, word: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  if (word.length < LEAST_LETTERS || /\p{N}/u.test(word)) return found;
  const put = (variant: string): void => {
    if (variant.length >= LEAST_LETTERS)
      for (const [term, places] of words.atPrefix(variant)) found.set(term, places);
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
  if (found.size === 0 && word.length >= LONG_LETTERS)
    for (const [term, [places]] of words.fuzzyGet(word, 2)) found.set(term, places);
  return found;
}

function wordsIn(texts: readonly (string | undefined)[]): readonly string[] {
  return wordsOf(texts.filter((text) => text !== undefined).join(' '));
}

function marketWords({
  question,
  title,
  titleShort,
  subtitle,
  subject,
  line,
  sides,
}: Market): readonly string[] {
  const ofSides = sides.flatMap(({ description, team }) => [
    // Every question has these two.
    /^(?:yes|no)$/i.test(description ?? '') ? undefined : description,
    ...(team ? teamTexts(team) : []),
  ]);
  return wordsIn([question, title, titleShort, subtitle, subject, line?.abs().toString(), ...ofSides]);
}

function teamTexts({ name, safeName, alias, abbreviation, displayAbbreviation }: Team) {
  return [name, safeName, alias, abbreviation, displayAbbreviation];
}
