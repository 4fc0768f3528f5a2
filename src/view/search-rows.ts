import { Decimal } from '../core/decimal.ts';
import { deriveEvents } from '../core/derive-events.ts';
import { tradedIn } from '../core/event-facts.ts';
import { type EventGroup, linesOf } from '../core/grouping.ts';
import { heldTogether } from '../core/holdings.ts';
import { type EventPhase, eventPhase, isOver, lifecycle } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { wordsOf } from '../core/search-query.ts';
import { volumeOf } from '../core/sort.ts';
import {
  contestOf,
  eventAliases,
  eventClock,
  eventFigures,
  eventShort,
  eventWhen,
  firstWhen,
  marketAliases,
} from './event-figures.ts';
import { eventVolumeText, hasNamedSides, type MarketRows } from './market-rows.ts';
import { categoryName, groupKeyOf, isYesNo, questionSubject, sideName } from './names.ts';
import { shortContext } from './panels/portfolio/in-rows.ts';
import { stateOf } from './price-text.ts';
import { joined, type RowIcon, type TextParts, type ViewContext, withoutEmpty } from './row.ts';
import { markOf } from './row-marks.ts';
import { LIFECYCLE_ICONS, PHASE_ICONS } from './states.ts';
import { cutName, widthOf } from './widths.ts';

/** One row of the search: what a row of the views says, in two lines and with longer names. */
export interface SearchRow {
  readonly label: string;
  /** The sign of what is held. */
  readonly mark?: string | undefined;
  /** What stands behind the label, after the sign. */
  readonly beside?: string | undefined;
  readonly detail?: string;
  /** On one line, behind the label: the sign of what is held, clock or start, the first words of the event. */
  readonly brief: string;
  readonly icon: RowIcon | undefined;
}

/** How wide its labels may be; the unit is one digit. */
export const SEARCH_WIDTH = 54;

/** Most of an event in `brief`, digits: a completion takes the room for more from the label, its line and its side. */
const BRIEF_WIDTH = 14;

/** An event by both prices around its teams, or its title. One of a single market is that market. */
export function eventSearchRow(group: EventGroup, made: MarketRows, context: ViewContext): SearchRow {
  const { markets } = group;
  const [first] = markets;
  if (first !== undefined && markets.length === 1 && !hasNamedSides(first))
    return marketSearchRow(first, true, made, context);
  // Without its event the markets know when the game starts.
  const [event] = group.event === undefined ? deriveEvents(markets) : [group.event];
  const contest = contestOf(group, context);
  const countWords = (count: string): string => context.t('{0} markets', count);
  const figures = eventFigures({ ...group, event }, contest, made.view, { countWords }, context);
  const { label, parts, phase, isHalted, freshness } = figures;
  const { mark } = markOf(freshness, heldTogether(markets.map(({ slug }) => made.holding(slug))));
  const volume = eventVolumeText(event?.volume, () => tradedIn(markets), context);
  // Without a clock its words say that it is live.
  const isLive = phase === 'live' && (freshness?.standing === 'cut' || hasClock(event, phase, context));
  return {
    label,
    mark,
    brief: marked(mark, event && firstWhen(event, phase, context)),
    detail: detailOf(first, event, isLive, [...parts, volume], context),
    icon: isHalted ? LIFECYCLE_ICONS.halted : iconOf(phase),
  };
}

/** A market beside the name of its event: the side that was meant, at its price. */
export function marketSearchRow(
  market: Market,
  long: boolean,
  made: MarketRows,
  context: ViewContext,
): SearchRow {
  const { label, mark, parts, icon } = made.side(market, long);
  const event = made.view(market).event ?? market.events[0];
  const markets = event === undefined || event.markets.length === 0 ? [market] : event.markets;
  const about = event
    ? eventShort({ key: '', event, markets }, context)
    : (questionSubject(market) ?? market.question);
  const [known] = event === undefined ? deriveEvents([market]) : [event];
  const phase = known && eventPhase(known, context.format.settings.now());
  // Without a clock it says the phase alone: of a market that is over its row does, and of a live game this does.
  const isClocked = phase !== undefined && hasClock(known, phase, context);
  const saysPhase = !isClocked && isOver(stateOf(made.view(market)));
  const when = known && phase && !saysPhase ? eventWhen(known, phase, context) : undefined;
  const first = known && phase && !saysPhase ? firstWhen(known, phase, context) : undefined;
  const isLive = phase === 'live' && (isClocked || saysPhase);
  const beside = about !== undefined && label.endsWith(about) ? undefined : about;
  return {
    label,
    mark,
    beside,
    brief: marked(mark, joined([first, beside && briefAbout(market, event, beside, context)])),
    detail: detailOf(market, event, isLive, [when, ...parts], context),
    icon: icon ?? iconOf(phase),
  };
}

/** What it is about, by abbreviations where it is longer than its room. */
function briefAbout(
  market: Market,
  event: MarketEvent | undefined,
  about: string,
  context: ViewContext,
): string {
  if (widthOf(about) <= BRIEF_WIDTH) return about;
  const { labelWidth: _, ...narrow } = shortContext(context);
  return cutName(shortAbout(market, event, narrow) ?? about, BRIEF_WIDTH);
}

/** `MOS 17–20 JUN` where the teams and their score are known, else `MOS at JUN` or the title. */
function shortAbout(
  market: Market,
  event: MarketEvent | undefined,
  context: ViewContext,
): string | undefined {
  if (event === undefined) return marketAliases(market, context);
  const group = { key: '', event, markets: event.markets.length === 0 ? [market] : event.markets };
  const isContest = contestOf(group, context) !== undefined;
  return isContest ? eventShort(group, context) : eventAliases(event, context, group.markets);
}

/** A line below the row of its event. */
export function lineSearchRow(market: Market, made: MarketRows, context: ViewContext): SearchRow {
  const { label, mark, parts } = made.side(market, true);
  // A completion of markets has no row of the event above it.
  const { brief } = marketSearchRow(market, true, made, context);
  return { label: `\u2003${label}`, mark, beside: joined(parts), brief, icon: undefined };
}

/** What stands below the lines of an event for those that are left out. */
export function moreSearchRow(count: number, { t, format }: ViewContext): SearchRow {
  const label =
    count === 1
      ? t('1 more market of this event')
      : t('{0} more markets of this event', format.quantity(Decimal.of(count)));
  const where = t('on its page');
  return { label: `\u2003${label}`, beside: where, brief: where, icon: undefined };
}

/** The sign of what is held stands before the words, as in the rows of the views: a dot only parts words. */
export function marked(mark: string | undefined, words: string | undefined): string {
  return withoutEmpty([mark, words]).join(' ');
}

function hasClock(event: MarketEvent | undefined, phase: EventPhase, context: ViewContext): boolean {
  return event !== undefined && eventClock(event, phase, context).length > 0;
}

/** League, state, and what the row of the view says. */
function detailOf(
  market: Market | undefined,
  event: MarketEvent | undefined,
  isLive: boolean,
  parts: TextParts,
  context: ViewContext,
): string {
  const league = market && categoryName(groupKeyOf(market, event, context), context);
  const live = isLive ? context.t('live') : undefined;
  return joined([league, live, ...parts]);
}

function iconOf(phase: EventPhase | undefined): RowIcon | undefined {
  return phase === 'live' || phase === 'awaitingSettlement' ? PHASE_ICONS[phase] : undefined;
}

/** Of spreads, totals and props of a game the most traded one each; none that is over. */
export function mainLines(markets: readonly Market[]): readonly Market[] {
  const traded = (market: Market): number => volumeOf(market)?.toNumber() ?? 0;
  return linesOf(markets.filter((market) => !isOver(lifecycle(market))))
    .filter(({ type }) => type === 'spread' || type === 'total' || type === 'prop')
    .map(({ markets: [first, ...rest] }) =>
      rest.reduce((most, each) => (traded(each) > traded(most) ? each : most), first as Market),
    );
}

/** Whether the words name the long side; where neither side has more of them, the usual one. */
export function meantSide(
  market: Market,
  words: readonly string[],
  context: ViewContext,
  usual = true,
): boolean {
  const fitting = (long: boolean): number => {
    const own = wordsOf(sideName(market, long, context));
    return words.filter((word) => own.some((each) => each.startsWith(word))).length;
  };
  const lead = isYesNo(market) ? 0 : fitting(true) - fitting(false);
  return lead === 0 ? usual : lead > 0;
}

/**
 * A label the editor cannot sort by: it moves rows up whose label has what is typed, wherever they were put. A joiner of
 * no width stands inside of what would match, and enough of them before it that it does not read as words with capitals.
 */
export function unmatchable(label: string, typed: string): string {
  const [first = '', ...rest] = [...typed.trim()].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
  return (
    JOINER.repeat(MOST_READ) + label.replace(new RegExp(`${first}(?=${rest.join('')})`, 'giu'), `$&${JOINER}`)
  );
}

const JOINER = '\u2060';
/** Characters of a label the editor looks at when it matches capitals. */
const MOST_READ = 60;
