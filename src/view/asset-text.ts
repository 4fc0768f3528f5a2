import { DAY_MS } from '../base/clock.ts';
import { type AssetTerms, windowOfAll } from '../core/asset-terms.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { eventTitle } from './line-names.ts';
import { field, joined, type TooltipLine, type ViewContext } from './row.ts';
import { named } from './states.ts';

/** `BTC`: the symbol as people write it. */
export function assetName({ asset }: AssetTerms, { t }: ViewContext): string {
  return asset?.split(':').at(-1)?.toUpperCase() ?? t('Underlying');
}

/** Where a title begins to say times: `, 20:15–20:30 UTC`. */
const FROM_TIMES = /[\s,–-]+\d{1,2}:\d{2}.*$/u;

/**
 * What rows call an event about a window within a day: `20:15–20:30 Lumencoin up or down`. Such windows differ in their times
 * alone, which come last in the title, where they are cut. `undefined` for any other event.
 */
export function windowName(
  event: MarketEvent,
  markets: readonly Market[],
  { format }: ViewContext,
): string | undefined {
  const { start, end = 0 } = windowOfAll(markets) ?? {};
  if (start === undefined || end - start >= DAY_MS) return undefined;
  return `${format.time(start)}–${format.time(end)} ${eventTitle(event).replace(FROM_TIMES, '')}`;
}

/** What a market about the price of an asset is decided by, each with its label; what the service does not send is left out. */
export function termFacts(
  terms: AssetTerms,
  context: ViewContext,
): readonly (readonly [label: string, text: string])[] {
  const { t, format } = context;
  const { windowStart, windowEnd, indexSymbol } = terms;
  const types = {
    UP_DOWN: t('up or down within the window'),
    ABOVE_BELOW: t('above or below the strike'),
    RANGE: t('within a range'),
    ONE_TOUCH: t('touches the strike'),
    DATE: t('by a date'),
    FIRST_TO_HIT: t('which is hit first'),
  };
  const price = (amount: AssetTerms['strike']) => amount && format.assetPrice(amount);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [
      t('Underlying'),
      joined([assetName(terms, context), indexSymbol && t('decided by the index {0}', indexSymbol)]),
    ],
    [t('Decided'), terms.marketType && named(types, terms.marketType)],
    [
      t('Window'),
      windowStart === undefined || windowEnd === undefined
        ? undefined
        : t('{0} to {1}', format.dateTime(windowStart), format.moment(windowEnd)),
    ],
    [t('Decided at'), windowStart === undefined ? windowEnd && format.dateTime(windowEnd) : undefined],
    [t('Price to beat'), price(terms.priceToBeat)],
    [t('Strike'), price(terms.strike)],
    [t('Range'), rangeText(terms, context)],
    [t('Touched from'), terms.direction && named({ UP: t('below'), DOWN: t('above') }, terms.direction)],
    [t('Horizon'), terms.horizon],
    [t('Settlement price'), price(terms.settlementPrice)],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

function rangeText({ rangeLower, rangeUpper }: AssetTerms, { t, format }: ViewContext): string | undefined {
  const [low, high] = [format.assetPrice(rangeLower), format.assetPrice(rangeUpper)];
  if (rangeLower === undefined) return rangeUpper && t('below {0}', high);
  return rangeUpper === undefined ? t('from {0}', low) : t('{0} to {1}', low, high);
}

export function termLines(terms: AssetTerms | undefined, context: ViewContext): readonly TooltipLine[] {
  return terms === undefined ? [] : termFacts(terms, context).flatMap(([label, text]) => field(label, text));
}

/** The prices that decide: lines across the course of the underlying. */
export function decidingPrices(terms: AssetTerms, { t }: ViewContext) {
  return [
    { label: t('strike'), money: terms.strike },
    { label: t('price to beat'), money: terms.priceToBeat },
    { label: t('range from'), money: terms.rangeLower },
    { label: t('range to'), money: terms.rangeUpper },
    { label: t('settled at'), money: terms.settlementPrice },
  ].flatMap(({ label, money }) => (money === undefined ? [] : [{ label, money }]));
}
