import {
  averageCost,
  breakEven,
  dayPnl,
  isLong,
  isOpen,
  type Marks,
  openPnl,
  ownAveragePrice,
  positionValue,
  winPays,
} from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { isOver } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { dayChange, marksOf, sideOf, sidePrices } from '../core/pricing.ts';
import { ABSENT } from './numbers.ts';
import { namedMarket, outcomeName } from './order-text.ts';
import { stateOf, stateWord } from './price-text.ts';
import { field, joined, plainLine, type Tooltip, type ViewContext } from './row.ts';

export interface KnownPosition {
  readonly position: Position;
  readonly market: Market | undefined;
  readonly facts: MarketFacts;
  /** Best prices it can be valued at, where its market is known. */
  readonly marks: Marks;
  readonly freshness: Freshness | undefined;
}

export function knownPosition(
  position: Position,
  market?: Market | undefined,
  facts: MarketFacts = {},
  freshness?: Freshness | undefined,
): KnownPosition {
  if (market === undefined) return { position, market, facts, marks: {}, freshness };
  const marks = marksOf(market, facts.live, facts.pricedLater);
  return { position, market, facts, marks, freshness };
}

/** `Lakers 200 @ 41¢`. */
export function positionTitle(position: Position, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const name = outcomeName(position.marketMetadata, market, isLong(position), context);
  const quantity = format.contracts(position.netPosition?.abs());
  // Of what is settled or closed out nothing is held any more.
  if (position.netPosition?.isZero === true) return name;
  const average = averageCost(position);
  return average === undefined
    ? `${name} ${quantity}`
    : t('{0} {1} @ {2}', name, quantity, format.cents(average.value));
}

/**
 * `54→62¢ · Q3 4:12 · pays $120.00 if they win`: what it cost and what it sells for, each in cents, the latter in the chosen
 * odds. `when`: of its event, where that does not stand above.
 */
export function heldText(
  { position, market, facts }: KnownPosition,
  when: string | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const long = isLong(position);
  const now = market && sidePrices(market, long, facts.live).sell?.price;
  const state = market && stateOf({ market, ...facts });
  const word = state && stateWord(state, context);
  const isEnded = state !== undefined && isOver(state);
  const isCents = format.settings.oddsFormat === 'cents';
  const from = format.cents(averageCost(position)?.value);
  const prices = `${isCents && now !== undefined ? from.replace('¢', '') : from}→${format.price(now)}`;
  const pays = position.netPosition && ownMoney(winPays(position.netPosition), position.cost?.currency ?? '');
  const isTeam = market !== undefined && lineType(market) === 'winner' && sideOf(market, long)?.team;
  const sum = format.money(pays);
  return joined([
    prices,
    isEnded || now !== undefined ? undefined : (word ?? t('no bid')),
    isEnded ? (when ?? word) : now === undefined ? when : (when ?? word),
    pays === undefined || format.settings.hideAmounts
      ? undefined
      : isTeam
        ? t('pays {0} if they win', sum)
        : t('pays {0}', sum),
  ]);
}

/** Trading has ended; contracts still held in a market that is not resolved have not been paid out. */
export function isSettled({ position, market, facts }: KnownPosition): boolean {
  if (position.expired !== true) return false;
  const isHeld = position.netPosition !== undefined && !position.netPosition.isZero;
  return !isHeld || market === undefined || stateOf({ market, ...facts }) === 'resolved';
}

/** A figure with how it was worked out; undefined where there is none. */
export function explained(figure: string, how: string, { t }: ViewContext): string | undefined {
  return figure === '' || figure === ABSENT ? undefined : t('{0} ({1})', figure, how);
}

export function positionTooltip(known: KnownPosition, context: ViewContext): Tooltip {
  const { t, format } = context;
  const { position, market, facts, marks } = known;
  const pnl = openPnl(position, marks);
  const day = dayPnl(position, market && dayChange(market, isLong(position), facts.live));
  const how = (figure: string, words: string) => explained(figure, words, context);
  const outcome = outcomeName(position.marketMetadata, market, isLong(position), context);
  const pays = position.netPosition && ownMoney(winPays(position.netPosition), position.cost?.currency ?? '');
  return [
    { kind: 'title', text: positionTitle(position, market, context) },
    ...plainLine(
      position.rounded ? t('The service sent whole contracts only: the quantity may be rounded.') : '',
    ),
    ...field(t('Market'), namedMarket(position, market, context)),
    ...field(t('Open P&L'), how(format.signedMoney(pnl), t('value − cost'))),
    ...field(t('Day P&L'), how(format.signedMoney(day), t('contracts × change today'))),
    ...field(t('Value'), valueText(known, context)),
    ...field(t('Cost'), how(format.money(position.cost), t('fees included'))),
    ...field(t('Cost without fees'), how(format.money(position.baseCost), t('as reported'))),
    ...field(t('Fees'), how(format.money(position.fees), t('as reported'))),
    ...field(
      t('Average price'),
      how(
        format.cents(ownAveragePrice(position)?.value),
        isLong(position) ? t('as reported') : t('1 − the average price reported'),
      ),
    ),
    ...field(t('Break-even'), how(format.cents(breakEven(position)?.value), t('cost ÷ contracts'))),
    ...(isOpen(position)
      ? field(t('Pays if {0} wins', outcome), how(format.money(pays), t('1 for each contract')))
      : []),
    ...field(t('Realised P&L'), how(format.signedMoney(position.realized), t('as reported, without fees'))),
    ...field(t('Held'), quantityText(position, context)),
    ...field(t('Bought'), format.contracts(position.qtyBought)),
    ...field(t('Sold'), format.contracts(position.qtySold)),
    ...field(t('Free to trade'), format.contracts(position.qtyAvailable)),
    ...field(t('At the start of the day'), format.contracts(position.bodPosition)),
    ...field(t('Updated'), format.exactTime(position.updateTime)),
    ...field(t('Slug'), position.marketSlug),
  ];
}

function quantityText(position: Position, { t, format }: ViewContext): string {
  const quantity = format.contracts(position.netPosition?.abs());
  return isLong(position) ? t('{0} long', quantity) : t('{0} short', quantity);
}

/** The value and which of the three ways led to it. */
function valueText({ position, marks }: KnownPosition, { t, format }: ViewContext): string | undefined {
  const value = positionValue(position, marks);
  if (value === undefined) return isOpen(position) ? t('not known: no value sent and no price') : undefined;
  const figure = format.money(value.value);
  return {
    reported: t('{0} (as reported)', figure),
    bid: t('{0} (contracts × best bid {1})', figure, format.cents(marks.bid)),
    offer: t('{0} (contracts × (1 − best offer {1}))', figure, format.cents(marks.offer)),
  }[value.source];
}
