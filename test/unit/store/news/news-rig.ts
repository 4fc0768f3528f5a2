import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { Order } from '../../../../src/core/order.ts';
import { type News, NewsStore } from '../../../../src/store/news/news.ts';
import { raw } from '../../../support/values.ts';
import { type LiveWindow, liveWindow, showAccount, type WindowOptions } from '../live/live-rig.ts';
import { order, position, usd } from '../values.ts';

export const SLUG = 'otters-herons';

/** A window that shows the account, with one order of 100 and one position, and has settled. */
export async function newsWindow(
  options: WindowOptions = {},
  prepare: (window: LiveWindow) => void = () => undefined,
) {
  const window = liveWindow(options);
  const { exchange, clock } = window;
  exchange.orders_ = new Map([['one', order('one')]]);
  exchange.positions_ = [position(SLUG)];
  prepare(window);
  const news = new NewsStore({ ...window, onMessage: window.live.onMessage, onGap: window.live.onGap });
  const heard: News[] = [];
  news.onDidHappen((each) => heard.push(each));
  const shown = showAccount(window);
  await clock.advance(10_000);
  const close = (): void => {
    shown.dispose();
    news.dispose();
    window.tearDown();
  };
  return { ...window, news, heard, close, serve: serverOf(window) };
}

/** Changes an order at the service, which says nothing of it by itself. */
function serverOf({ exchange, clock }: LiveWindow) {
  return (id: string, own: Partial<Order>): Order => {
    const changed = {
      ...(exchange.orders_.get(id) ?? order(id)),
      lastTransactTime: instantOf(clock.now()),
      ...own,
    };
    exchange.orders_.set(id, changed);
    return changed;
  };
}

export function filled(quantity: number): Partial<Order> {
  const left = 100 - quantity;
  return {
    state: left === 0 ? 'FILLED' : 'PARTIALLY_FILLED',
    cumQuantity: Decimal.of(quantity),
    leavesQuantity: Decimal.of(left),
  };
}

export function execution(id: string, of: Order, own: Partial<Execution> = {}): Execution {
  return {
    id,
    type: undefined,
    order: of,
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime: of.lastTransactTime,
    ...own,
  };
}

export function fill(id: string, of: Order, shares: number): Execution {
  const type = of.state === 'FILLED' ? 'FILL' : 'PARTIAL_FILL';
  return execution(id, of, {
    type,
    lastShares: Decimal.of(shares),
    lastPx: usd('0.41'),
    tradeId: `T${id}`,
  });
}

export const kinds = (news: readonly News[]) => news.map(({ kind }) => kind);
export const quantities = (news: readonly News[]) =>
  news.map((each) => ('quantity' in each ? raw(each.quantity).toNumber() : undefined));
