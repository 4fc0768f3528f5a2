import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { ActivityStore } from '../../../../src/store/account/activity.ts';
import { BalancesStore } from '../../../../src/store/account/balances.ts';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { PortfolioStore } from '../../../../src/store/account/portfolio.ts';
import { PositionsStore } from '../../../../src/store/account/positions.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { QuotesStore } from '../../../../src/store/markets/quotes.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { aBalance } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { deposit, market, NOT_STREAMED, order, position, rig, trade, usd } from '../values.ts';

function account() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const orders = new OrdersStore(base.session);
  const positions = new PositionsStore(base.session);
  const balances = new BalancesStore(base.session);
  const activity = new ActivityStore(base.session);
  const portfolio = new PortfolioStore({
    positions,
    orders,
    balances,
    markets,
    quotes: new QuotesStore(base.session, NOT_STREAMED),
  });
  const load = () => Promise.all([positions, orders, balances].map((store) => store.load()));
  return { ...base, markets, orders, positions, balances, activity, portfolio, load };
}

const CASH = aBalance({ currentBalance: Decimal.of('130.25'), marginRequirement: Decimal.of('100') });

function page<T>(items: readonly T[], nextCursor: string) {
  return { items, lost: 0, problems: [], receivedAt: 0, nextCursor };
}

describe('positions store', () => {
  it('reads every page, up to its limit', async () => {
    const { positions, exchange } = account();
    exchange.positions_ = Array.from({ length: 8 }, (_, at) => position(`p${at}`));
    await positions.load();
    assert.equal(positions.positions.length, 8);
    assert.equal(positions.complete, true);
    exchange.positions_ = Array.from({ length: 320 }, (_, at) => position(`p${at}`));
    await positions.refresh();
    assert.equal(exchange.count('positions'), 3 + 100);
    assert.equal(positions.positions.length, 300);
    assert.equal(positions.complete, false);
  });

  it('believes an empty list after a full one only when a second one says so', async () => {
    const { positions, exchange } = account();
    exchange.positions_ = [position('p0'), position('p1')];
    await positions.load();
    exchange.next('positions', () => page([], ''));
    await positions.refresh();
    assert.equal(positions.positions.length, 2);
    assert.equal(exchange.count('positions'), 3);
    exchange.positions_ = [];
    await positions.refresh();
    assert.deepEqual([positions.positions.length, exchange.count('positions')], [0, 5]);
    await positions.refresh();
    assert.equal(exchange.count('positions'), 6, 'nothing was listed, and nothing is missed');
  });

  it('stops where a cursor comes again', async () => {
    const { positions, exchange } = account();
    exchange.next('positions', () => page([position('p0')], 'again'));
    exchange.next('positions', () => page([position('p1')], 'again'));
    await positions.load();
    assert.equal(exchange.count('positions'), 2);
    assert.equal(positions.positions.length, 2);
  });

  it('shows no half list when a page fails', async () => {
    const { positions, exchange } = account();
    exchange.positions_ = Array.from({ length: 5 }, (_, at) => position(`p${at}`));
    await positions.load();
    exchange.next('positions', (answer) => answer());
    exchange.next('positions', failure('timeout'));
    await positions.refresh();
    assert.equal(positions.state.kind, 'failed');
    assert.equal(positions.positions.length, 5);
  });
});

describe('activity store', () => {
  it('loads a page, then the next', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = [trade('t1', 'rain'), deposit('d1'), trade('t2', 'rain'), trade('t3', 'sun')];
    await activity.load();
    assert.equal(activity.hasMore, true);
    await activity.loadMore();
    assert.equal(activity.hasMore, false);
    assert.deepEqual(
      activity.activities.map(({ key }) => key),
      ['t1', 'd1', 't2', 't3'],
    );
  });

  it('reads only the front when the clock asks, and keeps the rest', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = Array.from({ length: 12 }, (_, at) => deposit(`d${at}`));
    await activity.load();
    while (activity.hasMore) await activity.loadMore();
    const before = exchange.count('activities');
    exchange.activities_ = [deposit('new'), ...exchange.activities_];
    await activity.refresh('poll');
    assert.equal(exchange.count('activities') - before, 1);
    assert.equal(activity.activities.length, 13);
    assert.equal(activity.activities[0]?.key, 'new');
    await activity.refresh('asked');
    assert.equal(exchange.count('activities') - before, 1 + 4);
    assert.equal(activity.hasMore, true, 'as many pages as before, and one item behind them');
  });

  it('leaves no gap when more came than fits before the known ones', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = [deposit('old')];
    await activity.load();
    exchange.activities_ = [...Array.from({ length: 40 }, (_, at) => deposit(`d${at}`)), deposit('old')];
    await activity.refresh('poll');
    const keys = activity.activities.map(({ key }) => key);
    assert.deepEqual(
      keys,
      Array.from({ length: 15 }, (_, at) => `d${at}`),
    );
    while (activity.hasMore) await activity.loadMore();
    assert.equal(activity.activities.length, 41);
    assert.equal(activity.activities.at(-1)?.key, 'old');
  });

  it('ends where a page holds nothing that was not there, whatever its cursor', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = Array.from({ length: 8 }, (_, at) => deposit(`d${at}`));
    await activity.load();
    exchange.next('activities', () => page([deposit('d0'), deposit('d1')], 'never seen'));
    await activity.loadMore();
    assert.deepEqual([activity.activities.length, activity.hasMore], [3, false]);
    await activity.refresh('asked');
    while (activity.hasMore) await activity.loadMore();
    assert.equal(activity.activities.length, 8);
  });

  it('gives the same array until something changed', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = [deposit('d0')];
    await activity.load();
    const before = activity.activities;
    await activity.refresh();
    assert.equal(activity.activities, before);
  });

  it('reads to the end, or until it is stopped, and filters here without asking again', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = Array.from({ length: 12 }, (_, at) => deposit(`d${at}`));
    await activity.load();
    const first = activity.readAll();
    assert.equal(activity.isReadingAll, true);
    activity.stopReading();
    await first;
    assert.deepEqual([activity.activities.length, activity.hasMore], [6, true], 'the page under way');
    await activity.readAll();
    assert.deepEqual(
      [activity.activities.length, activity.hasMore, activity.isReadingAll],
      [12, false, false],
    );
    const before = exchange.count('activities');
    await activity.setQuery({ days: 'today', groupBy: 'event' });
    assert.equal(exchange.count('activities'), before);
    await activity.clearFilter();
    assert.deepEqual(activity.query.groupBy, 'event');
  });

  it('ends reading at a page that fails, with what was read', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = Array.from({ length: 12 }, (_, at) => deposit(`d${at}`));
    await activity.load();
    exchange.next('activities', (answer) => answer());
    exchange.next('activities', failure('timeout'));
    await activity.readAll();
    assert.deepEqual([activity.activities.length, activity.isReadingAll], [6, false]);
    assert.equal(activity.moreError?.code, 'timeout');
  });

  it('starts over in the other order', async () => {
    const { activity, exchange } = account();
    exchange.activities_ = Array.from({ length: 4 }, (_, at) => deposit(`d${at}`));
    await activity.load();
    await activity.setQuery({ sortOrder: 'ASCENDING' });
    assert.equal(activity.activities[0]?.key, 'd3');
    assert.equal(activity.get('d0'), undefined);
  });
});

describe('portfolio', () => {
  it('adds up per currency and says what is missing', async () => {
    const { portfolio, exchange, load } = account();
    assert.equal(portfolio.summary === undefined, true);
    exchange.positions_ = [
      position('p1', { cashValue: usd('86'), cost: usd('82'), realized: usd('1.5') }),
      position('p2', { cashValue: usd('56'), cost: usd('55'), netPosition: Decimal.of('-100') }),
      position('p3', { cashValue: undefined, cost: usd('9') }),
      position('p4', { expired: true, netPosition: Decimal.zero, cashValue: usd('0'), realized: usd('-3') }),
    ];
    exchange.orders_.set('A1', order('A1'));
    exchange.balances_ = [CASH, { ...CASH, currency: 'EUR', currentBalance: Decimal.of('7') }];
    await load();
    const [dollars, euros] = portfolio.summary?.currencies ?? [];
    assert.equal(dollars?.value.sum.toString(), '142');
    assert.equal(dollars?.value.missing, 1);
    assert.equal(dollars?.openPnl.sum.toString(), '5');
    assert.equal(dollars?.realised.sum.toString(), '-1.5');
    assert.equal(dollars?.positions, 3);
    assert.equal(dollars?.accountValue?.sum.toString(), '172.25');
    assert.equal(euros?.currency, 'EUR');
    assert.equal(euros?.cash?.toString(), '7');
    assert.equal(portfolio.summary?.openOrders, 1);
  });

  it('values a position the service does not by the best bid, and follows it', async () => {
    const { portfolio, exchange, markets, clock, load } = account();
    exchange.positions_ = [position('p1', { cashValue: undefined, cost: usd('4') })];
    await load();
    assert.equal(portfolio.summary?.currencies[0]?.value.missing, 1);
    const changes: Change[] = [];
    portfolio.onDidChange((change) => changes.push(change));
    markets.upsert(market('elsewhere', { bestBidQuote: usd('0.9') }), clock.now());
    assert.deepEqual(changes, []);
    markets.upsert(market('p1', { bestBidQuote: usd('0.43') }), clock.now());
    assert.deepEqual(changes, ['all']);
    assert.equal(portfolio.summary?.currencies[0]?.value.sum.toString(), '4.3');
    assert.equal(portfolio.summary?.currencies[0]?.openPnl.sum.toString(), '0.3');
  });

  it('takes margin off the cash, and does not know the account value of shorts without it', async () => {
    const { portfolio, exchange, load, balances } = account();
    const short = { cashValue: usd('4.70'), netPosition: Decimal.of('-4.63') };
    exchange.positions_ = [position('p1', short)];
    const cash = (marginRequirement: Decimal | undefined) =>
      aBalance({ currentBalance: Decimal.of('13.72965'), marginRequirement });
    exchange.balances_ = [cash(Decimal.of('4.63'))];
    await load();
    const value = () => portfolio.summary?.currencies[0]?.accountValue?.sum.toString();
    assert.equal(value(), '13.79965');
    exchange.balances_ = [cash(undefined)];
    await balances.refresh();
    assert.equal(value(), undefined);
  });

  it('loses nothing when a game ends, and nothing comes back when it is settled', async () => {
    const { portfolio, exchange, load, positions, balances, markets, clock } = account();
    const held = position('p1', { cashValue: usd('139'), cost: usd('62') });
    exchange.positions_ = [held];
    exchange.balances_ = [aBalance({ currentBalance: Decimal.of('10') })];
    await load();
    const seen = () => {
      const [sum] = portfolio.summary?.currencies ?? [];
      const awaiting = sum?.awaiting.value;
      return [sum?.accountValue, sum?.openPnl, awaiting].map((each) => each?.sum.toString());
    };
    assert.deepEqual(seen(), ['149', '77', '0']);
    markets.upsert(market('p1', { status: 'CLOSED' }), clock.now());
    assert.deepEqual(seen(), ['149', '77', '139']);
    exchange.positions_ = [{ ...held, expired: true }];
    await positions.refresh();
    assert.deepEqual(seen(), ['149', '77', '139']);
    assert.equal(portfolio.summary?.currencies[0]?.positions, 1);
    exchange.positions_ = [{ ...held, expired: true, netPosition: Decimal.zero, cashValue: usd('0') }];
    exchange.balances_ = [aBalance({ currentBalance: Decimal.of('149') })];
    await Promise.all([positions.refresh(), balances.refresh()]);
    assert.deepEqual(seen(), ['149', '0', '0']);
  });

  it('says what is held in which market, as the same object until orders or positions change', async () => {
    const { portfolio, orders, exchange, load } = account();
    exchange.positions_ = [position('p1')];
    await load();
    const before = portfolio.holdings;
    assert.deepEqual([...before], [['p1', { long: 'position', short: undefined }]]);
    await load();
    assert.equal(portfolio.holdings, before);
    exchange.orders_.set('o1', order('o1', { marketSlug: 'p1' }));
    await orders.refresh();
    assert.equal(portfolio.holdings.get('p1')?.long, 'both');
  });

  it('does without balances where the service has none', async () => {
    const { portfolio, balances, exchange, load } = account();
    exchange.positions_ = [position('p1')];
    exchange.lacks.add('balances');
    await load();
    assert.equal(balances.state.kind, 'ready');
    assert.equal(portfolio.summary?.currencies[0]?.cash, undefined);
    assert.equal(portfolio.summary?.currencies[0]?.accountValue, undefined);
  });
});
