import { slugsIn } from './link.ts';
import { ENGLISH_SEARCH_WORDS, type SearchDay, type SearchWords } from './search-words.ts';
import { isSlug } from './slug.ts';

/** What was typed into the search, taken apart. */
export interface SearchQuery {
  /** Words to be found, each in a name of the market or of its event. */
  readonly words: readonly string[];
  /** Key of the one league looked in. */
  readonly league: string | undefined;
  readonly isLive: boolean;
  /** Only what one holds, has orders in or watches. */
  readonly isMine: boolean;
  /** What begins on that day; also what is live then. */
  readonly day: SearchDay | undefined;
  /** Lines of this number only; a whole number is also the half above it: `over 47` is `Over 47.5` too. */
  readonly line: string | undefined;
  /** The whole text may be a slug, the beginning of one, or a link to one. `words` has it as words, unless it is a link. */
  readonly slug: string | undefined;
}

/** Leagues by the ways people write their names, as `wordsOf` gives them with a space between. */
type LeagueNames = ReadonlyMap<string, string>;

const MOST_WORDS = 8;
const MOST_LEAGUE_WORDS = 4;

/** Lower case, no accents, no apostrophes: `Atlético` → `atletico`. A number keeps its decimals. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/[\p{M}'’]/gu, '');
  return plain.toLowerCase().match(/\p{N}+\.\p{N}+|[\p{L}\p{N}]+/gu) ?? [];
}

export function parseSearch(
  text: string,
  leagues: LeagueNames,
  meanings: SearchWords = ENGLISH_SEARCH_WORDS,
): SearchQuery {
  const words: string[] = [];
  let league: string | undefined;
  let line: string | undefined;
  let day: SearchDay | undefined;
  let isLive = false;
  let isMine = false;
  const typed = text.includes('://') ? [] : wordsOf(text);
  for (let at = 0; at < typed.length; at++) {
    const [word = '', next = ''] = typed.slice(at, at + 2);
    const found = leagueAt(typed, at, leagues);
    const meaning = meanings.get(word);
    const isSide = meaning === 'over' || meaning === 'under';
    if (isSide && /^\d+(?:\.\d+)?$/.test(next)) {
      line = next;
      at += 1;
    } else if (found !== undefined) {
      league = found.key;
      at += found.count - 1;
    } else if (meaning === 'live') isLive = true;
    else if (meaning === 'mine') isMine = true;
    else if (meaning === 'joining') continue;
    else if (meaning !== undefined && !isSide) day = meaning;
    else if (words.length < MOST_WORDS) words.push(word);
  }
  const query = { words, league, isLive, isMine, day, line, slug: slugIn(text.trim()) };
  // Nothing but a joining word may be the beginning of a name.
  return isEmptySearch(query) ? { ...query, words: typed.slice(0, 1) } : query;
}

/** True where nothing was typed that could find or leave out anything. */
export function isEmptySearch({ words, league, isLive, isMine, day, line, slug }: SearchQuery): boolean {
  return words.length === 0 && !isLive && !isMine && !(league ?? day ?? line ?? slug);
}

/** The longest name of a league that stands here. */
function leagueAt(words: readonly string[], at: number, leagues: LeagueNames) {
  for (let count = MOST_LEAGUE_WORDS; count > 0; count--) {
    const key = leagues.get(words.slice(at, at + count).join(' '));
    if (key !== undefined) return { key, count };
  }
  return undefined;
}

/** Of a link the slug it carries. Without one, text may be the beginning of a slug from its second hyphen on. */
function slugIn(text: string): string | undefined {
  if (text.includes('://')) return slugsIn(text)[0]?.toLowerCase();
  return /-.*-/.test(text) && isSlug(text.replace(/[-._]$/, '')) ? text.toLowerCase() : undefined;
}
