import type { Activity } from '../../core/activity.ts';
import type { Book, BookLevel } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Freshness } from '../../core/freshness.ts';
import { lineType, parentOf } from '../../core/grouping.ts';
import {
  type EventPhase,
  eventPhase,
  isOver,
  isTrading,
  type Lifecycle,
  stateAt,
} from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import type { Order } from '../../core/order.ts';
import { type LiveQuotes, lifecycleNow } from '../../core/pricing.ts';
import type { Settlement } from '../../core/settlement.ts';
import { allDetails, type Detailed } from '../details.ts';
import { eventScore, eventWhen } from '../event-figures.ts';
import { categoryName, eventTitle, groupKeyOf, isYesNo, lineName, lineTypeName } from '../names.ts';
import { orderTitle } from '../order-text.ts';
import { joined, type ViewContext } from '../row.ts';
import { capital, lifecycleWord, phaseWord } from '../states.ts';
import type { PanelInput, PriceStreamState } from './input.ts';
import { button, cell, failureNote, note, retry } from './parts.ts';
import {
  AGE,
  type Button,
  type Cell,
  type Details,
  type Head,
  type Note,
  type Rules,
  type SecondLine,
  type Tone,
} from './protocol.ts';

// What the pages have in common: the head, how current the prices are, the rules, all details.

/** The market's newest quotes. Without live ones the book counts, over the market's own if it was read later. */
export function newestQuotes(input: PanelInput): LiveQuotes {
  if (input.live !== undefined) return withState(input.live, input.book.value);
  const book = input.book.value;
  const bbo = book === undefined ? input.quote?.value : undefined;
  const at = book === undefined ? input.quote?.at : input.book.at;
  return { book, bbo, newer: at !== undefined && at >= (input.market.at ?? 0) };
}

/** Quotes that do not say whether anything trades are of the state the book says. */
function withState(live: LiveQuotes, book: Book | undefined): LiveQuotes {
  const { bbo } = live;
  if (live.book !== undefined || bbo === undefined || bbo.state !== undefined) return live;
  return book?.state === undefined ? live : { ...live, bbo: { ...bbo, state: book.state } };
}

/** The market's state by its newest quotes; where those do not say, by the book. */
export function lifecycleShown(input: PanelInput, market: Market, settlement?: Settlement): Lifecycle {
  return lifecycleNow(market, newestQuotes(input), settlement);
}

export function headModel(
  input: PanelInput,
  market: Market,
  title: string,
  buttons: readonly Button[],
  context: ViewContext,
): Head {
  const { t } = context;
  const event = eventOf(input, market);
  const { connection } = input;
  const now = context.format.settings.now();
  const state = stateAt(lifecycleShown(input, market, input.settlement.value), market, now);
  const [tone, mark] = BADGES[state];
  const phase = event && eventPhase(event, now);
  const isLive = state === 'open' && phase === 'live';
  return {
    crumbs: crumbs(market, event, context),
    title,
    state: isLive
      ? { text: capital(phaseWord(phase, context)), ...LIVE_BADGE }
      : { text: capital(lifecycleWord(state, context)), tone, mark },
    facts: isLive ? [t('open for trading')] : undefined,
    game: (event && phase && gameText(event, market, phase, context)) || undefined,
    connection: connection.isDemo ? t('DEMO exchange') : connection.label,
    demo: connection.isDemo,
    buttons,
  };
}

/** `Q3 4:12 · MOS 17–20 JUN`. */
function gameText(event: MarketEvent, market: Market, phase: EventPhase, context: ViewContext): string {
  const markets = event.markets.length > 0 ? event.markets : [market];
  return joined([eventWhen(event, phase, context), eventScore(event, context, markets)]);
}

/** What stands above the panel when the market itself could not be read; `undefined` when it could. */
export function marketFailure(input: PanelInput, context: ViewContext): Note | undefined {
  const { slug, market } = input;
  if (market.failure === undefined) return undefined;
  if (market.value === undefined && market.failure.code === 'notFound')
    return note(context.t('The service knows no market {0}.', slug), 'warn', retry(context));
  // The freshness line gives the time of stale prices: a second time beside it would confuse.
  const isDated = (shownFreshness(input)?.standing ?? 'fresh') !== 'fresh';
  return failureNote(isDated ? { ...market, at: undefined } : market, market.failure, context);
}

export function eventOf(input: PanelInput, market: Market): MarketEvent | undefined {
  return parentOf(market, () => input.event);
}

export function rulesModel(market: Market, more: Button | undefined, { t }: ViewContext): Rules {
  const paragraphs = [market.description, market.rulesDisclaimer].filter((text) => text !== undefined);
  const none = t('No rules text was sent.');
  return { heading: t('Rules'), paragraphs: paragraphs.length === 0 ? [none] : paragraphs, button: more };
}

export function commonButtons({ t }: ViewContext): Button[] {
  return [button(t('Refresh'), 'refresh'), button(t('Copy slug'), 'copySlug')];
}

/** The league of a market, which leads to what Markets has of it. */
export function leagueCrumb(market: Market, event: MarketEvent | undefined, context: ViewContext): Cell {
  const key = groupKeyOf(market, event, context);
  const name = categoryName(key, context);
  const hint = context.t('Show {0} in Markets', name);
  return cell(name, 'plain', { hint, action: { name: 'showLeague', slug: key } });
}

/** The series of an event by its title, which leads to what Markets has of it; none where the title is not known. */
export function seriesCrumb(event: MarketEvent | undefined, context: ViewContext): Cell[] {
  const slug = event?.seriesSlug;
  const title = slug && context.seriesOf?.(slug)?.title;
  if (slug === undefined || !title) return [];
  const hint = context.t('Show the series {0} in Markets', title);
  return [cell(title, 'plain', { hint, action: { name: 'showSeries', slug } })];
}

function crumbs(market: Market, event: MarketEvent | undefined, context: ViewContext): Cell[] {
  const line = lineType(market);
  const named = line === 'winner' && !isYesNo(market) ? undefined : lineName(market, context);
  const title = event && eventTitle(event);
  const hint = context.t('Open the page of {0}', title ?? '');
  const action = event && ({ name: 'openEvent', slug: event.slug ?? event.id } as const);
  const texts = new Set([title, line === 'other' ? undefined : lineTypeName(line, context), named]);
  return [
    leagueCrumb(market, event, context),
    ...seriesCrumb(event, context),
    ...[...texts]
      .filter((text) => text !== undefined)
      .map((text) => cell(text, 'plain', text === title ? { hint, action } : {})),
  ];
}

/** Of a game that is on, as rows mark it. */
export const LIVE_BADGE = { tone: 'down', mark: 'live' } as const;

const BADGES: Readonly<Record<Lifecycle, readonly [Tone, Head['state']['mark']]>> = {
  open: ['up', 'filled'],
  upcoming: ['dim', 'hollow'],
  preopen: ['dim', 'hollow'],
  suspended: ['warn', 'half'],
  halted: ['warn', 'half'],
  closed: ['warn', 'half'],
  resolving: ['warn', 'half'],
  resolved: ['dim', 'filled'],
  unknown: ['dim', 'hollow'],
};

/** A book may follow the best prices this much later, milliseconds. */
const BOOK_LAG_MS = 5_000;

/**
 * How current the cards and the ladder are. They stand side by side and must not disagree: a book that did not follow the
 * best prices for five seconds makes both stale.
 */
export function shownFreshness({ freshness, book, live }: PanelInput): Freshness | undefined {
  if (freshness?.standing !== 'fresh' || book.value === undefined || book.at === undefined) return freshness;
  const best = live?.book === undefined ? live?.bbo : undefined;
  if (best === undefined || freshness.at - book.at <= BOOK_LAG_MS) return freshness;
  const { bids, offers } = book.value;
  const isSame = isSamePrice(bids[0], best.bestBid) && isSamePrice(offers[0], best.bestAsk);
  return isSame ? freshness : { ...freshness, at: book.at, standing: 'stale' };
}

/** An absent price contradicts nothing. Nothing trades at 0 or 1: such a price is an empty side. */
function isSamePrice(level: BookLevel | undefined, price: Money | undefined): boolean {
  if (price === undefined) return true;
  const { value } = price;
  return level === undefined ? value.isZero || value.equals(Decimal.one) : level.price.equals(value);
}

/** The second line of a panel of one market or event. */
export function freshnessLine(input: PanelInput, market: Market, context: ViewContext): SecondLine {
  const state = lifecycleShown(input, market, input.settlement.value);
  const isMoving = isTrading(state) || state === 'unknown';
  return ageLine(shownFreshness(input), input.stream, isMoving ? undefined : state, context);
}

/** How current figures are. Ages are left open (AGE), because the page counts on by itself. `still`: why nothing moves. */
export function ageLine(
  freshness: Freshness | undefined,
  stream: PriceStreamState,
  still: Lifecycle | undefined,
  context: ViewContext,
): SecondLine {
  const { t, format } = context;
  const at = freshness?.at;
  return {
    ...freshnessWords(freshness, stream, still, context),
    at,
    units: ageUnits(context),
    silent:
      at === undefined
        ? t('old: no longer updated')
        : t('old: as of {0}, no longer updated', format.moment(at)),
  };
}

/** Day, hour, minute and second; the page writes the number. */
export function ageUnits({ t }: ViewContext): readonly string[] {
  return [t('{0} d', '{n}'), t('{0} h', '{n}'), t('{0} m', '{n}'), t('{0} s', '{n}')];
}

export function accountWarning(
  { accountFreshness }: PanelInput,
  { t, format }: ViewContext,
): string | undefined {
  if (accountFreshness === undefined || accountFreshness.standing === 'fresh') return undefined;
  const at = format.moment(accountFreshness.at);
  return accountFreshness.standing === 'cut' ? t('as of {0} · not connected', at) : t('old: as of {0}', at);
}

type FreshnessWords = Pick<SecondLine, 'state' | 'text' | 'spoken'>;

function freshnessWords(
  freshness: Freshness | undefined,
  stream: PriceStreamState,
  still: Lifecycle | undefined,
  context: ViewContext,
): FreshnessWords {
  const { t, format } = context;
  if (freshness === undefined) return { state: 'unread', text: t('loading from the service'), spoken: '' };
  const { at, source, standing } = freshness;
  const isQuiet = freshness.quietSince !== undefined;
  const why = isQuiet ? t('nothing heard from the stream') : streamWords(stream, context);
  if (standing === 'cut') {
    const text = t('as of {0} · not connected', format.moment(at));
    const spoken = t('Not connected: prices as of {0}', format.moment(at));
    return { state: 'cut', text: joined([text, stream === 'stopped' ? why : undefined]), spoken };
  }
  // Spoken without the time, which changes with each late read.
  if (standing === 'stale')
    return {
      state: 'stale',
      text: joined([t('old: as of {0}', format.moment(at)), why]),
      spoken: isQuiet ? t('Prices are old: nothing heard from the stream') : t('Prices are old'),
    };
  const from =
    source === 'stream' ? t('from the stream {0} ago', AGE) : t('read from the service {0} ago', AGE);
  // Nothing trades, so nothing is live, whatever the source: these are the last prices there were.
  if (still !== undefined) {
    const what = isOver(still) ? t('last prices, not live') : t('no trading now, not live');
    const spoken = t('Prices are not live: {0}', lifecycleWord(still, context));
    return { state: 'still', text: joined([what, from]), spoken };
  }
  if (stream === 'live' && source === 'stream')
    return { state: 'live', text: t('stream · {0} ago', AGE), spoken: t('Prices are live') };
  const how = stream === 'live' ? t('stream connected') : why;
  const spoken = t('Prices are read now and then, not live');
  return { state: 'read', text: joined([t('not live'), from, how]), spoken };
}

function streamWords(stream: PriceStreamState, { t }: ViewContext): string | undefined {
  const words: Partial<Record<PriceStreamState, string>> = {
    connecting: t('stream connecting'),
    lost: t('stream not connected'),
    stopped: t('the service refused the stream'),
  };
  return words[stream];
}

/** Activities whose fields are all listed; the Activity view has the others. */
const DETAILED_ACTIVITIES = 20;

/** Every decoded field of what the panel was made from, under the service's own names. */
export function detailsModel(input: PanelInput, market: Market, context: ViewContext): Details {
  const { t } = context;
  const { book, quote, settlement, position, orders, activities } = input;
  const event = eventOf(input, market);
  // An event on the market itself is among the market's fields.
  const isListed = event !== undefined && market.events.includes(event);
  const all: readonly (readonly [heading: string, detailed: Detailed])[] = [
    [t('Market'), { kind: 'market', value: market }],
    [t('Event'), { kind: 'event', value: isListed ? undefined : event }],
    seriesDetails(event, context),
    [t('Order book'), { kind: 'book', value: book.value }],
    [t('Best bid and offer'), { kind: 'quote', value: quote?.value }],
    [t('Settlement'), { kind: 'settlement', value: settlement.value }],
    [t('Your position'), { kind: 'position', value: position.value }],
    ...ownDetails(orders.value, activities.value, () => market, context),
  ];
  return detailsOf(input.showsDetails, all, context);
}

/** The series an event belongs to, where the service lists it. */
export function seriesDetails(
  event: MarketEvent | undefined,
  { t, seriesOf }: ViewContext,
): readonly [heading: string, detailed: Detailed] {
  const slug = event?.seriesSlug;
  return [t('Series'), { kind: 'series', value: slug === undefined ? undefined : seriesOf?.(slug) }];
}

/** Orders, and the newest activities. */
export function ownDetails(
  orders: readonly Order[] | undefined,
  activities: readonly Activity[] | undefined,
  marketOf: (slug: string) => Market | undefined,
  context: ViewContext,
): readonly (readonly [heading: string, detailed: Detailed])[] {
  const { t, format } = context;
  return [
    ...(orders ?? []).map((order) => {
      const heading = t('Your order: {0}', orderTitle(order, marketOf(order.marketSlug), context));
      return [heading, { kind: 'order', value: order }] as const;
    }),
    ...(activities ?? []).slice(0, DETAILED_ACTIVITIES).map((activity) => {
      const heading = t('Your activity: {0}, {1}', activity.type, format.dateTime(activity.time));
      return [heading, { kind: 'activity', value: activity }] as const;
    }),
  ];
}

/** Every decoded field of these, under a fold: listed only while it is open. */
export function detailsOf(
  isOpen: boolean,
  all: readonly (readonly [heading: string, detailed: Detailed])[],
  context: ViewContext,
): Details {
  const summary = context.t('All details');
  if (!isOpen) return { summary };
  const groups = all.map(([heading, detailed]) => ({
    heading,
    rows: allDetails(detailed, context).map(({ field, value }) => ({ name: field, value })),
  }));
  return { summary, groups: groups.filter(({ rows }) => rows.length > 0) };
}
