import type { Activity } from '../core/activity.ts';
import { cashBy, marketOf, realisedBy } from '../core/activity.ts';
import { entryPrice, isHeld, isLong, openPnl, positionValue, winPays } from '../core/figures.ts';
import type { Instant } from '../core/instant.ts';
import type { Market } from '../core/market.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import { ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { inBothTerms, marksOf, orderPrice } from '../core/pricing.ts';
import type { AccountTopic } from '../exchange/streams.ts';
import { type LoadState, readAt } from '../store/reading/load-state.ts';
import { marketName, sideName } from '../view/names.ts';
import {
  type AnswerStamp,
  envelope,
  type Figure,
  figure,
  figures,
  page,
  stampOf,
  type ToolAnswer,
  ToolRefusal,
} from './answer.ts';
import { cents, knownMarket, momentOf } from './market-facts.ts';
import { ownAmounts } from './own-amounts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId, type Untrusted, untrusted } from './untrusted.ts';

/** A list of the account, read now unless it is fresh. Rejects with its ExchangeError, throws ToolRefusal without an account. */
async function readOwn(
  sources: AgentSources,
  part: AccountTopic,
  store: { readonly state: LoadState; refresh(): Promise<void> },
): Promise<AnswerStamp | undefined> {
  const { session, live, clock } = sources;
  const since = clock.now();
  await session.ensure();
  if (!session.canSign)
    throw new ToolRefusal(
      'signedOut',
      'No account is signed in here.',
      'Ask the person to sign in; go on without it.',
    );
  const epoch = session.epoch('private');
  const before = live.accountFreshness(readAt(store.state), part);
  if (before?.standing !== 'fresh') await store.refresh();
  if (epoch !== session.epoch('private'))
    throw new ToolRefusal(
      'changed',
      'Another account is in use by now.',
      'Call again; the person is asked again.',
    );
  const at = readAt(store.state);
  if (at === undefined && store.state.kind === 'failed') throw store.state.error;
  const stamp = stampOf(live.accountFreshness(at, part), since);
  return stamp && { ...stamp, stale: stamp.stale || store.state.kind === 'failed' };
}

export async function listPositions(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { positions, view } = sources;
  const stamp = await readOwn(sources, 'positions', positions);
  const all = positions.positions.filter(
    (position) =>
      isPlainId(position.marketSlug) && isHeld(position) && isAbout(sources, position.marketSlug, input),
  );
  return list(sources, stamp, input, {
    name: 'positions',
    rows: all.length,
    isWhole: positions.complete && positions.lost === 0,
    rowAt: (place) => positionRow(sources, all[place] as Position, stamp),
    more: { amountsHidden: ownAmounts(view()).areHidden, workedOut: WORKED_OUT },
  });
}

const WORKED_OUT = {
  entryCents: 'cost without fees / contracts',
  openPnl: 'value - cost, fees in the cost',
  valueFrom:
    'service: as it reports it; bid: contracts x price to sell Yes; offer: contracts x price to sell No',
} as const;

function positionRow(sources: AgentSources, position: Position, stamp: AnswerStamp | undefined): ToolAnswer {
  const own = ownAmounts(sources.view());
  const { marketSlug: slug, netPosition, cost, realized } = position;
  const market = sources.marketViews.withEvent(slug);
  const known = market && knownMarket(sources, market, sources.clock.now());
  // An old price values nothing: the service's own value stands then.
  const isPriced = known?.stamp?.stale === false;
  const marks = known === undefined || !isPriced ? {} : marksOf(known.market, known.live, known.pricedLater);
  const value = positionValue(position, marks);
  const entry = entryPrice(position);
  const isOld = stamp?.stale !== false;
  const pays = netPosition && ownMoney(winPays(netPosition), value?.value.currency ?? cost?.currency ?? '');
  return {
    slug,
    side: isLong(position) ? 'yes' : 'no',
    ...figures({
      state: figure(known?.state, 'The market was not read; call get_market.'),
      contracts: own.contracts(netPosition?.abs()),
      entryCents: figure(entry && cents(entry.price.value), 'The service sends no cost.'),
      cost: own.money(cost),
      value: own.money(value?.value, 'There is neither a value of the service nor a fresh price.'),
      openPnl: isOld
        ? { why: 'Nothing is worked out of stale figures.' }
        : own.money(openPnl(position, marks)),
      realised: own.money(realized),
      paysIfItWins: own.money(pays),
    }),
    valueFrom: value === undefined ? null : value.source === 'reported' ? 'service' : value.source,
    ...(entry?.feesIn === true ? { entryHasFees: true } : {}),
    untrusted: wordsFor(sources, market, position.marketMetadata?.title, isLong(position)),
  };
}

export async function listOrders(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { orders, view } = sources;
  const stamp = await readOwn(sources, 'orders', orders);
  const all = orders.orders.filter(
    ({ id, marketSlug }) => isPlainId(id) && isPlainId(marketSlug) && isAbout(sources, marketSlug, input),
  );
  return list(sources, stamp, input, {
    name: 'orders',
    rows: all.length,
    isWhole: orders.complete && orders.lost === 0,
    rowAt: (place) => orderRow(sources, all[place] as Order),
    more: { amountsHidden: ownAmounts(view()).areHidden },
  });
}

function orderRow(sources: AgentSources, order: Order): ToolAnswer {
  const own = ownAmounts(sources.view());
  const { long, buy } = orderOutcome(order);
  const isKnown = isDirectionKnown(order);
  const market = sources.marketViews.withEvent(order.marketSlug);
  const price = orderPrice(order)?.own.value;
  const unknown = 'The service does not say what it buys or sells.';
  return {
    orderId: order.id,
    slug: order.marketSlug,
    state: knownWord(order.state),
    ...figures({
      action: figure(isKnown ? (buy ? 'buy' : 'sell') : undefined, unknown),
      side: figure(isKnown ? (long ? 'yes' : 'no') : undefined, unknown),
      limitCents: figure(isKnown && price ? cents(price) : undefined, isKnown ? 'It has no limit.' : unknown),
      contracts: own.contracts(order.quantity),
      filledContracts: own.contracts(order.cumQuantity),
      openContracts: own.contracts(order.leavesQuantity),
    }),
    placedAt: timeText(order.createTime ?? order.insertTime),
    ...(sources.orders.cancelling.has(order.id) ? { cancelUnderWay: true } : {}),
    untrusted: wordsFor(sources, market, order.marketMetadata?.title, long),
  };
}

/** Most pages of the history that one call reads. */
const MOST_PAGES = 5;

export async function listActivity(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { session, view, clock } = sources;
  const exchange = await session.ensure();
  if (!session.canSign)
    throw new ToolRefusal(
      'signedOut',
      'No account is signed in here.',
      'Ask the person to sign in; go on without it.',
    );
  const epoch = session.epoch('private');
  const since = momentOf(input, 'since');
  const kinds = input.texts('kinds');
  const marketSlug = input.text('market');
  const items: Activity[] = [];
  let cursor: string | undefined;
  let isCut = false;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const read = await exchange.activities({ marketSlug }, cursor);
    items.push(...read.items);
    cursor = read.nextCursor;
    const last = read.items.at(-1)?.time?.ms;
    if (cursor === undefined || (since !== undefined && last !== undefined && last < since)) break;
    isCut = pages === MOST_PAGES - 1;
  }
  if (epoch !== session.epoch('private'))
    throw new ToolRefusal(
      'changed',
      'Another account is in use by now.',
      'Call again; the person is asked again.',
    );
  const all = items.filter((item) => {
    const slug = marketOf(item);
    const isTime = since === undefined || (item.time !== undefined && item.time.ms >= since);
    const isEvent = slug === undefined ? input.text('event') === undefined : isAbout(sources, slug, input);
    return isTime && isEvent && (kinds.length === 0 || kinds.includes(KINDS[item.kind]));
  });
  return list(sources, { source: 'rest', at: clock.now(), stale: false }, input, {
    name: 'activities',
    rows: all.length,
    isWhole: !isCut,
    rowAt: (place) => activityRow(sources, all[place] as Activity),
    more: { amountsHidden: ownAmounts(view()).areHidden },
  });
}

const KINDS = { trade: 'trade', resolution: 'settlement', balance: 'money', unknown: 'other' } as const;

function activityRow(sources: AgentSources, activity: Activity): ToolAnswer {
  const own = ownAmounts(sources.view());
  const slug = marketOf(activity);
  const market = slug === undefined ? undefined : sources.marketViews.withEvent(slug);
  const known = { market: sources.marketViews.withEvent };
  const row = {
    kind: KINDS[activity.kind],
    at: timeText(activity.time),
    slug: isPlainId(slug) ? slug : null,
  };
  const realised = realisedBy(activity, known);
  const money: Record<string, Figure> = {
    cash: own.money(cashBy(activity, known), 'The service does not say what it brought or cost.'),
  };
  if (activity.kind === 'trade') {
    const { trade } = activity;
    const long = trade.ownOrder === undefined ? true : orderOutcome(trade.ownOrder).long;
    const isKnown = trade.ownOrder !== undefined && isDirectionKnown(trade.ownOrder);
    const price = isKnown && trade.price ? cents(inBothTerms(trade.price, long).own.value) : undefined;
    return {
      ...row,
      state: knownWord(trade.state),
      ...figures({
        action: figure(
          isKnown ? (orderOutcome(trade.ownOrder as Order).buy ? 'buy' : 'sell') : undefined,
          NOT_SAID,
        ),
        side: figure(isKnown ? (long ? 'yes' : 'no') : undefined, NOT_SAID),
        priceCents: figure(price, NOT_SAID),
        contracts: own.contracts(trade.qty),
        fee: own.money(trade.fee),
        ...money,
        realised: own.money(realised?.amount, 'It realised nothing, or the service does not say.'),
      }),
      untrusted: wordsFor(sources, market ?? trade.market, undefined, long),
    };
  }
  return {
    ...row,
    ...figures({
      ...money,
      realised: own.money(realised?.amount, 'It realised nothing, or the service does not say.'),
    }),
    untrusted: wordsFor(sources, market, undefined, true),
  };
}

const NOT_SAID = 'The service does not say it.';

interface OwnList {
  readonly name: string;
  readonly rows: number;
  readonly isWhole: boolean;
  rowAt(place: number): ToolAnswer;
  readonly more: ToolAnswer;
}

function list(
  sources: AgentSources,
  stamp: AnswerStamp | undefined,
  input: ToolInput,
  own: OwnList,
): ToolAnswer {
  const cursor = Number(input.text('cursor') ?? 0);
  const shown = page(own.rows, { limit: input.number('limit'), cursor }, own.rowAt);
  return {
    ...envelope(sources, stamp),
    ...own.more,
    ...figures({ count: ownAmounts(sources.view()).count(own.rows) }),
    [own.name]: shown.rows,
    nextCursor: shown.nextCursor,
    ...(own.isWhole ? {} : { note: 'There is more than could be read.' }),
  };
}

/** Whether a market is the one, or of the event, that was asked for. */
function isAbout(sources: AgentSources, slug: string, input: ToolInput): boolean {
  const [market, event] = [input.text('market'), input.text('event')];
  if (market !== undefined && slug !== market) return false;
  return event === undefined || sources.marketViews.withEvent(slug)?.events[0]?.slug === event;
}

function wordsFor(
  sources: AgentSources,
  market: Market | undefined,
  title: string | undefined,
  long: boolean,
): Untrusted {
  if (market === undefined) return untrusted({ market: title });
  const context = sources.view();
  return untrusted({
    market: marketName(market, undefined, context),
    sideMeans: market.sides.length === 0 ? undefined : sideName(market, long, context),
  });
}

/** A word of the service's own lists; anything else it may call a state is left out. */
function knownWord(word: string | undefined): string | null {
  return word !== undefined && /^[A-Z]{2,16}(?:_[A-Z]{2,16}){0,3}$/.test(word) ? word.toLowerCase() : null;
}

function timeText(time: Instant | undefined): string | null {
  return time === undefined ? null : new Date(time.ms).toISOString();
}
