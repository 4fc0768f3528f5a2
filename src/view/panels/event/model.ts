import type { Decimal } from '../../../core/decimal.ts';
import { heldTogether, holdingsOf } from '../../../core/holdings.ts';
import { type EventPhase, eventPhase, isPaused } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { dayChange, sidePrices } from '../../../core/pricing.ts';
import type { EventLines } from '../../event-lines.ts';
import { eventTitle, teamName, teamWords } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { stateOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { markOf } from '../../row-marks.ts';
import { nickname, teamNames } from '../../row-names.ts';
import { cricketScores } from '../../score-text.ts';
import { capital, phaseWord } from '../../states.ts';
import { unnamedUnit } from '../../trading-figures.ts';
import { cell, columns, failureNote, note } from '../parts.ts';
import type { Head, Section, Table, TableRow } from '../protocol.ts';
import {
  commonButtons,
  detailsOf,
  freshnessLine,
  headModel,
  LIVE_BADGE,
  leagueCrumb,
  rulesModel,
  seriesCrumb,
  seriesDetails,
} from '../shared-sections.ts';
import { situationStrip } from '../situation.ts';
import { boardSection } from './board.ts';
import type { EventInput } from './input.ts';
import type { EventContent, EventSnapshot } from './protocol.ts';
import { eventOrders, payoutSection, settledSection, yoursSection } from './yours.ts';

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
  const fields = { kind: 'event', value: { ...event, markets: [] } } as const;
  return {
    head: {
      ...headModel(input, main, eventTitle(event), commonButtons(context), context),
      ...ofEvent(event, main, input, context),
    },
    freshness: freshnessLine(input, main, context),
    score: scoreSection(event, lines, context),
    situation: situationStrip(event, phaseOf(event, lines, context), context),
    changes: changes.section(context),
    board: boardSection(input, context),
    settled: settledSection(input, context),
    yours: yoursSection(input, context),
    orders: eventOrders(input, context),
    payouts: payoutSection(input, context),
    rules: rulesModel(main, undefined, context),
    details: detailsOf(showsDetails, [[t('Event'), fields], seriesDetails(event, context)], context),
  };
}

function phaseOf(event: MarketEvent, { lines }: EventLines, { format }: ViewContext): EventPhase {
  return eventPhase({ ...event, markets: lines.map(({ market }) => market) }, format.settings.now());
}

function ofEvent(
  event: MarketEvent,
  main: Market,
  input: EventInput,
  context: ViewContext,
): Pick<Head, 'state' | 'crumbs' | 'facts'> {
  const { t, format } = context;
  const phase = phaseOf(event, input.lines, context);
  const word = capital(phaseWord(phase, context));
  const mark = ownMark(input);
  return {
    crumbs: [
      leagueCrumb(main, event, context),
      ...seriesCrumb(event, context),
      ...(event.startTime === undefined ? [] : [cell(format.dateTime(event.startTime))]),
    ],
    facts: factsOf(event, input.lines, context),
    state: {
      text: phase === 'awaitingSettlement' && mark !== undefined ? t('{0} · {1} yours', word, mark) : word,
      ...PHASE_BADGES[phase],
    },
  };
}

function factsOf(event: MarketEvent, { lines }: EventLines, context: ViewContext): readonly string[] {
  const { t, format } = context;
  const settled = lines.filter(({ isOver }) => isOver).length;
  const halted = lines.filter(({ view }) => isPaused(stateOf(view))).length;
  const volume = unnamedUnit(event.volume, context, format.compact);
  return [
    lines.length === 1 ? t('1 line') : t('{0} lines', lines.length),
    t('{0} open', lines.length - settled - halted),
    halted === 0 ? undefined : t('{0} halted', halted),
    settled === 0 ? undefined : t('{0} settled or resolving', settled),
    volume && t('volume {0}', volume),
  ].flatMap((fact) => fact || []);
}

/** The mark of what is held and ordered in the event. */
function ownMark({ held, orders, connection }: EventInput): string | undefined {
  if (!connection.isSignedIn) return undefined;
  const stakes = [...holdingsOf(held.value ?? [], orders.value ?? []).values()];
  return markOf(undefined, heldTogether(stakes.flatMap(({ long, short }) => [long, short]))).mark;
}

const PHASE_BADGES = {
  upcoming: { tone: 'dim', mark: 'hollow' },
  open: { tone: 'dim', mark: 'hollow' },
  live: LIVE_BADGE,
  awaitingSettlement: { tone: 'warn', mark: 'waiting' },
  ended: { tone: 'dim', mark: 'filled' },
} as const;

/** A share with one decimal, as on the board. */
function percentOf(share: Decimal | undefined): string {
  return share === undefined ? ABSENT : `${(share.toNumber() * 100).toFixed(1)} %`;
}

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
  const cricket = cricketScores(event);
  const rows = contest.teams.map(({ team, side }, place): TableRow => {
    const line = side && lines.find(({ market }) => market.slug === side.market.slug);
    const { buy, sell } = line && side ? sidePrices(line.market, side.long, line.view.live) : {};
    const change = line && side && dayChange(line.market, side.long, line.view.live);
    return {
      key: String(place),
      colour: /^#[0-9a-f]{6}$/i.test(team.colorPrimary ?? '') ? team.colorPrimary : undefined,
      cells: [
        cell(teamName(team) ?? '', 'plain', {
          short: nickname(teamNames(team, context)),
          aside: joined(teamWords(team, context)),
        }),
        ...periodScores.map(({ scores }) =>
          cell(String(scores.find(({ competitorId }) => competitorId === team.id)?.points ?? ABSENT)),
        ),
        cell(cricket?.[place] ?? (cricket ? ABSENT : String(points?.[place] ?? ABSENT))),
        cell(format.price(buy?.price)),
        cell(format.price(sell?.price), 'dim'),
        cell(percentOf(line?.fair()?.fair[side?.long === line?.isLeftLong ? 0 : 1])),
        change === undefined || change.isZero
          ? cell(ABSENT)
          : cell(`${format.change(change)}¢`, change.isNegative ? 'down' : 'up'),
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
      columns: columns(
        t('Team'),
        ...periods,
        [t('Score'), 'price'],
        [t('Buy'), 'price'],
        t('Sell'),
        t('Fair'),
        t('Today'),
      ),
      rows,
    },
  };
}
