import { nearestSlug } from '../core/slug-mentions.ts';
import { entriesOf, type WatchEntry } from '../core/watchlist.ts';
import { unknownMention } from '../view/mention-text.ts';
import type { Tooltip } from '../view/row.ts';
import type { Parts } from './services.ts';
import type { Needs } from './surface.ts';

/** Most that are read and streamed at once for one surface. */
const MOST = 100;
/** What a file names is read so long after the last key or scroll, milliseconds. */
export const TYPING_PAUSE_MS = 500;
/** What is said in a file changes at most so often, milliseconds: code moves when it does. */
export const CHANGED_MS = 2_000;

/** What a surface of markets and events needs that a text names: those nothing has are read together, prices streamed. */
export function namedNeeds({ watched }: Parts<'watched'>, entries: readonly WatchEntry[]): Needs {
  const named = entriesOf([{ name: '', entries }]).slice(0, MOST);
  const slugs = named.flatMap(({ kind, key }) => (kind === 'market' ? [key] : []));
  return { stores: [watched], markets: [{ slugs }], named };
}

type Needed = Parts<'markets' | 'watched' | 'view'>;

/** What is said of a slug that stands for nothing known, and the known market it may have been meant for. */
export function tellUnknown(
  { markets, watched, view }: Needed,
  entry: WatchEntry,
): { readonly tooltip: Tooltip; readonly nearest: string | undefined } {
  const slugs = (function* () {
    for (const { slug } of markets.known()) yield slug;
  })();
  const nearest = entry.kind === 'market' ? nearestSlug(entry.key, slugs) : undefined;
  const facts = { isGone: watched.isGone(entry), read: markets.knownCount, nearest };
  return { tooltip: unknownMention(entry, facts, view()), nearest };
}

/** What a slug is of, as far as it was read. */
export function knownKind(
  { markets, watched }: Parts<'markets' | 'watched'>,
  slug: string,
): WatchEntry['kind'] | undefined {
  if (markets.get(slug) !== undefined) return 'market';
  return watched.event(slug) === undefined ? undefined : 'event';
}
