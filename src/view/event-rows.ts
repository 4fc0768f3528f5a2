import type { Freshness } from '../core/freshness.ts';
import { type EventGroup, type LineType, linesOf, lineType } from '../core/grouping.ts';
import { heldTogether, type OwnStake } from '../core/holdings.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { buyPrice } from '../core/pricing.ts';
import { type Contest, contestOf, type EventFigures, eventFigures, shownMarkets } from './event-figures.ts';
import { eventLines } from './event-lines.ts';
import { eventTooltip } from './event-tooltip.ts';
import { dimmed, spokenFreshness } from './freshness-text.ts';
import { hasNamedSides, type MarketRows, TIMED_ROW_MS } from './market-rows.ts';
import { groupTitle, lineTypeName } from './names.ts';
import { stateOf } from './price-text.ts';
import { countText, folderRow, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { markOf, spokenHolding } from './row-marks.ts';
import { teamNames } from './row-names.ts';
import { spokenSituation } from './situation-text.ts';
import { phaseWord } from './states.ts';

interface EventRowPlace {
  /** Its id: what it stands under, then the event. */
  readonly id: string;
  /** Said where the rows beside it are of several leagues. */
  readonly league?: string | undefined;
  /** How current the list is that clock and score came with. */
  readonly listed?: Freshness | undefined;
}

/**
 * The row of an event, made again when a price it shows is another one and every few seconds for its times. An event of one
 * market with one row is that row.
 */
export function eventRow(
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
  place: EventRowPlace,
): Row {
  const [only, ...others] = group.markets;
  if (only !== undefined && others.length === 0 && !hasNamedSides(only)) return made.alone(only, group.event);
  const contest = contestOf(group, context);
  const shown = shownMarkets(group, contest).map((market) => made.view(market));
  const key = group.event ?? group.markets[0] ?? group;
  const make = (): readonly Row[] => [makeRow(group, contest, made, context, place)];
  return made.memo.of(key, make, TIMED_ROW_MS, [place.id, place.listed, ...shown])[0] as Row;
}

function makeRow(
  group: EventGroup,
  contest: Contest | undefined,
  made: MarketRows,
  context: ViewContext,
  place: EventRowPlace,
): Row {
  const { key, markets } = group;
  const title = groupTitle(group, context);
  const figures = eventFigures(group, contest, made.view, place, context);
  const holding = heldTogether(markets.map(({ slug }) => made.holding(slug)));
  return {
    id: place.id,
    label: figures.label,
    ...(figures.shorter === undefined ? {} : { shorter: [figures.shorter] }),
    ...(figures.movable === undefined ? {} : { movable: figures.movable }),
    ...(figures.lead === undefined ? {} : { lead: figures.lead }),
    parts: figures.parts,
    ...dimmed(figures.freshness),
    ...markOf(figures.freshness, holding),
    ...(contest === undefined ? {} : { alike: alikeOf(group, place, context) }),
    accessibilityLabel: spokenEvent(title, group.event, contest, figures, holding, made, context),
    contextValue: 'event',
    urgentPart: joined([figures.phase, figures.isHalted ? 'halted' : '', holding]),
    subject: { kind: 'event', key, slugs: shownMarkets(group, contest).map(({ slug }) => slug) },
    ...(group.event === undefined ? {} : { command: { id: 'openEvent', args: [key] } as const }),
    tooltip: () => eventTooltip(title, group, made, context),
    collapsible: markets.length === 0 ? 'none' : 'collapsed',
    children: eventMarketRows(group, made, context),
  };
}

/** What tells two meetings of the same teams apart: the day, else the league. */
function alikeOf(
  group: EventGroup,
  { league }: EventRowPlace,
  context: ViewContext,
): NonNullable<Row['alike']> {
  const { event } = group;
  const names = (event?.teams ?? []).map(({ id, name }) => id ?? name).join();
  const start = event?.startTime?.ms;
  return { key: `${names}`, by: [start === undefined ? undefined : context.format.date(start), league] };
}

/** The facts of an event as a sentence, with full names; how current they are comes last. */
function spokenEvent(
  title: string,
  event: MarketEvent | undefined,
  contest: Contest | undefined,
  { phase, isHalted, spoken, freshness }: EventFigures,
  holding: OwnStake | undefined,
  made: MarketRows,
  context: ViewContext,
): string {
  const { t, format } = context;
  const isPriced = !isHalted && phase !== 'ended' && phase !== 'awaitingSettlement';
  const teams = (contest?.teams ?? []).map((each) => ({
    ...each,
    name: teamNames(each.team, context)[0] ?? '',
  }));
  const prices = teams.map(({ name, side }) => {
    if (side === undefined || !isPriced) return undefined;
    const buy = buyPrice(side.market, side.long, made.view(side.market).live);
    return buy && t('{0} {1} to buy', name, format.price(buy.price));
  });
  const points = contest?.points;
  const score = points && teams.map(({ name }, place) => `${name} ${points[place] ?? ''}`).join(', ');
  return spokenParts([
    title,
    ...prices,
    isHalted ? t('halted') : phaseWord(phase, context),
    ...spoken,
    score,
    event && phase === 'live' ? spokenSituation(event, phase, context) : undefined,
    spokenHolding(holding, context),
    spokenFreshness(freshness, context),
  ]);
}

/** Makes the rows of the markets of one event: the winner first and bare, other lines in a folder each, by their number, the settled ones last. */
export function eventMarketRows(
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
): () => readonly Row[] {
  return () => {
    const isSettled = (market: Market): boolean =>
      lineType(market) !== 'winner' && stateOf(made.view(market)) === 'resolved';
    const { lines: ordered, contest } = eventLines(group, (market) => made.view(market), context);
    const bySlug = new Map(ordered.map((line, place) => [line.market.slug, { line, place }]));
    const sides = [contest?.teams[0].side, contest?.draw, contest?.teams[1].side];
    const placeOf = ({ slug }: Market): number => {
      const side = sides.findIndex((each) => each?.market.slug === slug);
      return side < 0 ? (bySlug.get(slug)?.place ?? 0) : side - sides.length;
    };
    const markets = group.markets.toSorted((a, b) => placeOf(a) - placeOf(b));
    const flagged = new Set(ordered.flatMap(({ market, flag }) => (flag === undefined ? [] : market.slug)));
    const settled = markets.filter(isSettled);
    const others = linesOf(markets.filter((market) => !settled.includes(market)));
    const lines: readonly Lines[] = [
      ...others.map(({ type, markets }) => ({ type, name: lineTypeName(type, context), markets })),
      ...(settled.length === 0
        ? []
        : [{ type: 'settled', name: context.t('Settled'), markets: settled } as const]),
    ];
    return lines.flatMap((line) => {
      const rows = (): readonly Row[] =>
        line.markets.flatMap((market) =>
          made.inEvent(market, group.markets, bySlug.get(market.slug)?.line.isLeftLong === false),
        );
      // A folder around everything there is would say nothing, except that several markets are one question.
      const isBare = line.type === 'winner' || line.markets.length === 1 || lines.length === 1;
      const count = line.markets.filter(({ slug }) => flagged.has(slug)).length;
      return isBare ? rows() : [lineFolder(group, line, count, rows, made, context)];
    });
  };
}

interface Lines {
  readonly type: LineType | 'settled';
  readonly name: string;
  readonly markets: readonly Market[];
}

function lineFolder(
  group: EventGroup,
  line: Lines,
  flagged: number,
  children: () => readonly Row[],
  made: MarketRows,
  context: ViewContext,
): Row {
  const holding = heldTogether(line.markets.map(({ slug }) => made.holding(slug)));
  const words = [
    countText(line.markets.length, context),
    evenLine(line, made, context),
    flagged === 0 ? undefined : context.t('{0} flagged', flagged),
  ];
  const row = folderRow(`event/${group.key}/lines/${line.type}`, line.name, words, children);
  return {
    ...row,
    accessibilityLabel: spokenParts([row.accessibilityLabel, spokenHolding(holding, context)]),
    // Without an event there is no reply they came with.
    ...(group.event === undefined
      ? {}
      : ({ contextValue: 'lines', subject: { kind: 'lines', key: group.key } } as const)),
    ...markOf(undefined, holding),
    urgentPart: holding ?? '',
  };
}

/** `even at 3.5`: the line whose sides cost about the same. */
function evenLine(
  { type, markets }: Lines,
  made: MarketRows,
  { t, format }: ViewContext,
): string | undefined {
  if (type !== 'spread' && type !== 'total') return undefined;
  let best: { readonly off: number; readonly line: string } | undefined;
  for (const market of markets) {
    const view = made.view(market);
    const price = buyPrice(market, true, view.live)?.price.toNumber();
    if (price === undefined || market.line === undefined || stateOf(view) !== 'open') continue;
    const off = Math.abs(price - 0.5);
    if (best === undefined || off < best.off) best = { off, line: format.quantity(market.line.abs()) };
  }
  return best && t('even at {0}', best.line);
}
