import { Decimal } from '../../../core/decimal.ts';
import { fee } from '../../../core/figures.ts';
import type { Market } from '../../../core/market.ts';
import { money } from '../../../core/money.ts';
import {
  dayChange,
  type LiveQuotes,
  type NoPrice,
  type Outcome,
  type SourcedPrice,
  sideOf,
  sidePays,
  sidePrices,
  whyNoPrice,
} from '../../../core/pricing.ts';
import type { OddsFormat } from '../../format.ts';
import { isYesNo, sideName, teamWords } from '../../names.ts';
import { changeToday, priceSourceText, resultWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import type { MarketPanelInput } from '../input.ts';
import type { Settling } from '../outcome-banner.ts';
import { cell, knownCurrency } from '../parts.ts';
import type { Cell } from '../protocol.ts';
import type { SideCard } from './protocol.ts';
import { SIDE_WIDTH, shortSide, sidesInOrder } from './short-names.ts';

/** The size the cards speak of, contracts. */
const EXAMPLE = Decimal.of(100);

/** In the order of the title, else long first; each found by `long` (interface.md 9.3), whatever its place in the reply. */
export function sideCards(
  { input, market, outcome }: Settling<MarketPanelInput>,
  live: LiveQuotes,
  context: ViewContext,
): readonly SideCard[] {
  return sidesInOrder(input, market).map((long): SideCard => {
    const logo = sideOf(market, long)?.team?.logo;
    return {
      key: long ? 'long' : 'short',
      name: sideName(market, long, context),
      words: sideWords(market, long, context),
      ...(outcome === undefined
        ? {
            ...priced(input, market, long, live, context),
            change: changeCell(dayChange(market, long, live), context),
          }
        : settled(outcome, long, context)),
      moves: { up: context.t('went up a moment ago'), down: context.t('went down a moment ago') },
      logo: input.images && logo?.startsWith('https://') === true ? logo : undefined,
    };
  });
}

type PriceTexts = Pick<SideCard, 'price' | 'priceNote' | 'sentence' | 'source' | 'share'>;

function priced(
  input: MarketPanelInput,
  market: Market,
  long: boolean,
  live: LiveQuotes,
  context: ViewContext,
): PriceTexts {
  const { t, format } = context;
  const { buy, sell, last } = sidePrices(market, long, live);
  const lastText = last && t('last {0}', atOdds(format.price(last.price), context));
  const sellText = sell
    ? t('{0} to sell', format.price(sell.price))
    : noSaleText(market, long, live, context);
  if (buy === undefined) {
    const { words, sentence } = noPurchase(whyNoPrice(market, long, 'buy', live), context);
    return {
      price: format.price(undefined),
      priceNote: joined([words, words === sellText ? undefined : sellText, lastText]),
      sentence,
    };
  }
  return {
    share: buy.price.toNumber(),
    price: format.price(buy.price),
    priceNote: joined([
      t('to buy'),
      sellText,
      ...otherFormats(context).map((odds) => format.priceAs(buy.price, odds)),
    ]),
    sentence: sentence(market, long, buy, buy.currency || knownCurrency(input, market), context),
    source: t('from: {0}', priceSourceText(buy.source, context)),
  };
}

/** Why a side cannot be bought. */
function noPurchase(why: NoPrice, { t }: ViewContext): { readonly words: string; readonly sentence: string } {
  const of = (words: string, sentence: string) => ({ words, sentence });
  switch (why) {
    case 'over':
      return of(t('no price any more'), t('Trading has ended; what this side pays is not known yet.'));
    case 'paused':
      return of(t('no price to be had'), t('Nothing can be bought or sold while trading is halted.'));
    case 'empty':
      return of(t('nobody sells it now'), t('There is no offer to buy this side from.'));
    case 'unknown':
      return of(t('price not known'), t('No price of this side could be read.'));
  }
}

function noSaleText(market: Market, long: boolean, live: LiveQuotes, { t }: ViewContext): string | undefined {
  const why = whyNoPrice(market, long, 'sell', live);
  if (why === 'empty') return t('nobody buys it now');
  return why === 'unknown' ? t('price not known') : undefined;
}

function settled(outcome: Outcome, long: boolean, context: ViewContext): PriceTexts {
  const { t, format } = context;
  const pays = sidePays(outcome, long);
  return {
    share: pays.toNumber(),
    price: format.cents(pays),
    priceNote: joined([resultWord(outcome, long, context), t('paid for each contract')]),
    sentence: t('The market is settled; nothing can be bought any more.'),
  };
}

/** What 100 contracts cost and pay, as a sentence with numbers; the fee is an estimate (interface.md 9.11). */
function sentence(
  market: Market,
  long: boolean,
  buy: SourcedPrice,
  currency: string,
  context: ViewContext,
): string {
  const { t, format } = context;
  const write = (value: Decimal): string => format.publicMoney(money(value, currency));
  const cost = write(EXAMPLE.times(buy.price));
  const name = shortSide(market, long, context, SIDE_WIDTH);
  const size = format.quantity(EXAMPLE);
  const spent = EXAMPLE.times(buy.price);
  if (market.feeCoefficient === undefined) {
    const gain = write(EXAMPLE.minus(spent));
    return t('{0} contracts cost {1}, pay {2} on {3}: +{4}', size, cost, write(EXAMPLE), name, gain);
  }
  const fees = fee(market.feeCoefficient, EXAMPLE, buy.price);
  const gain = write(EXAMPLE.minus(spent).minus(fees));
  return t(
    '{0} contracts cost {1} + about {2} fee, pay {3} on {4}: +{5}',
    size,
    cost,
    write(fees),
    write(EXAMPLE),
    name,
    gain,
  );
}

function sideWords(market: Market, long: boolean, context: ViewContext): string {
  const { t } = context;
  const team = sideOf(market, long)?.team;
  const name = isYesNo(market) ? team?.name : undefined;
  return joined([name, ...teamWords(team, context), long ? t('long side') : t('short side')]);
}

function changeCell(change: Decimal | undefined, context: ViewContext): Cell | undefined {
  const { t } = context;
  if (change === undefined) return undefined;
  const hint = t('Last price against the service’s reference of the day');
  if (change.isZero) return cell(t('unchanged today'), 'dim', { hint });
  return cell(changeToday(change, context), change.isNegative ? 'down' : 'up', { hint });
}

/** Odds after a word would read as a part of it: `last at −245`. */
function atOdds(price: string, { t }: ViewContext): string {
  return /^[+−]/.test(price) ? t('at {0}', price) : price;
}

/** Two other ways to say the price, most used first. */
function otherFormats({ format }: ViewContext): readonly OddsFormat[] {
  const order: readonly OddsFormat[] = ['cents', 'american', 'percent'];
  return order.filter((odds) => odds !== format.settings.oddsFormat).slice(0, 2);
}
