import type { PositionResolution } from '../core/activity.ts';
import type { Decimal } from '../core/decimal.ts';
import {
  breakEven,
  currencyOf,
  dayPnl,
  entryPrice,
  isAwaiting,
  isHeld,
  isLong,
  type Marks,
  openPnl,
  positionValue,
  winPays,
} from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { isOver } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import { areFeesSent } from '../core/own-settlement.ts';
import type { Position } from '../core/position.ts';
import { dayChange, marksOf, sideOf, sidePrices } from '../core/pricing.ts';
import { legLines } from './combo-text.ts';
import { feeText } from './fee-text.ts';
import { ABSENT } from './numbers.ts';
import { namedMarket, outcomeName } from './order-text.ts';
import { noPriceWord, stateOf, stateWord } from './price-text.ts';
import { field, plainLine, type TextParts, type Tooltip, type ViewContext } from './row.ts';
import { marketSituation } from './situation-text.ts';

export interface KnownPosition {
  readonly position: Position;
  readonly market: Market | undefined;
  readonly facts: MarketFacts;
  /** Best prices it can be valued at, where its market is known. */
  readonly marks: Marks;
  /** Nothing trades in its market any more. */
  readonly isEnded: boolean;
  readonly freshness: Freshness | undefined;
  /** Its settlement, where that is in the activity that was read. */
  readonly resolution?: PositionResolution | undefined;
}

export function knownPosition(
  position: Position,
  market?: Market | undefined,
  facts: MarketFacts = {},
  freshness?: Freshness | undefined,
): KnownPosition {
  if (market === undefined) return { position, market, facts, marks: {}, isEnded: false, freshness };
  const marks = marksOf(market, facts.live, facts.pricedLater);
  return { position, market, facts, marks, isEnded: isOver(stateOf({ market, ...facts })), freshness };
}

/** How current the price is that it is valued at. */
export function priceFreshness({ facts, freshness }: KnownPosition): Freshness | undefined {
  return facts.freshness ?? freshness;
}

/** Whether that price is an old one. */
export function isPriceOld(known: KnownPosition): boolean {
  return (priceFreshness(known)?.standing ?? 'fresh') !== 'fresh';
}

/** `Lakers 200 @ 41¢`. */
export function positionTitle(position: Position, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const name = outcomeName(position, market, isLong(position), context);
  const quantity = format.contracts(position.netPosition?.abs());
  // Of what is settled or closed out nothing is held any more.
  if (position.netPosition?.isZero === true) return name;
  const entry = entryText(position, context);
  return entry === undefined ? `${name} ${quantity}` : t('{0} {1} @ {2}', name, quantity, entry);
}

/** What a contract cost, in cents whatever odds are chosen: `41¢`, or `41.5¢, fees in` where only a cost with fees was sent. */
export function entryText(position: Position, context: ViewContext): string | undefined {
  const entry = entryPrice(position);
  const text = entry && context.format.cents(entry.price.value);
  return entry?.feesIn === true && text ? withFees(text, context) : text;
}

/** Says of a price that fees are in it. */
function withFees(text: string, { t }: ViewContext): string {
  return t('{0}, fees in', text);
}

/**
 * `54→62¢ · Q3 4:12 · pays $120.00 if they win`: what it cost and what it sells for, each in cents, the latter in the chosen
 * odds. `when`: of its event, where that does not stand above.
 */
export function heldParts(known: KnownPosition, when: string | undefined, context: ViewContext): TextParts {
  const { position, market, facts } = known;
  const { t, format } = context;
  const long = isLong(position);
  const now = market && sidePrices(market, long, facts.live).sell?.price;
  const state = market && stateOf({ market, ...facts });
  const word = state && stateWord(state, context);
  const isEnded = isAwaiting(known);
  const pays = position.netPosition && ownMoney(winPays(position.netPosition), currencyOf(position));
  const isTeam = market !== undefined && lineType(market) === 'winner' && sideOf(market, long)?.team;
  const sum = format.money(pays);
  return [
    pricesText(known, context),
    isEnded || now !== undefined ? undefined : (word ?? noBidWord(market, long, facts, context)),
    isEnded ? (when ?? word ?? t('awaiting settlement')) : now === undefined ? when : (when ?? word),
    pays === undefined || format.settings.hideAmounts
      ? undefined
      : isTeam
        ? t('pays {0} if they win', sum)
        : t('pays {0}', sum),
  ];
}

/** `54→62¢`: what a contract cost, and what it sells for. */
export function pricesText({ position, market, facts }: KnownPosition, context: ViewContext): string {
  const { format } = context;
  const now = market && sidePrices(market, isLong(position), facts.live).sell?.price;
  const entry = entryPrice(position);
  const from = format.cents(entry?.price.value);
  const isCents = format.settings.oddsFormat === 'cents' && now !== undefined;
  const prices = `${isCents ? from.replace('¢', '') : from}→${format.price(now)}`;
  return entry?.feesIn === true ? withFees(prices, context) : prices;
}

/** A market that was not read says nothing of its bids. */
export function noBidWord(
  market: Market | undefined,
  long: boolean,
  facts: MarketFacts,
  context: ViewContext,
): string | undefined {
  if (market === undefined) return context.t('price not known');
  return noPriceWord({ market, ...facts }, long, 'sell', context);
}

/** Its result is known, or nothing is held of it any more: contracts in any other market that ended await their settlement. */
export function isSettled({ position, market, facts, resolution }: KnownPosition): boolean {
  if (!isHeld(position) || position.netPosition?.isZero === true)
    return position.expired === true || resolution !== undefined;
  return market !== undefined && stateOf({ market, ...facts }) === 'resolved';
}

/** Nothing is held any more, or the market has its result: what could still come of it is over. */
export function isPaid(known: KnownPosition): boolean {
  return known.position.netPosition?.isZero === true || known.resolution !== undefined || isSettled(known);
}

/** A figure with how it was worked out; undefined where there is none. */
export function explained(figure: string, how: string, { t }: ViewContext): string | undefined {
  return figure === '' || figure === ABSENT ? undefined : t('{0} ({1})', figure, how);
}

export type PositionFigure = readonly [
  label: string,
  figure: string,
  how: string,
  name: 'value' | 'open' | 'day' | 'realised' | 'cost' | 'fees' | 'breakEven' | 'pays',
  /** The gain or loss it says. */
  made?: OwnMoney | undefined,
];

/** What is known of a position in figures, each with how it was worked out: for its tooltip and its pages. */
export function positionFigures(known: KnownPosition, context: ViewContext): readonly PositionFigure[] {
  return allPositionFigures(known, context).filter(([, figure]) => figure !== ABSENT);
}

/** The same with those that are not known, for a place where nothing may move when one comes or goes. */
export function allPositionFigures(known: KnownPosition, context: ViewContext): readonly PositionFigure[] {
  const { t, format } = context;
  const { position, market, facts, marks } = known;
  const value = positionValue(position, marks)?.value;
  const hasEnded = isPaid(known);
  const change = market && dayChange(market, isLong(position), facts.live);
  const day = hasEnded ? undefined : dayPnl(position, change);
  const isUnknown = position.cost?.value.isNegative === true;
  const open = hasEnded || isUnknown ? undefined : openPnl(position, marks);
  const pays =
    !hasEnded && isHeld(position) ? position.netPosition && winPays(position.netPosition) : undefined;
  const currency = currencyOf(position);
  const outcome = outcomeName(position, market, isLong(position), context);
  return [
    [
      t('Value'),
      value === undefined && isHeld(position) ? t('not known') : format.money(value),
      valueSource(known, context),
      'value',
    ],
    [
      t('Open P&L'),
      isUnknown && !hasEnded ? t('not known') : format.signedMoney(open),
      isUnknown ? t('the cost sent is below zero') : t('value − cost'),
      'open',
      open,
    ],
    [t('Day P&L'), format.signedMoney(day), t('contracts × change today'), 'day', day],
    [
      t('Realised P&L'),
      format.signedMoney(position.realized),
      t('as reported, without fees'),
      'realised',
      position.realized,
    ],
    [
      t('Cost'),
      format.money(position.cost),
      areFeesSent(position) ? t('fees included') : t('as reported'),
      'cost',
    ],
    [t('Fees'), feeText(position.fees, context), t('as reported'), 'fees'],
    [
      t('Break-even'),
      format.cents(hasEnded ? undefined : breakEven(position)?.value),
      t('cost ÷ contracts'),
      'breakEven',
    ],
    [
      t('Pays if {0} wins', outcome),
      format.money(pays && ownMoney(pays, currency)),
      t('1 for each contract'),
      'pays',
    ],
  ];
}

/** Of what the price of entry was worked out. */
export function entrySource(position: Position, { t }: ViewContext): string {
  return entryPrice(position)?.feesIn === true
    ? t('cost ÷ contracts, fees in')
    : t('cost without fees ÷ contracts');
}

/** `avgPx`, which is zero where nothing was traded: in the terms of the side held, of all trades in the market. */
function averagePrice({ avgPx }: Position): Decimal | undefined {
  return avgPx?.value.isZero === true ? undefined : avgPx?.value;
}

export function positionTooltip(known: KnownPosition, context: ViewContext): Tooltip {
  const { t, format } = context;
  const { position, market } = known;
  const { qtyBought, qtySold } = position;
  // Both are sent for the long side, which one sells to have the short one.
  const [bought, sold] = isLong(position) ? [qtyBought, qtySold] : [qtySold, qtyBought];
  const how = (figure: string, words: string) => explained(figure, words, context);
  return [
    { kind: 'title', text: positionTitle(position, market, context) },
    ...plainLine(marketSituation(market, context)),
    ...plainLine(
      position.rounded ? t('The service sent whole contracts only: the quantity may be rounded.') : '',
    ),
    ...field(t('Market'), namedMarket(position, market, context)),
    ...legLines(position.marketMetadata, context),
    ...positionFigures(known, context).flatMap(([label, figure, words]) => field(label, how(figure, words))),
    ...field(
      t('Entry price'),
      how(format.cents(entryPrice(position)?.price.value), entrySource(position, context)),
    ),
    ...field(t('Cost without fees'), how(format.money(position.baseCost), t('as reported'))),
    ...field(
      t('Average price'),
      how(format.cents(averagePrice(position)), t('as reported, of all trades here')),
    ),
    ...field(t('Held'), quantityText(position, context)),
    ...field(t('Bought'), format.contracts(bought)),
    ...field(t('Sold'), format.contracts(sold)),
    // The service gives that of a short its sign; the side is said once.
    ...field(t('Free to trade'), format.contracts(position.qtyAvailable?.abs())),
    ...field(t('At the start of the day'), format.contracts(position.bodPosition)),
    ...field(t('Updated'), format.exactTime(position.updateTime)),
    ...field(t('Slug'), position.marketSlug),
  ];
}

function quantityText(position: Position, { t, format }: ViewContext): string {
  const quantity = format.contracts(position.netPosition?.abs());
  return isLong(position) ? t('{0}, long side', quantity) : t('{0}, short side', quantity);
}

/** Which of the three ways led to the value. */
export function valueSource({ position, marks }: KnownPosition, { t, format }: ViewContext): string {
  const source = positionValue(position, marks)?.source;
  if (source === undefined) return t('no value sent and no price');
  return {
    reported: t('as reported'),
    bid: t('contracts × best bid {0}', format.cents(marks.bid)),
    offer: t('contracts × (1 − best offer {0})', format.cents(marks.offer)),
  }[source];
}
