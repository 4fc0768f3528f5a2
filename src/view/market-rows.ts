import { Decimal } from '../core/decimal.ts';
import { lineType } from '../core/grouping.ts';
import { type Holdings, heldTogether, type OwnStake } from '../core/holdings.ts';
import { eventPhase, isOver, isPaused, type Lifecycle, stateAt } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { dayChange, type Outcome, sidePays, sidePrices } from '../core/pricing.ts';
import { shortSlug } from '../core/slug.ts';
import { ownVolume } from '../core/sort.ts';
import { eventShort, haltedText, whenParts } from './event-figures.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import { marketTooltip } from './market-tooltip.ts';
import { eventTitle, isYesNo, lineName, outcomePhrase, questionSubject } from './names.ts';
import {
  noPriceWord,
  priceAfterWords,
  resultOf,
  resultWord,
  spokenSide,
  stateOf,
  stateWord,
} from './price-text.ts';
import { joined, type Row, spokenParts, type TextParts, type ViewContext } from './row.ts';
import { markOf, spokenHolding } from './row-marks.ts';
import { outcomeLabel, partsBeside, rowOutcome } from './row-names.ts';
import { LIFECYCLE_ICONS, PHASE_ICONS } from './states.ts';

/** What the event of a market is called and where it stands: `MOS 17–20 JUN · Q3 4:12`. Not where the outcome says it. */
function aboutEvent({ market, event: known }: MarketView, context: ViewContext): AboutEvent | undefined {
  const event = known ?? market.events[0];
  if (event === undefined) {
    const { question } = market;
    const own = rowOutcome(market, true, context).names[0];
    const subject = questionSubject(market) ?? (question === own ? undefined : question);
    return subject === undefined ? undefined : { parts: [subject], spoken: subject, isLive: false };
  }
  const group = { key: '', event, markets: event.markets.length > 0 ? event.markets : [market] };
  const now = context.format.settings.now();
  const phase = eventPhase(event, now);
  const short = eventShort(group, context);
  const outcome = rowOutcome(market, true, context).names[0];
  const parts = [short === outcome ? undefined : short, ...whenParts(event, phase, context)];
  return { parts, spoken: eventTitle(event), isLive: phase === 'live' };
}

export interface MarketRowSource {
  /** Default: what the market itself says. */
  readonly view?: (market: Market) => MarketView;
  /** The view as of now, with the times a tooltip gives. Default: `view`. */
  readonly latest?: (market: Market) => MarketView;
  readonly memo?: RowMemo;
  /** What somebody has in the markets. Default: nothing. */
  readonly holdings?: Holdings;
}

/** Rows that say times, such as `in 3 h`, may stand for so long, milliseconds. */
export const TIMED_ROW_MS = 5_000;

interface MemoEntry {
  readonly rows: readonly Row[];
  /** Unix milliseconds. */
  readonly madeAt: number;
  readonly from: readonly unknown[];
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

  /** The rows of a value, made where there are none, they are older than `maxAgeMs` or were made from other values `from`. */
  of(
    value: object,
    make: () => readonly Row[],
    maxAgeMs: number = Number.POSITIVE_INFINITY,
    from: readonly unknown[] = [],
  ): readonly Row[] {
    const entry = this.#entries.get(value);
    // Another way round where the machine's clock was set back.
    const isYoung = entry !== undefined && Math.abs(this.#now - entry.madeAt) < maxAgeMs;
    if (
      isYoung &&
      entry.from.length === from.length &&
      from.every((each, place) => each === entry.from[place])
    )
      return entry.rows;
    const rows = make();
    this.#entries.set(value, { rows, madeAt: this.#now, from });
    return rows;
  }
}

/** Makes the rows of markets, each once until its view is another object. */
export class MarketRows {
  readonly memo: RowMemo;
  readonly view: (market: Market) => MarketView;
  readonly latest: (market: Market) => MarketView;
  readonly #holdings: Holdings | undefined;
  readonly #context: ViewContext;

  constructor(source: MarketRowSource, context: ViewContext) {
    this.view = source.view ?? ((market) => ({ market, event: market.events[0] }));
    this.latest = source.latest ?? this.view;
    this.memo = source.memo ?? new RowMemo();
    this.#holdings = source.holdings;
    this.#context = context;
  }

  /**
   * `siblings`: all markets of its event, where the market itself does not name them. `isShortFirst`: the title of the event
   * names the team of the short side first.
   */
  inEvent(market: Market, siblings?: readonly Market[], isShortFirst = false): readonly Row[] {
    const view = this.view(market);
    const own = this.#holdings?.get(market.slug);
    const sides = hasNamedSides(view.market) ? [!isShortFirst, isShortFirst] : [undefined];
    const context = siblings === undefined ? this.#context : { ...this.#context, siblings: () => siblings };
    const make = () =>
      sides.map((long) => {
        const held = long === undefined ? this.holding(market.slug) : long ? own?.long : own?.short;
        return this.#withTooltip(market, sideRow(view, long, held, undefined, context));
      });
    return this.memo.of(view, make, Number.POSITIVE_INFINITY, ['in', own?.long, own?.short, isShortFirst]);
  }

  /** One side of a market, its event not named. */
  side(market: Market, long: boolean): Row {
    return sideRow(this.view(market), long, this.holding(market.slug), undefined, this.#context);
  }

  /** The one row of a market where its event stands nowhere near; `event`: where the market itself does not name it. */
  alone(market: Market, event?: MarketEvent): Row {
    const known = this.view(market);
    const view = known.event === undefined ? { ...known, event } : known;
    const own = this.#holdings?.get(market.slug);
    const make = () => {
      const about = aboutEvent(view, this.#context);
      const row = sideRow(view, undefined, this.holding(market.slug), about, this.#context);
      return [this.#withTooltip(market, row)];
    };
    return this.memo.of(known, make, TIMED_ROW_MS, ['alone', own?.long, own?.short, event])[0] as Row;
  }

  /** What somebody has in a market. */
  holding(slug: string): OwnStake | undefined {
    const own = this.#holdings?.get(slug);
    return own && heldTogether([own.long, own.short]);
  }

  #withTooltip(listed: Market, row: Row): Row {
    return {
      ...row,
      tooltip: () => marketTooltip(this.latest(listed), this.holding(listed.slug), this.#context),
    };
  }
}

/** True for a winner market between two names, which gets a row for each. */
export function hasNamedSides(market: Market): boolean {
  return lineType(market) === 'winner' && !isYesNo(market) && market.sides.length === 2;
}

/** So wide may the label of a line be deep in a view of 220 px, in digits. */
const NARROW_LABEL = 11;

/** The price to buy, then the outcome. `only`: the row is about this side alone; `about`: its event stands nowhere near. */
function sideRow(
  view: MarketView,
  only: boolean | undefined,
  holding: OwnStake | undefined,
  about: AboutEvent | undefined,
  context: ViewContext,
): Row {
  const { t, format } = context;
  const { market, live } = view;
  const long = only ?? true;
  const side = only === undefined ? '' : only ? '/long' : '/short';
  const state = stateAt(stateOf(view), view.market, context.format.settings.now());
  const result = resultOf(view);
  const freshness = result === undefined ? view.freshness : undefined;
  const { buy, sell } = sidePrices(market, long, live);
  const isPausedNow = isPaused(state);
  const hasPrice = result === undefined && !isOver(state);
  const lead = hasPrice ? format.price(buy?.price) : undefined;
  const outcome = rowOutcome(market, long, context);
  const isCut = freshness?.standing === 'cut';
  const place = about?.parts ?? [];
  const prices = priceWords(view, long, state, place, context);
  const isPlaced = !isPausedNow && hasPrice && buy !== undefined;
  const traded = long ? tradedText(view, about !== undefined, context) : undefined;
  const words = [...prices, ...(isPlaced ? [] : place), traded];
  const before = lead === undefined ? '' : `${lead} `;
  const label = outcomeLabel(outcome, before, '', context.labelWidth);
  const shorter = outcomeLabel(outcome, before, '', NARROW_LABEL);
  return {
    id: `market/${market.slug}${side}`,
    label,
    ...(shorter === label ? {} : { shorter: [shorter] }),
    ...(lead === undefined ? {} : { lead }),
    alike: { key: label.slice(lead?.length), by: [about?.parts, shortSlug(market.slug, view.event?.slug)] },
    parts: [asOfText(freshness, context), ...partsBeside(label, outcome, market.slug, isCut ? place : words)],
    ...(isPausedNow
      ? { icon: LIFECYCLE_ICONS.halted }
      : about?.isLive === true
        ? { icon: PHASE_ICONS.live }
        : {}),
    accessibilityLabel: spokenParts([
      spokenSide(spokenName(market, long, context), view, long, context),
      hasPrice && sell ? t('{0} to sell', format.price(sell.price)) : undefined,
      about?.spoken,
      stateWord(state, context),
      spokenHolding(holding, context),
      spokenFreshness(freshness, context),
    ]),
    ...dimmed(freshness),
    ...markOf(freshness, holding),
    contextValue: state === 'resolved' ? 'market.settled' : 'market',
    tooltip: () => marketTooltip(view, holding, context),
    collapsible: 'none',
    command: { id: 'openMarket', args: [market.slug] },
    urgentPart: joined([state, holding]),
    subject: { kind: 'market', slug: market.slug, ...(only === undefined ? {} : { long }) },
  };
}

/** What stands beside the price of a side, or in its place. */
function priceWords(
  view: MarketView,
  long: boolean,
  state: Lifecycle,
  place: TextParts,
  context: ViewContext,
): TextParts {
  const { t, format } = context;
  const { buy, sell, last } = sidePrices(view.market, long, view.live);
  const lastPrice = last && priceAfterWords(format.price(last.price), context);
  if (isPaused(state)) return [pausedText(view, context), lastPrice && t('last {0} before it', lastPrice)];
  const result = resultOf(view);
  if (result !== undefined || isOver(state)) return [settledText(result, long, state, context)];
  if (buy === undefined)
    return [noPriceWord(view, long, 'buy', context), lastPrice && t('last {0}', lastPrice)];
  return [changeText(view, long, context), ...place, sell && t('{0} to sell', format.price(sell.price))];
}

function spokenName(market: Market, long: boolean, context: ViewContext): string {
  return isYesNo(market) || market.sides.length === 0
    ? lineName(market, context)
    : outcomePhrase(market, long, context);
}

/** The event of a row that stands apart from it. */
interface AboutEvent {
  readonly parts: TextParts;
  readonly spoken: string;
  readonly isLive: boolean;
}

function pausedText(view: MarketView, context: ViewContext): string | undefined {
  return stateOf(view) === 'halted' ? haltedText([view], context) : stateWord(stateOf(view), context);
}

function settledText(
  result: Outcome | undefined,
  long: boolean,
  state: Lifecycle,
  context: ViewContext,
): string | undefined {
  const { t, format } = context;
  if (result === undefined) return stateWord(state, context);
  return result.winner === 'void'
    ? t('void, paid {0}', format.cents(sidePays(result, long)))
    : resultWord(result, long, context);
}

/** `▲10`; in odds, which do not add up, what it was: `▲ from −117`. */
function changeText(
  { market, live }: MarketView,
  long: boolean,
  { t, format }: ViewContext,
): string | undefined {
  const change = dayChange(market, long, live);
  if (change === undefined || change.isZero) return undefined;
  const { oddsFormat } = format.settings;
  if (oddsFormat === 'cents' || oddsFormat === 'percent') return format.change(change);
  const last = sidePrices(market, long, live).last?.price;
  const arrow = format.change(change).charAt(0);
  return last === undefined ? arrow : t('{0} from {1}', arrow, format.price(last.minus(change)));
}

/** Of a row that stands apart from its event, the event's where the market says none of its own. */
function tradedText(view: MarketView, isAlone: boolean, context: ViewContext): string | undefined {
  const own = ownVolume(view.market, view.live);
  const event = view.event?.volume;
  if (own !== undefined || event === undefined || event.isZero || !isAlone) return volumeText(own, context);
  return context.t('event vol {0}', context.format.compact(event));
}

/** Of a market, which counts contracts. */
function volumeText(volume: Decimal | undefined, { t, format }: ViewContext): string | undefined {
  return volume === undefined || volume.isZero ? undefined : t('vol {0} contracts', format.compact(volume));
}

/**
 * Of an event as the service sends it, which does not say what it counts: its tooltip says that. Else what its markets add
 * up to.
 */
export function eventVolumeText(
  sent: Decimal | undefined,
  summed: () => number,
  context: ViewContext,
): string | undefined {
  if (sent === undefined) return volumeText(Decimal.of(summed()), context);
  return sent.isZero ? undefined : context.t('vol {0}', context.format.compact(sent));
}
