import { Decimal } from '../core/decimal.ts';
import type { Freshness } from '../core/freshness.ts';
import { type EventPhase, eventPhase, stateAt } from '../core/lifecycle.ts';
import type { MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { dayChange, sidePrices } from '../core/pricing.ts';
import type { WatchEntry } from '../core/watchlist.ts';
import { eventScore, eventWhen, whenParts } from './event-figures.ts';
import { asOfText, sourceText } from './freshness-text.ts';
import { sideWords } from './market-tooltip.ts';
import {
  categoryName,
  eventGroupName,
  eventTitle,
  groupKeyOf,
  isYesNo,
  lineName,
  outcomePhrase,
  sideName,
} from './names.ts';
import {
  changeToday,
  eachPaid,
  noPriceWord,
  outcomeSource,
  priceSourceText,
  resultOf,
  stateOf,
  stateWord,
} from './price-text.ts';
import { field, joined, plainLine, type Tooltip, type TooltipLine, type ViewContext } from './row.ts';
import { outcomeLabel, rowOutcome } from './row-names.ts';
import { sidesInOrder } from './score-text.ts';
import { situationLine } from './situation-text.ts';
import { type MarketStake, stakeFields, stakeMark } from './stake-text.ts';
import { capital, phaseWord } from './states.ts';

/** A market named in a text: what a person would act on. Stale says when before any price. `connection`: whose figures these are. */
export function marketMention(
  view: MarketView,
  stake: MarketStake | undefined,
  connection: string,
  context: ViewContext,
): Tooltip {
  const { market, event, freshness } = view;
  const { t } = context;
  const result = resultOf(view);
  const league = categoryName(groupKeyOf(market, event, context), context);
  const question = market.question ?? market.title ?? market.slug;
  const about = event && eventTitle(event);
  return [
    { kind: 'title', text: question },
    ...plainLine(
      joined([
        about !== undefined && question.includes(about) ? undefined : about,
        league,
        stateWord(stateOf(view), context),
        event && whenOf(event, context),
      ]),
    ),
    ...situationLines(event, context),
    ...plainLine(capital(asOfText(freshness, context) ?? '')),
    ...field(t('Each paid'), result && eachPaid(market, result, context)),
    ...field(t('Read from'), result && outcomeSource(result, context)),
    ...(result === undefined
      ? sidesInOrder(market, event).flatMap((long) => sideLine(view, long, context))
      : []),
    ...(stake === undefined ? [] : stakeFields(stake, context)),
    ...field(t('Source'), joined([connection, ...marketSource(view, context)])),
  ];
}

/** `38¢ to buy · 36¢ to sell · last 37¢ · ▼ 10¢ today`. */
function sideLine(
  view: MarketView,
  long: boolean,
  context: ViewContext,
  name = sideName(view.market, long, context),
): readonly TooltipLine[] {
  const { market, live } = view;
  const { words, contradiction } = sideWords(view, long, context);
  const change = dayChange(market, long, live);
  const day = change === undefined || change.isZero ? undefined : changeToday(change, context);
  return field(name, joined([...words, day, contradiction]));
}

/** That it trades is said of what is current alone. */
function marketSource(view: MarketView, context: ViewContext): readonly (string | undefined)[] {
  const { market, freshness } = view;
  const isCurrent = (freshness?.standing ?? 'fresh') === 'fresh';
  const state = stateAt(stateOf(view), market, context.format.settings.now());
  const source = resultOf(view) === undefined ? sideWords(view, true, context).source : undefined;
  return [
    isCurrent && state === 'open' ? context.t('open for trading') : undefined,
    source && priceSourceText(source, context),
    freshness && sourceText(freshness, context),
  ];
}

/**
 * An event named in a text. `freshness`: of its clock and score, which is said before them where they are old. `views`: of the
 * markets that ask who wins it.
 */
export function eventMention(
  event: MarketEvent,
  {
    stake,
    freshness,
    views = [],
  }: {
    readonly stake?: MarketStake | undefined;
    readonly freshness?: Freshness | undefined;
    readonly views?: readonly MarketView[];
  },
  connection: string,
  context: ViewContext,
): Tooltip {
  const { t } = context;
  const { length } = event.markets;
  const count = length > 0 ? marketCount(length, context) : undefined;
  return [
    { kind: 'title', text: eventTitle(event) },
    ...plainLine(
      capital(
        joined([
          asOfText(freshness, context),
          eventGroupName(event, context),
          whenOf(event, context, eventWhenSaid),
        ]),
      ),
    ),
    ...situationLines(event, context),
    ...views.slice(0, MOST_OUTCOMES).flatMap((view) => outcomeLines(view, event, views.length, context)),
    ...(stake === undefined ? [] : stakeFields(stake, context)),
    ...field(t('Source'), joined([connection, freshness && sourceText(freshness, context), count])),
  ];
}

function marketCount(count: number, { t }: ViewContext): string {
  return count === 1 ? t('1 market') : t('{0} markets', count);
}

/** Outcomes that are listed of an event with many. */
const MOST_OUTCOMES = 4;

/** What it costs: of a single market both sides, of several each one's long side. What is old says as of when. */
function outcomeLines(
  view: MarketView,
  event: MarketEvent,
  count: number,
  context: ViewContext,
): readonly TooltipLine[] {
  const { market, freshness } = view;
  if (resultOf(view) !== undefined) return [];
  const lines =
    count === 1
      ? sidesInOrder(market, event).flatMap((long) => sideLine(view, long, context))
      : sideLine(view, true, context, isYesNo(market) ? lineName(market, context) : undefined);
  const old = asOfText(freshness, context);
  return lines.map((line) => (line.kind === 'field' ? { ...line, value: joined([old, line.value]) } : line));
}

/**
 * A slug that stands for nothing known.
 * @param isGone the service said that there is none; else nothing that was read has it.
 * @param read how many markets were read.
 */
export function unknownMention(
  { kind, key }: WatchEntry,
  {
    isGone,
    read,
    nearest,
  }: { readonly isGone: boolean; readonly read: number; readonly nearest?: string | undefined },
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const where = isGone
    ? t('The service was asked for it.')
    : t('It is not among the {0} markets read so far.', format.quantity(Decimal.of(read)));
  return [
    {
      kind: 'title',
      text: kind === 'event' ? t('No event with this slug') : t('No market with this slug'),
    },
    { kind: 'text', text: key },
    { kind: 'text', text: where },
    ...field(t('Nearest'), nearest),
  ];
}

/** The editor shows 43 letters of all that stands behind the slugs of a line: the name, its line and price are within so many digits. */
const PRICE_WIDTH = 20;

/** The price a text may have behind a slug: `Islanders 64¢`, `Raise 28.8¢ as of 14:58`; what a market came to. */
export function mentionPrice(view: MarketView, context: ViewContext): string {
  const { market, live, freshness } = view;
  const result = resultOf(view);
  if (result?.winner === 'long' || result?.winner === 'short')
    return context.t('{0} won', outcomePhrase(market, result.winner === 'long', context));
  const { buy } = sidePrices(market, true, live);
  return joinedWords([
    buy &&
      outcomeLabel(rowOutcome(market, true, context), '', ` ${context.format.price(buy.price)}`, PRICE_WIDTH),
    buy === undefined
      ? (stateWord(stateOf(view), context) ?? noPriceWord(view, true, 'buy', context))
      : undefined,
    buy && asOfText(freshness, context),
  ]);
}

/** The line above a slug: `38¢ Archers · 64¢ Islanders · Q3 4:12 · MOS 17–20 JUN · ◆ 120`. Of what is old it says as of when. */
export function mentionLine(view: MarketView, stake: MarketStake | undefined, context: ViewContext): string {
  const { market, event, live, freshness } = view;
  if (resultOf(view) !== undefined) return mentionPrice(view, context);
  const prices = sidesInOrder(market, event).flatMap((long) => {
    const { buy } = sidePrices(market, long, live);
    return buy === undefined ? [] : [`${context.format.price(buy.price)} ${sideName(market, long, context)}`];
  });
  const phase = event && eventPhase(event, context.format.settings.now());
  return joined([
    asOfText(freshness, context),
    ...prices,
    stateWord(stateOf(view), context),
    event && phase && eventWhen(event, phase, context),
    event && eventScore(event, context),
    stake && stakeMark(stake, context),
  ]);
}

function joinedWords(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined).join(' ');
}

/** Clock, start or end where nothing else says that its result is awaited: `awaiting settlement · ended 12:04 · for 2 h 57 m`. */
export function eventWhenSaid(event: MarketEvent, phase: EventPhase, context: ViewContext): string {
  const awaited = phase === 'awaitingSettlement' ? phaseWord(phase, context) : undefined;
  return joined([...new Set([awaited, ...whenParts(event, phase, context)])]);
}

/** Its clock or start, and the score. */
function whenOf(event: MarketEvent, context: ViewContext, said = eventWhen): string {
  const phase = eventPhase(event, context.format.settings.now());
  return joined([said(event, phase, context), eventScore(event, context)]);
}

function situationLines(event: MarketEvent | undefined, context: ViewContext): readonly TooltipLine[] {
  if (event === undefined) return [];
  return plainLine(situationLine(event, eventPhase(event, context.format.settings.now()), context));
}
