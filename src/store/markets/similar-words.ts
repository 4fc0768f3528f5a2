import SearchableMap from 'minisearch/SearchableMap';

/** Where a word stands, by the numbers of the places. */
export interface Postings {
  readonly events: number[];
  readonly markets: number[];
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
export function similarWords(words: SearchableMap<Postings>, word: string): ReadonlyMap<string, Postings> {
  const found = new Map<string, Postings>();
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

/** The word most like one that is no beginning of any; undefined where none is like it. */
export function nearestWord(words: SearchableMap<Postings>, word: string): string | undefined {
  if (word.length < LEAST_LETTERS || /\p{N}/u.test(word)) return undefined;
  for (const _ of words.atPrefix(word)) return undefined;
  const [nearest] = [...words.fuzzyGet(word, 2)].sort(
    ([, [places, distance]], [, [others, further]]) =>
      distance - further || countIn(others) - countIn(places),
  );
  return nearest?.[0];
}

/** The one of some words that a word is a misspelling of; undefined where none is like it. Short ones are too like others. */
export function misspeltOf(words: Iterable<string>, word: string): string | undefined {
  const map = new SearchableMap<true>();
  for (const each of words) if (each.length > LEAST_LETTERS) map.set(each, true);
  const found = word.length > LEAST_LETTERS ? [...map.fuzzyGet(word, 2)] : [];
  const [nearest] = found.sort(([, [, distance]], [, [, further]]) => distance - further);
  return nearest?.[0];
}

/** In how many places a word stands. */
export function countIn({ events, markets }: Postings): number {
  return events.length + markets.length;
}
