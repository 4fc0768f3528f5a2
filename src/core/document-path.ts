import type { LinkParts } from './link.ts';
import { isSlug } from './slug.ts';

/** A read-only document by what it shows. */
export type DocumentName =
  | { readonly kind: 'market'; readonly key: string; readonly format: 'md' | 'json' }
  | { readonly kind: 'event'; readonly key: string; readonly format: 'md' }
  | { readonly kind: 'order'; readonly key: string; readonly format: 'json' }
  | { readonly kind: 'positions'; readonly format: 'md' | 'csv' | 'json' }
  | { readonly kind: 'orders'; readonly format: 'json' }
  | { readonly kind: 'activity'; readonly format: 'csv' }
  | { readonly kind: 'cancellations'; readonly format: 'jsonl' };

/** Those of the account as a whole, which have one name each. */
export const ACCOUNT_DOCUMENTS = [
  { kind: 'positions', format: 'md' },
  { kind: 'positions', format: 'csv' },
  { kind: 'positions', format: 'json' },
  { kind: 'orders', format: 'json' },
  { kind: 'activity', format: 'csv' },
  { kind: 'cancellations', format: 'jsonl' },
] as const satisfies readonly DocumentName[];

/** Each folder with the formats of what is in it. */
export const DOCUMENT_FOLDERS = { market: ['md', 'json'], event: ['md'], order: ['json'] } as const;

/** `/positions.md`, `/market/a-b-c.json`. What is no letter, digit or hyphen is percent-encoded: a key is one step of the path. */
export function documentPath(name: DocumentName): string {
  // Half a letter, which may have been typed, has no place in an address.
  return 'key' in name
    ? `/${name.kind}/${encodeURIComponent(name.key.toWellFormed())}.${name.format}`
    : `/${name.kind}.${name.format}`;
}

/** Undefined for a path that names no document. */
export function readDocumentPath(path: string): DocumentName | undefined {
  const named = ACCOUNT_DOCUMENTS.find((name) => documentPath(name) === path);
  if (named !== undefined) return named;
  const [, kind, step = '', format] = /^\/(market|event|order)\/([^/]{1,1000})\.([a-z]+)$/.exec(path) ?? [];
  const isFormat =
    kind !== undefined && (DOCUMENT_FOLDERS[kind as 'market'] as readonly string[]).includes(`${format}`);
  const key = isFormat ? decoded(step) : undefined;
  return key === undefined ? undefined : ({ kind, key, format } as DocumentName);
}

/** The document `/openDocument?path=…` asks for: a market, an event or `positions.md`, and of slugs only those that need no encoding. */
export function readDocumentLink({ path, query, fragment }: LinkParts): DocumentName | undefined {
  if (path !== '/openDocument' || !query.startsWith('path=') || fragment !== '') return undefined;
  const name = readDocumentPath(`/${query.slice('path='.length)}`);
  if (name?.kind === 'positions') return name.format === 'md' ? name : undefined;
  return (name?.kind === 'market' || name?.kind === 'event') && isSlug(name.key) ? name : undefined;
}

function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step);
  } catch {
    // Not one of ours: anybody can name a document.
    return undefined;
  }
}
