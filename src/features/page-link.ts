import { env } from 'vscode';
import { isLinkText, type Link } from '../core/link.ts';
import { EXTENSION_ID } from './ids.ts';

/** An address that opens a page in this editor; only a slug that `isSlug` takes can be opened by it. */
export function pageLink(action: Link['action'], slug: string): string {
  return `${env.uriScheme}://${EXTENSION_ID}/${action}?slug=${slug}`;
}

/** An address that opens the search with these words; undefined for others than `isLinkText` takes. */
export function searchLink(text: string): string | undefined {
  if (!isLinkText(text)) return undefined;
  return `${env.uriScheme}://${EXTENSION_ID}/searchMarkets?text=${encodeURIComponent(text)}`;
}
