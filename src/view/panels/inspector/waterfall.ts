import { type ApiCall, COUNTED_SECONDS, requestsBySecond } from '../../../core/api-call.ts';
import {
  CALL_KINDS,
  type CallKind,
  cacheAge,
  callEndpoint,
  isGood,
  requestLine,
  statusText,
  tookMs,
  wholeText,
} from '../../call-text.ts';
import { ABSENT } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import { streamName } from '../../stream-text.ts';
import { ZONES } from '../../times.ts';
import { cell, columns } from '../parts.ts';
import type { Table, TableRow, Tone } from '../protocol.ts';
import type { InspectorInput, StreamView } from './input.ts';
import type { CallBar, Waterfall } from './protocol.ts';

const MINUTE_MS = COUNTED_SECONDS * 1000;
const TICKS = 6;

/** Calls that were under way in the minute before `now`. */
export function callsOfMinute(calls: readonly ApiCall[], now: number): readonly ApiCall[] {
  return calls.filter(({ at, endedAt }) => at <= now && (endedAt ?? now) > now - MINUTE_MS);
}

export function waterfall(
  input: InspectorInput,
  calls: readonly ApiCall[],
  now: number,
  context: ViewContext,
): Waterfall {
  const { t, format } = context;
  const perSecond = input.budget?.perSecond ?? 0;
  const counts = requestsBySecond(calls, now);
  const most = Math.max(perSecond, ...counts, 1);
  const failed = calls.filter((call) => !isGood(call)).length;
  return {
    heading: t('The last minute'),
    hint: t(
      'Drag over a span to list its calls alone. Bars are as long as the call took: press one to see it.',
    ),
    keys: t('Arrow keys choose a span of it, with Shift they move its end, Escape lists all calls again.'),
    showTable: t('Table'),
    table: minuteTable(input, calls, now, context),
    zone: ZONES[format.settings.timeZone],
    from: now - MINUTE_MS,
    to: now,
    spoken: t(
      'Waterfall of the last minute. Calls: {0}, not answered well: {1}. The list below has all of them.',
      calls.length,
      failed,
    ),
    rate: {
      label: t('Requests a second'),
      limit: perSecond === 0 ? '' : t('{0}/s', perSecond),
      bars: counts.flatMap((count, back) =>
        count === 0
          ? []
          : [{ at: 1 - (back + 1) / COUNTED_SECONDS, height: count / most, label: String(count) }],
      ),
    },
    lanes: CALL_KINDS.map((kind) => ({
      label: kindName(kind, context),
      bars: calls.flatMap((call) =>
        callEndpoint(call, input.nameOf, t).kind === kind ? barsOf(call, input, now, context) : [],
      ),
    })),
    streams: input.streams.map((stream) => streamLane(stream, input, now, context)),
    pauses: pausesOf(calls, now, context),
    ticks: Array.from({ length: TICKS + 1 }, (_, place) => ({
      at: place / TICKS,
      label: format.moment(now - MINUTE_MS + (place / TICKS) * MINUTE_MS),
    })),
  };
}

function kindName(kind: CallKind, { t }: ViewContext): string {
  return { account: t('Account'), markets: t('Markets'), events: t('Events'), prices: t('Prices') }[kind];
}

function barsOf(
  call: ApiCall,
  { nameOf, selected }: InspectorInput,
  now: number,
  context: ViewContext,
): readonly CallBar[] {
  const { t, format } = context;
  const { name } = callEndpoint(call, nameOf, t);
  const isCurrent = call.id === selected?.id;
  const hint = joined([name, requestLine(call), statusText(call, t), format.moment(call.at)]);
  const isCached = cacheAge(call) !== undefined;
  return call.attempts.flatMap(({ sentAt, ms, status }, place) => {
    const from = shareOf(sentAt, now);
    const to = shareOf(sentAt + ms, now);
    if (to <= 0) return [];
    const tone: Tone = status === undefined || status >= 500 || status === 429 ? 'down' : toneOf(status);
    return [{ key: `${call.id} ${place}`, call: call.id, from, to, tone, hint, isCurrent, isCached }];
  });
}

function toneOf(status: number): Tone {
  return status >= 300 ? 'warn' : 'plain';
}

/** 0 a minute ago, 1 now; nothing lies outside. */
function shareOf(at: number, now: number): number {
  return Math.min(1, Math.max(0, 1 - (now - at) / MINUTE_MS));
}

/** After a 429 nothing leaves until the next request of all does. */
function pausesOf(calls: readonly ApiCall[], now: number, { t, format }: ViewContext): Waterfall['pauses'] {
  const sent = calls
    .flatMap((call) => call.attempts.map((attempt) => ({ ...attempt, call })))
    .sort((a, b) => a.sentAt - b.sentAt);
  return sent.flatMap(({ status, sentAt, ms, call }, place) => {
    if (status !== 429) return [];
    const from = sentAt + ms;
    const next = sent.slice(place + 1).find((each) => each.sentAt >= from)?.sentAt ?? now;
    const lane = CALL_KINDS.indexOf(callEndpoint(call, () => undefined, t).kind);
    const text = t('{0}: no requests for {1}', status, format.duration(next - from));
    return next <= now - MINUTE_MS ? [] : [{ from: shareOf(from, now), to: shareOf(next, now), lane, text }];
  });
}

/** What the picture draws, in figures: a row a lane; what the streams did and why nothing was sent stands below. */
function minuteTable(
  input: InspectorInput,
  calls: readonly ApiCall[],
  now: number,
  context: ViewContext,
): Table {
  const { t, format } = context;
  const kindOf = (call: ApiCall): CallKind => callEndpoint(call, () => undefined, t).kind;
  const rows = CALL_KINDS.map((kind): TableRow => {
    const ofKind = calls.filter((call) => kindOf(call) === kind);
    const took = ofKind.map((call) => tookMs(call, now)).sort((a, b) => a - b);
    const figures = [ofKind.length, ofKind.filter((call) => !isGood(call)).length];
    const times = [took[Math.floor((took.length - 1) / 2)], took.at(-1)];
    const texts = [
      ...figures.map((figure) => wholeText(figure, context)),
      ...times.map((ms) => (ms === undefined ? ABSENT : wholeText(ms, context))),
    ];
    return { key: kind, cells: [kindName(kind, context), ...texts].map((text) => cell(text)) };
  });
  const streams = input.streams.map(({ stream, state: { heardAt } }) => {
    const frames = input.frames[stream].reduce((sum, count) => sum + count, 0);
    const heard = heardAt === undefined ? undefined : t('heard {0}', format.moment(heardAt));
    return joined([t('{0}: {1}', streamName(stream, t), t('frames this minute: {0}', frames)), heard]);
  });
  return {
    caption: t('The last minute'),
    columns: columns('', t('Calls'), t('Not answered well'), t('Median, ms'), t('Slowest, ms')),
    rows,
    note: joined([...streams, ...pausesOf(calls, now, context).map(({ text }) => text)]),
  };
}

function streamLane(
  { stream, state: { kind, heardAt, isQuiet } }: StreamView,
  { frames }: InspectorInput,
  now: number,
  { t, format }: ViewContext,
): Waterfall['streams'][number] {
  const dots = frames[stream].flatMap((count, back) =>
    count === 0 ? [] : [1 - (back + 0.5) / COUNTED_SECONDS],
  );
  return {
    label: streamName(stream, t),
    aside: heardAt === undefined ? '' : t('{0} ago', format.duration(Math.max(0, now - heardAt))),
    dots,
    tone: kind === 'live' && isQuiet !== true ? 'up' : 'warn',
  };
}
