import type { Freshness } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { sidePrices, winner } from '../core/pricing.ts';
import { volumeOf } from '../core/sort.ts';
import { marketTooltip } from './market-tooltip.ts';
import { isYesNo, lineName, marketName, shortSideName, sideName } from './names.ts';
import { type MarketFacts, sidePriceText, spokenSide, stateOf, stateWord } from './price-text.ts';
import { joined, type Row, type RowIcon, type ViewContext } from './row.ts';
import { lifecycleIcon } from './states.ts';
import { asOfText, dimmed, spokenTruth } from './truth-text.ts';

/** The rows of one market inside its event: one a side where the sides have names, else one for the line. */
export function marketRows(
  market: Market,
  event: MarketEvent | undefined,
  facts: MarketFacts,
  context: ViewContext,
): readonly Row[] {
  if (hasNamedSides(market)) {
    return [true, false].map((long) => sideRow(market, event, long, facts, context));
  }
  return [lineRow(market, event, lineName(market, context), facts, context)];
}

/** True for a winner market between two names, which gets a row for each. */
export function hasNamedSides(market: Market): boolean {
  return lineType(market) === 'winner' && !isYesNo(market) && market.sides.length === 2;
}

/** The one row of a market where its event stands nowhere near. */
export function flatMarketRow(
  market: Market,
  event: MarketEvent | undefined,
  facts: MarketFacts,
  context: ViewContext,
): Row {
  return lineRow(market, event, marketName(market, event, context), facts, context);
}

function sideRow(
  market: Market,
  event: MarketEvent | undefined,
  long: boolean,
  facts: MarketFacts,
  context: ViewContext,
): Row {
  const label = sideName(market, long, context);
  const word = stateWord(stateOf(market, facts), context);
  return {
    ...common(market, event, facts, context),
    id: `market/${market.slug}/${long ? 'long' : 'short'}`,
    label,
    icon: movedIcon(facts, long) ?? lifecycleIcon(stateOf(market, facts)),
    description: joined([
      sidePriceText(market, long, facts, context),
      asOfText(truthShown(market, facts), context),
      long ? volumeText(market, facts, context) : undefined,
      long ? word : undefined,
    ]),
    accessibilityLabel: [
      spokenSide(label, market, long, facts, context),
      word,
      spokenTruth(truthShown(market, facts), context),
    ]
      .filter(Boolean)
      .join(', '),
    subject: { kind: 'market', slug: market.slug, long },
  };
}

function lineRow(
  market: Market,
  event: MarketEvent | undefined,
  label: string,
  facts: MarketFacts,
  context: ViewContext,
): Row {
  const word = stateWord(stateOf(market, facts), context);
  return {
    ...common(market, event, facts, context),
    id: `market/${market.slug}`,
    label,
    description: joined([
      ...bothPrices(market, facts, context),
      asOfText(truthShown(market, facts), context),
      volumeText(market, facts, context),
      word,
    ]),
    accessibilityLabel: [
      label,
      ...spokenSides(market, facts, context),
      word,
      spokenTruth(truthShown(market, facts), context),
    ]
      .filter(Boolean)
      .join(', '),
    subject: { kind: 'market', slug: market.slug },
  };
}

function common(market: Market, event: MarketEvent | undefined, facts: MarketFacts, context: ViewContext) {
  const state = stateOf(market, facts);
  return {
    icon: movedIcon(facts, true) ?? lifecycleIcon(state),
    ...dimmed(truthShown(market, facts)),
    contextValue: state === 'resolved' ? 'market.settled' : 'market',
    tooltip: () => marketTooltip(market, event, facts, context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [market.slug] },
  } as const;
}

/** A price that moved is an arrow for a moment: a shape, with the colour as its last signal. */
function movedIcon({ moved, truth }: MarketFacts, long: boolean): RowIcon | undefined {
  if (moved === undefined || moved === 0 || (truth !== undefined && truth.standing !== 'fresh'))
    return undefined;
  return moved > 0 === long
    ? { id: 'triangle-up', color: 'charts.green' }
    : { id: 'triangle-down', color: 'charts.red' };
}

/** A result does not age: only a price that may still move has to be true now. */
function truthShown(market: Market, facts: MarketFacts): Freshness | undefined {
  return winner(market, facts.settlement, facts.live?.book) === undefined ? facts.truth : undefined;
}

/** The long side as the label says it, then the short side by its name; once settled, who won and nothing else. */
function bothPrices(market: Market, facts: MarketFacts, context: ViewContext): readonly string[] {
  const result = winner(market, facts.settlement, facts.live?.book);
  if (result !== undefined && result.winner !== 'void') {
    return [context.t('{0} won', shortSideName(market, result.winner === 'long', context))];
  }
  const [long, short] = [true, false].map((side) => sidePriceText(market, side, facts, context));
  if (long === undefined || short === undefined) return [];
  const { buy, last } = sidePrices(market, true, facts.live);
  const nothing = buy === undefined && last === undefined;
  if (nothing && long === short) return [long];
  const saidByLabel = ['spread', 'total'].includes(lineType(market)) || isYesNo(market);
  const named = (side: boolean, price: string): string =>
    price === '' ? '' : `${shortSideName(market, side, context)} ${price}`;
  return [saidByLabel ? long : named(true, long), named(false, short)];
}

function spokenSides(market: Market, facts: MarketFacts, context: ViewContext): readonly string[] {
  return [true, false].map((long) =>
    spokenSide(shortSideName(market, long, context), market, long, facts, context),
  );
}

function volumeText(market: Market, facts: MarketFacts, { t, format }: ViewContext): string | undefined {
  const volume = volumeOf(market) ?? facts.live?.bbo?.sharesTraded ?? facts.live?.book?.stats?.sharesTraded;
  return volume === undefined || volume.isZero ? undefined : t('vol {0}', format.compact(volume));
}
