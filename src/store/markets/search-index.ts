import SearchableMap from 'minisearch/SearchableMap';
import type { Calendar } from '../../core/calendar.ts';
import { teamsOf } from '../../core/derive-events.ts';
import { type EventFacts, factsOf } from '../../core/event-facts.ts';
import { type CategoryGroup, type EventGroup, lineType, questionOfKey } from '../../core/grouping.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { isEmptySearch, parseSearch, type SearchQuery, wordsOf } from '../../core/search-query.ts';
import {
  MATCH,
  type RankedVolume,
  rankedEventVolume,
  rankedMarketVolume,
  STAGE,
  stageOf,
  VOLUME,
} from '../../core/search-rank.ts';
import {
  ENGLISH_SEARCH_WORDS,
  type SearchMeaning,
  type SearchWords,
  spanOfDay,
  weekdayOf,
} from '../../core/search-words.ts';
import { eventSlugOf } from '../../core/slug.ts';
import type { Team } from '../../core/team.ts';
import { BestHits, NO_HITS, type SearchHits } from './best-hits.ts';
import { countIn, misspeltOf, nearestWord, type Postings, similarWords } from './similar-words.ts';

/** What one holds, has orders in or watches. */
interface OwnThings {
  /** Slugs of markets. */
  readonly markets: ReadonlySet<string>;
  /** Slugs or ids of events. */
  readonly events: ReadonlySet<string>;
}

/** An event that can be found. */
interface EventPlace {
  readonly id: number;
  readonly markets: MarketPlace[];
  /** Undefined where it is gone. */
  group: EventGroup | undefined;
  league: string;
  /** Further leagues or topics it stands in. */
  others: Set<string> | undefined;
  facts: EventFacts | undefined;
  volume: RankedVolume;
  /** The last one that had it. */
  scan: number;
}

/** A market that can be found. */
interface MarketPlace {
  readonly id: number;
  readonly event: EventPlace;
  /** Another one than that of its event, where it is gone. */
  group: EventGroup;
  market: Market;
  volumeFrom: number;
  volume: number;
  isOver: boolean;
  /** The number of a total, or of a prop that counts something. */
  line: string | undefined;
}

/** How well each place fits a word, by its number. `inMarkets`: of an event, whether some market of it does. */
interface Fit {
  readonly events: Uint8Array;
  readonly markets: Uint8Array;
  readonly inMarkets: Uint8Array;
}

/** How well events and markets match: one of `MATCH`, or 0. */
interface Matching {
  event(place: EventPlace): number;
  /** False: none of its markets matches by itself. */
  hasMarkets(place: EventPlace): boolean;
  market(place: MarketPlace): number;
}

export interface SearchIndexOptions {
  /** What people call a league or category, by its key. */
  readonly leagueName: (key: string) => string;
  readonly calendar: () => Calendar;
  /** What is found by `mine`. */
  readonly own?: () => OwnThings;
  /** Words that ask for something; English ones where nothing else is said. */
  readonly words?: () => SearchWords;
}

/**
 * Finds events and markets by the words of their names: a dictionary of words in a radix tree, each with the places it
 * stands in, by number. A word of an event is not noted again for each of its markets.
 */
export class SearchIndex {
  readonly #options: SearchIndexOptions;
  readonly #words = new SearchableMap<Postings>();
  readonly #events: EventPlace[] = [];
  readonly #markets: MarketPlace[] = [];
  /** The numbers of the events of the markets. */
  readonly #parents: number[] = [];
  readonly #eventOf = new Map<string, EventPlace>();
  readonly #marketOf = new Map<string, MarketPlace>();
  readonly #onLine = new Map<string, MarketPlace[]>();
  readonly #leagues = new Map<string, string>();
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
    for (const event of this.#events) if (event.scan !== this.#scan) event.group = undefined;
  }

  /** Takes in events besides those taken in so far; those that are known stay as they are. The next scan must have them too. */
  add(categories: readonly CategoryGroup[], now: number): void {
    for (const { key, events } of categories)
      for (const group of events)
        if (this.#eventOf.get(group.key)?.group === undefined) this.#put(group, key, now);
  }

  /** The best hits, the best one first. Nothing for a text that asks for nothing. */
  search(text: string, now: number): SearchHits {
    const meanings = this.#meanings;
    const query = parseSearch(text, this.#leagues, meanings);
    const found = this.#find(query, now);
    if (found.markets > 0 || weekdayOf(query.day) === undefined) return found;
    // `sun` is the beginning of a team's name, too.
    return this.#find(parseSearch(text, this.#leagues, withoutWeekdays(meanings)), now);
  }

  /** The text with each word that nothing has replaced by the nearest one; undefined where no word is near. */
  respell(text: string): string | undefined {
    const words = wordsOf(text);
    const meanings = this.#meanings;
    const nearest = words.map((word) =>
      meanings.has(word) ? undefined : (misspeltOf(meanings.keys(), word) ?? nearestWord(this.#words, word)),
    );
    if (nearest.every((word) => word === undefined)) return undefined;
    return words.map((word, place) => nearest[place] ?? word).join(' ');
  }

  /** The number most totals and props have; undefined where none has one. */
  get commonLine(): string | undefined {
    let common: string | undefined;
    for (const [line, places] of this.#onLine)
      if (common === undefined || places.length > (this.#onLine.get(common)?.length ?? 0)) common = line;
    return common;
  }

  get #meanings(): SearchWords {
    return this.#options.words?.() ?? ENGLISH_SEARCH_WORDS;
  }

  #find(query: SearchQuery, now: number): SearchHits {
    if (isEmptySearch(query)) return NO_HITS;
    const { slug, words } = query;
    if (slug !== undefined) {
      const found = this.#ranked(query, now, {
        event: ({ group }) => matchOfSlug(slug, group?.event?.slug),
        hasMarkets: () => true,
        market: ({ market }) => matchOfSlug(slug, market.slug),
      });
      if (found.markets > 0 || words.length === 0) return found;
    }
    const found = this.#byWords(query, now, false);
    return found.markets > 0 || words.length === 0 ? found : this.#byWords(query, now, true);
  }

  #put(group: EventGroup, league: string, now: number): void {
    const event = this.#eventOf.get(group.key) ?? this.#addEvent(group.key);
    if (event.scan === this.#scan) {
      this.#putAlso(event, league);
      return;
    }
    event.scan = this.#scan;
    if (event.group === group && event.league === league) return;
    const words = this.#eventWords(group, league);
    const known = event.group === undefined ? [] : this.#eventWords(event.group, event.league);
    this.#note('events', event.id, words, known);
    // A search would have to work out the facts of all events at once.
    Object.assign(event, { group, league, facts: factsOf(group, now), volume: rankedEventVolume(group) });
    for (const market of group.markets) this.#putMarket(market, event, group, words);
  }

  /** An event that was taken in under another key stands under this one too. */
  #putAlso(event: EventPlace, league: string): void {
    if (event.league === league || event.others?.has(league) === true) return;
    event.others ??= new Set();
    event.others.add(league);
    this.#note('events', event.id, wordsIn([league, this.#options.leagueName(league)]), []);
  }

  #addEvent(key: string): EventPlace {
    const nothing = {
      markets: [],
      group: undefined,
      league: '',
      others: undefined,
      facts: undefined,
      volume: { volumeFrom: VOLUME.unknown, volume: 0 },
      scan: -1,
    };
    const event: EventPlace = { id: this.#events.length, ...nothing };
    this.#eventOf.set(key, event);
    this.#events.push(event);
    return event;
  }

  #putMarket(market: Market, event: EventPlace, group: EventGroup, words: readonly string[]): void {
    const known = this.#marketOf.get(market.slug);
    const before = known?.event === event ? known : undefined;
    if (before !== undefined) before.group = group;
    if (before?.market === market) return;
    const facts = {
      market,
      ...rankedMarketVolume(market, event.volume),
      isOver: isOver(lifecycle(market)),
      line: ['total', 'prop'].includes(lineType(market)) ? market.line?.abs().toString() : undefined,
    };
    const id = before?.id ?? this.#markets.length;
    this.#note('markets', id, marketWords(market), before === undefined ? words : marketWords(before.market));
    const lineBefore = before?.line;
    const place = before === undefined ? { id, event, group, ...facts } : Object.assign(before, facts);
    if (before === undefined) {
      this.#markets.push(place);
      this.#parents.push(event.id);
      event.markets.push(place);
      this.#marketOf.set(market.slug, place);
    }
    if (place.line === undefined || place.line === lineBefore) return;
    const onLine = this.#onLine.get(place.line);
    if (onLine === undefined) this.#onLine.set(place.line, [place]);
    else onLine.push(place);
  }

  /** Notes the words that are not known yet. Words that went stay: they find a market by its former name. */
  #note(kind: keyof Postings, id: number, words: readonly string[], known: readonly string[]): void {
    const noted = new Set(known);
    for (const word of new Set(words))
      if (!noted.has(word)) this.#words.fetch(word, () => ({ events: [], markets: [] }))[kind].push(id);
  }

  #byWords(query: SearchQuery, now: number, isTolerant: boolean): SearchHits {
    const misspelt: string[] = [];
    const fits = query.words.map((word) => this.#fitOf(word, isTolerant, misspelt));
    const found = this.#ranked(query, now, {
      event: ({ id }) => {
        let least: number = MATCH.exact;
        for (const { events } of fits) least = Math.min(least, events[id] ?? 0);
        return least;
      },
      hasMarkets: ({ id }) => fits.every(({ events, inMarkets }) => (events[id] || inMarkets[id]) !== 0),
      market: ({ id, event }) => {
        let least: number = MATCH.exact;
        for (const { events, markets } of fits)
          least = Math.min(least, Math.max(markets[id] ?? 0, events[event.id] ?? 0));
        return least;
      },
    });
    return { ...found, spelt: misspelt.length === 1 ? misspelt[0] : undefined };
  }

  /** What matches and passes the filters. Markets of an event that was found are not found besides; a line is a market. */
  #ranked(query: SearchQuery, now: number, matching: Matching): SearchHits {
    const { from, stageOfEvent } = this.#filter(query, now);
    const best = new BestHits();
    const own = query.isMine ? (this.#options.own?.() ?? NOTHING_OWN) : undefined;
    const offer = (place: MarketPlace, stage: number | undefined, count = 1): void => {
      const { group, event, isOver: isSettled, market } = place;
      const match = group === event.group ? matching.market(place) : 0;
      // A settled line of a live game is settled.
      if (match > 0 && stage !== undefined)
        best.offer(isSettled ? STAGE.settled : stage, match, place, group, count, market);
    };
    const offerEvent = ({ volume }: EventPlace, group: EventGroup, match: number, stage: number): void =>
      best.offer(stage, match, volume, group, group.markets.length);
    const result = (): SearchHits => ({ ...best.result(), day: from, isMine: query.isMine });
    if (query.line !== undefined) {
      for (const line of query.line.includes('.') ? [query.line] : [query.line, `${query.line}.5`])
        for (const place of this.#onLine.get(line) ?? [])
          if (place.line === line && (own === undefined || isOwn(place, own)))
            offer(place, stageOfEvent(place.event));
      return result();
    }
    for (const event of this.#events) {
      const match = matching.event(event);
      if ((match === 0 && !matching.hasMarkets(event)) || event.group === undefined) continue;
      if (own !== undefined && !hasOwn(event, own)) continue;
      const stage = stageOfEvent(event);
      if (stage === undefined) continue;
      const isWhole = match > 0 && (own === undefined || isOwnEvent(event.group, own));
      if (isWhole) offerEvent(event, event.group, match, stage);
      // The markets of an event one watches are counted with it.
      if (own !== undefined)
        for (const place of event.markets) {
          if (own.markets.has(place.market.slug)) offer(place, stage, isWhole ? 0 : 1);
        }
      else if (!isWhole) for (const place of event.markets) offer(place, stage);
    }
    return result();
  }

  /** Gives the stage of an event; undefined where it does not pass. `from`: when the day begins that was asked for. */
  #filter({ league, isLive, day }: SearchQuery, now: number) {
    const span = day && spanOfDay(day, this.#options.calendar(), now);
    const isLiveThen = span === undefined || (now >= span.from && now < span.to);
    const stageOfEvent = (event: EventPlace): number | undefined => {
      if (!event.group || !event.facts) return undefined;
      if (league !== undefined && league !== event.league && event.others?.has(league) !== true)
        return undefined;
      const { phase, start = 0 } = event.facts;
      // It may have begun since.
      if (phase === 'upcoming' && start <= now) event.facts = factsOf(event.group, now);
      const { facts } = event;
      if (facts.phase === 'live' ? !isLiveThen : isLive || !isWithin(span, facts.start)) return undefined;
      return stageOf(facts, now);
    };
    return { from: span?.from, stageOfEvent };
  }

  /** How well each place fits a word: as typed or as a beginning; misspelt where it stands nowhere, or when asked for. */
  #fitOf(word: string, isTolerant: boolean, misspelt: string[]): Fit {
    const fit = {
      events: new Uint8Array(this.#events.length),
      markets: new Uint8Array(this.#markets.length),
      inMarkets: new Uint8Array(this.#events.length),
    };
    const note = ({ events, markets }: Postings, match: number): void => {
      for (const id of events) fit.events[id] = Math.max(fit.events[id] ?? 0, match);
      for (const id of markets) {
        fit.markets[id] = Math.max(fit.markets[id] ?? 0, match);
        fit.inMarkets[this.#parents[id] ?? 0] = 1;
      }
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
    let most = 0;
    let spelt: string | undefined;
    for (const [term, places] of similarWords(this.#words, word)) {
      note(places, MATCH.misspelt);
      const count = countIn(places);
      if (count > most) [spelt, most] = [term, count];
    }
    if (spelt !== undefined) misspelt.push(spelt);
    return fit;
  }

  /** Title, teams, league and the parts of the slug, which are the service's own abbreviations; not its date. */
  #eventWords({ key, event, markets }: EventGroup, league: string): readonly string[] {
    const participants = event?.participants.flatMap(({ team }) => team ?? []) ?? [];
    const teams = [...(event?.teams ?? []), ...participants, ...teamsOf(markets)];
    const slug = event?.slug ?? eventSlugOf(markets[0]?.slug ?? '') ?? '';
    const question = event === undefined ? questionOfKey(key) : undefined;
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

const NOTHING_OWN: OwnThings = { markets: new Set(), events: new Set() };

function isOwnEvent({ event }: EventGroup, { events }: OwnThings): boolean {
  return (
    event !== undefined && (events.has(event.id) || (event.slug !== undefined && events.has(event.slug)))
  );
}

function isOwn({ market, group }: MarketPlace, own: OwnThings): boolean {
  return own.markets.has(market.slug) || isOwnEvent(group, own);
}

function hasOwn({ group, markets }: EventPlace, own: OwnThings): boolean {
  return (
    (group !== undefined && isOwnEvent(group, own)) ||
    markets.some(({ market }) => own.markets.has(market.slug))
  );
}

function matchOfSlug(slug: string, own: string | undefined): number {
  return own === slug ? MATCH.exact : own?.startsWith(slug) === true ? MATCH.beginning : 0;
}

function isWithin(
  span: { readonly from: number; readonly to: number } | undefined,
  ms: number | undefined,
): boolean {
  return span === undefined || (ms !== undefined && ms >= span.from && ms < span.to);
}

function withoutWeekdays(words: SearchWords): SearchWords {
  return new Map(
    [...words].filter(([, meaning]: [string, SearchMeaning]) => weekdayOf(meaning) === undefined),
  );
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
