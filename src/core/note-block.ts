import { slugsIn } from './link.ts';
import { isSlug } from './slug.ts';
import { slugMentions } from './slug-mentions.ts';
import type { WatchEntry } from './watchlist.ts';

/** What a fenced block of a note asks for. */
export type NoteBlock =
  | { readonly kind: 'market'; readonly key: string }
  /** `lines`: words of the lines it shows, all where there are none. */
  | { readonly kind: 'event'; readonly key: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'query';
      readonly text: string;
      /** Else in the order of the search. */
      readonly isByVolume: boolean;
      /** How many rows, 1…20. */
      readonly limit: number;
    };

const MOST_ROWS = 20;
const DEFAULT_ROWS = 5;
/** A longer first line is no name and no search. */
const LONGEST_LINE = 300;

/**
 * Reads a block: `aec-nba-lal-bos-2026-11-20`, `event:nba-lal-bos-2026-11-20` or an address, and anything else as a search; below
 * that `lines: winner, 3.5` of an event, `sort: volume` and `limit: 4` of a search. Undefined for an empty one.
 * @param known what a slug is of, where something that was read has it.
 */
export function readNoteBlock(
  text: string,
  known: (slug: string) => WatchEntry['kind'] | undefined,
): NoteBlock | undefined {
  const [first = '', ...rest] = text.split('\n').flatMap((line) => line.trim() || []);
  if (first === '' || first.length > LONGEST_LINE) return undefined;
  const options = new Map(
    rest.flatMap((line) => {
      const [, name, value] = /^(lines|sort|limit):\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const [, query] = /^query:\s*(.+)$/.exec(first) ?? [];
  const named = query === undefined ? namedBy(first, known) : undefined;
  if (named?.kind === 'market') return { kind: 'market', key: named.key };
  if (named?.kind === 'event') {
    const lines = (options.get('lines') ?? '').split(',').flatMap((line) => line.trim().toLowerCase() || []);
    return { kind: 'event', key: named.key, lines };
  }
  const limit = Number(options.get('limit') ?? DEFAULT_ROWS);
  return {
    kind: 'query',
    text: query ?? first,
    isByVolume: options.get('sort') === 'volume',
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST_ROWS) : DEFAULT_ROWS,
  };
}

/** One word with hyphens, a prefix or an address names something; words are a search. */
function namedBy(word: string, known: (slug: string) => WatchEntry['kind'] | undefined) {
  if (/\s/.test(word)) return undefined;
  const [mention] = slugMentions(word, known);
  if (mention !== undefined) return mention;
  const [, prefix, bare = ''] = /^(?:(market|event):)?(.*)$/.exec(word) ?? [];
  const key = word.includes('://') ? slugsIn(word)[0] : bare;
  const isNamed = prefix !== undefined || key !== bare || /-.*-/.test(bare) || known(bare) !== undefined;
  if (key === undefined || !isNamed || !isSlug(key)) return undefined;
  const isEvent = prefix === 'event' || (prefix === undefined && /\/events?\//.test(word));
  return { kind: known(key) ?? (isEvent ? 'event' : 'market'), key } as const;
}
