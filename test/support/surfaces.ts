import type { Activity } from '../../src/core/activity.ts';
import type { Balance } from '../../src/core/balance.ts';
import type { BestQuote, Book, PriceSample } from '../../src/core/book.ts';
import { EventFactsMemo } from '../../src/core/event-facts.ts';
import type { ListedLeague, Sport } from '../../src/core/league.ts';
import type { Market, MarketEvent } from '../../src/core/market.ts';
import type { Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import type { Settlement } from '../../src/core/settlement.ts';
import type { ListedTag, Series } from '../../src/core/topic.ts';
import { jsonOf, ownJson } from '../../src/features/json.ts';
import { activityRows } from '../../src/view/activity-rows.ts';
import { type CancelResult, cancelNotice } from '../../src/view/cancel-outcome-text.ts';
import { cancelConfirmation, killSwitchConfirmation } from '../../src/view/cancel-text.ts';
import { catalogueTree } from '../../src/view/catalogue-tree.ts';
import { allDetails, type Detailed } from '../../src/view/details.ts';
import { eventLines } from '../../src/view/event-lines.ts';
import { eventsTree } from '../../src/view/events-tree.ts';
import { leagueTooltip } from '../../src/view/league-text.ts';
import { flatRows, matchRows } from '../../src/view/markets-tree.ts';
import { marketMention } from '../../src/view/mention-text.ts';
import { eventTitle, marketName, sideName } from '../../src/view/names.ts';
import { marketCard } from '../../src/view/note-card.ts';
import { ordersSummary, ordersTree } from '../../src/view/orders-tree.ts';
import { EventChanges } from '../../src/view/panels/event/changes.ts';
import type { EventInput } from '../../src/view/panels/event/input.ts';
import { eventSnapshot } from '../../src/view/panels/event/model.ts';
import type { MarketPanelInput, PanelReading } from '../../src/view/panels/input.ts';
import { pricePoints } from '../../src/view/panels/market/chart.ts';
import { marketSnapshot } from '../../src/view/panels/market/model.ts';
import { settlementSnapshot } from '../../src/view/panels/settlement/model.ts';
import { positionsSummary, positionsTree } from '../../src/view/positions-tree.ts';
import { joined, type ViewContext } from '../../src/view/row.ts';
import { at, besideTexts, ofRows } from './surface-documents.ts';
import { anEvent } from './values.ts';
import { knownPositions, orderViews, tooltipText } from './view.ts';

export interface SurfaceData {
  readonly markets?: readonly Market[] | undefined;
  readonly events?: readonly MarketEvent[] | undefined;
  readonly orders?: readonly Order[] | undefined;
  readonly positions?: readonly Position[] | undefined;
  readonly activities?: readonly Activity[] | undefined;
  readonly balances?: readonly Balance[] | undefined;
  readonly book?: Book | undefined;
  readonly quote?: BestQuote | undefined;
  readonly history?: readonly PriceSample[] | undefined;
  readonly settlement?: Settlement | undefined;
  readonly leagues?: readonly ListedLeague[] | undefined;
  readonly sports?: readonly Sport[] | undefined;
  readonly tags?: readonly ListedTag[] | undefined;
  readonly series?: readonly Series[] | undefined;
}

export interface ShownText {
  readonly where: string;
  readonly text: string;
}

/**
 * Every text any surface shows of the data: rows, tooltips, panels, dialogs, notices, documents, the status bar. What
 * the lists to choose from show is in `choices.ts`.
 */
export function shownTexts(data: SurfaceData, context: ViewContext): readonly ShownText[] {
  const { markets = [], events = [], orders = [] } = data;
  const market = (slug: string): Market | undefined => markets.find((each) => each.slug === slug);
  return [
    ...rowTexts(data, context),
    ...markets.flatMap((one) => ofMarket(one, data, context)),
    ...markets.slice(0, 1).flatMap((one) => ofEvent(one, data, context)),
    ...events.map((event) => at('event title', eventTitle(event))),
    ...(orders.length === 0 ? [] : ofOrders(orders, market, context)),
    ...ofDetails(data, context),
    ...besideTexts(data, market, context),
  ];
}

export function rowTexts(data: SurfaceData, context: ViewContext): readonly ShownText[] {
  const { markets = [], events = [], orders = [], positions = [], activities = [] } = data;
  const bySlug = new Map(markets.map((market) => [market.slug, market]));
  const market = (slug: string): Market | undefined => bySlug.get(slug);
  const ordered = orderViews(orders, market);
  const held = knownPositions(positions, market);
  return [
    ...ofRows(
      'markets',
      matchRows(markets, (one) => one.events[0], {}, context),
    ),
    ...ofRows('flat markets', flatRows(markets, {}, context)),
    ...ofRows('events', eventsTree({ events }, context)),
    ...ofRows('orders', ordersTree(ordered, context)),
    ...ofRows('positions', positionsTree(held, context)),
    ...ofRows('activity', activityRows({ activities, market }, context)),
    at('orders summary', joined(ordersSummary(ordered, context))),
    ...ofTopics(data, context),
    at('positions summary', joined(positionsSummary(held, context))),
  ];
}

function ofMarket(market: Market, data: SurfaceData, context: ViewContext): readonly ShownText[] {
  const input = panelInput(market, data, context);
  return [
    at('market name', marketName(market, undefined, context)),
    ...[true, false].flatMap((long) => [at('side name', sideName(market, long, context))]),
    ...ofPage('market panel', marketSnapshot(input, context)),
    ...ofPage('settlement panel', settlementSnapshot(input, context)),
    ...ofHover(market, data, context),
  ];
}

/** Of the market where a file names it, with a few of all positions and orders as if they were in it. */
function ofHover(
  market: Market,
  { orders = [], positions = [] }: SurfaceData,
  context: ViewContext,
): readonly ShownText[] {
  const ordered = orders.slice(0, 5).map((order) => ({ order, market }));
  const held = knownPositions(positions.slice(0, 2));
  const stake = { positions: held, orders: ordered, freshness: undefined };
  const view = { market, event: market.events[0] };
  const frame = { connection: 'test', href: undefined };
  return [
    at('hover', tooltipText(marketMention(view, stake, 'test', context))),
    at('card', `${marketCard(view, stake, frame, context)}`.replace(/<[^>]*>/g, ' ')),
  ];
}

/** The page of a market's event, with all markets there are as its lines. */
function ofEvent(market: Market, data: SurfaceData, context: ViewContext): readonly ShownText[] {
  const event = market.events[0] ?? data.events?.[0] ?? anEvent({ markets: data.markets ?? [] });
  return ofPage('event panel', eventSnapshot(eventPageInput(event, market, data, context), context));
}

export function eventPageInput(
  event: MarketEvent,
  main: Market,
  data: SurfaceData,
  context: ViewContext,
): EventInput {
  const { markets = [], positions = [] } = data;
  const input = panelInput(main, data, context);
  const group = { key: 'event', event, markets };
  const lines = eventLines(group, (each) => ({ market: each, event }), context);
  const changes = new EventChanges(0);
  changes.look(event.score, lines, context);
  const reading = { ...input.market, value: event };
  const held = { ...input.market, value: positions };
  return { ...input, key: 'event', event, isGone: false, reading, lines, changes, held };
}

export function panelInput(market: Market, data: SurfaceData, context: ViewContext): MarketPanelInput {
  const now = context.format.settings.now();
  const read = <T>(value: T | undefined): PanelReading<T> => ({
    value,
    at: now - 1_000,
    busy: false,
    failure: undefined,
    unsupported: false,
  });
  const { slug } = market;
  return {
    slug,
    connection: { label: 'test', isDemo: false, isSignedIn: true },
    market: read(market),
    book: read(data.book),
    live: undefined,
    stream: 'polled',
    freshness: undefined,
    accountFreshness: undefined,
    showsDetails: true,
    settlement: read(data.settlement),
    event: market.events[0] ?? data.events?.[0],
    orders: read((data.orders ?? []).slice(0, 20)),
    position: read(data.positions?.find(({ marketSlug }) => marketSlug === slug) ?? data.positions?.[0]),
    activities: read((data.activities ?? []).slice(0, 20)),
    moreActivities: false,
    ...CANCELS,
    quote: read(data.quote),
    history: read(data.history && pricePoints(data.history)),
    interval: '1D',
    isFromOffers: false,
    historyBegin: undefined,
    trades: [],
    samples: [],
    images: true,
    alerts: [],
    game: [{ ms: 0, score: '0-0', period: '', points: undefined, isSeen: false }],
    canCompare: true,
    lines: eventLines(
      { key: slug, event: market.events[0], markets: data.markets ?? [market] },
      (each) => ({ market: each, event: undefined }),
      context,
    ),
    holdings: new Map(),
    games: data.events ?? [],
    viewOf: (each) => ({ market: each, event: undefined }),
    beside: data.history && [
      { market, history: read(pricePoints(data.history)), samples: [], freshness: undefined },
    ],
  };
}

const CANCELS = { cancelling: new Map() };

/** Every text of a page's model, however deep; numbers are coordinates and the like. */
function ofPage(where: string, model: unknown): readonly ShownText[] {
  if (typeof model === 'string') return [at(where, model)];
  // A page would draw it as NaN.
  if (typeof model === 'number' && !Number.isFinite(model)) return [at(where, String(model))];
  if (typeof model !== 'object' || model === null) return [];
  return Object.values(model).flatMap((part) => ofPage(where, part));
}

function ofOrders(
  orders: readonly Order[],
  market: (slug: string) => Market | undefined,
  context: ViewContext,
): readonly ShownText[] {
  const [first] = orders;
  const one = first === undefined ? [] : [first];
  const outcomes = orders.flatMap((order): CancelResult[] => [
    { order, outcome: { kind: 'gone', order } },
    { order, outcome: { kind: 'cancelled', order } },
  ]);
  const dialogs = [
    ...[orders, one].map((list) => cancelConfirmation(list, market, context, 1)),
    killSwitchConfirmation(one, market, context),
  ];
  return [
    ...dialogs.flatMap(({ message, detail }) => [at('dialog', message), at('dialog', detail)]),
    ...outcomes.map((result) => at('notice', cancelNotice([result], market, context).message)),
    at('notice', cancelNotice(outcomes, market, context).message),
    ...one.flatMap((order) => [
      at('order document', ownJson({ order }, false)),
      at('order document', ownJson({ order }, true)),
    ]),
  ];
}

/** Leagues and topics with nothing in them. */
function ofTopics({ leagues = [], sports = [], tags = [] }: SurfaceData, context: ViewContext) {
  const topics = tags.map((tag) => {
    const slug = tag.slug ?? '';
    return { key: slug, slug, name: tag.label, tag, tagIds: new Set([tag.id]) };
  });
  if (leagues.length + topics.length + sports.length === 0) return [];
  const progress = () => ({ kind: 'unread' }) as const;
  const tree = { categories: [], leagues, topics, sports, facts: new EventFactsMemo(), progress };
  return [
    ...ofRows('catalogue', catalogueTree(tree, context)),
    ...sports.flatMap((sport) => {
      return [at('sport: tooltip', tooltipText(leagueTooltip(undefined, sport, context)))];
    }),
  ];
}

function ofDetails(data: SurfaceData, context: ViewContext): readonly ShownText[] {
  const { markets = [], events = [], orders = [], positions = [], activities = [] } = data;
  const lists = {
    market: markets,
    event: events,
    order: orders,
    position: positions,
    activity: activities,
    book: data.book === undefined ? [] : [data.book],
    quote: data.quote === undefined ? [] : [data.quote],
    balance: data.balances ?? [],
    series: data.series ?? [],
  };
  const all = Object.entries(lists).flatMap(([kind, values]) =>
    values.map((value) => allDetails({ kind, value } as Detailed, context)),
  );
  const copied = [markets[0], events[0], orders[0], positions[0], activities[0]];
  return [
    ...all.flat().flatMap(({ field, value }) => [at('details', field), at('details', value)]),
    ...copied.flatMap((value) => (value === undefined ? [] : [at('clipboard', jsonOf(value))])),
  ];
}

/** What is wrong with a text on a surface; undefined when nothing is. */
export function flawIn(text: string): string | undefined {
  if (typeof text !== 'string') return `a ${typeof text}`;
  const nonsense = /\b(?:NaN|undefined|Infinity)\b|\[object \w+\]/.exec(text)?.[0];
  return nonsense ?? (UNSEEN.test(text) ? 'a character nobody sees' : undefined);
}

const UNSEEN =
  /(?![\n\t])\p{Cc}|[\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]/u;
