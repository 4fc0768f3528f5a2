import type { ApiCall, RecordedHeader } from '../../../core/api-call.ts';
import type { RawReply } from '../../../core/raw-reply.ts';
import { COPY_FORMATS, type CopyFormat, callCopy, hidesSize } from '../../call-copies.ts';
import {
  callEndpoint,
  requestLine,
  sizeText,
  sourceText,
  startOf,
  statusText,
  tookMs,
  wholeText,
} from '../../call-text.ts';
import { HIDDEN } from '../../numbers.ts';
import { rawText } from '../../raw-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { button, cell, note, pair } from '../parts.ts';
import type { ActionName, Button, Note, Pair, Section } from '../protocol.ts';
import type { InspectorInput, ReplyTexts } from './input.ts';
import type { CallDetail, CopyChoice, HeaderList } from './protocol.ts';

/** Of a reply on the page, lines; all of it is in its document. */
const MOST_LINES = 300;
/** Fields that are named of those that are not used. */
const MOST_FIELDS = 6;

/** The selected call in full. */
export function callDetail(input: InspectorInput, now: number, context: ViewContext): Section<CallDetail> {
  const { t } = context;
  const { selected } = input;
  const heading = t('Call');
  if (selected === undefined)
    return {
      heading,
      note: note(t('Select a call to see its headers, its reply, and how to send it again.')),
    };
  return { heading, content: detailOf(selected, input, now, context) };
}

function detailOf(call: ApiCall, input: InspectorInput, now: number, context: ViewContext): CallDetail {
  const { t } = context;
  const openRaw = call.hasReply ? button(t('Open Raw Reply'), 'openRaw', { rows: [call.id] }) : undefined;
  return {
    name: callEndpoint(call, input.nameOf, t).name,
    request: requestLine(call),
    summary: [summary(call, now, context), timings(call, context)],
    sent: headerList(t('Headers sent'), call, call.requestHeaders, context),
    received: headerList(t('Headers received'), call, call.replyHeaders, context),
    copyHeading: t('Copy as'),
    copies: COPY_FORMATS.flatMap((format) => copyChoice(call, format, context)),
    copyNote:
      call.stream === undefined
        ? t('Your key is never in it; the first lines say how to sign.')
        : t('A stream is opened by its client, not by one call.'),
    unread: input.reply?.unread,
    copyNames: input.reply?.unread === undefined ? undefined : button(t('Copy names'), 'copyFieldNames'),
    rawHeading: t('Raw reply'),
    raw: call.hasReply ? input.reply?.lines : undefined,
    rawNote: rawNote(call, input, context),
    find: {
      find: t('Find in the reply'),
      count: t('{0} of {1}', '{0}', '{1}'),
      none: input.reply?.note === undefined ? t('Not found') : t('Not in these lines'),
      previous: t('Previous match'),
      next: t('Next match'),
    },
    openRaw,
  };
}

function summary(call: ApiCall, now: number, context: ViewContext): string {
  const { t, format } = context;
  const { attempts, bytes, endedAt } = call;
  return joined([
    format.moment(startOf(call)),
    statusText(call, t),
    attempts.length === 0 ? undefined : t('{0} ms', wholeText(tookMs(call, now), context)),
    attempts.length < 2 ? undefined : t('tries: {0}', attempts.length),
    bytes === undefined ? undefined : sizeText(call, context),
    attempts.length === 0 ? undefined : t('answer: {0}', sourceText(call, context)),
    endedAt === undefined ? t('under way') : undefined,
  ]);
}

function timings(call: ApiCall, context: ViewContext): string {
  const { t, format } = context;
  const ms = (value: number): string => wholeText(value, context);
  const { attempts, at, permitsLeft, decodeMs, error } = call;
  const waited = startOf(call) - at;
  const { ms: lastMs = 0, headersMs } = attempts.at(-1) ?? {};
  return joined([
    t('waited {0} ms for a permit', ms(waited)),
    headersMs === undefined
      ? undefined
      : t('first byte after {0} ms, the rest in {1} ms', ms(headersMs), ms(lastMs - headersMs)),
    decodeMs === undefined ? undefined : t('decoded in {0} ms', ms(decodeMs)),
    permitsLeft === undefined ? undefined : t('permits left then: {0}', permitsLeft),
    attempts.length < 2
      ? undefined
      : attempts
          .map(({ sentAt, ms: took, status, problem }) =>
            t('{0}: {1} in {2} ms', format.moment(sentAt), status ?? problem ?? '', ms(took)),
          )
          .join(', '),
    error === undefined ? undefined : t('error: {0}', error),
  ]);
}

function headerList(
  heading: string,
  call: ApiCall,
  headers: readonly RecordedHeader[],
  { t, format }: ViewContext,
): HeaderList {
  const shown = ([name, value]: RecordedHeader): Pair['value'] => {
    if (value === undefined) return cell(t('redacted'), 'dim');
    return cell(name === 'content-length' && hidesSize(call, format.settings) ? HIDDEN : value);
  };
  return { heading, headers: headers.map((header) => pair(header[0], shown(header))) };
}

const COPY_ACTIONS: Readonly<Record<CopyFormat, ActionName>> = {
  curl: 'copyAsCurl',
  typescript: 'copyAsTypeScript',
  python: 'copyAsPython',
};
const COPY_LABELS: Readonly<Record<CopyFormat, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

function copyChoice(call: ApiCall, format: CopyFormat, { t }: ViewContext): readonly CopyChoice[] {
  const text = callCopy(call, format, t);
  if (text === undefined) return [];
  const label = COPY_LABELS[format];
  const copy: Button = button(t('Copy'), COPY_ACTIONS[format], {
    hint: t('Copy as {0}', label),
    rows: [call.id],
  });
  return [{ label, text, button: copy }];
}

/** What the page says of a stored reply. Costs as much as the reply is long: made once for each that is selected. */
export function replyTexts(raw: RawReply, context: ViewContext): ReplyTexts {
  const { t } = context;
  const lines = rawText([{ kind: 'reply', reply: raw }], context).split('\n');
  return {
    lines: lines.slice(0, MOST_LINES).join('\n'),
    note: lines.length > MOST_LINES ? t('The first {0} lines of {1}.', MOST_LINES, lines.length) : undefined,
    names: unreadNames(raw),
    unread: unreadText(raw, context),
  };
}

/** The same field of all items of a list is one; positions are listed by the slug of their market. */
function unreadNames({ unread }: RawReply): readonly string[] {
  const paths = [...unread];
  return [
    ...new Set(
      paths.map((path) => path.replace(/\[\d+\]/g, '[]').replace(/^positions\.[^.[]+/, 'positions[]')),
    ),
  ];
}

function unreadText(raw: RawReply, { t }: ViewContext): string | undefined {
  const names = unreadNames(raw);
  if (names.length === 0) return undefined;
  const some = names.slice(0, MOST_FIELDS).join(', ');
  return t(
    'Fields not read by this version: {0} ({1})',
    names.length,
    names.length > MOST_FIELDS ? `${some} …` : some,
  );
}

function rawNote(call: ApiCall, { reply }: InspectorInput, context: ViewContext): Note | undefined {
  if (!call.hasReply) return note(absence(call, context));
  if (reply === undefined) return note(context.t('Loading…'));
  return reply.note === undefined ? undefined : note(reply.note);
}

function absence({ bytes, endedAt, stream }: ApiCall, { t }: ViewContext): string {
  if (stream !== undefined) return t('Frames of a stream are counted, not recorded.');
  if (endedAt === undefined) return t('No answer yet.');
  if (bytes === undefined) return t('There was no answer.');
  if (bytes === 0) return t('The answer had no body.');
  return t('The reply is no longer stored: only the newest replies are, up to 4 MB together.');
}
