import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { Participant } from '../../core/team.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { EventsStore } from './events.ts';
import type { MarketsStore } from './markets.ts';

export interface SearchResult {
  readonly text: string;
  /** Best match first, one per slug. */
  readonly markets: readonly Market[];
  /** Best match first, one per id. */
  readonly events: readonly MarketEvent[];
  /** How the service's own search went; `local`: it was not asked. */
  readonly service: 'local' | 'searched' | 'unsupported' | 'failed';
}

interface SearchOptions {
  /** Most markets, and most events, in the result; default 50. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Searches known markets and events, and the service where it has a search. */
export class Search {
  readonly #session: Session;
  readonly #markets: MarketsStore;
  readonly #events: EventsStore;

  constructor(session: Session, markets: MarketsStore, events: EventsStore) {
    this.#session = session;
    this.#markets = markets;
    this.#events = events;
  }

  /** Known markets and events only, at once: every word must be found in a name, team, question, title or slug. */
  local(text: string, limit = 50): SearchResult {
    const words = wordsOf(text);
    const markets = best(this.#markets.known(), words, marketTexts, limit);
    const events = best(this.#events.events, words, eventTexts, limit);
    return { text, markets, events, service: 'local' };
  }

  /** Known ones and those the service found, also where its words differ. Never rejects. */
  async search(text: string, options: SearchOptions = {}): Promise<SearchResult> {
    const limit = options.limit ?? 50;
    if (wordsOf(text).length === 0) return this.local(text, limit);
    const epoch = this.#session.epoch('public');
    try {
      const exchange = await this.#session.ensure();
      if (exchange.supports('search') === 'no') return { ...this.local(text, limit), service: 'unsupported' };
      const found = await exchange.search(text, limit, options.signal);
      // The connection changed: results of the old one are not shown under the new.
      if (epoch !== this.#session.epoch('public')) return this.local(text, limit);
      const markets = found.items.flatMap((event) => event.markets);
      this.#markets.upsert(markets, found.receivedAt);
      this.#session.report('public', epoch, undefined);
      return this.#merged(text, limit, markets, found.items);
    } catch (cause) {
      const error = asExchangeError(cause, this.#session.log);
      this.#session.report('public', epoch, error);
      if (error.code === 'unsupported') return { ...this.local(text, limit), service: 'unsupported' };
      return { ...this.local(text, limit), service: 'failed' };
    }
  }

  #merged(
    text: string,
    limit: number,
    markets: readonly Market[],
    events: readonly MarketEvent[],
  ): SearchResult {
    const local = this.local(text, limit);
    const latest = markets.map((market) => this.#markets.get(market.slug) ?? market);
    return {
      text,
      markets: distinct([...local.markets, ...latest], (market) => market.slug).slice(0, limit),
      events: distinct([...local.events, ...events], (event) => event.id).slice(0, limit),
      service: 'searched',
    };
  }
}

function wordsOf(text: string): readonly string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

/** Lower case without accents, so that "atletico" finds "Atlético". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function best<T>(
  items: Iterable<T>,
  words: readonly string[],
  textsOf: (item: T) => Texts,
  limit: number,
): readonly T[] {
  if (words.length === 0) return [];
  const hits: { readonly item: T; readonly score: number }[] = [];
  for (const item of items) {
    const score = scoreOf(textsOf(item), words);
    if (score > 0) hits.push({ item, score });
  }
  return hits
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((hit) => hit.item);
}

/** `over`: ended ones come last. */
interface Texts {
  readonly texts: readonly (string | undefined)[];
  readonly over: boolean;
}

/** 0 when a word is missing; else higher the more words stand at the beginning of a word of the item. */
function scoreOf({ texts, over }: Texts, words: readonly string[]): number {
  const hay = ` ${plain(texts.filter((text) => text !== undefined).join(' '))}`;
  let score = over ? 0.5 : 1;
  for (const word of words) {
    const at = hay.indexOf(word);
    if (at < 0) return 0;
    if (startsWord(hay, word)) score++;
  }
  return score;
}

function startsWord(hay: string, word: string): boolean {
  for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(hay.charAt(at - 1))) return true;
  }
  return false;
}

function marketTexts(market: Market): Texts {
  const teams = market.sides.flatMap(({ team, description }) => [
    description,
    team?.name,
    team?.abbreviation,
  ]);
  const parents = market.events.map((event) => event.title);
  return {
    texts: [
      market.question,
      market.title,
      market.subtitle,
      market.slug,
      market.subject,
      ...teams,
      ...parents,
    ],
    over: isOver(lifecycle(market)),
  };
}

function eventTexts(event: MarketEvent): Texts {
  const teams = [...event.teams, ...event.participants.flatMap(teamOf)];
  return {
    texts: [
      event.title,
      event.subtitle,
      event.slug,
      ...teams.flatMap((team) => [team.name, team.abbreviation]),
    ],
    over: event.ended === true || event.closed === true,
  };
}

function teamOf(participant: Participant): NonNullable<Participant['team']>[] {
  return participant.team === undefined ? [] : [participant.team];
}

/** Each where it first appears. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}
