import { camelCase, pathOf } from '../core/json-path.ts';
import type { RawReply } from '../core/raw-reply.ts';
import { HIDDEN, withoutFigures } from './numbers.ts';
import { joined, type ViewContext } from './row.ts';

/** A reply, or why there is none. */
export type RawAnswer =
  | { readonly kind: 'reply'; readonly reply: RawReply }
  | { readonly kind: 'failed'; readonly what: string; readonly sentence: string };

/**
 * Replies of the service as one JSON document with comments: each under the request it answers, its unused fields marked.
 * Amounts of the account are masked while they are hidden, and how many things a list of its own has.
 */
export function rawText(answers: readonly RawAnswer[], context: ViewContext): string {
  const parts = answers.map((answer, place) => {
    const comma = place === answers.length - 1 ? '' : ',';
    return answer.kind === 'failed'
      ? `  ${commentLine(answer.sentence)}\n  ${quoted(answer.what)}: null${comma}`
      : replyText(answer.reply, comma, context);
  });
  return `{\n${parts.join('\n')}\n}\n`;
}

function replyText(reply: RawReply, comma: string, context: ViewContext): string {
  const { t, format } = context;
  const { request, part, receivedAt, requestId, unread } = reply;
  const heading = joined([
    part === undefined ? undefined : t('{0} of the reply', part),
    t('received {0}', format.time(receivedAt)),
    requestId === undefined ? undefined : t('request {0}', requestId),
    unread.size === 0 ? undefined : t('fields marked ◂ are not used by this version'),
  ]);
  const writer = { unread, mark: ' // ◂' };
  const body = writeJson(shownJson(reply, context), '', '  ', comma, writer);
  return `  ${commentLine(heading)}\n  ${quoted(request)}: ${body}`;
}

/** What may be shown of a reply: while amounts are hidden, an own one without its figures. */
export function shownJson({ json, isOwn }: RawReply, { format }: Pick<ViewContext, 'format'>): unknown {
  return isOwn && format.settings.hideAmounts ? masked(json, '') : json;
}

/** What everybody may see: prices per contract, and the market itself. */
const PUBLIC: ReadonlySet<string> = new Set(['price', 'avgPx', 'lastPx', 'market', 'marketMetadata']);
/** Lists whose length says how much somebody has, and where cash goes: to names and numbers of accounts. */
const COUNTED: ReadonlySet<string> = new Set([
  'orders',
  'positions',
  'activities',
  'availablePositions',
  'pendingWithdrawals',
]);

function masked(value: unknown, name: string): unknown {
  if (PUBLIC.has(name)) return value;
  if (typeof value === 'number') return HIDDEN;
  if (typeof value === 'string') return /(?:^id|Id)$/.test(name) ? value : withoutFigures(value);
  if (typeof value !== 'object' || value === null) return value;
  if (COUNTED.has(name)) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => masked(item, ''));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, masked(inner, camelCase(field))]),
  );
}

interface JsonWriter {
  /** Paths of camelCase names. */
  readonly unread: ReadonlySet<string>;
  readonly mark: string;
}

/** Deeper values are written in one line. */
const DEEPEST = 40;

/** `indent`: of the line it begins in; `comma`: what follows it. */
function writeJson(value: unknown, path: string, indent: string, comma: string, writer: JsonWriter): string {
  const mark = path !== '' && writer.unread.has(path) ? writer.mark : '';
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] =
    typeof value !== 'object' || value === null ? [] : Object.entries(value);
  if (entries.length === 0 || indent.length > 2 * DEEPEST) return `${quoted(value)}${comma}${mark}`;
  const inner = `${indent}  `;
  const lines = entries.map(([name, item], place) => {
    const at = isList ? `${path}[${name}]` : pathOf(path, camelCase(name));
    const after = place === entries.length - 1 ? '' : ',';
    return `${inner}${isList ? '' : `${quoted(name)}: `}${writeJson(item, at, inner, after, writer)}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}${mark}\n${lines.join('\n')}\n${indent}${close}${comma}`;
}

/** As JSON that means the same: no invisible characters, and no address the editor would make a link of. */
function quoted(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('//', '\\/\\/')
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      [...new Array(character.length).keys()]
        .map((place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}

function commentLine(text: string): string {
  return `// ${text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`;
}
