import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
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

/** Most markets, and most events, in a result. */
const MOST_RESULTS = 50;

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
  local(text: string): SearchResult {
    const words = wordsOf(text);
    const markets = best(this.#markets.known(), words, marketTexts, (market) => isOver(lifecycle(market)));
    const hasEnded = ({ ended, closed }: MarketEvent): boolean => ended === true || closed === true;
    const events = best(this.#events.events, words, eventTexts, hasEnded);
    return { text, markets, events, service: 'local' };
  }

  /** Known ones and those the service found, also where its words differ. Never rejects. */
  async search(text: string, signal?: AbortSignal): Promise<SearchResult> {
    const local = (): SearchResult => this.local(text);
    if (wordsOf(text).length === 0) return local();
    const session = this.#session;
    const epoch = session.epoch('public');
    try {
      const exchange = await session.ensure();
      const found = await exchange.search(text, MOST_RESULTS, signal);
      // The connection changed: results of the old one are not shown under the new.
      if (epoch !== session.epoch('public')) return local();
      const listed = found.items.flatMap((event) => event.markets);
      this.#markets.upsert(listed, found.receivedAt);
      session.report('public', epoch, undefined);
      const { markets, events } = local();
      const latest = listed.map((market) => this.#markets.get(market.slug) ?? market);
      return {
        text,
        markets: distinct([...markets, ...latest], (market) => market.slug),
        events: distinct([...events, ...found.items], (event) => event.id),
        service: 'searched',
      };
    } catch (cause) {
      const error = asExchangeError(cause, session.log);
      session.report('public', epoch, error);
      return { ...local(), service: error.code === 'unsupported' ? 'unsupported' : 'failed' };
    }
  }
}

function wordsOf(text: string): readonly string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

/** Lower case without accents, so that "atletico" finds "Atlético". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those that have every word: first those with more words at the beginning of one of theirs, ended ones after others. */
function best<T>(
  items: Iterable<T>,
  words: readonly string[],
  textsOf: (item: T) => readonly (string | undefined)[],
  isEnded: (item: T) => boolean,
): readonly T[] {
  if (words.length === 0) return [];
  const hits: { readonly item: T; readonly score: number }[] = [];
  for (const item of items) {
    const hay = ` ${plain(textsOf(item).join(' '))}`;
    if (!words.every((word) => hay.includes(word))) continue;
    const starts = words.filter((word) => startsWord(hay, word)).length;
    hits.push({ item, score: isEnded(item) ? starts - 0.5 : starts });
  }
  const sorted = hits.sort((a, b) => b.score - a.score);
  return sorted.slice(0, MOST_RESULTS).map(({ item }) => item);
}

function startsWord(hay: string, word: string): boolean {
  for (let at = hay.indexOf(word); at >= 0; at = hay.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(hay.charAt(at - 1))) return true;
  }
  return false;
}

function marketTexts(market: Market): readonly (string | undefined)[] {
  const { question, title, subtitle, slug, subject } = market;
  const sides = market.sides.flatMap(({ team, description }) => [
    description,
    team?.name,
    team?.abbreviation,
  ]);
  const parents = market.events.map((event) => event.title);
  return [question, title, subtitle, slug, subject, ...sides, ...parents];
}

function eventTexts({
  title,
  subtitle,
  slug,
  teams,
  participants,
}: MarketEvent): readonly (string | undefined)[] {
  const named = [...teams, ...participants.flatMap(({ team }) => team ?? [])];
  return [title, subtitle, slug, ...named.flatMap(({ name, abbreviation }) => [name, abbreviation])];
}

/** Each where it first appears, as many as a result may have. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()].slice(0, MOST_RESULTS);
}
