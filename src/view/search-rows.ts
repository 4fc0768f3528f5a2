import { Decimal } from '../core/decimal.ts';
import { BARE_EVENT } from '../core/derive-events.ts';
import type { Freshness } from '../core/freshness.ts';
import { categoryKeyOf, linesOf, lineType } from '../core/grouping.ts';
import { eventPhase, isOver, isPaused, isTrading } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { sidePrices } from '../core/pricing.ts';
import { wordsOf } from '../core/search-query.ts';
import { volumeOf } from '../core/sort.ts';
import { type Contest, contestOf, pointsOf } from './event-figures.ts';
import { asOfText } from './freshness-text.ts';
import { hasNamedSides } from './market-rows.ts';
import {
  categoryName,
  eventTitle,
  groupTitle,
  isYesNo,
  lineName,
  questionSubject,
  shortSideName,
  sideName,
} from './names.ts';
import { eventClock, resultOf, resultWord, stateOf } from './price-text.ts';
import { joined, type RowIcon, type ViewContext } from './row.ts';
import { teamNames } from './row-names.ts';
import { LIFECYCLE_ICONS, lifecycleWord, PHASE_ICONS } from './states.ts';

/** One row of the search: what it is called with its prices, what stands beside it, and the second line. */
export interface SearchRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string | undefined;
  readonly icon: RowIcon | undefined;
}

/** What of one's own is in a market or event; a sign each. */
export interface OwnMark {
  readonly isHeld: boolean;
  readonly isOrdered: boolean;
}

/** An event by both prices around its name; one of many outcomes and a question by their name alone. */
export function eventSearchRow(
  event: MarketEvent | undefined,
  views: readonly MarketView[],
  own: OwnMark,
  context: ViewContext,
): SearchRow | undefined {
  const [first] = views;
  if (first === undefined) return undefined;
  const markets = views.map(({ market }) => market);
  const group = { key: '', event, markets };
  const title = questionTitle(event, markets) ?? groupTitle(group, context);
  const contest = contestOf(group, context);
  const viewOf = (market: Market): MarketView => views.find((view) => view.market === market) ?? first;
  const price = (side: Contest['draw']): string =>
    side === undefined ? '' : priceOf(viewOf(side.market), side.long, context);
  const [away, home] = contest?.teams ?? [];
  const points = event && away && home && pointsOf(event, [away.team, home.team]);
  const [left, right] = [away, home].map((each) => (each && teamNames(each.team, context)[0]) ?? '');
  const side = away?.side ?? home?.side;
  const main = side && viewOf(side.market);
  const won = main && resultOf(main);
  const draw = price(contest?.draw);
  const traded = markets.reduce((sum, market) => sum.plus(volumeOf(market) ?? Decimal.zero), Decimal.zero);
  return {
    label: joinedBySpace([
      price(away?.side),
      points === undefined ? title : `${left} ${points[0]}–${points[1]} ${right}`,
      price(home?.side),
    ]),
    description: joined([
      ownSign(own),
      draw === '' ? undefined : context.t('draw {0}', draw),
      main === undefined || won === undefined || won.winner === 'void' || !hasNamedSides(main.market)
        ? undefined
        : context.t('{0} won', shortSideName(main.market, won.winner === 'long', context)),
      main && asOfText(shownFreshness(main), context),
    ]),
    detail: detailOf(first.market, event, event?.volume ?? traded, context),
    icon: iconOf(main ?? first, event, context),
  };
}

/** What several markets without an event ask about: the subject they share. */
function questionTitle(event: MarketEvent | undefined, markets: readonly Market[]): string | undefined {
  const [first] = markets;
  return event !== undefined || first === undefined ? undefined : questionSubject(first);
}

/** A market where its event is not named beside it: the side that was meant, at its price. */
export function marketSearchRow(
  view: MarketView,
  long: boolean,
  own: OwnMark,
  context: ViewContext,
): SearchRow {
  const { market, event } = view;
  return {
    label: sideLabel(view, long, context),
    description: joined([event && eventTitle(event), ownSign(own), asOfText(shownFreshness(view), context)]),
    detail: detailOf(market, event, volumeOf(market), context),
    icon: iconOf(view, event, context),
  };
}

/** A line under the row of its event. */
export function lineSearchRow(
  view: MarketView,
  long: boolean,
  own: OwnMark,
  context: ViewContext,
): SearchRow {
  const { sell } = isTrading(stateOf(view)) ? sidePrices(view.market, long, view.live) : {};
  return {
    label: `\u2003${sideLabel(view, long, context)}`,
    description: joined([
      sell && context.t('{0} to sell', context.format.price(sell.price)),
      ownSign(own),
      asOfText(shownFreshness(view), context),
    ]),
    detail: undefined,
    icon: undefined,
  };
}

/** Of each kind of line of a game the one most traded, at most three. */
export function mainLines(markets: readonly Market[]): readonly Market[] {
  return linesOf(markets.filter((market) => !isOver(stateOf({ market }))))
    .slice(0, 3)
    .flatMap(({ markets: [first, ...rest] }) => {
      if (first === undefined) return [];
      const traded = (market: Market): number => volumeOf(market)?.toNumber() ?? 0;
      return [rest.reduce((most, each) => (traded(each) > traded(most) ? each : most), first)];
    });
}

/** The market an event is opened by: its winner line, else its first. */
export function mainMarket(markets: readonly Market[]): Market | undefined {
  return linesOf(markets)[0]?.markets[0];
}

/** The side the words name: the short one where it has more of them. */
export function meantSide(market: Market, words: readonly string[], context: ViewContext): boolean {
  if (isYesNo(market)) return true;
  const count = (long: boolean): number => {
    const own = wordsOf(sideName(market, long, context));
    return words.filter((word) => own.some((each) => each.startsWith(word))).length;
  };
  return count(true) >= count(false);
}

/**
 * A label the editor cannot sort by: it moves rows up whose label has what is typed, wherever they were put. A joiner of
 * no width stands inside of what would match, and enough of them before it that it does not read as words with capitals.
 */
export function unmatchable(label: string, typed: string): string {
  const text = typed.trim();
  if (text === '') return label;
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const broken = label.replace(pattern, (match) => [...match].join(JOINER));
  return JOINER.repeat(MOST_READ) + broken;
}

const JOINER = '\u2060';
/** Characters of a label the editor looks at when it matches capitals. */
const MOST_READ = 60;

function sideLabel(view: MarketView, long: boolean, context: ViewContext): string {
  const { market, event } = view;
  const about = lineName(event === undefined ? market : { ...market, events: [event] }, context);
  const isLine = !isYesNo(market) && ['winner', 'spread', 'total'].includes(lineType(market));
  const answer = isYesNo(market) && !long ? context.t('No on {0}', about) : about;
  const name = isLine ? sideName(market, long, context) : answer;
  const result = resultOf(view);
  return joinedBySpace([
    result === undefined ? priceOf(view, long, context) : resultWord(result, long, context),
    name,
  ]);
}

/** What buying costs now; a dash where it cannot be bought, nothing once it is over. */
function priceOf(view: MarketView, long: boolean, { format }: ViewContext): string {
  const state = stateOf(view);
  if (isOver(state)) return '';
  const { buy } = sidePrices(view.market, long, view.live);
  return buy === undefined || isPaused(state) ? '–' : format.price(buy.price);
}

function detailOf(
  market: Market,
  event: MarketEvent | undefined,
  volume: Decimal | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const state = stateOf({ market });
  // Without its event the market knows when its game starts.
  const shown = event ?? { ...BARE_EVENT, id: market.slug, endDate: market.endDate, markets: [market] };
  const isLive = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  const clock = eventClock(shown, context);
  return joined([
    categoryName(categoryKeyOf(market, event), context),
    isLive && clock !== t('live') && clock?.startsWith(`${t('live')} `) !== true
      ? t('live {0}', clock ?? '')
      : clock,
    (isOver(state) && event === undefined) || isPaused(state) ? lifecycleWord(state, context) : undefined,
    volume === undefined || volume.isZero ? undefined : t('vol {0}', format.compact(volume)),
  ]);
}

/** Only what the text would say last: halted, awaiting, live, settled. */
function iconOf(
  view: MarketView,
  event: MarketEvent | undefined,
  { format }: ViewContext,
): RowIcon | undefined {
  const state = stateOf(view);
  if (isPaused(state)) return LIFECYCLE_ICONS[state];
  const phase = event === undefined ? undefined : eventPhase(event, format.settings.now());
  if (phase === 'live' && !isOver(state)) return PHASE_ICONS.live;
  if (phase === 'awaitingSettlement' || phase === 'ended') return PHASE_ICONS[phase];
  return isOver(state) ? LIFECYCLE_ICONS[state] : undefined;
}

/** A result does not age. */
function shownFreshness(view: MarketView): Freshness | undefined {
  return resultOf(view) === undefined ? view.freshness : undefined;
}

function ownSign({ isHeld, isOrdered }: OwnMark): string | undefined {
  if (isHeld) return isOrdered ? '◈' : '◆';
  return isOrdered ? '◇' : undefined;
}

function joinedBySpace(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
