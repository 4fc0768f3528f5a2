import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event.ts';
import type { Activity } from '../../../../src/core/activity.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import type { StreamMessage } from '../../../../src/exchange/streams.ts';
import { BalancesStore } from '../../../../src/store/account/balances.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { PortfolioStore } from '../../../../src/store/account/portfolio.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import type { Gap } from '../../../../src/store/live/gaps.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { QuotesStore } from '../../../../src/store/markets/quotes.ts';
import { AbsenceDigest, type AbsenceDigestParts } from '../../../../src/store/news/absence-digest.ts';
import type { News } from '../../../../src/store/news/news.ts';
import { aTrade } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { anExecution } from '../../../support/frames.ts';
import { order, position, rig, usd } from '../values.ts';

const HOUR = 3_600_000;

/** An account that was read, and then nobody listened for an hour. */
async function away(news: AbsenceDigestParts['news'] = { items: [] }) {
  const { clock, exchange, session } = rig();
  exchange.cursorPage = 10;
  for (const id of ['one', 'two', 'three']) exchange.orders_.set(id, order(id));
  exchange.positions_ = [position('otters-herons')];
  const orders = new OrdersStore(session);
  const positions = new PositionsStore(session);
  const balances = new BalancesStore(session);
  const markets = new MarketsStore(session);
  const quotes = new QuotesStore(session);
  const portfolio = new PortfolioStore({ positions, orders, balances, markets, quotes });
  const gaps = new Emitter<Gap>();
  const opened = new Emitter<void>();
  const messages = new Emitter<StreamMessage>();
  const store = new AbsenceDigest({
    session,
    orders,
    positions,
    portfolio,
    onGap: gaps.event,
    onGapOpen: opened.event,
    onMessage: messages.event,
    news,
  });
  const read = async (): Promise<void> => {
    await Promise.all([orders.refresh(), positions.refresh()]);
    await clock.advance(0);
  };
  await read();
  await clock.advance(10_000);
  await read();
  /** So much time passes, `meanwhile` happens, everything is read again and the gap ends. */
  const gone = async (ms: number, meanwhile: (nowMs: number) => void): Promise<void> => {
    const fromMs = clock.now();
    opened.fire();
    clock.jumpTo(fromMs + ms);
    meanwhile(clock.now());
    await read();
    gaps.fire({ fromMs, toMs: clock.now(), complete: true, elsewhere: false });
    await clock.advance(10_000);
  };
  const close = (): void => {
    for (const each of [store, portfolio, quotes, markets, balances, positions, orders, session])
      each.dispose();
  };
  return { clock, exchange, session, store, messages, gone, close };
}

function traded(id: string, ms: number): Activity {
  return aTrade({ id, createTime: instantOf(ms), qty: Decimal.of(5), price: usd('0.4') });
}

describe('AbsenceDigest', () => {
  it('reports the trades of that time, orders that ended without filling, and what P&L changed by', async () => {
    const { exchange, store, gone, close, clock } = await away();
    exchange.activities_ = [traded('before', clock.now() - 60_000)];
    await gone(HOUR, (now) => {
      exchange.orders_.set('one', order('one', { state: 'FILLED' }));
      exchange.orders_.set('two', order('two', { state: 'CANCELED' }));
      exchange.activities_ = [traded('t2', now - 5_000), traded('t1', now - 9_000), ...exchange.activities_];
      exchange.positions_ = [position('otters-herons', { cashValue: usd('9.20') })];
    });
    const { digest } = store;
    assert.ok(digest !== undefined);
    assert.deepEqual(
      digest.activities.map(({ key }) => key),
      ['TRADE:t2', 'TRADE:t1'],
    );
    assert.deepEqual(
      digest.ended.map(({ id }) => id),
      ['two'],
    );
    assert.deepEqual(
      digest.change.map(({ currency, amount }) => `${amount.toString()} ${currency}`),
      ['4.2 USD'],
    );
    assert.ok(digest.complete);
    assert.equal(digest.toMs - digest.fromMs, HOUR);
    close();
    assert.equal(clock.pending, 0);
  });

  const shown = ({ digest }: AbsenceDigest) => digest;

  it('goes by the clock of the service, where frames showed that this machine is ahead of it', async () => {
    const { exchange, store, gone, close, clock, messages } = await away();
    const aheadMs = 60_000;
    const execution = anExecution({ transactTime: instantOf(clock.now() - aheadMs) });
    messages.fire({ kind: 'order', execution, at: clock.now() });
    await gone(HOUR, (now) => {
      const startMs = now - HOUR - aheadMs;
      exchange.activities_ = [traded('during', startMs + 10_000), traded('before', startMs - 10_000)];
    });
    assert.deepEqual(
      shown(store)?.activities.map(({ key }) => key),
      ['TRADE:during'],
    );
    close();
  });

  it('says nothing when nothing happened but prices, unless it was long', async () => {
    const { exchange, store, gone, close } = await away();
    const move = (value: string) => () => {
      exchange.positions_ = [position('otters-herons', { cashValue: usd(value) })];
    };
    await gone(120_000, move('6'));
    assert.equal(shown(store), undefined);
    await gone(HOUR, move('7'));
    assert.equal(shown(store)?.change[0]?.amount.toString(), '1');
    close();
  });

  it('makes one digest of several absences in a row: nothing twice, P&L since the first', async () => {
    const { exchange, store, gone, close, clock } = await away();
    const start = clock.now();
    const move = (value: string, id: string) => (now: number) => {
      exchange.positions_ = [position('otters-herons', { cashValue: usd(value) })];
      exchange.activities_ = [traded(id, now - 1_000), ...exchange.activities_];
    };
    await gone(HOUR, move('6', 't1'));
    await gone(HOUR, move('8', 't2'));
    const { digest } = store;
    assert.deepEqual(
      digest?.activities.map(({ key }) => key),
      ['TRADE:t2', 'TRADE:t1'],
    );
    assert.equal(digest?.change[0]?.amount.toString(), '3');
    assert.equal(digest?.fromMs, start);
    store.dismiss();
    assert.equal(shown(store), undefined);
    await gone(HOUR, move('9', 't3'));
    assert.equal(shown(store)?.change[0]?.amount.toString(), '1');
    assert.equal(shown(store)?.activities.length, 1);
    close();
  });

  it('leaves out the end of an order that was reported when it happened', async () => {
    const news = { key: '', at: 0, marketSlug: '', kind: 'ended', order: order('two'), reason: undefined };
    const { exchange, store, gone, close } = await away({ items: [news as News] });
    await gone(HOUR, () => {
      exchange.orders_.set('two', order('two', { state: 'CANCELED' }));
      exchange.orders_.set('three', order('three', { state: 'EXPIRED' }));
    });
    assert.deepEqual(
      shown(store)?.ended.map(({ id }) => id),
      ['three'],
    );
    close();
  });

  it('reports once what two absences in a row both reach, dismissed or not', async () => {
    const { exchange, store, gone, close } = await away();
    await gone(HOUR, (now) => {
      exchange.activities_ = [traded('t1', now - 1_000)];
    });
    assert.equal(shown(store)?.activities.length, 1);
    store.dismiss();
    await gone(70_000, () => undefined);
    assert.equal(shown(store), undefined);
    close();
  });

  it('reads so much and no more, and says that it is not all', async () => {
    const { exchange, store, gone, close } = await away();
    await gone(HOUR, (now) => {
      exchange.activities_ = Array.from({ length: 200 }, (_, at) => traded(`t${at}`, now - at));
    });
    assert.equal(exchange.count('activities'), 5);
    assert.equal(shown(store)?.activities.length, 50);
    assert.equal(shown(store)?.complete, false);
    close();
  });

  it('asks for at most twenty orders that are gone', async () => {
    const { exchange, store, gone, close } = await away();
    for (let at = 0; at < 40; at++) exchange.orders_.set(`o${at}`, order(`o${at}`));
    await gone(30_000, () => undefined);
    await gone(HOUR, () => {
      for (let at = 0; at < 40; at++) exchange.orders_.set(`o${at}`, order(`o${at}`, { state: 'CANCELED' }));
    });
    assert.equal(exchange.count('order'), 20);
    assert.equal(shown(store)?.ended.length, 20);
    assert.equal(shown(store)?.complete, false);
    close();
  });

  it('says that not everything could be read where the service does not answer', async () => {
    const { exchange, store, gone, close } = await away();
    exchange.next('activities', failure('network'));
    await gone(HOUR, () => undefined);
    assert.equal(shown(store)?.complete, false);
    close();
  });

  it('does not compare P&L with a position gone from the list', async () => {
    const { exchange, store, gone, close } = await away();
    await gone(HOUR, (now) => {
      exchange.positions_ = [];
      exchange.activities_ = [traded('t1', now - 1_000)];
    });
    assert.deepEqual(shown(store)?.change, []);
    close();
  });

  it('is dropped with another account', async () => {
    const { exchange, session, store, gone, close } = await away();
    await gone(HOUR, (now) => {
      exchange.activities_ = [traded('t1', now - 1_000)];
    });
    assert.ok(store.digest !== undefined);
    await session.signOut();
    assert.equal(shown(store), undefined);
    close();
  });
});
