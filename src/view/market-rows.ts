import type { Freshness } from '../core/freshness.ts';
import { lineType, parentOf } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts, MarketView } from '../core/market-view.ts';
import { type SourcedPrice, sidePays, sidePrices } from '../core/pricing.ts';
import { liquidityOf, volumeOf } from '../core/sort.ts';
import { asOfText, dimmed, sourceText, spokenFreshness } from './freshness-text.ts';
import { categoryName, eventTitle, isYesNo, lineName, marketName, shortSideName, sideName } from './names.ts';
import { priceSourceText, resultOf, sidePriceText, spokenSide, stateOf, stateWord } from './price-text.ts';
import {
  field,
  joined,
  plainLine,
  type Row,
  type RowIcon,
  spokenParts,
  type Tooltip,
  type TooltipLine,
  type ViewContext,
} from './row.ts';
import { capital, LIFECYCLE_ICONS, lifecycleWord } from './states.ts';

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

export interface MarketRowSource {
  /** Default: what the market itself says. */
  readonly view?: (market: Market) => MarketView;
  /** The view as of now, with the times a tooltip gives. Default: `view`. */
  readonly latest?: (market: Market) => MarketView;
  readonly memo?: RowMemo;
}

/** Rows that say times, such as `in 3 h`, may stand for so long, milliseconds. */
export const TIMED_ROW_MS = 5_000;

interface MemoEntry {
  readonly rows: readonly Row[];
  /** Unix milliseconds. */
  readonly madeAt: number;
}

/** Rows by the value they were made from, until that is another object. What changes without its value is given an age. */
export class RowMemo {
  #entries = new WeakMap<object, MemoEntry>();
  #context: ViewContext | undefined;
  #mark: string | undefined;
  #now = 0;

  /** To be called before each drawing. Forgets all with other settings, another day or another `mark`. */
  begin(context: ViewContext, mark?: string): void {
    const { settings, isSameDay } = context.format;
    const now = settings.now();
    // From midnight on a time is written with its day.
    const isSame = this.#context === context && this.#mark === mark && isSameDay(this.#now, now);
    if (!isSame) this.#entries = new WeakMap();
    this.#context = context;
    this.#mark = mark;
    this.#now = now;
  }

  /** The rows of a value, made where there are none or they are older than `maxAgeMs`. */
  of(value: object, make: () => readonly Row[], maxAgeMs: number = Number.POSITIVE_INFINITY): readonly Row[] {
    const entry = this.#entries.get(value);
    // Another way round where the machine's clock was set back.
    if (entry !== undefined && Math.abs(this.#now - entry.madeAt) < maxAgeMs) return entry.rows;
    const rows = make();
    this.#entries.set(value, { rows, madeAt: this.#now });
    return rows;
  }
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

  inEvent(market: Market): readonly Row[] {
    const view = this.#view(market);
    return this.memo.of(view, () =>
      marketRows(view, this.#context).map((row) => this.#withTooltip(market, row)),
    );
  }

  alone(market: Market): Row {
    const view = this.#view(market);
    const make = () => [this.#withTooltip(market, flatMarketRow(view, this.#context))];
    return this.memo.of(view, make)[0] as Row;
  }

  #withTooltip(listed: Market, row: Row): Row {
    return { ...row, tooltip: () => marketTooltip(this.#latest(listed), this.#context) };
  }
}

/** True for a winner market between two names, which gets a row for each. */
export function hasNamedSides(market: Market): boolean {
  return lineType(market) === 'winner' && !isYesNo(market) && market.sides.length === 2;
}

function sideRow(view: MarketView, long: boolean, context: ViewContext): Row {
  const { market } = view;
  const label = sideName(market, long, context);
  const word = stateWord(stateOf(view), context);
  return {
    ...common(view, long, label, [spokenSide(label, view, long, context), word], context),
    id: `market/${market.slug}/${long ? 'long' : 'short'}`,
    description: joined([
      sidePriceText(view, long, context),
      asOfText(shownFreshness(view), context),
      ...(long ? [volumeText(view, context), word] : []),
    ]),
    subject: { kind: 'market', slug: market.slug, long },
  };
}

function lineRow(view: MarketView, label: string, context: ViewContext): Row {
  const { market } = view;
  const word = stateWord(stateOf(view), context);
  const sides = [true, false].map((long) =>
    spokenSide(shortSideName(market, long, context), view, long, context),
  );
  return {
    ...common(view, true, label, [label, ...sides, word], context),
    id: `market/${market.slug}`,
    description: joined([
      ...bothPrices(view, context),
      asOfText(shownFreshness(view), context),
      volumeText(view, context),
      word,
    ]),
    subject: { kind: 'market', slug: market.slug },
  };
}

function common(
  view: MarketView,
  long: boolean,
  label: string,
  spoken: readonly (string | undefined)[],
  context: ViewContext,
) {
  const state = stateOf(view);
  const freshness = shownFreshness(view);
  return {
    label,
    icon: movedIcon(view, long) ?? LIFECYCLE_ICONS[state],
    accessibilityLabel: spokenParts([...spoken, spokenFreshness(freshness, context)]),
    ...dimmed(freshness),
    contextValue: state === 'resolved' ? 'market.settled' : 'market',
    tooltip: () => marketTooltip(view, context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [view.market.slug] },
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
function shownFreshness(view: MarketView): Freshness | undefined {
  return resultOf(view) === undefined ? view.freshness : undefined;
}

/** The long side as the label says it, then the short side by its name; once settled, who won and nothing else. */
function bothPrices(view: MarketView, context: ViewContext): readonly string[] {
  const { market, live } = view;
  const result = resultOf(view);
  if (result !== undefined && result.winner !== 'void') {
    return [context.t('{0} won', shortSideName(market, result.winner === 'long', context))];
  }
  const [long, short] = [true, false].map((side) => sidePriceText(view, side, context));
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

/** What the row has no room for: the question, every price with its source and age, dates, volume, the slug. */
function marketTooltip(view: MarketView, context: ViewContext): Tooltip {
  const { market, event } = view;
  const { t, format } = context;
  const parent = event ?? parentOf(market);
  const read = readText(view, context);
  const volume = volumeOf(market) ?? view.live?.bbo?.sharesTraded;
  return [
    { kind: 'title', text: market.question ?? market.title ?? market.slug },
    ...plainLine(joined([capital(lifecycleWord(stateOf(view), context)), read])),
    ...settledLines(view, context),
    ...[true, false].flatMap((long) => priceLines(view, long, context)),
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

function settledLines(view: MarketView, context: ViewContext): TooltipLine[] {
  const result = resultOf(view);
  if (result === undefined) return [];
  const { t, format } = context;
  const paid = [true, false].map((long) =>
    t('{0} paid {1}', sideName(view.market, long, context), format.cents(sidePays(result, long))),
  );
  const sources = {
    settlement: t('settlement price of the service'),
    sidePrices: t('final prices of the sides'),
    book: t('final mark of the book'),
  };
  return [...field(t('Settled'), paid.join(' · ')), ...field(t('Read from'), sources[result.source])];
}

function priceLines({ market, live }: MarketView, long: boolean, context: ViewContext): TooltipLine[] {
  const { t, format } = context;
  const { buy, sell, last } = sidePrices(market, long, live);
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
