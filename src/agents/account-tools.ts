import type { CancelProgress } from '../core/attempt.ts';
import { entryPrice, isHeld, openPnl, positionValue, winPays } from '../core/figures.ts';
import { isDirectionKnown, ORDER_STATES, type Order, orderOutcome } from '../core/order.ts';
import { ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { marksOf, orderPrice } from '../core/pricing.ts';
import { isExchangeError } from '../exchange/errors.ts';
import type { AccountTopic } from '../exchange/streams.ts';
import { type LoadState, readAt } from '../store/reading/load-state.ts';
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
  worstStamp,
} from './answer.ts';
import { cents, knownMarket, timeFigure } from './market-facts.ts';
import { ownAmounts } from './own-amounts.ts';
import { aboutAsked, heldSide, openAccount, ownList, sideFigure, stateFigure, wordsFor } from './own-list.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId } from './untrusted.ts';

/** A list of the account, read now unless it is fresh. Rejects with its ExchangeError, throws ToolRefusal without an account. */
async function readOwn(
  sources: AgentSources,
  part: AccountTopic,
  store: { readonly state: LoadState; refresh(): Promise<void> },
): Promise<AnswerStamp | undefined> {
  const { live, clock } = sources;
  const since = clock.now();
  const { refuseOther } = await openAccount(sources);
  const before = live.freshness.account(readAt(store.state), part);
  if (before?.standing !== 'fresh') await store.refresh();
  refuseOther();
  const at = readAt(store.state);
  if (at === undefined && store.state.kind === 'failed') throw store.state.error;
  const stamp = stampOf(live.freshness.account(at, part), since);
  return stamp && { ...stamp, stale: stamp.stale || store.state.kind === 'failed' };
}

export async function listPositions(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { positions, view } = sources;
  const stamp = await readOwn(sources, 'positions', positions);
  const held = positions.positions.filter((each) => isPlainId(each.marketSlug) && isHeld(each));
  const { rows: all, lacksEvents } = aboutAsked(sources, input, held, ({ marketSlug }) => marketSlug);
  return ownList(sources, stamp, input, {
    name: 'positions',
    rows: all.length,
    isWhole: positions.complete && positions.lost === 0,
    lacksEvents,
    rowAt: (place) => positionRow(sources, all[place] as Position, stamp),
    more: { amountsHidden: ownAmounts(view()).areHidden, workedOut: WORKED_OUT },
  });
}

/** Most of a market's answer that own orders may take, bytes. */
const OWN_BYTES = 1_600;

/**
 * Own position and orders in a market, each list read now unless it is fresh, or why they are left out: the market is described without
 * them then.
 */
export async function yoursIn(sources: AgentSources, slug: string): Promise<Figure> {
  const { positions, orders, view } = sources;
  try {
    const stamps = await Promise.all([
      readOwn(sources, 'positions', positions),
      readOwn(sources, 'orders', orders),
    ]);
    const held = positions.positions.find(({ marketSlug }) => marketSlug === slug);
    const isWhole = positions.complete && positions.lost === 0;
    const own = orders.orders.filter(({ id, marketSlug }) => isPlainId(id) && marketSlug === slug);
    const limits = { limit: undefined, cursor: 0, budget: OWN_BYTES };
    const { rows, nextCursor } = page(own.length, limits, (place) => orderRow(sources, own[place] as Order));
    const position = figure(
      held && isHeld(held) ? positionRow(sources, held, stamps[0]) : undefined,
      isWhole ? 'Nothing is held in it.' : 'Not all positions could be read.',
    );
    const { environment: _, ...age } = envelope(sources, worstStamp(stamps), { position });
    const isCut = nextCursor !== null || !orders.complete || orders.lost > 0;
    return {
      value: {
        ...age,
        amountsHidden: ownAmounts(view()).areHidden,
        orders: rows,
        ...(isCut ? { note: 'There are more orders, or may be: call list_orders.' } : {}),
      },
    };
  } catch (cause) {
    if (cause instanceof ToolRefusal) return { why: cause.message };
    if (!isExchangeError(cause)) throw cause;
    return { why: 'The account could not be read; call list_positions.' };
  }
}

const WORKED_OUT = {
  entryCents: 'cost without fees / contracts',
  openPnl: 'value - cost, fees in the cost',
  realised: 'as reported, fees not in it',
  valueFrom:
    'service: as it reports it; bid: contracts x price to sell Yes; offer: contracts x price to sell No',
} as const;

const RESOLVED = 'The market has its result; call get_settlement.';
const UNGAINED = 'It needs a value, and a cost that is not below zero.';
const UNVALUED = 'There is neither a value of the service nor a fresh price.';

function positionRow(sources: AgentSources, position: Position, stamp: AnswerStamp | undefined): ToolAnswer {
  const own = ownAmounts(sources.view());
  const { marketSlug: slug, netPosition, cost, realized } = position;
  const long = heldSide(position);
  const market = sources.marketViews.withEvent(slug);
  const known = market && knownMarket(sources, market, sources.clock.now());
  const isOld = stamp?.stale !== false;
  const ofFresh = (worked: Figure): Figure =>
    isOld ? { why: 'Nothing is worked out of stale figures.' } : worked;
  // What could still come of it is over then.
  const ofOpen = (worked: Figure): Figure =>
    known?.state === 'resolved' ? { why: RESOLVED } : ofFresh(worked);
  // An old price values nothing, nor any price an old position: the service's own value stands then.
  const isPriced = known?.stamp?.stale === false && !isOld;
  const marks = known === undefined || !isPriced ? {} : marksOf(known.market, known.live, known.pricedLater);
  const value = positionValue(position, marks);
  const entry = entryPrice(position);
  const pays = netPosition && ownMoney(winPays(netPosition), value?.value.currency ?? cost?.currency ?? '');
  return {
    slug,
    ...figures({
      side: sideFigure(long, 'The service does not send it.'),
      state: figure(known?.state, 'The market was not read; call get_market.'),
      contracts: own.contracts(netPosition?.abs()),
      entryCents: ofFresh(figure(entry && cents(entry.price.value), 'The service sends no cost.')),
      cost: own.money(cost),
      value: own.money(value?.value, UNVALUED),
      valueFrom: figure(value && (value.source === 'reported' ? 'service' : value.source), UNVALUED),
      openPnl: ofOpen(own.money(openPnl(position, marks), UNGAINED)),
      realised: own.money(realized),
      paysIfItWins: ofOpen(own.money(pays)),
    }),
    ...(entry?.feesIn === true ? { entryHasFees: true } : {}),
    untrusted: wordsFor(sources, market, position.marketMetadata?.title, long),
  };
}

export async function listOrders(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { orders, view } = sources;
  const stamp = await readOwn(sources, 'orders', orders);
  const named = orders.orders.filter(({ id, marketSlug }) => isPlainId(id) && isPlainId(marketSlug));
  const { rows: all, lacksEvents } = aboutAsked(sources, input, named, ({ marketSlug }) => marketSlug);
  return ownList(sources, stamp, input, {
    name: 'orders',
    rows: all.length,
    isWhole: orders.complete && orders.lost === 0,
    lacksEvents,
    rowAt: (place) => orderRow(sources, all[place] as Order),
    more: { amountsHidden: ownAmounts(view()).areHidden },
  });
}

/** How far a cancel of an order is. */
const CANCEL_WORDS: Readonly<Record<CancelProgress, string>> = {
  underWay: 'under way',
  unknown: 'outcome not known',
  stillOpen: 'outcome not known; open when it was read since',
};

function orderRow(sources: AgentSources, order: Order): ToolAnswer {
  const own = ownAmounts(sources.view());
  const placed = isDirectionKnown(order) ? orderOutcome(order) : undefined;
  const market = sources.marketViews.withEvent(order.marketSlug);
  const price = orderPrice(order)?.own.value;
  const unknown = 'The service does not say what it buys or sells.';
  const cancelling = sources.orders.cancelling.get(order.id);
  return {
    orderId: order.id,
    slug: order.marketSlug,
    ...figures({
      state: stateFigure(order.state, ORDER_STATES),
      placedAt: timeFigure((order.createTime ?? order.insertTime)?.ms),
      action: figure(placed && (placed.buy ? 'buy' : 'sell'), unknown),
      side: sideFigure(placed?.long, unknown),
      limitCents: figure(placed && price && cents(price), placed ? 'It has no limit.' : unknown),
      contracts: own.contracts(order.quantity),
      filledContracts: own.contracts(order.cumQuantity),
      openContracts: own.contracts(order.leavesQuantity),
    }),
    ...(cancelling === undefined ? {} : { cancel: CANCEL_WORDS[cancelling] }),
    untrusted: wordsFor(sources, market, order.marketMetadata?.title, placed?.long),
  };
}
