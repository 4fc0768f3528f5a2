import { type Position, Range, type TextDocument } from 'vscode';
import { WATCHLIST_FILE, type WatchEntry } from '../../core/watchlist.ts';

/** Where a slug is being typed. */
export interface CompletionPlace {
  /** What a choice replaces, its `market:` included. */
  readonly range: Range;
  /** What stands there: the editor compares the choices with all of it. */
  readonly replaced: string;
  readonly typed: string;
  /** In a watchlist file a slug stands alone. */
  readonly isWatchlist: boolean;
  readonly kind: WatchEntry['kind'] | undefined;
  /** What the document names already, apart from what is being typed. */
  readonly rest: string;
}

/** What is being typed after `market:` or `event:`, or inside a list of the watchlist file; undefined anywhere else. */
export function completionAt(document: TextDocument, position: Position): CompletionPlace | undefined {
  const line = document.lineAt(position.line).text;
  const before = line.slice(0, position.character);
  const isWatchlist = document.uri.path.endsWith(`/${WATCHLIST_FILE}`);
  const match = (isWatchlist ? IN_TEXT : AFTER_PREFIX).exec(before);
  if (match === null || (isWatchlist && !isInList(document, position))) return undefined;
  const [, kind, typed = ''] = match;
  const length = typed.length + (kind === undefined ? 0 : kind.length + 1);
  const range = new Range(position.translate(0, -length), position);
  return {
    range,
    replaced: before.slice(before.length - length),
    typed,
    isWatchlist,
    kind: kind === 'market' || kind === 'event' ? kind : undefined,
    rest: `${document.getText(new Range(0, 0, position.line, range.start.character))} ${line.slice(position.character)}`,
  };
}

const AFTER_PREFIX = /(?<![\w-])(market|event):([\p{L}\p{N}_.-]{0,60})$/u;
const IN_TEXT = /"(?:(event):)?([^":]{0,60})$/;

/** Between brackets: a text outside of them is the name of a group. */
function isInList(document: TextDocument, position: Position): boolean {
  const before = document.getText(new Range(0, 0, position.line, position.character));
  return before.lastIndexOf('[') > before.lastIndexOf(']');
}
