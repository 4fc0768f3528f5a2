import { isSlug } from './slug.ts';

/** What a link may ask for: to show something. There is no link that acts. */
type LinkAction = 'openMarket' | 'openSettlement' | 'openEvent';

export interface Link {
  readonly action: LinkAction;
  readonly slug: string;
}

/** The parts of a link's address after its host, percent-decoded once. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

const ACTIONS: readonly LinkAction[] = ['openMarket', 'openSettlement', 'openEvent'];

/**
 * Reads `/openMarket?slug=…`, `/openSettlement?slug=…` or `/openEvent?slug=…`. A slug needs no encoding, so whatever is still encoded after
 * one decoding is refused, as is any second parameter, a fragment, or a path that says more: undefined.
 */
export function readLink({ path, query, fragment }: LinkParts): Link | undefined {
  const action = ACTIONS.find((name) => path === `/${name}`);
  const slug = query.slice(PARAMETER.length);
  const isRight = action !== undefined && query.startsWith(PARAMETER) && fragment === '' && isSlug(slug);
  return isRight ? { action, slug } : undefined;
}

const PARAMETER = 'slug=';

/**
 * Reads `/searchMarkets?text=…`: the words of a search, as short and plain as people type them, so that nothing else fits in.
 * Undefined where it is anything more.
 */
export function readSearchLink({ path, query, fragment }: LinkParts): string | undefined {
  const text = query.slice(TEXT.length);
  const isRight = path === '/searchMarkets' && query.startsWith(TEXT) && fragment === '' && isLinkText(text);
  return isRight ? text : undefined;
}

const TEXT = 'text=';

/** Whether a link may carry the words of a search. */
export function isLinkText(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} .,'’+−-]{0,98}[\p{L}\p{M}\p{N}])?$/u.test(text);
}

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
