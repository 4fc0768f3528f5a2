import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import type { Happening } from '../../../../src/core/happening.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { Order } from '../../../../src/core/order.ts';
import { AbsenceDigest } from '../../../../src/store/news/absence-digest.ts';
import { NewsStore } from '../../../../src/store/news/news.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { anExecution } from '../../../support/frames.ts';
import { raw } from '../../../support/values.ts';
import { type LiveWindow, liveWindow, showAccount, type WindowOptions } from '../live/live-rig.ts';
import { order, position, usd } from '../values.ts';

export const SLUG = 'otters-herons';
const ACCOUNT_READS = ['openOrders', 'positions', 'balances', 'activities'] as const;

/** A window as the editor puts it together, with the order `one` of 100 and one position, that has settled. */
export async function newsWindow(
  options: WindowOptions = {},
  prepare: (window: LiveWindow) => void = () => undefined,
) {
  const window = liveWindow(options);
  const { exchange, clock, live, streams } = window;
  exchange.cursorPage = 20;
  exchange.orders_ = new Map([['one', order('one')]]);
  exchange.positions_ = [position(SLUG)];
  prepare(window);
  const { onGap } = live;
  const news = new NewsStore(window);
  const away = new AbsenceDigest({ ...window, onGap, news });
  const heard: Happening[] = [];
  news.onDidHappen((each) => heard.push(each));
  const shown = showAccount(window);
  await clock.advance(30_000);
  /** Stream and service are both gone for so long; `meanwhile` happens at its end; then there is quiet. */
  const gone = async (ms: number, meanwhile: () => void): Promise<void> => {
    streams.lose('account');
    for (const method of ACCOUNT_READS) exchange.always(method, failure('network'));
    await clock.advance(ms - 10_000);
    meanwhile();
    await clock.advance(10_000);
    for (const method of ACCOUNT_READS) exchange.always(method, undefined);
    streams.resume('account');
    await clock.advance(300_000);
  };
  /** Changes an order at the service, which says nothing of it by itself. */
  const serve = (id: string, own: Partial<Order>): Order => {
    const time = instantOf(clock.now());
    const changed = { ...(exchange.orders_.get(id) ?? order(id)), lastTransactTime: time, ...own };
    exchange.orders_.set(id, changed);
    return changed;
  };
  const send = (execution: Execution): void => void streams.send({ kind: 'order', execution });
  const digested = () => away.digest?.activities.map(({ key }) => key);
  const close = (): void => {
    shown.dispose();
    for (const each of [away, news]) each.dispose();
    window.tearDown();
    assert.equal(clock.pending, 0);
  };
  return { ...window, news, away, heard, serve, send, gone, digested, close };
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
  return anExecution({ id, order: of, transactTime: of.lastTransactTime, ...own });
}

export function fill(id: string, of: Order, shares: number): Execution {
  const type = of.state === 'FILLED' ? 'FILL' : 'PARTIAL_FILL';
  const own = { type, lastShares: Decimal.of(shares), lastPx: usd('0.41'), tradeId: `T${id}` } as const;
  return execution(id, of, own);
}

export const kinds = (news: readonly Happening[]) => news.map(({ kind }) => kind);
export const quantities = (news: readonly Happening[]) =>
  news.map((each) => ('quantity' in each ? raw(each.quantity).toNumber() : undefined));
