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

/** What can be found: an event, or one of its markets. */
interface Place {
  readonly id: number;
  /** The number of its event; an event's is its own. */
  readonly parent: number;
  /** Undefined, or another one than that of its event, where it is gone. */
  group: EventGroup | undefined;
  /** Undefined: the event itself. */
  market: Market | undefined;
  volume: number;
  isOver: boolean;
  /** The number of a total, or of a prop that counts something. */
  line: string | undefined;
  /** Of an event; with the last scan that had it. */
  league: string;
  scan: number;
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
  readonly #places: Place[] = [];
  /** The parents of the places: read for each of them at each key. */
  readonly #parents: number[] = [];
  readonly #events = new Map<string, Place>();
  readonly #markets = new Map<string, Place>();
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
        this.#put(group, key, now);
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
      for (const place of this.#places) matches[place.id] = matchOfSlug(slug, place);
      const found = this.#ranked(query, now, matches);
      if (found.total > 0 || words.length === 0) return found;
    }
    const found = this.#byWords(query, now, false);
    return found.total > 0 || words.length === 0 ? found : this.#byWords(query, now, true);
  }

  #put(group: EventGroup, league: string, now: number): void {
    const event = this.#events.get(group.key) ?? this.#add(this.#events, group.key, undefined);
    event.scan = this.#scan;
    if (event.group === group && event.league === league) return;
    const words = this.#eventWords(group, league);
    this.#note(event.id, words, event.group === undefined ? [] : this.#eventWords(event.group, event.league));
    // A search would have to work out the facts of all events at once.
    Object.assign(event, { group, league, volume: this.#facts.of(group, now).volume });
    for (const market of group.markets) {
      const known = this.#markets.get(market.slug);
      const place = known?.parent === event.id ? known : this.#add(this.#markets, market.slug, event.id);
      const before = place.market;
      place.group = group;
      if (before === market) continue;
      this.#note(place.id, marketWords(market), before === undefined ? words : marketWords(before));
      place.market = market;
      place.volume = volumeOf(market)?.toNumber() ?? 0;
      place.isOver = isOver(lifecycle(market));
      const hasLine = ['total', 'prop'].includes(lineType(market));
      place.line = hasLine ? market.line?.abs().toString() : undefined;
    }
  }

  #add(places: Map<string, Place>, key: string, parent = this.#places.length): Place {
    const facts = { group: undefined, market: undefined, volume: 0, isOver: false, line: undefined };
    const place = { id: this.#places.length, parent, ...facts, league: '', scan: 0 };
    places.set(key, place);
    this.#places.push(place);
    this.#parents.push(parent);
    return place;
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
        const before = least[id] ?? 0;
        if (before > 0) least[id] = Math.min(before, Math.max(fit[id] ?? 0, fit[parents[id] ?? id] ?? 0));
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
    const stageOfEvent = this.#filter(query, now);
    const best = new BestHits();
    let stage: number | undefined;
    let last = -1;
    for (let id = 0; id < matches.length; id++) {
      const match = matches[id] ?? 0;
      if (match === 0) continue;
      const parent = this.#parents[id] ?? id;
      if (query.line === undefined && id !== parent && (matches[parent] ?? 0) > 0) continue;
      const [place, event] = [this.#places[id], this.#places[parent]];
      if (place?.group === undefined || event === undefined || place.group !== event.group) continue;
      if (!isLine(place.line, query.line)) continue;
      if (parent !== last) stage = stageOfEvent(event);
      last = parent;
      // A settled line of a live game is settled.
      if (stage !== undefined) best.offer(place.isOver ? STAGE.settled : stage, match, place, place.group);
    }
    return best.result();
  }

  /** Gives the stage of an event; undefined where it does not pass. */
  #filter({ league, isLive, isToday }: SearchQuery, now: number): (event: Place) => number | undefined {
    const calendar = this.#options.calendar();
    const today = calendar.dayOf(now);
    const [from, to] = [calendar.startOf(today), calendar.startOf(addDays(today, 1))];
    return (event) => {
      const facts = event.group && this.#facts.of(event.group, now);
      if (facts === undefined || (league !== undefined && league !== event.league)) return undefined;
      const { phase, start = 0 } = facts;
      const isOut = phase !== 'live' && (isLive || (isToday && (start < from || start >= to)));
      return isOut ? undefined : stageOf(facts, now);
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

/** The best hits offered so far; others are counted only. */
class BestHits {
  readonly #hits: SearchHit[] = [];
  #last: SearchHit | undefined;
  #total = 0;

  offer(stage: number, match: number, { volume, market }: Place, group: EventGroup): void {
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

function matchOfSlug(slug: string, { market, group }: Place): number {
  const own = market?.slug ?? group?.event?.slug;
  return own === slug ? MATCH.exact : own?.startsWith(slug) === true ? MATCH.beginning : 0;
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
