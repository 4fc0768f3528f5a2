import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Trade } from '../../../src/core/trade.ts';
import { createWorld } from '../../../src/demo/world.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { ALL, DAY, HOUR, NOON, placeOrder, worldAt } from './support.ts';

const world = worldAt();
const markets = catalogueOf(world).markets({}, ALL, NOON);
const slugs = markets.map(({ slug }) => slug);
const MINUTE = 60_000;
const text = (value: { readonly value: Decimal } | undefined) => value?.value.toString();
const traded = (trades: readonly Trade[]): Decimal =>
  trades.reduce((sum, { quantity }) => sum.plus(quantity ?? Decimal.zero), Decimal.zero);

describe('demo tape', () => {
  it('has at least two trades a second over the open markets, at any hour, more where a game is on', () => {
    for (const at of [NOON, NOON + 7 * HOUR, NOON + 3 * DAY]) {
      const listed = catalogueOf(world)
        .events({}, ALL, at)
        .flatMap(({ live: isLive, markets: own }) => own.map((market) => ({ ...market, isLive })));
      const seconds = 300;
      let all = 0;
      const live: number[] = [];
      const calm: number[] = [];
      for (const { slug, isLive, ep3Status } of listed) {
        const count = catalogueOf(world).trades(slug, at, at + seconds * 1000).length;
        all += count;
        if (ep3Status === 'OPEN') (isLive === true ? live : calm).push(count);
      }
      const mean = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0) / counts.length;
      assert.ok(all / seconds >= 2, `${all / seconds} a second`);
      assert.ok(mean(live) > 4 * mean(calm), `${mean(live)} live, ${mean(calm)} before`);
    }
  });

  it('tells the same trades however the span is cut, in order, each with an id of its own', () => {
    const spans = fc.tuple(
      fc.constantFrom(...slugs),
      fc.array(fc.integer({ min: -8 * HOUR, max: 8 * HOUR }), { minLength: 2, maxLength: 6 }),
    );
    fc.assert(
      fc.property(spans, ([slug, cuts]) => {
        const times = cuts.toSorted((a, b) => a - b).map((cut) => NOON + cut);
        const parts = times
          .slice(1)
          .flatMap((to, place) => catalogueOf(world).trades(slug, times[place] ?? to, to));
        assert.deepEqual(parts, catalogueOf(world).trades(slug, times[0] ?? 0, times.at(-1) ?? 0));
        const at = parts.map(({ time }) => time?.ms ?? 0);
        assert.deepEqual(
          at,
          at.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(parts.map(({ id }) => id)).size, parts.length);
      }),
      { numRuns: rounds(20, 200) },
    );
    const minute = slugs.flatMap((slug) => catalogueOf(world).trades(slug, NOON, NOON + MINUTE));
    assert.equal(new Set(minute.map(({ id }) => id)).size, minute.length);
    assert.deepEqual(
      catalogueOf(world).trades(slugs[0] ?? '', NOON, NOON + HOUR),
      catalogueOf(worldAt()).trades(slugs[0] ?? '', NOON, NOON + HOUR),
    );
  });

  it('trades at the bid or the offer of the moment, the taker’s, in whole contracts or fractions', () => {
    const own = new Set(
      accountOf(world)
        .openOrders(NOON - 2 * MINUTE)
        .map(({ marketSlug }) => marketSlug),
    );
    const others = slugs.filter((slug) => !own.has(slug));
    const trades = others.flatMap((slug) => catalogueOf(world).trades(slug, NOON - 2 * MINUTE, NOON));
    assert.ok(trades.length > 200);
    for (const { marketSlug, time, price, quantity, taker, maker, id } of trades) {
      const at = time?.ms ?? 0;
      const quotes = [catalogueOf(world).bbo(marketSlug, at), catalogueOf(world).bbo(marketSlug, at - 1)];
      const sides = quotes.map((quote) => (taker.side === 'BUY' ? quote?.bestAsk : quote?.bestBid));
      assert.ok(sides.map(text).includes(text(price)), `${id} ${text(price)} of ${sides.map(text)}`);
      assert.ok(quantity?.greaterThan(Decimal.zero) && quantity.lessThan(Decimal.of(1_500)), id);
      assert.deepEqual(new Set([taker.side, maker.side]), new Set(['BUY', 'SELL']));
      for (const { side, intent } of [taker, maker])
        assert.equal(side, intent === 'BUY_LONG' || intent === 'SELL_SHORT' ? 'BUY' : 'SELL');
    }
    assert.ok(trades.some(({ quantity }) => !Number.isInteger(quantity?.toNumber())));
    assert.ok(trades.some(({ quantity }) => Number.isInteger(quantity?.toNumber())));
    assert.deepEqual(new Set(trades.map(({ taker }) => taker.side)), new Set(['BUY', 'SELL']));
  });

  it('rests while a market is halted, after its end and before anybody heard of it', () => {
    const halted = markets.find(({ ep3Status }) => ep3Status === 'HALTED') ?? assert.fail('a halted one');
    assert.deepEqual(catalogueOf(world).trades(halted.slug, NOON - 1000, NOON), []);
    const over = markets.filter(({ closed }) => closed);
    assert.ok(over.length > 10);
    for (const { slug } of over) assert.deepEqual(catalogueOf(world).trades(slug, NOON - MINUTE, NOON), []);
    assert.deepEqual(catalogueOf(world).trades('nothing', NOON - MINUTE, NOON), []);
    const young = markets.find(({ closed }) => closed === false)?.startDate?.ms ?? assert.fail('a listing');
    const slug = markets.find(({ startDate }) => startDate?.ms === young)?.slug ?? '';
    assert.deepEqual(catalogueOf(world).trades(slug, young - DAY, young - 1), []);
  });

  it('ends with what book and best quote call the last trade, and adds up to what was traded', () => {
    const own = new Set(
      accountOf(world)
        .openOrders(NOON)
        .map(({ marketSlug }) => marketSlug),
    );
    const some = [...own, ...slugs.filter((_, place) => place % 9 === 0)];
    fc.assert(
      fc.property(fc.constantFrom(...some), fc.integer({ min: 0, max: 6 * HOUR }), (slug, after) => {
        const now = NOON + after;
        const book = catalogueOf(world).book(slug, now) ?? assert.fail(slug);
        const before = catalogueOf(world).book(slug, now - 10 * MINUTE) ?? assert.fail(slug);
        const tape = catalogueOf(world).trades(slug, now - 10 * MINUTE, now);
        const last =
          tape.at(-1) ??
          catalogueOf(world)
            .trades(slug, now - 80 * DAY, now)
            .at(-1);
        assert.equal(text(book.stats?.lastTradePx), text(last?.price));
        const quote = catalogueOf(world).bbo(slug, now);
        assert.equal(text(quote?.lastTradePx), text(last?.price));
        assert.equal(quote?.sharesTraded?.toString(), book.stats?.sharesTraded?.toString());
        const more = (book.stats?.sharesTraded ?? Decimal.zero).minus(
          before.stats?.sharesTraded ?? Decimal.zero,
        );
        assert.equal(more.toString(), traded(tape).toString(), slug);
      }),
      { numRuns: rounds(40, 500) },
    );
  });
});

describe('demo book versions', () => {
  const churning = createWorld({ seed: 1, epochMs: NOON, churnMs: 150 });
  const busy = new Set(
    accountOf(world)
      .openOrders(NOON)
      .map(({ marketSlug }) => marketSlug),
  );
  const known = fc.constantFrom(...busy, ...slugs.filter((_, place) => place % 5 === 0));

  it('are the same exactly as long as book and best quote hold still', () => {
    let [same, moved] = [0, 0];
    fc.assert(
      fc.property(
        fc.constantFrom(world, churning),
        known,
        fc.integer({ min: -DAY, max: DAY }),
        fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60_000 })),
        (one, slug, from, step) => {
          const [a, b] = [NOON + from, NOON + from + step];
          const [before, after] = [one.bookVersion(slug, a), one.bookVersion(slug, b)];
          const [first, second] = [catalogueOf(one).book(slug, a), catalogueOf(one).book(slug, b)];
          const [quote, next] = [catalogueOf(one).bbo(slug, a), catalogueOf(one).bbo(slug, b)];
          if (before === after) {
            assert.deepEqual(first, second);
            assert.deepEqual(quote, next);
            same += 1;
          } else moved += 1;
        },
      ),
      { numRuns: rounds(400, 5_000) },
    );
    assert.ok(same > 30 && moved > 30, `${same} same, ${moved} moved`);
  });

  it('change with a price, a trade, an order placed, filled, cancelled or taken back in the same millisecond', () => {
    const one = worldAt();
    const order = accountOf(one).openOrders(NOON)[0] ?? assert.fail('an order');
    const slug = order.marketSlug;
    const seen = new Set([one.bookVersion(slug, NOON)]);
    const changed = (): void => {
      const version = one.bookVersion(slug, NOON);
      assert.ok(!seen.has(version));
      seen.add(version);
    };
    applyDeed(one, { kind: 'fillOrder', orderId: order.id, quantity: '1' }, NOON);
    changed();
    applyDeed(one, { kind: 'bustFill', orderId: order.id }, NOON);
    changed();
    one.cancel(order.id, slug, NOON);
    changed();
    const intent = order.intent === 'BUY_SHORT' ? 'BUY_SHORT' : 'BUY_LONG';
    placeOrder(one, slug, { intent, price: String(order.price?.value) });
    changed();
    const [trade] = catalogueOf(one).trades(slug, NOON, NOON + HOUR);
    const at = trade?.time?.ms ?? assert.fail('a trade');
    assert.notEqual(one.bookVersion(slug, at - 1), one.bookVersion(slug, at));
    assert.equal(one.bookVersion('nothing', NOON), undefined);
  });
});
