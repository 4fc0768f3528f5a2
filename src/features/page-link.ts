import { env } from 'vscode';
import type { Link } from '../core/link.ts';
import { EXTENSION_ID } from './ids.ts';

/** An address that opens a page in this editor; only a slug that `isSlug` takes can be opened by it. */
export function pageLink(action: Link['action'], slug: string): string {
  return `${env.uriScheme}://${EXTENSION_ID}/${action}?slug=${slug}`;
}
