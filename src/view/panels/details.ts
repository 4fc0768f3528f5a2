import type { Market } from '../../core/market.ts';
import type { Detailed } from '../details.ts';
import { allDetails } from '../details.ts';
import { orderTitle } from '../order-text.ts';
import type { Details } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { eventOf } from './head.ts';
import type { MarketPanelInput, PanelInput } from './input.ts';
import type { Kept } from './kept.ts';

/** Activities whose every field is listed; all of them are in the Activity view. */
const ACTIVITIES = 20;

/** The book alone changes many times a second, and nobody reads a hundred fields at that pace. */
const BOOK_MS = 5000;

/** The same as `panelDetails`, made anew when anything but the quotes changed, and for those every few seconds. */
export function keptDetails(
  input: PanelInput & Partial<Pick<MarketPanelInput, 'quote'>>,
  market: Market,
  context: ViewContext,
  kept: Kept,
): Details {
  const { settlement, event, position, orders, activities } = input;
  const turn = Math.floor(context.format.settings.now() / BOOK_MS);
  const had = [input.book.value !== undefined, input.quote?.value !== undefined];
  const rest = [settlement.value, event, position.value, activities.value, ...(orders.value ?? [])];
  return kept.part('details', [market, context, turn, ...had, ...rest], () =>
    panelDetails(input, market, context),
  );
}

type Group = readonly [heading: string, detailed: Detailed];

/** Every decoded field of what the panel was made from, under the names the service gives them. */
export function panelDetails(
  input: PanelInput & Partial<Pick<MarketPanelInput, 'quote'>>,
  market: Market,
  context: ViewContext,
): Details {
  const { t, format } = context;
  const event = eventOf(input, market);
  const book = input.book.value;
  const quote = input.quote?.value;
  const settlement = input.settlement.value;
  const position = input.position.value;
  const groups: Group[] = [[t('Market'), { kind: 'market', value: market }]];
  // An event named on the market is listed with it already.
  if (event !== undefined && !market.events.includes(event))
    groups.push([t('Event'), { kind: 'event', value: event }]);
  if (book !== undefined) groups.push([t('Order book'), { kind: 'book', value: book }]);
  if (quote !== undefined) groups.push([t('Best bid and offer'), { kind: 'quote', value: quote }]);
  if (settlement !== undefined) groups.push([t('Settlement'), { kind: 'settlement', value: settlement }]);
  if (position !== undefined) groups.push([t('Your position'), { kind: 'position', value: position }]);
  for (const order of input.orders.value ?? []) {
    groups.push([t('Your order: {0}', orderTitle(order, market, context)), { kind: 'order', value: order }]);
  }
  for (const activity of (input.activities.value ?? []).slice(0, ACTIVITIES)) {
    const heading = t('Your activity: {0}, {1}', activity.type, format.dateTime(activity.time));
    groups.push([heading, { kind: 'activity', value: activity }]);
  }
  return {
    summary: t('All details'),
    groups: groups.map(([heading, detailed]) => ({
      heading,
      rows: allDetails(detailed, context).map(({ field, value }) => ({ name: field, value })),
    })),
  };
}
