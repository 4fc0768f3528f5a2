import { isSlug, SLUG_LENGTH } from './slug.ts';

/** What a link may ask for: to show something. There is no link that acts. */
type LinkAction = 'openMarket' | 'openSettlement';

export interface Link {
  readonly action: LinkAction;
  readonly slug: string;
}

/** The parts of a link's address after its host, percent-decoded once. */
interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/**
 * - `action`: the path is neither `/openMarket` nor `/openSettlement`.
 * - `parameters`: there is something else than one `slug`. - `slug`: what stands there is none.
 */
export type LinkProblem = 'action' | 'parameters' | 'slug';

const ACTIONS: readonly LinkAction[] = ['openMarket', 'openSettlement'];

/**
 * Reads `/openMarket?slug=…` or `/openSettlement?slug=…`. A slug needs no encoding, so whatever is still encoded after
 * one decoding is refused, as is any second parameter, a fragment, or a path that says more.
 */
export function readLink({ path, query, fragment }: LinkParts): Link | LinkProblem {
  const action = ACTIONS.find((name) => path === `/${name}`);
  if (action === undefined) return 'action';
  const slug = query.slice(PARAMETER.length);
  if (!query.startsWith(PARAMETER) || fragment !== '' || /[&;=#?]/.test(slug.slice(0, SLUG_LENGTH + 1))) {
    return 'parameters';
  }
  return isSlug(slug) ? { action, slug } : 'slug';
}

const PARAMETER = 'slug=';

/** Slugs a text names: words that look like one, `slug=…`, and the last part of the path of an address; each once. */
export function slugsIn(text: string): readonly string[] {
  const found = text.split(/[\s"'`<>()[\]{},;|]+/).flatMap((word) => {
    const [, named] = /[?&]slug=([^&#]+)/.exec(word) ?? [];
    const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/]+\/([^?#]*)/i.exec(word) ?? [];
    const last = named ?? path?.split('/').findLast((part) => part !== '') ?? word.replace(/[.:!?]+$/, '');
    // A word with one hyphen is more often just a word.
    const isCertain = named !== undefined || path !== undefined;
    return isSlug(last) && (isCertain || /-.*-/.test(last)) ? [last] : [];
  });
  return [...new Set(found)];
}
