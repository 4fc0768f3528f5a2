import type { AssetCourse, AssetTerms } from '../../../core/asset-terms.ts';
import type { Decimal } from '../../../core/decimal.ts';
import type { Market } from '../../../core/market.ts';
import { assetName, decidingPrices, termFacts } from '../../asset-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import type { MarketPanelInput } from '../input.ts';
import { pair, readBody } from '../parts.ts';
import { amountLine } from './amount-chart.ts';
import { twin } from './chart.ts';
import type { Chart, UnderlyingSection } from './protocol.ts';

/** Points further apart than so many times the usual step are not joined. */
const GAP = 3;

/** What a market about the price of an asset is decided by, and where that price stands. */
export function underlyingSection(
  { underlying, market: { failure } }: MarketPanelInput,
  market: Market,
  context: ViewContext,
): UnderlyingSection | undefined {
  const terms = market.assetTerms;
  if (terms === undefined) return undefined;
  const { t } = context;
  const words = {
    unsupported: t('This service sends no prices of the underlying.'),
    none: t('No prices of the underlying in this span.'),
    above: failure,
  };
  return {
    heading: t('{0}, the underlying', assetName(terms, context)),
    terms: termFacts(terms, context).map(([label, text]) => pair(label, text)),
    ...(underlying === undefined
      ? {}
      : readBody(underlying, words, context, (course) => courseChart(course, terms, context))),
  };
}

function courseChart(
  { points, currency }: AssetCourse,
  terms: AssetTerms,
  context: ViewContext,
): Chart | undefined {
  const [first, second, last] = [points[0], points[1], points.at(-1)];
  if (first === undefined || second === undefined || last === undefined) return undefined;
  const { t, format } = context;
  const write = (value: Decimal): string => format.assetPrice({ value, currency });
  const lines = decidingPrices(terms, context);
  const closes = points.map(({ close }) => close);
  const all = [...closes, ...lines.map(({ money }) => money.value)].map((value) => value.toNumber());
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const place = (value: Decimal): number =>
    high === low ? 50 : ((value.toNumber() - low) / (high - low)) * 100;
  const [lowest, highest] = [least(closes, -1), least(closes, 1)];
  const name = joined([assetName(terms, context), terms.indexSymbol]);
  const drawn = points.map(({ ms, close }) => ({ ms, place: place(close), text: write(close) }));
  return {
    ...amountLine(name, drawn, [write(lowest), write(highest)], context),
    amounts: {
      texts: drawn.map(({ text }) => text),
      asides: [],
      ticks: [lowest, highest].map((value) => ({ at: place(value), text: write(value) })),
      gapMs: GAP * (second.ms - first.ms),
    },
    moments: [terms.windowStart, terms.windowEnd].flatMap((at, index) =>
      at === undefined || at.ms < first.ms || at.ms > last.ms
        ? []
        : [{ ms: at.ms, label: index === 0 ? t('window begins') : t('window ends') }],
    ),
    marks: lines.map(({ label, money }) => {
      const named = `${label} ${format.assetPrice(money)}`;
      return { cents: place(money.value), label: named, named, long: true, tone: 'dim' };
    }),
    moreMarks: t('{0} more', '{0}'),
    table: twin(points, ({ close }) => [write(close)], [name, t('Price')], context),
  };
}

/** The lowest for -1, the highest for 1. */
function least(values: readonly Decimal[], sign: 1 | -1): Decimal {
  return values.reduce((found, value) => (value.compare(found) === sign ? value : found));
}
