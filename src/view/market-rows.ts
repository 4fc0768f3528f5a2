import type { Freshness } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts, MarketView } from '../core/market-view.ts';
import { sidePrices, winner } from '../core/pricing.ts';
import { volumeOf } from '../core/sort.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import { marketTooltip } from './market-tooltip.ts';
import { isYesNo, lineName, marketName, shortSideName, sideName } from './names.ts';
import { sidePriceText, spokenSide, stateOf, stateWord } from './price-text.ts';
import { joined, type Row, type RowIcon, type ViewContext } from './row.ts';
import { RowMemo } from './row-memo.ts';
import { LIFECYCLE_ICONS } from './states.ts';

/** The rows of one market inside its event: one a side where the sides have names, else one for the line. */
export function marketRows(view: MarketView, context: ViewContext): readonly Row[] {
  const { market } = view;
  return hasNamedSides(market)
    ? [true, false].map((long) => sideRow(view, long, context))
    : [lineRow(view, lineName(market, context), context)];
}

/** The one row of a market where its event stands nowhere near. */
export function flatMarketRow(view: MarketView, context: ViewContext): Row {
  return lineRow(view, marketName(view.market, view.event, context), context);
}

/** What the rows of markets are made from. */
export interface MarketRowSource {
  /** Default: what the market itself says. */
  readonly view?: (market: Market) => MarketView;
  /** The view as of now, with the times a tooltip gives. Default: `view`. */
  readonly latest?: (market: Market) => MarketView;
  /** Rows made before; without it all are made. */
  readonly memo?: RowMemo;
}

/** Makes the rows of markets, each once until its view is another object. */
export class MarketRows {
  readonly memo: RowMemo;
  readonly #view: (market: Market) => MarketView;
  readonly #latest: (market: Market) => MarketView;
  readonly #context: ViewContext;

  constructor(source: MarketRowSource, context: ViewContext) {
    this.#view = source.view ?? ((market) => ({ market, event: market.events[0] }));
    this.#latest = source.latest ?? this.#view;
    this.memo = source.memo ?? new RowMemo();
    this.#context = context;
  }

  /** Inside its event. */
  inEvent(market: Market): readonly Row[] {
    const view = this.#view(market);
    return this.memo.of(view, () =>
      marketRows(view, this.#context).map((row) => this.#withTooltip(market, row)),
    );
  }

  /** In the flat list. */
  alone(market: Market): Row {
    const view = this.#view(market);
    const make = () => [this.#withTooltip(market, flatMarketRow(view, this.#context))];
    return this.memo.of(view, make)[0] as Row;
  }

  #withTooltip(listed: Market, row: Row): Row {
    const tooltip: Row['tooltip'] = () => {
      const latest = this.#latest(listed);
      return marketTooltip(latest.market, latest.event, latest, this.#context);
    };
    return { ...row, tooltip };
  }
}

/** True for a winner market between two names, which gets a row for each. */
export function hasNamedSides(market: Market): boolean {
  return lineType(market) === 'winner' && !isYesNo(market) && market.sides.length === 2;
}

function sideRow(view: MarketView, long: boolean, context: ViewContext): Row {
  const { market } = view;
  const label = sideName(market, long, context);
  const state = stateOf(market, view);
  const word = stateWord(state, context);
  const freshness = shownFreshness(view);
  return {
    ...common(view, context),
    id: `market/${market.slug}/${long ? 'long' : 'short'}`,
    label,
    icon: movedIcon(view, long) ?? LIFECYCLE_ICONS[state],
    description: joined([
      sidePriceText(market, long, view, context),
      asOfText(freshness, context),
      long ? volumeText(view, context) : undefined,
      long ? word : undefined,
    ]),
    accessibilityLabel: [
      spokenSide(label, market, long, view, context),
      word,
      spokenFreshness(freshness, context),
    ]
      .filter(Boolean)
      .join(', '),
    subject: { kind: 'market', slug: market.slug, long },
  };
}

function lineRow(view: MarketView, label: string, context: ViewContext): Row {
  const { market } = view;
  const word = stateWord(stateOf(market, view), context);
  const freshness = shownFreshness(view);
  const spoken = [true, false].map((long) =>
    spokenSide(shortSideName(market, long, context), market, long, view, context),
  );
  return {
    ...common(view, context),
    id: `market/${market.slug}`,
    label,
    description: joined([
      ...bothPrices(view, context),
      asOfText(freshness, context),
      volumeText(view, context),
      word,
    ]),
    accessibilityLabel: [label, ...spoken, word, spokenFreshness(freshness, context)]
      .filter(Boolean)
      .join(', '),
    subject: { kind: 'market', slug: market.slug },
  };
}

function common(view: MarketView, context: ViewContext) {
  const { market, event } = view;
  const state = stateOf(market, view);
  return {
    icon: movedIcon(view, true) ?? LIFECYCLE_ICONS[state],
    ...dimmed(shownFreshness(view)),
    contextValue: state === 'resolved' ? 'market.settled' : 'market',
    tooltip: () => marketTooltip(market, event, view, context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [market.slug] },
    urgentPart: state,
  } as const;
}

/** A price that moved is an arrow for a moment: a shape, with the colour as its last signal. */
function movedIcon({ moved, freshness }: MarketFacts, long: boolean): RowIcon | undefined {
  if (moved === undefined || moved === 0 || (freshness !== undefined && freshness.standing !== 'fresh'))
    return undefined;
  return moved > 0 === long
    ? { id: 'triangle-up', color: 'charts.green' }
    : { id: 'triangle-down', color: 'charts.red' };
}

/** A result does not age: only a price that may still move has to be current. */
function shownFreshness({ market, settlement, live, freshness }: MarketView): Freshness | undefined {
  return winner(market, settlement, live?.book) === undefined ? freshness : undefined;
}

/** The long side as the label says it, then the short side by its name; once settled, who won and nothing else. */
function bothPrices(view: MarketView, context: ViewContext): readonly string[] {
  const { market, settlement, live } = view;
  const result = winner(market, settlement, live?.book);
  if (result !== undefined && result.winner !== 'void') {
    return [context.t('{0} won', shortSideName(market, result.winner === 'long', context))];
  }
  const [long, short] = [true, false].map((side) => sidePriceText(market, side, view, context));
  if (long === undefined || short === undefined) return [];
  const { buy, last } = sidePrices(market, true, live);
  const nothing = buy === undefined && last === undefined;
  if (nothing && long === short) return [long];
  const saidByLabel = ['spread', 'total'].includes(lineType(market)) || isYesNo(market);
  const named = (side: boolean, price: string): string =>
    price === '' ? '' : `${shortSideName(market, side, context)} ${price}`;
  return [saidByLabel ? long : named(true, long), named(false, short)];
}

function volumeText({ market, live }: MarketView, { t, format }: ViewContext): string | undefined {
  const volume = volumeOf(market) ?? live?.bbo?.sharesTraded ?? live?.book?.stats?.sharesTraded;
  return volume === undefined || volume.isZero ? undefined : t('vol {0}', format.compact(volume));
}
