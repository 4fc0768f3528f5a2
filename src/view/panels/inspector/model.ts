import { type ApiCall, requestsBySecond } from '../../../core/api-call.ts';
import { isGood, statusText, wholeText } from '../../call-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { standingWords, streamName } from '../../stream-text.ts';
import { button, cell, note, pair } from '../parts.ts';
import type { Tile } from '../portfolio/protocol.ts';
import type { Button, Head, Note, SecondLine } from '../protocol.ts';
import { ageUnits } from '../shared-sections.ts';
import { callsSection } from './calls.ts';
import { callDetail } from './detail.ts';
import type { InspectorInput, StreamView } from './input.ts';
import { INSPECTOR, type InspectorSnapshot } from './protocol.ts';
import { callsOfMinute, waterfall } from './waterfall.ts';

/** Everything the inspector shows of the calls of this window. */
export function inspectorSnapshot(input: InspectorInput, context: ViewContext): InspectorSnapshot {
  const { t } = context;
  const { calls, paused } = input;
  const now = paused?.at ?? context.format.settings.now();
  const shown = { ...input, calls: paused?.calls ?? calls };
  const ofMinute = callsOfMinute(shown.calls, now);
  return {
    slug: INSPECTOR,
    busy: false,
    note:
      shown.calls.length > 0
        ? pauseNote(input, context)
        : note(
            t('No calls in this window yet. They appear here as views and pages fetch.'),
            'dim',
            button(t('Refresh Markets'), 'refreshMarkets'),
          ),
    content: {
      head: head(input, context),
      freshness: sinceLine(input, context),
      figures: { currency: '', tiles: tiles(shown, ofMinute, now, context), restName: '', rest: [] },
      waterfall: shown.calls.length === 0 ? undefined : waterfall(shown, ofMinute, now, context),
      calls: callsSection(shown, now, context),
      detail: callDetail(shown, now, context),
    },
  };
}

/** What a pause that the service asked for means, while it lasts: for prices, and for who wants to cancel. */
function pauseNote({ budget, streams }: InspectorInput, { t }: ViewContext): Note | undefined {
  if (budget === undefined || budget.pausedMs === 0) return undefined;
  const isStreamed = streams.some(({ stream, state }) => stream === 'markets' && state.kind === 'live');
  return note(
    isStreamed
      ? t(
          'Prices in the stream stay fresh; others say as of when they are. A cancel waits too, goes first after it, and is sent once.',
        )
      : t('Prices say as of when they are. A cancel waits too, goes first after it, and is sent once.'),
  );
}

function head({ connection, paused, budget, calls }: InspectorInput, { t, format }: ViewContext): Head {
  const buttons: readonly Button[] = [
    paused === undefined ? button(t('Pause'), 'pauseInspector') : button(t('Resume'), 'resumeInspector'),
    button(t('Clear'), 'clearInspector'),
    button(t('Copy Without Secrets'), 'copyCalls'),
  ];
  const waitMs = budget?.pausedMs ?? 0;
  const until = format.moment(format.settings.now() + waitMs);
  const newer = paused === undefined ? 0 : calls.filter(({ at }) => at > paused.at).length;
  return {
    crumbs: [],
    title: t('API Inspector'),
    state:
      waitMs > 0
        ? {
            text: t('No requests for {0}, until {1}', format.duration(waitMs), until),
            tone: 'warn',
            mark: 'waiting',
          }
        : paused === undefined
          ? { text: t('Recording'), tone: 'up', mark: 'filled' }
          : { text: t('List paused {0}', format.moment(paused.at)), tone: 'warn', mark: 'half' },
    game: newer === 0 ? undefined : newer === 1 ? t('1 call since then') : t('{0} calls since then', newer),
    connection: connection.isDemo ? t('DEMO exchange') : connection.label,
    demo: connection.isDemo,
    buttons,
  };
}

function sinceLine({ since, connection }: InspectorInput, context: ViewContext): SecondLine {
  const { t, format } = context;
  const text = joined([
    t('this window, since {0}', format.moment(since)),
    connection.isDemo ? t('delays of the demo are simulated') : undefined,
  ]);
  return {
    state: 'read',
    text,
    units: ageUnits(context),
    silent: t('no longer updated'),
    spoken: '',
  };
}

function tiles(
  input: InspectorInput,
  ofMinute: readonly ApiCall[],
  now: number,
  context: ViewContext,
): readonly Tile[] {
  const { t } = context;
  const { budget, streams } = input;
  const counts = requestsBySecond(input.calls, now);
  const sent = counts.reduce((sum, count) => sum + count, 0);
  const again = ofMinute.filter(({ attempts }) => attempts.length > 1).length;
  const bad = ofMinute.filter((call) => !isGood(call));
  const requests = ofMinute.filter(({ stream }) => stream === undefined);
  const permits =
    budget === undefined || budget.perSecond === 0
      ? t('no limit')
      : t('{0} of {1} free', budget.free, budget.perSecond);
  return [
    pair(t('Requests this minute'), {
      ...cell(wholeText(sent, context)),
      aside: joined([
        t('Calls: {0}', wholeText(requests.length, context)),
        again === 0 ? undefined : t('sent more than once: {0}', again),
      ]),
    }),
    pair(t('Permits now'), {
      ...cell(permits),
      aside: t('most in one second: {0}', Math.max(0, ...counts)),
    }),
    pair(t('Waiting'), {
      ...cell(String(budget?.waiting ?? 0)),
      aside: (budget?.pausedMs ?? 0) > 0 ? t('the service asks for a pause') : t('for a permit'),
    }),
    pair(t('Not answered well'), {
      ...cell(String(bad.length), bad.length === 0 ? 'plain' : 'warn'),
      aside: joined([...new Set(bad.map((call) => statusText(call, t)))].slice(0, 3)) || t('this minute'),
    }),
    ...streams.map((stream) => streamTile(stream, input, context)),
  ];
}

function streamTile(view: StreamView, { frames }: InspectorInput, context: ViewContext): Tile {
  const { t, format } = context;
  const { stream, state } = view;
  const { kind, isQuiet, since, heardAt, retryAt } = state;
  const count = frames[stream].reduce((sum, each) => sum + each, 0);
  const isLive = kind === 'live' && isQuiet !== true;
  return pair(streamName(stream, t), {
    ...cell(standingWords(state, t), isLive ? 'up' : kind === 'off' ? 'dim' : 'warn'),
    aside: joined([
      heardAt === undefined ? undefined : t('heard {0}', format.moment(heardAt)),
      t('frames this minute: {0}', wholeText(count, context)),
      since === undefined ? undefined : t('open since {0}', format.moment(since)),
      retryAt === undefined ? undefined : t('again {0}', format.moment(retryAt)),
    ]),
  });
}
