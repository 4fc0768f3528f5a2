import { parentOf } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { type SourcedPrice, sidePays, sidePrices, winner } from '../core/pricing.ts';
import { liquidityOf, volumeOf } from '../core/sort.ts';
import { sourceText } from './freshness-text.ts';
import { categoryName, eventTitle, sideName } from './names.ts';
import { priceSourceText, stateOf } from './price-text.ts';
import { field, joined, type Tooltip, type TooltipLine, type ViewContext } from './row.ts';
import { capital, lifecycleWord } from './states.ts';

/** What the row has no room for: the question, every price with its source and age, dates, volume, the slug. */
export function marketTooltip(
  market: Market,
  event: MarketEvent | undefined,
  facts: MarketFacts,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const parent = event ?? parentOf(market);
  const read = readText(facts, context);
  const volume = volumeOf(market) ?? facts.live?.bbo?.sharesTraded;
  return [
    { kind: 'title', text: market.question ?? market.title ?? market.slug },
    { kind: 'text', text: joined([capital(lifecycleWord(stateOf(market, facts), context)), read]) },
    ...settledLines(market, facts, context),
    ...[true, false].flatMap((long) => priceLines(market, long, facts, context)),
    ...field(t('Event'), parent && eventTitle(parent)),
    ...field(t('Category'), market.category && categoryName(market.category.toLowerCase(), context)),
    ...field(t('Starts'), format.dateTime(market.gameStartTime)),
    ...field(t('Trading ends'), format.dateTime(market.endDate)),
    ...field(t('Volume'), format.quantity(volume)),
    ...field(t('Volume in 24 hours'), format.quantity(market.overview?.volume24hr)),
    ...field(t('Liquidity'), format.quantity(liquidityOf(market))),
    ...field(t('Tick'), format.cents(market.tickSize)),
    ...field(t('Smallest order'), format.quantity(market.minimumTradeQty)),
    ...field(t('Slug'), market.slug),
  ];
}

function readText({ freshness, readAt }: MarketFacts, context: ViewContext): string | undefined {
  if (freshness !== undefined) return sourceText(freshness, context);
  return readAt === undefined ? undefined : context.t('read {0}', context.format.ago(readAt));
}

/** Who won and where that is read from. */
function settledLines(market: Market, facts: MarketFacts, context: ViewContext): TooltipLine[] {
  const result = winner(market, facts.settlement, facts.live?.book);
  if (result === undefined) return [];
  const { t, format } = context;
  const paid = [true, false].map((long) =>
    t('{0} paid {1}', sideName(market, long, context), format.cents(sidePays(result, long))),
  );
  const sources = {
    settlement: t('settlement price of the service'),
    sidePrices: t('final prices of the sides'),
    book: t('final mark of the book'),
  };
  return [...field(t('Settled'), paid.join(' · ')), ...field(t('Read from'), sources[result.source])];
}

function priceLines(market: Market, long: boolean, facts: MarketFacts, context: ViewContext): TooltipLine[] {
  const { t, format } = context;
  const { buy, sell, last } = sidePrices(market, long, facts.live);
  const text = (price: SourcedPrice | undefined): string => format.price(price?.price);
  if (buy === undefined && sell === undefined && last === undefined) return [];
  const source = (buy ?? sell ?? last)?.source;
  const isContradicted = buy?.isContradicted ?? sell?.isContradicted;
  return field(
    sideName(market, long, context),
    joined([
      buy && t('{0} to buy', text(buy)),
      sell && t('{0} to sell', text(sell)),
      last && t('last {0}', text(last)),
      source && t('from: {0}', priceSourceText(source, context)),
      isContradicted && t('the service quotes another price for this side'),
    ]),
  );
}
