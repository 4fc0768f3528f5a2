import { hasMarketPrefix } from './slug.ts';
import type { WatchEntry } from './watchlist.ts';

/** A market or an event named in a line of a text. */
export interface SlugMention extends WatchEntry {
  /** Where its slug stands in the line, in UTF-16 units; the end is after it. */
  readonly start: number;
  readonly end: number;
  /** Named by `market:`, `event:` or an address: a slug nobody knows is a mistake there, elsewhere it is a word. */
  readonly isNamed: boolean;
}

/** A longer line is no text somebody reads. */
const LONGEST_LINE = 20_000;

/** Slugs as services write them. What else the field allows is found in lists, not in texts. */
const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)';
/** An address of a market or an event; a slug is the last part of its path, or its `slug`. */
const ADDRESS = `\\b[a-z][a-z+.-]{1,20}://[^\\s"'<>()[\\]\`]{1,300}?(?:/(?:market|event)s?/|[?&]slug=)(${SLUG}*)(?![\\w-])`;
/** Part of a path, a name or a word is none. */
const WORD = `(?<![\\w./@:=-])(?:(market|event):(${SLUG}*)|(${SLUG}{2,}))(?![\\w/@:-]|\\.\\w)`;
/** The first group is of an address alone: most lines have none, and are searched faster without it. */
const MENTION = new RegExp(`()${WORD}`, 'g');
const MENTION_OR_ADDRESS = new RegExp(`${ADDRESS}|${WORD}`, 'g');

/**
 * The markets and events a line names, in their order: those named as such, and any other slug that is known or likely to be a
 * market's.
 * @param known what a bare slug is of; undefined where it is of nothing that was read.
 */
export function slugMentions(
  line: string,
  known: (slug: string) => WatchEntry['kind'] | undefined,
): readonly SlugMention[] {
  if (line.length > LONGEST_LINE || !line.includes('-')) return [];
  const found: SlugMention[] = [];
  for (const match of line.matchAll(line.includes('://') ? MENTION_OR_ADDRESS : MENTION)) {
    const [whole, ofAddress, prefix, ofPrefix, bare] = match;
    const key = ofAddress || ofPrefix || bare || '';
    // An address may be of anything: only its slug tells.
    const kind = prefix ?? known(key) ?? (hasMarketPrefix(key) ? 'market' : undefined);
    if (kind !== 'market' && kind !== 'event') continue;
    const end = match.index + whole.length;
    found.push({ kind, key, start: end - key.length, end, isNamed: bare === undefined });
  }
  return found;
}

/**
 * The known slug most like one that is not: most parts in the same place, at least half of them; undefined where none has.
 */
export function nearestSlug(slug: string, known: Iterable<string>): string | undefined {
  const parts = slug.split('-');
  let nearest: string | undefined;
  let most = parts.length / 2;
  for (const other of known) {
    const others = other.split('-');
    if (others.length !== parts.length) continue;
    let same = 0;
    for (const [place, part] of parts.entries()) if (others[place] === part) same += 1;
    if (same >= most && (nearest === undefined || same > most)) {
      nearest = other;
      most = same;
    }
  }
  return nearest;
}
