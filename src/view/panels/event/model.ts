import { type EventPhase, eventPhase, isPaused } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { dayChange, sidePrices } from '../../../core/pricing.ts';
import type { EventLines } from '../../event-lines.ts';
import { eventTitle, teamName, teamWords } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { stateOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { capital, phaseWord } from '../../states.ts';
import { cancelAllText, ordersSection, tinted } from '../account.ts';
import {
  commonButtons,
  detailsOf,
  freshnessLine,
  headModel,
  leagueCrumb,
  rulesModel,
  seriesCrumb,
  seriesDetails,
} from '../frame.ts';
import { cell, columns, failureNote, note } from '../parts.ts';
import type { Head, Section, Table, TableRow } from '../protocol.ts';
import { situationStrip } from '../situation.ts';
import { boardSection } from './board.ts';
import type { EventInput } from './input.ts';
import { payoutSection, settledSection, yoursSection } from './own.ts';
import type { EventContent, EventSnapshot } from './protocol.ts';

/** Title of the panel's tab; the key until the event is known. */
export function eventTabTitle(key: string, event: MarketEvent | undefined): string {
  return event === undefined ? key : eventTitle(event);
}

export function eventSnapshot(input: EventInput, context: ViewContext): EventSnapshot {
  const { key, event, reading, lines } = input;
  const { t } = context;
  const [main] = lines.lines;
  const unread = input.isGone ? t('The service knows no event {0}.', key) : t('Loading {0}…', key);
  const missing = event === undefined ? unread : t('No markets were sent with this event.');
  const isThere = event !== undefined && main !== undefined;
  const failure = reading.failure && failureNote(reading, reading.failure, context);
  return {
    slug: key,
    busy: [reading, input.orders, input.held, input.activities].some(({ busy }) => busy),
    note: failure ?? (isThere ? undefined : note(missing)),
    content: isThere ? content(input, event, main.market, context) : undefined,
  };
}

function content(input: EventInput, event: MarketEvent, main: Market, context: ViewContext): EventContent {
  const { t } = context;
  const { lines, changes, showsDetails } = input;
  const { length } = input.orders.value ?? [];
  const markets = lines.lines.map(({ market }) => market);
  const fields = { kind: 'event', value: { ...event, markets: [] } } as const;
  return {
    head: {
      ...headModel(input, main, eventTitle(event), commonButtons(context), context),
      ...stateAndCrumbs(event, main, lines, context),
    },
    freshness: freshnessLine(input, main, context),
    score: scoreSection(event, lines, context),
    situation: situationStrip(event, phaseOf(event, lines, context), context),
    changes: changes.section(context),
    board: boardSection(input, context),
    settled: settledSection(input, context),
    yours: yoursSection(input, context),
    orders: ordersSection(t('◇ Orders'), cancelAllText(length, context), markets, input, context),
    payouts: payoutSection(input, context),
    rules: rulesModel(main, undefined, context),
    details: detailsOf(showsDetails, [[t('Event'), fields], seriesDetails(event, context)], context),
  };
}

function phaseOf(event: MarketEvent, { lines }: EventLines, { format }: ViewContext): EventPhase {
  return eventPhase({ ...event, markets: lines.map(({ market }) => market) }, format.settings.now());
}

function stateAndCrumbs(
  event: MarketEvent,
  main: Market,
  all: EventLines,
  context: ViewContext,
): Pick<Head, 'state' | 'crumbs'> {
  const { t, format } = context;
  const { lines } = all;
  const phase = phaseOf(event, all, context);
  const settled = lines.filter(({ isOver }) => isOver).length;
  const halted = lines.filter(({ view }) => isPaused(stateOf(view))).length;
  const counts = joined([
    lines.length === 1 ? t('1 line') : t('{0} lines', lines.length),
    t('{0} open', lines.length - settled - halted),
    halted === 0 ? undefined : t('{0} halted', halted),
    settled === 0 ? undefined : t('{0} settled or resolving', settled),
    event.volume && t('{0} traded', format.compact(event.volume)),
  ]);
  return {
    crumbs: [
      leagueCrumb(main, event, context),
      ...seriesCrumb(event, context),
      ...(event.startTime === undefined ? [] : [cell(format.dateTime(event.startTime))]),
      cell(counts),
    ],
    state: { text: capital(phaseWord(phase, context)), ...PHASE_BADGES[phase] },
  };
}

const PHASE_BADGES = {
  upcoming: { tone: 'dim', mark: 'hollow' },
  open: { tone: 'dim', mark: 'hollow' },
  live: { tone: 'up', mark: 'filled' },
  awaitingSettlement: { tone: 'warn', mark: 'half' },
  ended: { tone: 'dim', mark: 'filled' },
} as const;

/** Score by period and prices of both teams; absent where no two teams meet. */
function scoreSection(
  event: MarketEvent,
  { contest, lines }: EventLines,
  context: ViewContext,
): Section<Table> | undefined {
  if (contest === undefined) return undefined;
  const { t, format } = context;
  const { points } = contest;
  const { periodScores, period } = event;
  const rows = contest.teams.map(({ team, side }, place): TableRow => {
    const line = side && lines.find(({ market }) => market.slug === side.market.slug);
    const buy = line && side && sidePrices(line.market, side.long, line.view.live).buy;
    const change = line && side && dayChange(line.market, side.long, line.view.live);
    return {
      key: String(place),
      colour: /^#[0-9a-f]{6}$/i.test(team.colorPrimary ?? '') ? team.colorPrimary : undefined,
      cells: [
        cell(teamName(team) ?? '', 'plain', { aside: joined(teamWords(team, context)) }),
        ...periodScores.map(({ scores }) =>
          cell(String(scores.find(({ competitorId }) => competitorId === team.id)?.points ?? ABSENT)),
        ),
        cell(String(points?.[place] ?? ABSENT)),
        cell(format.price(buy?.price)),
        tinted(change === undefined || change.isZero ? ABSENT : `${format.change(change)}¢`),
      ],
    };
  });
  const periods = periodScores.map(
    ({ label }, place) => [label ?? String(place + 1), label === period ? 'now' : 'number'] as const,
  );
  return {
    heading: t('Score'),
    content: {
      caption: t('Score and prices of the teams'),
      columns: columns(t('Team'), ...periods, [t('Score'), 'price'], [t('Buy'), 'price'], t('Today')),
      rows,
    },
  };
}
