import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Decimal } from '../../../src/core/decimal.ts';
import type { OwnDecimal, OwnMoney } from '../../../src/core/own.ts';
import { feeMicros } from '../../../src/demo/engine/amounts.ts';
import { createWorld, type World } from '../../../src/demo/world.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { raw } from '../../support/values.ts';
import { ALL, DAY, HOUR, NOON, worldAt } from './support.ts';

const amount = (money: OwnMoney | undefined): Decimal => raw(money?.value ?? Decimal.zero);
const sum = (values: readonly OwnDecimal[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(raw(value)), Decimal.zero);
const types = (world: World, now: number) =>
  new Set(
    accountOf(world)
      .activities({}, ALL, now)
      .map(({ type }) => type as string),
  );

describe('demo account', () => {
  it('has orders, positions and activities worth looking at, whenever it starts', () => {
    const starts = fc.integer({ min: Date.UTC(2021, 5), max: Date.UTC(2068, 5) });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), starts, (seed, epochMs) => {
        const world = worldAt({ seed, epochMs });
        const orders = accountOf(world).openOrders(epochMs);
        assert.ok(orders.length >= 12, `${orders.length} orders`);
        assert.ok(new Set(orders.map(({ marketSlug }) => marketSlug)).size >= 6);
        assert.ok(
          orders.some(({ state }) => state === 'PARTIALLY_FILLED') &&
            orders.some(({ state }) => state === 'NEW'),
        );
        assert.deepEqual(new Set(orders.map(({ side }) => side)), new Set(['BUY', 'SELL']));
        assert.ok(
          orders.some(({ intent }) => intent === 'BUY_SHORT') &&
            orders.some(({ intent }) => intent === 'BUY_LONG'),
        );
        const held = accountOf(world)
          .positions(epochMs)
          .filter(({ netPosition }) => netPosition?.isZero === false);
        assert.ok(held.length >= 12, `${held.length} positions`);
        assert.ok(
          held.some(({ netPosition }) => netPosition?.isNegative) &&
            held.some(({ netPosition }) => netPosition?.isNegative === false),
        );
        assert.ok(
          held.some(({ netPosition }) => raw(netPosition)?.text.includes('.')),
          'a fraction',
        );
        assert.ok(held.some(({ expired }) => expired) && held.some(({ expired }) => expired === false));
        assert.ok(accountOf(world).activities({}, ALL, epochMs).length >= 150);
        assert.equal(types(world, epochMs).size, 10);
      }),
      { numRuns: rounds(4, 100) },
    );
  });

  it('large has 250 positions, 300 open orders and 5,000 activities', () => {
    const world = worldAt({ account: 'large' });
    assert.ok(accountOf(world).positions(NOON).length >= 250);
    assert.ok(accountOf(world).openOrders(NOON).length >= 300);
    assert.ok(world.account.activities({}, ALL, NOON).length >= 5_000);
  });

  it('still has a dozen orders in six markets, one of them partly filled, and positions weeks later', () => {
    for (const seed of [1, 2, 3].slice(0, rounds(1, 3))) {
      const world = createWorld({ seed, epochMs: NOON });
      for (const days of [0.3, 3, 14]) {
        const now = NOON + days * DAY;
        const orders = accountOf(world).openOrders(now);
        assert.ok(orders.length >= 12, `seed ${seed}, ${days} days: ${orders.length} orders`);
        assert.ok(new Set(orders.map(({ marketSlug }) => marketSlug)).size >= 6);
        assert.ok(orders.some(({ state }) => state === 'PARTIALLY_FILLED'));
        assert.ok(orders.some(({ intent }) => intent === 'BUY_SHORT'));
        assert.ok(
          accountOf(world)
            .positions(now)
            .filter(({ netPosition }) => netPosition?.isZero === false).length >= 6,
        );
      }
    }
  });

  it('reports orders whose numbers fit: filled and left make the quantity, NO buys are sells of the long side', () => {
    const orders = accountOf(worldAt()).openOrders(NOON);
    for (const { quantity, cumQuantity, leavesQuantity, state, side, intent, avgPx, createTime } of orders) {
      assert.ok(quantity?.equals((cumQuantity ?? Decimal.zero).plus(leavesQuantity ?? Decimal.zero)));
      assert.equal(state, cumQuantity?.isZero ? 'NEW' : 'PARTIALLY_FILLED');
      assert.equal(side, intent === 'BUY_LONG' || intent === 'SELL_SHORT' ? 'BUY' : 'SELL');
      assert.equal(amount(avgPx).isZero, cumQuantity?.isZero);
      assert.ok(amount(avgPx).compare(Decimal.one) <= 0);
      assert.ok((createTime?.ms ?? Number.NaN) <= NOON);
    }
    assert.ok(
      new Set(orders.map(({ createTime }) => Math.floor((createTime?.ms ?? 0) / HOUR))).size > 5,
      'of different age',
    );
  });

  it('shows each of its working orders in the book of its market', () => {
    const world = worldAt();
    for (const { marketSlug, side, price } of accountOf(world).openOrders(NOON)) {
      const book = catalogueOf(world).book(marketSlug, NOON);
      const levels = (side === 'BUY' ? book?.bids : book?.offers) ?? [];
      assert.ok(
        levels.some((level) => level.price.equals(amount(price))),
        marketSlug,
      );
      assert.ok(
        amount(catalogueOf(world).bbo(marketSlug, NOON)?.bestBid).lessThan(
          catalogueOf(world).bbo(marketSlug, NOON)?.bestAsk?.value ?? Decimal.one,
        ),
      );
    }
  });

  it('values positions as the product says: long at the bid, short at 1 − offer, cost with fees', () => {
    const world = worldAt();
    let compared = 0;
    for (const position of accountOf(world).positions(NOON)) {
      const { netPosition = Decimal.zero, cost, baseCost, fees, cashValue, marketSlug, expired } = position;
      assert.ok(amount(cost).equals(amount(baseCost).plus(amount(fees))), marketSlug);
      if (expired || netPosition.isZero) continue;
      const quote = catalogueOf(world).bbo(marketSlug, NOON);
      const price = netPosition.isNegative
        ? quote?.bestAsk && Decimal.one.minus(quote.bestAsk.value)
        : quote?.bestBid?.value;
      assert.equal(cashValue?.value.toString(), price?.times(raw(netPosition.abs())).toString(), marketSlug);
      const traded = (position.qtyBought ?? Decimal.zero).plus(position.qtySold ?? Decimal.zero);
      // Where nothing was sold again, the blend over all trades is what the contracts cost.
      if (traded.equals(netPosition.abs()))
        assert.ok(
          amount(position.avgPx)
            .times(raw(netPosition.abs()))
            .minus(amount(baseCost))
            .abs()
            .lessThan(Decimal.of('0.05')),
          marketSlug,
        );
      compared += 1;
    }
    assert.ok(compared >= 8);
  });

  it('settles positions as the market settled: the before and after, the cash, the side that won', () => {
    const world = worldAt();
    const resolutions = accountOf(world).activities({ types: ['POSITION_RESOLUTION'] }, ALL, NOON);
    const sides = new Set<unknown>();
    for (const activity of resolutions) {
      if (activity.kind !== 'resolution') assert.fail('only resolutions were asked for');
      const { beforePosition, afterPosition, side, marketSlug } = activity.resolution;
      const price = catalogueOf(world).settlement(marketSlug, NOON)?.price ?? assert.fail(marketSlug);
      const net = beforePosition?.netPosition ?? Decimal.zero;
      assert.ok(!net.isZero && afterPosition?.netPosition?.isZero);
      const payout = net.abs().times(net.isNegative ? Decimal.one.minus(price) : price);
      const gained = amount(afterPosition?.realized).minus(amount(beforePosition?.realized));
      assert.equal(gained.toString(), payout.minus(amount(beforePosition?.baseCost)).toString(), marketSlug);
      assert.equal(side, price.isZero ? 'SHORT' : price.equals(Decimal.one) ? 'LONG' : 'NEUTRAL');
      sides.add(side);
    }
    assert.deepEqual(sides, new Set(['LONG', 'SHORT', 'NEUTRAL']));
  });

  it('has a balance that is the sum of everything that happened', () => {
    for (const account of (['normal', 'large'] as const).slice(0, rounds(1, 2))) {
      const world = worldAt({ account });
      const now = NOON + 2 * DAY;
      const moves = accountOf(world)
        .activities({}, ALL, now)
        .map((activity): OwnDecimal => {
          if (activity.kind === 'trade') {
            // One that was taken back counts for nothing.
            if (activity.trade.state === 'BUSTED') return Decimal.zero;
            const { qty, price, ownOrder, cost } = activity.trade;
            const opens = activity.trade.realizedPnl === undefined;
            const long = ownOrder?.intent === 'BUY_LONG' || ownOrder?.intent === 'SELL_LONG';
            const worth = (qty ?? Decimal.zero).times(
              long ? amount(price) : Decimal.one.minus(amount(price)),
            );
            const fee = amount(cost).minus(raw(worth));
            return (opens ? worth.negated() : worth).minus(fee);
          }
          if (activity.kind === 'resolution') {
            const { beforePosition, marketSlug } = activity.resolution;
            const net = beforePosition?.netPosition ?? Decimal.zero;
            const price = catalogueOf(world).settlement(marketSlug, now)?.price ?? Decimal.zero;
            return net.abs().times(net.isNegative ? Decimal.one.minus(price) : price);
          }
          if (activity.kind !== 'balance' || /PENDING|REJECTED/.test(activity.change.status ?? ''))
            return Decimal.zero;
          return activity.type === 'ACCOUNT_WITHDRAWAL'
            ? amount(activity.change.amount).negated()
            : amount(activity.change.amount);
        });
      const [balance] = accountOf(world).balances(now);
      // What shorts were sold for is in the balance, and so is the dollar that each contract of them may have to pay.
      const margin = sum(
        accountOf(world)
          .positions(now)
          .map(({ netPosition = Decimal.zero }) =>
            netPosition.isNegative ? netPosition.abs() : Decimal.zero,
          ),
      );
      assert.ok(margin.greaterThan(Decimal.zero));
      assert.equal(balance?.marginRequirement?.toString(), margin.toString(), account);
      assert.equal(balance?.currentBalance.toString(), sum(moves).plus(margin).toString(), account);
      assert.ok(balance?.currentBalance.greaterThan(Decimal.zero));
      const reserved = sum(
        accountOf(world)
          .openOrders(now)
          .map(({ intent, price, leavesQuantity = Decimal.zero }) =>
            intent === 'BUY_LONG'
              ? leavesQuantity.times(amount(price))
              : intent === 'BUY_SHORT'
                ? leavesQuantity.times(Decimal.one.minus(amount(price)))
                : Decimal.zero,
          ),
      );
      assert.equal(
        balance?.buyingPower?.toString(),
        balance?.currentBalance.minus(margin).minus(reserved).toString(),
      );
      assert.deepEqual(
        balance?.pendingWithdrawals.map((each) => raw(each.balance)?.toString()),
        ['120'],
      );
    }
  });

  it('lists activities newest first, or oldest first, and by type and market', () => {
    const world = worldAt();
    const read = (sortOrder: 'ASCENDING' | 'DESCENDING') =>
      accountOf(world).activities({ sortOrder }, ALL, NOON);
    const timesOf = (some: ReturnType<typeof read>) => some.flatMap(({ time }) => time?.ms ?? []);
    const newestFirst = read('DESCENDING');
    const [falling, rising] = [timesOf(newestFirst), timesOf(read('ASCENDING'))];
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
    );
    assert.deepEqual(
      rising,
      rising.toSorted((a, b) => a - b),
    );
    const trade = accountOf(world).activities({ types: ['TRADE'] }, ALL, NOON)[7];
    const slug = trade?.kind === 'trade' ? trade.trade.marketSlug : assert.fail('a trade');
    const inMarket = accountOf(world).activities(
      { marketSlug: slug, types: ['TRADE', 'POSITION_RESOLUTION'] },
      ALL,
      NOON,
    );
    assert.ok(inMarket.length > 0 && inMarket.length < 10);
    assert.ok(
      accountOf(world)
        .activities({ marketSlug: slug }, ALL, NOON)
        .some(({ kind }) => kind === 'balance'),
      'as the public service',
    );
    assert.equal(new Set(newestFirst.map(({ key }) => key)).size, newestFirst.length);
  });
});

describe('demo amounts', () => {
  it('takes the fees that were seen in real trades', () => {
    assert.equal(feeMicros(600, 1_900, 500), 50_000, '19 contracts at 5¢: 0.054 is 0.05');
    assert.equal(feeMicros(600, 678, 1_400), 50_000, '6.78 contracts at 14¢: 0.0490 is 0.05');
    assert.equal(feeMicros(-125, 1_900, 500), -10_000, 'the maker of the first gets 0.01');
    assert.equal(feeMicros(600, 10, 100), 0, 'tiny fills cost nothing');
  });

  it('rounds half a cent to the even one', () => {
    assert.equal(feeMicros(600, 1_000, 5_000), 150_000);
    assert.equal(feeMicros(400, 250, 5_000), 20_000, '2.5 cents is 2');
    assert.equal(feeMicros(400, 350, 5_000), 40_000, '3.5 cents is 4');
  });
});
