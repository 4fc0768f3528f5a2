import { Decimal } from '../core/decimal.ts';
import { fee } from '../core/figures.ts';
import { parentOf } from '../core/grouping.ts';
import type { OwnStake } from '../core/holdings.ts';
import { eventPhase, isGame, isTrading, stateAt } from '../core/lifecycle.ts';
import type { MarketFacts, MarketView } from '../core/market-view.ts';
import { type SourcedPrice, sidePrices } from '../core/pricing.ts';
import { liquidityOf, ownVolume } from '../core/sort.ts';
import { termLines } from './asset-text.ts';
import { eventWhen } from './event-figures.ts';
import { sourceText } from './freshness-text.ts';
import { categoryName, eventTitle, sideName } from './names.ts';
import { eachPaid, noPriceWord, outcomeSource, priceSourceText, resultOf, stateOf } from './price-text.ts';
import { field, joined, plainLine, type Tooltip, type TooltipLine, type ViewContext } from './row.ts';
import { spokenHolding } from './row-marks.ts';
import { situationLine } from './situation-text.ts';
import { capital, lifecycleWord } from './states.ts';
import { seriesField, tagsField } from './topic-shelf.ts';
import { tradingFigures, unnamedUnit } from './trading-figures.ts';

/**
 * What the row has no room for: the question, every price with its source and age, dates, volume, the slug. `read`: when that
 * was read; left out where it is empty.
 */
export function marketTooltip(
  view: MarketView,
  holding: OwnStake | undefined,
  context: ViewContext,
  read = readText(view, context),
): Tooltip {
  const { market, event } = view;
  const { t, format } = context;
  const parent = event ?? parentOf(market);
  const phase = parent && eventPhase(parent, format.settings.now());
  const whenName = parent === undefined || isGame({ ...parent, markets: [market] }) ? t('Game') : t('Event');
  const state = stateAt(stateOf(view), market, format.settings.now());
  const volume = ownVolume(market, view.live);
  const day = market.overview?.volume24hr;
  return [
    { kind: 'title', text: market.question ?? market.title ?? market.slug },
    ...plainLine(parent && eventTitle(parent)),
    ...plainLine(parent && phase && situationLine(parent, phase, context)),
    ...settledLines(view, context),
    ...[true, false].flatMap((long) => sidePricesText(view, long, context)),
    ...field(t('State'), capital(lifecycleWord(state, context))),
    ...field(whenName, parent && phase && eventWhen(parent, phase, context)),
    ...termLines(market.assetTerms, context),
    ...field(t('Yours'), holding && capital(spokenHolding(holding, context) ?? '')),
    ...field(t('100 {0}', sideName(market, true, context)), hundredText(view, context)),
    ...tradingFigures(
      { book: view.live?.book, bbo: view.live?.bbo, isTraded: isTrading(stateOf(view)) },
      context,
    ).flatMap(({ label, text, when }) => field(label, joined([text, when]))),
    ...field(t('Volume'), volume && t('{0} contracts', format.quantity(volume))),
    ...field(
      t('Volume of the event'),
      volume === undefined ? unnamedUnit(parent?.volume, context) : undefined,
    ),
    ...field(t('Volume in 24 hours'), day && t('{0} contracts', format.quantity(day))),
    ...field(t('Liquidity'), unnamedUnit(liquidityOf(market), context)),
    ...field(t('Tick'), format.cents(market.tickSize)),
    ...field(t('Smallest order'), format.quantity(market.minimumTradeQty)),
    ...field(t('Starts'), format.dateTime(market.gameStartTime)),
    ...field(t('Trading ends'), format.dateTime(market.endDate)),
    ...field(t('Category'), market.category && categoryName(market.category, context)),
    ...seriesField(parent?.seriesSlug, context),
    ...tagsField(market.tags.length > 0 ? market.tags : parent?.tags, context),
    ...field(t('Source'), read && capital(read)),
    ...field(t('Slug'), market.slug),
  ];
}

/** `$64.00 + $1.38 fee, pay $100.00`: what buying a hundred contracts at the present price comes to. */
function hundredText({ market, live }: MarketView, { t, format }: ViewContext): string | undefined {
  const { buy } = sidePrices(market, true, live);
  if (buy === undefined) return undefined;
  const text = (value: Decimal): string => format.publicMoney({ value, currency: buy.currency });
  const { feeCoefficient } = market;
  const cost = text(buy.price.times(HUNDRED));
  return feeCoefficient === undefined
    ? t('{0}, pay {1}', cost, text(HUNDRED))
    : t('{0} + {1} fee, pay {2}', cost, text(fee(feeCoefficient, HUNDRED, buy.price)), text(HUNDRED));
}

const HUNDRED = Decimal.of(100);

function readText({ freshness, readAt }: MarketFacts, context: ViewContext): string | undefined {
  if (freshness !== undefined) return sourceText(freshness, context);
  return readAt === undefined ? undefined : context.t('read {0}', context.format.ago(readAt));
}

function settledLines(view: MarketView, context: ViewContext): TooltipLine[] {
  const result = resultOf(view);
  if (result === undefined) return [];
  const { t } = context;
  return [
    ...field(t('Each paid'), eachPaid(view.market, result, context)),
    ...field(t('Read from'), outcomeSource(result, context)),
  ];
}

/** What buying and selling a side costs, and where the prices come from. */
export function sidePricesText(
  view: Pick<MarketView, 'market' | 'live'>,
  long: boolean,
  context: ViewContext,
  name: string = sideName(view.market, long, context),
): TooltipLine[] {
  const { words, source, contradiction } = sideWords(view, long, context);
  const from = source && context.t('from: {0}', priceSourceText(source, context));
  return field(name, joined([...words, from, contradiction]));
}

/** What buying and selling a side costs, why it cannot be, where that is known from, and whether the service quotes another price. */
export function sideWords(
  { market, live }: Pick<MarketView, 'market' | 'live'>,
  long: boolean,
  context: ViewContext,
) {
  const { t, format } = context;
  const { buy, sell, last } = sidePrices(market, long, live);
  const text = (price: SourcedPrice | undefined): string => format.price(price?.price);
  const none = buy === undefined ? noPriceWord({ market, live }, long, 'buy', context) : undefined;
  const why = sell === undefined ? noPriceWord({ market, live }, long, 'sell', context) : undefined;
  // What is not known of both is said once.
  const noBid = why === none ? undefined : why;
  const isContradicted = buy?.isContradicted ?? sell?.isContradicted;
  return {
    words: [
      buy ? t('{0} to buy', text(buy)) : none,
      sell ? t('{0} to sell', text(sell)) : noBid,
      last && t('last {0}', text(last)),
    ],
    source: (buy ?? sell ?? last)?.source,
    contradiction: isContradicted ? t('the service quotes another price for this side') : undefined,
  };
}
