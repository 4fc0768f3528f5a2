import {
  averageCost,
  breakEven,
  isLong,
  isOpen,
  type Marks,
  openPnl,
  ownAveragePrice,
  positionValue,
  winPays,
} from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { bestBidAndOffer, sidePrices } from '../core/pricing.ts';
import { namedMarket, outcomeName } from './order-text.ts';
import { stateOf } from './price-text.ts';
import { field, joined, type Tooltip, type ViewContext } from './row.ts';

/** Best prices a position can be valued at, where its market is known. */
export function marksOf(market: Market | undefined, facts: MarketFacts): Marks {
  if (market === undefined) return {};
  const { bid, offer } = bestBidAndOffer(market, facts.live);
  return { bid: bid?.price, offer: offer?.price, newer: facts.pricedLater };
}

/** `Lakers 200 @ 41¢`. */
export function positionTitle(position: Position, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const name = outcomeName(market, position.marketMetadata, isLong(position), context);
  const quantity = format.contracts(position.netPosition?.abs());
  // Of what is settled or closed out nothing is held any more.
  if (position.netPosition?.isZero === true) return name;
  const average = averageCost(position);
  return average === undefined
    ? `${name} ${quantity}`
    : t('{0} {1} @ {2}', name, quantity, format.price(average.value));
}

/** `now 43¢ · $86.00 · ▲ $4.00`; of an expired one `settled ▲ $45.09`. */
export function positionDescription(
  position: Position,
  market: Market | undefined,
  facts: MarketFacts,
  context: ViewContext,
): string {
  const { t, format } = context;
  if (position.expired === true) {
    return isSettled(position, market, facts)
      ? t('settled {0}', format.signedMoney(position.realized))
      : t('awaiting settlement');
  }
  if (!isOpen(position)) return t('closed out · realised {0}', format.signedMoney(position.realized));
  const marks = marksOf(market, facts);
  const value = positionValue(position, marks);
  const pnl = openPnl(position, marks);
  const now = market && sidePrices(market, isLong(position), facts.live).sell?.price;
  return joined([
    now && t('now {0}', format.price(now)),
    value === undefined ? t('no value') : format.money(value.value),
    pnl && format.signedMoney(pnl),
  ]);
}

/** Trading has ended; contracts still held in a market that is not resolved have not been paid out. */
function isSettled(position: Position, market: Market | undefined, facts: MarketFacts): boolean {
  const isHeld = position.netPosition !== undefined && !position.netPosition.isZero;
  return !isHeld || market === undefined || stateOf({ market, ...facts }) === 'resolved';
}

/** Every figure with how it was worked out. */
export function positionTooltip(
  position: Position,
  market: Market | undefined,
  facts: MarketFacts,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const marks = marksOf(market, facts);
  const pnl = openPnl(position, marks);
  const how = (figure: string, words: string): string | undefined =>
    figure === '–' ? undefined : t('{0} ({1})', figure, words);
  const outcome = outcomeName(market, position.marketMetadata, isLong(position), context);
  const pays = position.netPosition && ownMoney(winPays(position.netPosition), position.cost?.currency ?? '');
  return [
    { kind: 'title', text: positionTitle(position, market, context) },
    ...(position.rounded
      ? [
          {
            kind: 'text',
            text: t('The service sent whole contracts only: the quantity may be rounded.'),
          } as const,
        ]
      : []),
    ...field(t('Market'), namedMarket(position.marketSlug, market, position.marketMetadata, context)),
    ...field(t('Held'), heldText(position, context)),
    ...field(t('Value'), valueText(position, marks, context)),
    ...field(t('Cost'), how(format.money(position.cost), t('fees included'))),
    ...field(t('Cost without fees'), how(format.money(position.baseCost), t('as reported'))),
    ...field(t('Fees'), how(format.money(position.fees), t('as reported'))),
    ...field(t('Open P&L'), how(format.signedMoney(pnl), t('value − cost'))),
    ...field(t('Realised P&L'), how(format.signedMoney(position.realized), t('as reported, without fees'))),
    ...field(
      t('Average price'),
      how(
        format.price(ownAveragePrice(position)?.value),
        isLong(position) ? t('as reported') : t('1 − the average price reported'),
      ),
    ),
    ...field(t('Break-even'), how(format.price(breakEven(position)?.value), t('cost ÷ contracts'))),
    ...(isOpen(position)
      ? field(t('Pays if {0} wins', outcome), how(format.money(pays), t('1 for each contract')))
      : []),
    ...field(t('Bought'), format.contracts(position.qtyBought)),
    ...field(t('Sold'), format.contracts(position.qtySold)),
    ...field(t('Free to trade'), format.contracts(position.qtyAvailable)),
    ...field(t('At the start of the day'), format.contracts(position.bodPosition)),
    ...field(t('Updated'), format.exactTime(position.updateTime)),
    ...field(t('Slug'), position.marketSlug),
  ];
}

function heldText(position: Position, { t, format }: ViewContext): string {
  const quantity = format.contracts(position.netPosition?.abs());
  return isLong(position) ? t('{0} long', quantity) : t('{0} short', quantity);
}

/** The value and which of the three ways led to it. */
function valueText(position: Position, marks: Marks, { t, format }: ViewContext): string | undefined {
  const value = positionValue(position, marks);
  if (value === undefined) return isOpen(position) ? t('not known: no value sent and no price') : undefined;
  const figure = format.money(value.value);
  switch (value.source) {
    case 'reported':
      return t('{0} (as reported)', figure);
    case 'bid':
      return t('{0} (contracts × best bid {1})', figure, format.cents(marks.bid));
    case 'offer':
      return t('{0} (contracts × (1 − best offer {1}))', figure, format.cents(marks.offer));
  }
}
