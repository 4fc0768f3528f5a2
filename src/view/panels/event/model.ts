import { categoryKeyOf, type EventGroup } from '../../../core/grouping.ts';
import { eventPhase } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { dayChange, sidePrices } from '../../../core/pricing.ts';
import type { Team } from '../../../core/team.ts';
import { allDetails } from '../../details.ts';
import { eventWhen, pointsOf } from '../../event-figures.ts';
import { type EventLines, marketMiddle } from '../../event-lines.ts';
import { categoryName, eventTitle, teamName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import { teamNames } from '../../row-names.ts';
import { capital, phaseWord } from '../../states.ts';
import { freshnessLine, rulesModel } from '../frame.ts';
import { button, cell, failureNote, note, presentPairs } from '../parts.ts';
import type { Details, Head } from '../protocol.ts';
import { boardSection } from './board.ts';
import type { EventInput } from './input.ts';
import { openOrders, payoutSection, settledSection, yoursSection } from './own.ts';
import type { EventContent, EventSnapshot, Scoreboard } from './protocol.ts';

/** Title of the panel's tab; the key until the event is known. */
export function eventTabTitle(key: string, event: MarketEvent | undefined): string {
  return event === undefined ? key : eventTitle(event);
}

export function eventSnapshot(input: EventInput, context: ViewContext): EventSnapshot {
  const { key, group, reading } = input;
  const event = group?.event;
  const { failure } = reading;
  const main = input.market.value ?? group?.markets[0];
  const loading =
    event === undefined
      ? note(context.t('Loading {0}…', key))
      : main === undefined
        ? note(context.t('This event has no markets.'))
        : undefined;
  return {
    slug: key,
    busy: [reading, input.orders, input.held, input.activities].some(({ busy }) => busy),
    note: failure === undefined ? loading : failureNote(reading, failure, context),
    content:
      group === undefined || event === undefined || main === undefined
        ? undefined
        : content(input, group, event, main, context),
  };
}

function content(
  input: EventInput,
  group: EventGroup,
  event: MarketEvent,
  main: Market,
  context: ViewContext,
): EventContent {
  const { t, format } = context;
  const { lines, changes } = input;
  const start = event.startTime ?? event.startDate;
  const isPast = start !== undefined && start.ms <= format.settings.now();
  const league = categoryName(categoryKeyOf(main, event), context);
  return {
    head: headModel(input, group, event, league, context),
    freshness: freshnessLine(input, main, context),
    score: scoreboard(event, lines, context),
    changes: {
      heading: t('What changed'),
      aside: t('since {0}, newest first', format.time(changes.since)),
      content: changes.list(context),
      note:
        changes.list(context).length === 0 ? note(t('Nothing yet since this page was opened.')) : undefined,
    },
    board: { ...boardSection(input, context), aside: middleText(lines, context) },
    settled: settledSection(input, context),
    yours: yoursSection(input, context),
    orders: openOrders(input, context),
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
    details: detailsModel(input, event, context),
  };
}

function headModel(
  input: EventInput,
  group: EventGroup,
  event: MarketEvent,
  league: string,
  context: ViewContext,
): Head {
  const { t, format } = context;
  const {
    connection,
    lines: { lines },
  } = input;
  const phase = eventPhase({ ...event, markets: group.markets }, format.settings.now());
  const settled = lines.filter(({ isOver }) => isOver).length;
  const counts = joined([
    lines.length === 1 ? t('1 line') : t('{0} lines', String(lines.length)),
    t('{0} open', String(lines.length - settled)),
    settled === 0 ? undefined : t('{0} settled or resolving', String(settled)),
  ]);
  const start = event.startTime;
  return {
    crumbs: [league, ...(start === undefined ? [] : [format.date(start)]), counts],
    title: eventTitle(event),
    state: {
      text: capital(phaseWord(phase, context)),
      tone: phase === 'live' ? 'up' : phase === 'awaitingSettlement' ? 'warn' : 'dim',
      mark:
        phase === 'live' || phase === 'ended' ? 'filled' : phase === 'awaitingSettlement' ? 'half' : 'hollow',
    },
    game: joined([eventWhen(event, phase, context), event.score]) || undefined,
    connection: connection.isDemo ? t('DEMO exchange') : connection.label,
    demo: connection.isDemo,
    buttons: [button(t('Refresh'), 'refresh'), button(t('Copy slug'), 'copySlug')],
  };
}

function scoreboard(
  event: MarketEvent,
  { contest, lines }: EventLines,
  context: ViewContext,
): Scoreboard | undefined {
  if (contest === undefined) return undefined;
  const { t, format } = context;
  const [first, second] = contest.teams;
  const points = pointsOf(event, [first.team, second.team]);
  const { periodScores } = event;
  const playing = periodScores.findIndex(({ label }) => label !== undefined && label === event.period);
  return {
    caption: t('Score and prices of the teams'),
    columns: [
      t('Team'),
      ...periodScores.map(({ label }, place) => label ?? String(place + 1)),
      t('Score'),
      t('Buy'),
      t('Sell'),
      t('Fair'),
      t('Today'),
    ],
    playing: playing < 0 ? undefined : playing,
    teams: contest.teams.map(({ team, side }, place) => {
      const line = side && lines.find(({ market }) => market.slug === side.market.slug);
      const prices =
        line && side && !line.isOver ? sidePrices(line.market, side.long, line.view.live) : undefined;
      const change = line && side && dayChange(line.market, side.long, line.view.live);
      const fair = line?.fair?.fair[side?.long === line?.isLeftLong ? 0 : 1];
      return {
        key: team.id ?? String(place),
        name: teamName(team) ?? '',
        words: teamWords(team, context),
        colour: /^#[0-9a-f]{6}$/i.test(team.colorPrimary ?? '') ? team.colorPrimary : undefined,
        periods: periodScores.map(({ scores }) =>
          String(scores.find(({ teamId }) => teamId === team.id)?.points ?? ABSENT),
        ),
        score: String(points?.[place] ?? ABSENT),
        prices: [
          cell(format.price(prices?.buy?.price)),
          cell(format.price(prices?.sell?.price), 'dim'),
          cell(format.percent(fair)),
          change === undefined || change.isZero
            ? cell(ABSENT, 'dim')
            : cell(`${format.change(change)}¢`, change.isNegative ? 'down' : 'up'),
        ],
      };
    }),
  };
}

function teamWords({ record, ordering }: Team, { t }: ViewContext): string {
  const place = ordering === 'home' ? t('home') : ordering === 'away' ? t('away') : undefined;
  return joined([record && t('record {0}', record.replaceAll(/(?<=\d)-(?=\d)/g, '–')), place]);
}

/** `market’s middle: Islanders by 3.5, total 52.3 (fair 50 %, interpolated)`. */
function middleText({ contest, lines }: EventLines, context: ViewContext): string | undefined {
  const { t, format } = context;
  const margin = marketMiddle(lines, 'margin');
  const total = marketMiddle(lines, 'total');
  const number = (value: number): string =>
    value.toLocaleString(format.settings.locale, { maximumFractionDigits: 1 });
  const team = contest?.teams[margin !== undefined && margin > 0 ? 0 : 1].team;
  const name = team && (teamNames(team, context).slice(0, 2).at(-1) ?? '');
  const found = [
    margin === undefined || name === undefined ? undefined : t('{0} by {1}', name, number(Math.abs(margin))),
    total === undefined ? undefined : t('total {0}', number(total)),
  ].filter((each) => each !== undefined);
  return found.length === 0
    ? undefined
    : t('market’s middle: {0} (fair 50 %, interpolated)', found.join(', '));
}

function detailsModel({ showsDetails }: EventInput, event: MarketEvent, context: ViewContext): Details {
  const { t } = context;
  const summary = t('All details');
  if (!showsDetails) return { summary };
  const rows = allDetails({ kind: 'event', value: { ...event, markets: [] } }, context);
  return {
    summary,
    groups: [{ heading: t('Event'), rows: rows.map(({ field, value }) => ({ name: field, value })) }],
  };
}
