import { slugsIn } from './link.ts';
import { isSlug } from './slug.ts';

/** What was typed into the search, taken apart. */
export interface SearchQuery {
  /** Words to be found, each in a name of the market or of its event. */
  readonly words: readonly string[];
  /** Key of the one league looked in. */
  readonly league: string | undefined;
  readonly isLive: boolean;
  readonly isToday: boolean;
  /** Lines of this number only; a whole number is also the half above it: `over 47` is `Over 47.5` too. */
  readonly total: { readonly isOver: boolean; readonly line: string } | undefined;
  /** The whole text may be a slug, the beginning of one, or a link to one. `words` has it as words, unless it is a link. */
  readonly slug: string | undefined;
}

/** Leagues by the ways people write their names, as `wordsOf` gives them with a space between. */
export type LeagueNames = ReadonlyMap<string, string>;

/** Words that join two names and find nothing. */
const JOINING: ReadonlySet<string> = new Set(['vs', 'v', 'at']);
const MOST_WORDS = 8;
const MOST_LEAGUE_WORDS = 4;

/** Lower case, no accents, no apostrophes: `Atlético` → `atletico`. A number keeps its decimals. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/[\p{M}'’]/gu, '');
  return plain.toLowerCase().match(/\p{N}+\.\p{N}+|[\p{L}\p{N}]+/gu) ?? [];
}

export function parseSearch(text: string, leagues: LeagueNames): SearchQuery {
  const slug = slugIn(text);
  const found = { league: leagueIn([], leagues), isLive: false, isToday: false, total: totalIn([]), slug };
  const words: string[] = [];
  const typed = isLink(text) ? [] : wordsOf(text);
  for (let at = 0; at < typed.length; ) {
    const rest = typed.slice(at);
    const total = totalIn(rest);
    const league = total === undefined ? leagueIn(rest, leagues) : undefined;
    const [word = ''] = rest;
    if (total !== undefined) found.total = total;
    else if (league !== undefined) found.league = league;
    else if (word === 'live') found.isLive = true;
    else if (word === 'today') found.isToday = true;
    else if (!JOINING.has(word) && words.length < MOST_WORDS) words.push(word);
    at += total !== undefined ? 2 : (league?.count ?? 1);
  }
  const query = { ...found, league: found.league?.key, words };
  // Nothing but a joining word may be the beginning of a name.
  return isEmptySearch(query) ? { ...query, words: typed.slice(0, 1) } : query;
}

/** True where nothing was typed that could find or leave out anything. */
export function isEmptySearch({ words, league, isLive, isToday, total, slug }: SearchQuery): boolean {
  return words.length === 0 && !isLive && !isToday && !(league ?? total ?? slug);
}

function totalIn([word, line]: readonly string[]): SearchQuery['total'] {
  if ((word !== 'over' && word !== 'under') || line === undefined || !/^\d+(?:\.\d+)?$/.test(line)) return;
  return { isOver: word === 'over', line };
}

function isLink(text: string): boolean {
  return text.includes('://');
}

/** The longest name the words begin with. */
function leagueIn(words: readonly string[], leagues: LeagueNames) {
  for (let count = Math.min(words.length, MOST_LEAGUE_WORDS); count > 0; count--) {
    const key = leagues.get(words.slice(0, count).join(' '));
    if (key !== undefined) return { key, count };
  }
  return undefined;
}

/** Of a link the slug it carries. Without one, text may be the beginning of a slug from its second hyphen on. */
function slugIn(text: string): string | undefined {
  const typed = text.trim();
  if (isLink(typed)) return slugsIn(typed)[0]?.toLowerCase();
  return /-.*-/.test(typed) && isSlug(typed.replace(/[-._]$/, '')) ? typed.toLowerCase() : undefined;
}
