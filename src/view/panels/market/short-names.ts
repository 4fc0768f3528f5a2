import type { Market } from '../../../core/market.ts';
import { isYesNo, sideName } from '../../names.ts';
import type { ViewContext } from '../../row.ts';
import { outcomeLabel, rowOutcome } from '../../row-names.ts';
import { isLongFirst } from '../../score-text.ts';
import { cutName, widthOf } from '../../widths.ts';
import type { MarketPanelInput } from '../input.ts';

/** Room for the name of a side, without its line, in a table or beside the chart, as `widthOf` counts. */
export const SIDE_WIDTH = 9;
/** Where no name is that short, the last one is cut here: a heading and a button have room for so much. */
const MOST_WIDTH = 16;

/** The same at the head of a narrow column. */
const HEADING_WIDTH = 6;

/** A side where its market is named above: `Islanders`, `Archers +6.5`, `Over 54.5`, `Yes`. */
export function shortSide(market: Market, long: boolean, context: ViewContext, width?: number): string {
  if (isYesNo(market) || market.sides.length === 0) return sideName(market, long, context);
  return shortOutcome(market, long, context, width);
}

/** A side without its line, at the head of a narrow column: as the page calls it, else abbreviated: `Otters`, `JUN`, `Over`. */
export function sideHeading(market: Market, long: boolean, context: ViewContext): string {
  if (isYesNo(market) || market.sides.length === 0) return sideName(market, long, context);
  const { names } = rowOutcome(market, long, context);
  const called = outcomeLabel({ names, tail: '' }, '', '', SIDE_WIDTH);
  if (widthOf(called) <= HEADING_WIDTH) return called;
  return outcomeLabel({ names: names.slice(-1), tail: '' }, '', '', HEADING_WIDTH);
}

/** A side where only its event is named above: `Otters`, `No Otters`. */
export function shortOutcome(market: Market, long: boolean, context: ViewContext, width?: number): string {
  const { names, tail } = rowOutcome(market, long, context);
  const called = outcomeLabel({ names, tail: '' }, '', '', width ?? SIDE_WIDTH);
  const most = width ?? MOST_WIDTH;
  return `${widthOf(called) <= most ? called : cutName(called, most)}${tail}`;
}

/** Both sides in the order of the event's title, or of the question before it is read, each by whether it is the long one. */
export function sidesInOrder({ lines }: MarketPanelInput, market: Market): readonly [boolean, boolean] {
  const line = lines.lines.find((each) => each.market.slug === market.slug);
  const isLeftLong = line?.isLeftLong ?? isLongFirst(market) ?? true;
  return [isLeftLong, !isLeftLong];
}
