import { categoryKeyOf } from '../../../core/grouping.ts';
import { heldTogether } from '../../../core/holdings.ts';
import { eventPhase, eventStart, isPaused } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { sidePrices } from '../../../core/pricing.ts';
import { contestOf, eventFigures } from '../../event-figures.ts';
import type { EventLine } from '../../event-lines.ts';
import { asOfText } from '../../freshness-text.ts';
import { categoryName, eventTitle, groupKeyOf, isYesNo, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { markOf, spokenHolding } from '../../row-marks.ts';
import { outcomeLabel, rowOutcome } from '../../row-names.ts';
import { capital } from '../../states.ts';
import { cutName, widthOf } from '../../widths.ts';
import { flagSentence, lineLabel } from '../event/words.ts';
import type { MarketPanelInput } from '../input.ts';
import { button, cell, columns } from '../parts.ts';
import type { Cell, Section, Table } from '../protocol.ts';
import { eventOf } from '../shared-sections.ts';
import { shortSide } from './short-names.ts';

/** Other lines of the event that are listed, those with the most volume. */
const LINES = 8;
/** Other games of the league. */
const GAMES = 3;
/** Room for a line, as `widthOf` counts. */
const LINE_WIDTH = 16;
/** Room for a side of it: two of them stand in a row. */
const SIDE_WIDTH = 8;
/** Room for teams, prices and score of such a game, as `widthOf` counts. */
const LABEL = 31;

/** The lines of an event that a market's page shows: its own and those with the most volume, in the order of the event's page. */
export function shownLines(lines: readonly EventLine[], slug: string): readonly EventLine[] {
  const open = lines.filter(({ market, isOver }) => !isOver || market.slug === slug);
  const others = open.filter(({ market }) => market.slug !== slug);
  const shown = new Set(others.sort((a, b) => b.volume - a.volume).slice(0, LINES));
  return open.filter((line) => line.market.slug === slug || shown.has(line));
}

/** What else can be traded on the event; absent where there is nothing. */
export function linesSection(
  { lines: { contest, lines }, holdings, slug, ...input }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): Section<Table> | undefined {
  const shown = shownLines(lines, slug);
  const event = eventOf({ ...input, slug }, market);
  if (shown.length < 2 || event === undefined) return undefined;
  const { t, format } = context;
  const old = shown.flatMap(({ view: { freshness } }) =>
    freshness === undefined || freshness.standing === 'fresh' ? [] : freshness.at,
  );
  return {
    heading: contest === undefined ? t('Lines of this event') : t('Lines of this game'),
    // Said once: beside each price it would have no room, and move the others when it comes.
    aside: old.length === 0 ? undefined : t('dimmed: as of {0}', format.timeOrDay(Math.min(...old))),
    button: button(t('All {0}', lines.length), 'openEvent', {
      slug: event.slug ?? event.id,
      hint: t('All {0} lines of {1}', lines.length, eventTitle(event)),
    }),
    content: {
      caption: t('What each side of each line costs to buy'),
      columns: columns(t('Line'), t('Buy'), t('Buy'), [t('Yours')]),
      rows: shown.map((line) => {
        const stake = holdings.get(line.market.slug);
        const holding = heldTogether([stake?.long, stake?.short]);
        const name = lineLabel(line, context);
        // A sentence below the row would move the others when a price flags it.
        const why = line.flag === undefined ? name : t('{0}: {1}', name, flagSentence(line.flag, context));
        const isThis = line.market.slug === slug;
        const link = { hint: why, action: { name: 'openMarket', slug: line.market.slug } } as const;
        const label = `${line.flag === undefined ? '' : '⚠ '}${shortLine(line, name, context)}`;
        return {
          key: line.market.slug,
          isOwn: isThis,
          cells: [
            cell(label, 'plain', isThis ? { hint: t('{0}, this market', why) } : link),
            priceCell(line, line.isLeftLong, context),
            priceCell(line, !line.isLeftLong, context),
            cell(markOf(undefined, holding).mark ?? '', 'own', { hint: spokenHolding(holding, context) }),
          ],
        };
      }),
    },
  };
}

/** A line in the narrow column of the table: with its number, which no cut takes away. */
function shortLine({ market }: EventLine, name: string, context: ViewContext): string {
  if (widthOf(name) <= LINE_WIDTH) return name;
  const label = outcomeLabel(rowOutcome(market, true, context), '', '', LINE_WIDTH);
  return widthOf(label) <= LINE_WIDTH ? label : cutName(label, LINE_WIDTH);
}

/**
 * What a side costs, with what the row does not say of it: no two lines need have the same sides. Halted there is no price to be
 * had; an old one is dimmed.
 */
function priceCell(line: EventLine, long: boolean, context: ViewContext): Cell {
  const { freshness, ...known } = line.view;
  const state = stateOf(known);
  if (isPaused(state)) return cell(stateWord(state, context) ?? ABSENT, 'warn');
  const { buy } = sidePrices(known.market, long, known.live);
  const hint = asOfText(freshness, context);
  const aside = sideBeside(line, long, context);
  return cell(context.format.price(buy?.price), hint === undefined ? 'plain' : 'dim', { aside, hint });
}

/** `Islanders`, of a spread the handicap alone, `Over`, `Yes`. */
function sideBeside({ view: { market }, type }: EventLine, long: boolean, context: ViewContext): string {
  const [word] = /\b(?:over|under)\b/i.exec(sideName(market, long, context)) ?? [];
  if (word !== undefined && !isYesNo(market)) return capital(word.toLowerCase());
  const handicap = type === 'spread' ? rowOutcome(market, long, context).tail.trim() : '';
  return handicap === '' ? shortSide(market, long, context, SIDE_WIDTH) : handicap;
}

/** Other games of a league: those that are live, then the next to begin. */
export function otherGames(
  market: Market,
  own: MarketEvent | undefined,
  events: readonly MarketEvent[],
  now: number,
): readonly MarketEvent[] {
  const league = categoryKeyOf(market, own);
  const rank = { live: 0, upcoming: 1 } as const;
  const games = events.flatMap((event) => {
    const [first] = event.markets;
    // Which league it is of is known sooner than where it stands.
    if (first === undefined || event.id === own?.id || categoryKeyOf(first, event) !== league) return [];
    const phase = eventPhase(event, now);
    if (phase !== 'live' && phase !== 'upcoming') return [];
    return [{ event, rank: rank[phase], start: eventStart(event) ?? Number.POSITIVE_INFINITY }];
  });
  return games
    .sort((a, b) => a.rank - b.rank || a.start - b.start)
    .slice(0, GAMES)
    .map(({ event }) => event);
}

/** A few other games of the league with their prices; absent where none is known. */
export function leagueSection(
  { games, event, viewOf }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): Section<Table> | undefined {
  if (games.length === 0) return undefined;
  const { t } = context;
  const wide = { ...context, labelWidth: LABEL };
  const key = groupKeyOf(market, event, context);
  const league = categoryName(key, context);
  return {
    heading: t('More in {0}', league),
    button: button(t('All'), 'showLeague', { slug: key, hint: t('All of {0} in Markets', league) }),
    content: {
      caption: t('Other games of {0} with what each side costs to buy', league),
      columns: columns(t('Game'), [t('When')]),
      rows: games.map((game) => {
        const slug = game.slug ?? game.id;
        const group = { key: slug, event: game, markets: game.markets };
        const figures = eventFigures(group, contestOf(group, context), viewOf, {}, wide);
        const isFresh = (figures.freshness?.standing ?? 'fresh') === 'fresh';
        const hint = joined([figures.label, eventTitle(game)]);
        return {
          key: slug,
          cells: [
            cell(figures.label, isFresh ? 'plain' : 'dim', { hint, action: { name: 'openEvent', slug } }),
            cell(joined(figures.parts), 'dim'),
          ],
        };
      }),
    },
  };
}
