import { type ApiCall, MOST_RECORDED_CALLS } from '../../../core/api-call.ts';
import { hidesSize } from '../../call-copies.ts';
import {
  cacheAge,
  callEndpoint,
  isGood,
  requestLine,
  sizeText,
  sourceText,
  startOf,
  statusText,
  tookMs,
  wholeText,
} from '../../call-text.ts';
import { ABSENT } from '../../numbers.ts';
import type { ViewContext } from '../../row.ts';
import { cell } from '../parts.ts';
import { listWords, tabsOf } from '../portfolio/in-rows.ts';
import type { ListCell, ListRow, ListSection } from '../portfolio/protocol.ts';
import type { InspectorInput } from './input.ts';

/** Longer than this a call is called slow, milliseconds. */
const SLOW_MS = 1000;

const TABS = {
  sent: ({ attempts }: ApiCall) => attempts.length > 0,
  cache: (call: ApiCall) => cacheAge(call) !== undefined,
  bad: (call: ApiCall) => !isGood(call),
  slow: (call: ApiCall, now: number) => tookMs(call, now) > SLOW_MS,
} as const;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

/** The list of calls, the newest first. */
export function callsSection(input: InspectorInput, now: number, context: ViewContext): ListSection {
  const { t } = context;
  const { calls } = input;
  const rows = calls.toReversed().map((call) => row(call, input, now, context));
  const tabs: Readonly<Record<Tab, string>> = {
    sent: t('Sent'),
    cache: t('Cache'),
    bad: t('Not 200'),
    slow: t('Over 1 s'),
  };
  return {
    heading: t('Calls'),
    words: {
      ...listWords(context),
      gone: t('no longer recorded'),
      filter: t('Path or words'),
      noMatch: t('No calls match.'),
      clearSpan: t('Show all calls'),
    },
    tabs: tabsOf(rows, tabs, context),
    content: {
      caption: t('Calls of this window'),
      columns: [
        { label: t('Time'), kind: 'time' },
        { label: t('Request'), kind: 'words' },
        { label: t('Status'), kind: 'number' },
        { label: t('ms'), kind: 'number', importance: 4 },
        { label: t('Tries'), kind: 'number', importance: 2 },
        { label: t('From'), kind: 'time', importance: 1 },
        { label: t('Size'), kind: 'number', importance: 3 },
      ],
      rows,
      sort: { column: 0, descending: true },
    },
    footnote: t(
      'The newest {0} calls of this window, in memory. Nothing of it is written to disk.',
      MOST_RECORDED_CALLS,
    ),
  };
}

function row(
  call: ApiCall,
  { nameOf, selected }: InspectorInput,
  now: number,
  context: ViewContext,
): ListRow {
  const { t, format } = context;
  const { id, attempts, bytes } = call;
  const { name } = callEndpoint(call, nameOf, t);
  const status = statusText(call, t);
  const hint = `${name} · ${requestLine(call)}`;
  const took = tookMs(call, now);
  const number = (text: string, rank: number, tone: ListCell['tone'] = 'plain'): ListCell => ({
    ...cell(text, tone),
    rank,
  });
  return {
    key: id,
    isCurrent: id === selected?.id,
    during: [startOf(call), startOf(call) + took],
    tabs: TAB_NAMES.filter((tab) => TABS[tab](call, now)),
    cells: [
      number(format.moment(startOf(call)), Number(id), 'dim'),
      {
        // Cut where it has no room, so that as much as fits of the request is seen.
        ...cell(`${name} ${requestLine(call)}`, 'plain', {
          hint,
          action: { name: 'inspectCall', rows: [id] },
        }),
        strong: name.length,
      },
      number(status, attempts.at(-1)?.status ?? 0, isGood(call) ? 'plain' : 'warn'),
      number(attempts.length === 0 ? ABSENT : wholeText(took, context), took),
      number(attempts.length === 0 ? ABSENT : String(attempts.length), attempts.length),
      { ...cell(sourceText(call, context), 'dim'), rank: cacheAge(call) ?? -1 },
      number(sizeText(call, context), hidesSize(call, format.settings) ? 0 : (bytes ?? -1)),
    ],
  };
}
