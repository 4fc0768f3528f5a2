import { categoryKeyOf } from '../../../core/grouping.ts';
import { eventPhase } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { dayChange, sidePrices } from '../../../core/pricing.ts';
import type { Team } from '../../../core/team.ts';
import { eventWhen, pointsOf } from '../../event-figures.ts';
import type { EventLines } from '../../event-lines.ts';
import { categoryName, eventTitle, teamName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import { capital, phaseWord } from '../../states.ts';
import { ordersSection, tinted } from '../account.ts';
import { commonButtons, detailsOf, freshnessLine, rulesModel } from '../frame.ts';
import { cell, failureNote, note, presentPairs } from '../parts.ts';
import type { Head, Section, Table, TableColumn, TableRow } from '../protocol.ts';
import { boardSection } from './board.ts';
import type { EventInput } from './input.ts';
import { heldSection, payoutSection, settledSection, yoursSection } from './own.ts';
import type { EventContent, EventSnapshot } from './protocol.ts';
import { shareText } from './words.ts';

/** Title of the panel's tab; the key until the event is known. */
export function eventTabTitle(key: string, event: MarketEvent | undefined): string {
  return event === undefined ? key : eventTitle(event);
}

export function eventSnapshot(input: EventInput, context: ViewContext): EventSnapshot {
  const { key, event, reading, lines } = input;
  const { t } = context;
  const { failure } = reading;
  const [main] = lines.lines;
  const missing =
    event !== undefined
      ? t('This event has no markets.')
      : input.isGone
        ? t('The service knows no event {0}.', key)
        : t('Loading {0}…', key);
  const isMissing = event === undefined || main === undefined;
  return {
    slug: key,
    busy: [reading, input.orders, input.held, input.activities].some(({ busy }) => busy),
    note:
      failure === undefined
        ? isMissing
          ? note(missing)
          : undefined
        : failureNote(reading, failure, context),
    content: isMissing ? undefined : content(input, event, main.market, context),
  };
}

function content(input: EventInput, event: MarketEvent, main: Market, context: ViewContext): EventContent {
  const { t, format } = context;
  const { lines, changes } = input;
  const start = event.startTime ?? event.startDate;
  const isPast = start !== undefined && start.ms <= format.settings.now();
  const league = categoryName(categoryKeyOf(main, event), context);
  const { length } = input.orders.value ?? [];
  const markets = lines.lines.map(({ market }) => market);
  return {
    head: headModel(input, event, league, context),
    freshness: freshnessLine(input, main, context),
    score: scoreSection(event, lines, context),
    changes: changes.section(context),
    board: boardSection(input, context),
    settled: settledSection(input, context),
    yours: yoursSection(input, context),
    held: heldSection(input, context),
    orders: ordersSection(t('◇ Orders'), t('Cancel all {0}…', length), markets, input, context),
    payouts: payoutSection(input, context),
    about: {
      heading: t('About'),
      content: presentPairs([
        [t('League'), league],
        [isPast ? t('Started') : t('Starts'), format.dateTime(start)],
        [t('Trading ends'), format.dateTime(event.endDate)],
        [t('Ended'), format.dateTime(event.finishedTimestamp)],
        [t('Volume'), format.compact(event.volume)],
        [t('Open interest'), format.compact(event.openInterest)],
      ]),
    },
    rules: rulesModel(main, undefined, context),
    details: detailsOf(
      input.showsDetails,
      [[t('Event'), { kind: 'event', value: { ...event, markets: [] } }]],
      context,
    ),
  };
}

function headModel(
  { connection, lines: { lines } }: EventInput,
  event: MarketEvent,
  league: string,
  context: ViewContext,
): Head {
  const { t, format } = context;
  const markets = lines.map(({ market }) => market);
  const phase = eventPhase({ ...event, markets }, format.settings.now());
  const settled = lines.filter(({ isOver }) => isOver).length;
  const counts = joined([
    lines.length === 1 ? t('1 line') : t('{0} lines', lines.length),
    t('{0} open', lines.length - settled),
    settled === 0 ? undefined : t('{0} settled or resolving', settled),
  ]);
  const marks = {
    live: ['up', 'filled'],
    ended: ['dim', 'filled'],
    awaitingSettlement: ['warn', 'half'],
  } as const;
  const [tone, mark] = { upcoming: NOT_YET, open: NOT_YET, ...marks }[phase];
  return {
    crumbs: [league, ...(event.startTime === undefined ? [] : [format.date(event.startTime)]), counts],
    title: eventTitle(event),
    state: { text: capital(phaseWord(phase, context)), tone, mark },
    game: joined([eventWhen(event, phase, context), event.score]) || undefined,
    connection: connection.isDemo ? t('DEMO exchange') : connection.label,
    demo: connection.isDemo,
    buttons: commonButtons(context),
  };
}

const NOT_YET = ['dim', 'hollow'] as const;

/** Score by period and prices of both teams; absent where no two teams meet. */
function scoreSection(
  event: MarketEvent,
  { contest, lines }: EventLines,
  context: ViewContext,
): Section<Table> | undefined {
  if (contest === undefined) return undefined;
  const { t, format } = context;
  const [first, second] = contest.teams;
  const points = pointsOf(event, [first.team, second.team]);
  const { periodScores } = event;
  const periods = periodScores.map(({ label }, place): TableColumn => {
    const isNow = label !== undefined && label === event.period;
    return { label: label ?? String(place + 1), kind: 'number', mark: isNow ? 'now' : undefined };
  });
  const rows = contest.teams.map(({ team, side }, place): TableRow => {
    const line = side && lines.find(({ market }) => market.slug === side.market.slug);
    const prices = line && side && sidePrices(line.market, side.long, line.view.live);
    const change = line && side && dayChange(line.market, side.long, line.view.live);
    const fair = line?.fair?.fair[side?.long === line?.isLeftLong ? 0 : 1];
    return {
      key: team.id ?? String(place),
      colour: /^#[0-9a-f]{6}$/i.test(team.colorPrimary ?? '') ? team.colorPrimary : undefined,
      cells: [
        cell(teamName(team) ?? '', 'plain', { aside: teamWords(team, context) }),
        ...periodScores.map(({ scores }) =>
          cell(String(scores.find(({ teamId }) => teamId === team.id)?.points ?? ABSENT)),
        ),
        cell(String(points?.[place] ?? ABSENT)),
        cell(format.price(prices?.buy?.price)),
        cell(format.price(prices?.sell?.price), 'dim'),
        cell(fair === undefined ? ABSENT : `${shareText(fair)} %`),
        change === undefined || change.isZero ? cell(ABSENT, 'dim') : tinted(`${format.change(change)}¢`),
      ],
    };
  });
  return {
    heading: t('Score'),
    content: {
      caption: t('Score and prices of the teams'),
      columns: [
        { label: t('Team'), kind: 'words' },
        ...periods,
        { label: t('Score'), kind: 'price' },
        { label: t('Buy'), kind: 'price' },
        { label: t('Sell'), kind: 'number' },
        { label: t('Fair'), kind: 'number', mark: 'minor' },
        { label: t('Today'), kind: 'number', mark: 'minor' },
      ],
      rows,
    },
  };
}

function teamWords({ record, ordering }: Team, { t }: ViewContext): string {
  const place = ordering === 'home' ? t('home') : ordering === 'away' ? t('away') : undefined;
  return joined([record && t('record {0}', record.replaceAll(/(?<=\d)-(?=\d)/g, '–')), place]);
}
