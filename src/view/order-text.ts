import type { CancelProgress } from '../core/attempt.ts';
import { eventKeyOf } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import {
  isDirectionKnown,
  isReplacedWithLeaves,
  type MarketMetadata,
  type Order,
  orderOutcome,
} from '../core/order.ts';
import { averagePrice, orderPrice } from '../core/pricing.ts';
import { eventSlugOf, shortSlug } from '../core/slug.ts';
import { comboName } from './combo-text.ts';
import { eventAliases, marketAliases } from './event-figures.ts';
import { feeText } from './fee-text.ts';
import {
  eventTitle,
  humanSlug,
  lineName,
  marketName,
  outcomePhrase,
  sideName,
  splitQuestion,
} from './names.ts';
import { priceAfterWords } from './price-text.ts';
import { field, plainLine, type RowCommand, spokenParts, type Tooltip, type ViewContext } from './row.ts';
import { labelWithin, type RowOutcome, rowOutcome } from './row-names.ts';
import { marketSituation } from './situation-text.ts';
import { capital, orderStateWord, timeInForceWord } from './states.ts';

/** `Sell Lakers 46¢`, `Buy Celtics 55¢`: in the terms of the outcome the order is about. */
export function orderTitle(order: Order, market: Market | undefined, context: ViewContext): string {
  const name = outcomeName(order, market, orderOutcome(order).long, context);
  return orderLabel(order, { names: [name], tail: '' }, '', inFull(context));
}

/** The same where nothing beside it names the market: until that was read, with what its slug says beyond the event. */
export function orderTitleAlone(order: Order, market: Market | undefined, context: ViewContext): string {
  const title = orderTitle(order, market, context);
  if (market !== undefined && market.sides.length > 0) return title;
  return context.t('{0} ({1})', title, shortSlug(order.marketSlug, order.marketMetadata?.eventSlug));
}

/** The same about an outcome by its names, with a quantity before it: `Sell 50 Islanders 68¢`. */
export function orderLabel(order: Order, of: RowOutcome, quantity: string, context: ViewContext): string {
  const { t, format } = context;
  const { buy } = orderOutcome(order);
  const verb = !isDirectionKnown(order) ? t('Order for') : buy ? t('Buy') : t('Sell');
  const own = orderPrice(order)?.own;
  const unpriced = order.type === 'MARKET' ? t('at market') : t('at an unknown price');
  const price = own === undefined ? unpriced : format.price(own.value);
  return pricedOutcome(of, `${verb} ${quantity}`, price, context);
}

/** For texts that have room for the longest names. */
export function inFull(context: ViewContext): ViewContext {
  return { ...context, labelWidth: Number.POSITIVE_INFINITY };
}

/** An outcome between words and a price. */
export function pricedOutcome(
  outcome: RowOutcome,
  before: string,
  price: string,
  context: ViewContext,
): string {
  return labelWithin(outcome, before, ` ${priceAfterWords(price, context)}`, context);
}

/** Both languages of a NO order: `Buy Celtics 55¢ (45¢ Lakers)`; any other order as its title. */
export function orderBothWays(order: Order, market: Market | undefined, context: ViewContext): string {
  const title = orderTitle(order, market, context);
  const price = orderPrice(order);
  if (price === undefined || orderOutcome(order).long) return title;
  const name = longName(order, market, context);
  return context.t('{0} ({1} {2})', title, context.format.price(price.long.value), name);
}

/** Where it stands in the one book there is: `stands among the offers of Lakers at 45¢`. */
export function bookPlace(
  order: Order,
  market: Market | undefined,
  context: ViewContext,
): string | undefined {
  const price = orderPrice(order)?.long;
  if (price === undefined || !isDirectionKnown(order)) return undefined;
  const { long, buy } = orderOutcome(order);
  const name = longName(order, market, context);
  const at = context.format.price(price.value);
  return long === buy
    ? context.t('Stands among the bids of {0} at {1}.', name, at)
    : context.t('Stands among the offers of {0} at {1}.', name, at);
}

export function hasFills(order: Order): boolean {
  return (order.cumQuantity ?? filledByLeaves(order))?.isZero === false;
}

/** `50/200 filled`, `0/100`. */
export function filledText(order: Order, { t, format }: ViewContext): string {
  const filled = order.cumQuantity ?? filledByLeaves(order);
  const ordered = format.contracts(order.quantity);
  if (format.settings.hideAmounts) {
    return filled === undefined || filled.isZero ? ordered : t('{0} filled', ordered);
  }
  if (filled === undefined || filled.isZero) return `0/${ordered}`;
  return t('{0}/{1} filled', format.contracts(filled), ordered);
}

/** The same to be read out: `50 of 200 filled`, `0 of 100`. */
export function spokenFilled(order: Order, context: ViewContext): string {
  const { t, format } = context;
  const filled = order.cumQuantity ?? filledByLeaves(order);
  if (format.settings.hideAmounts) return filledText(order, context);
  const ordered = format.contracts(order.quantity);
  if (filled === undefined || filled.isZero) return t('{0} of {1}', 0, ordered);
  return t('{0} of {1} filled', format.contracts(filled), ordered);
}

/** What an order, a position or a trade says of its market. */
export interface InMarket {
  readonly marketSlug: string;
  readonly marketMetadata?: MarketMetadata | undefined;
}

/**
 * The outcome something is about, by the market where it is known, else by what the service says beside it. Others of its event
 * may say the same then: what it stands in is named beside it, with its slug.
 */
export function outcomeName(
  { marketMetadata: metadata }: InMarket,
  market: Market | undefined,
  long: boolean,
  context: ViewContext,
): string {
  const combo = comboName(metadata, long, context);
  if (combo !== undefined) return combo;
  if (market !== undefined && market.sides.length > 0) return outcomePhrase(market, long, context);
  const { t } = context;
  const said = metadata?.outcome === 'None' ? undefined : metadata?.outcome;
  const name = said ?? (long ? t('Yes') : t('No'));
  const about = metadata?.subject ?? metadata?.teamName;
  return /^(yes|no)$/i.test(said ?? 'yes') && about !== undefined ? t('{0} on {1}', name, about) : name;
}

/** The same for the label of a row, in all its lengths. */
export function ownOutcome(
  thing: InMarket,
  market: Market | undefined,
  long: boolean,
  context: ViewContext,
): RowOutcome {
  const { marketSlug, marketMetadata: metadata } = thing;
  const isCombo = (metadata?.comboLegs.length ?? 0) > 0;
  if (!isCombo && market !== undefined && market.sides.length > 0) return rowOutcome(market, long, context);
  const apart = shortSlug(marketSlug, metadata?.eventSlug);
  return { names: [outcomeName(thing, market, long, context)], tail: '', apart };
}

/** What a market is called where only its slug and some metadata may be known: then with its slug, always. */
export function namedMarket(thing: InMarket, market: Market | undefined, context: ViewContext): string {
  const { marketSlug, marketMetadata: metadata } = thing;
  const { comboLegs = [] } = metadata ?? {};
  if (market !== undefined && comboLegs.length === 0) return marketName(market, undefined, context);
  const title = comboLegs.length === 0 ? metadata?.title : context.t('Combo of {0}', comboLegs.length);
  return title === undefined ? humanSlug(marketSlug) : context.t('{0} ({1})', title, marketSlug);
}

/** What rows, lists and tabs call the event of a thing: by its teams' nicknames, before it is read too. */
export function rowEvent(thing: InMarket, market: Market | undefined, context: ViewContext): string {
  const [event] = market?.events ?? [];
  return market === undefined || event === undefined
    ? ((market && marketAliases(market, context)) ?? namedEvent(thing, market, context))
    : eventAliases(event, context, [market]);
}

/** By which things of the account stand together. */
export function eventKey({ marketSlug, marketMetadata }: InMarket, market: Market | undefined): string {
  const event = market?.events[0];
  // The key stays when the event of a known market is read.
  if (event === undefined && marketMetadata?.eventSlug !== undefined) return marketMetadata.eventSlug;
  return market === undefined ? (eventSlugOf(marketSlug) ?? marketSlug) : eventKeyOf(market, event);
}

/** What a click on a group of things opens: their event, or the market of the first where the service names no event. */
export function groupCommand(key: string, thing: InMarket, market: Market | undefined): RowCommand {
  const isNamed = market?.events[0] !== undefined || thing.marketMetadata?.eventSlug !== undefined;
  return isNamed ? { id: 'openEvent', args: [key] } : { id: 'openMarket', args: [thing.marketSlug] };
}

export function namedEvent(thing: InMarket, market: Market | undefined, context: ViewContext): string {
  const event = market?.events[0];
  if (event !== undefined) return eventTitle(event);
  // The service titles a thing with the question of its market.
  const question = thing.marketMetadata?.title ?? market?.question;
  if (question === undefined) return namedMarket(thing, market, context);
  return splitQuestion(question, undefined).about ?? question;
}

/** Where a thing is that is called `said`: its market, or the event alone where `said` already names the line. */
export function namedPlace(
  said: string,
  thing: InMarket,
  market: Market | undefined,
  context: ViewContext,
): string {
  const lines =
    market === undefined
      ? []
      : [lineName(market, context), ...[true, false].map((long) => outcomePhrase(market, long, context))];
  const bare = [context.t('Yes'), context.t('No')];
  return lines.some((line) => !BARE_SIDE.test(line) && !bare.includes(line) && said.includes(line))
    ? namedEvent(thing, market, context)
    : namedMarket(thing, market, context);
}

/** Sides that say nothing of what they are sides of. */
const BARE_SIDE = /^(yes|no|over|under)$/i;

export type CancelState = CancelProgress | 'none';

/** How far its cancel is, by this extension's own attempts and by its state at the service. */
export function cancelState(
  { id, state }: Order,
  cancelling?: ReadonlyMap<string, CancelProgress>,
): CancelState {
  const progress = cancelling?.get(id);
  if (state !== 'PENDING_CANCEL') return progress ?? 'none';
  return progress === undefined || progress === 'underWay' ? 'underWay' : 'unknown';
}

/** The state where an order does not simply rest; that of its cancel comes first. */
export function shownState(order: Order, cancel: CancelState, context: ViewContext): string | undefined {
  if (cancel === 'unknown') return context.t('cancel sent, reading it again');
  if (cancel === 'stillOpen') return context.t('still open, cancel sent');
  if (cancel === 'underWay') return context.t('being cancelled');
  const { state } = order;
  return state === 'NEW' || state === 'PARTIALLY_FILLED' ? undefined : orderStateText(order, context);
}

/** The state in words; of one that says replaced and is listed as open, both. */
export function orderStateText(order: Order, context: ViewContext): string {
  return isReplacedWithLeaves(order)
    ? context.t('replaced, the service still lists it')
    : orderStateWord(order.state, context);
}

export function placedAt(order: Order) {
  return order.createTime ?? order.insertTime;
}

/** `now`: the price it would meet, or why none. */
export function orderTooltip(
  order: Order,
  market: Market | undefined,
  now: string | undefined,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const price = orderPrice(order);
  const average = averagePrice(order);
  const [left, ordered] = [order.leavesQuantity, order.quantity].map(format.contracts);
  return [
    { kind: 'title', text: orderBothWays(order, market, context) },
    ...plainLine(marketSituation(market, context)),
    ...plainLine(bookPlace(order, market, context)),
    ...field(t('Market'), namedMarket(order, market, context)),
    ...field(t('Left'), t('{0} of {1}', left ?? '', ordered ?? '')),
    ...field(t('Now'), now && capital(now)),
    ...field(t('Limit price'), bothPrices(price, market, order, context)),
    ...field(t('Average fill price'), bothPrices(average, market, order, context)),
    ...field(t('Fees so far'), feeText(order.commission, context)),
    ...field(t('Cash ordered'), order.cashOrderQty?.value.isZero ? '' : format.money(order.cashOrderQty)),
    ...field(t('State'), capital(orderStateText(order, context))),
    ...field(t('Kind'), orderKind(order, context)),
    ...field(t('Good till'), format.dateTime(order.goodTillTime)),
    ...field(t('Placed'), format.exactTime(placedAt(order))),
    ...field(t('Last change'), format.exactTime(order.lastTransactTime)),
    ...field(t('Slug'), order.marketSlug),
    ...field(t('Order id'), order.id),
  ];
}

/** A price of the side an order is about; of the short one with that of the long one: `34¢ (66¢ Islanders)`. */
export function bothPrices(
  price: ReturnType<typeof orderPrice>,
  market: Market | undefined,
  order: Order,
  context: ViewContext,
): string | undefined {
  if (price === undefined) return undefined;
  const { format } = context;
  const own = format.price(price.own.value);
  if (orderOutcome(order).long) return own;
  const name = longName(order, market, context);
  return context.t('{0} ({1} {2})', own, format.price(price.long.value), name);
}

/** `Limit order, good till cancelled`. */
function orderKind(order: Order, context: ViewContext): string {
  const { t } = context;
  const type =
    order.type === 'LIMIT' ? t('limit order') : order.type === 'MARKET' ? t('market order') : order.type;
  return capital(spokenParts([type, timeInForceWord(order.tif, context)]));
}

/** The long side's name; metadata speaks of the order's own side only. */
function longName(
  { marketMetadata: metadata }: InMarket,
  market: Market | undefined,
  context: ViewContext,
): string {
  if (market === undefined || market.sides.length === 0) {
    const about = metadata?.subject ?? metadata?.teamName;
    const yesNo = /^(yes|no)$/i.test(metadata?.outcome ?? '');
    return yesNo && about !== undefined ? context.t('Yes on {0}', about) : context.t('the long side');
  }
  return market.sides.length === 1 ? sideName(market, true, context) : outcomePhrase(market, true, context);
}

function filledByLeaves(order: Order) {
  return order.quantity && order.leavesQuantity && order.quantity.minus(order.leavesQuantity);
}
