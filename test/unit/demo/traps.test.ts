import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Market } from '../../../src/core/market.ts';
import type { OwnDecimal } from '../../../src/core/own.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { raw } from '../../support/values.ts';
import { ALL, HOUR, NOON, placeOrder, worldAt } from './support.ts';

const world = worldAt();
const events = catalogueOf(world).events({}, ALL, NOON);
const markets = catalogueOf(world).markets({}, ALL, NOON);
const eventOf = ({ slug }: Market) => events.find((event) => event.markets.some((one) => one.slug === slug));
const found = (what: string, test: (market: Market) => boolean): Market =>
  markets.find(test) ?? assert.fail(what);
const number = (value: OwnDecimal | undefined): number => raw(value)?.toNumber() ?? Number.NaN;

describe('demo markets have what a client must not stumble over', () => {
  it('prices mean bid and ask in lists, what each side costs where one market was asked for', () => {
    const open = found(
      'an open market',
      ({ status, bestBidQuote, bestAskQuote }) => status === 'OPEN' && !!bestBidQuote && !!bestAskQuote,
    );
    const [bid, ask] = [number(open.bestBidQuote?.value), number(open.bestAskQuote?.value)];
    assert.deepEqual(open.outcomePrices.map(Number), [bid, ask]);
    const single = catalogueOf(world).marketBySlug(open.slug, NOON);
    assert.deepEqual(
      single?.outcomePrices.map((text) => Number(text).toFixed(4)),
      [ask.toFixed(4), (1 - bid).toFixed(4)],
    );
    assert.deepEqual(
      catalogueOf(world).markets({ slug: [open.slug] }, ALL, NOON)[0]?.outcomePrices,
      single?.outcomePrices,
    );
    for (const side of open.sides)
      assert.equal(number(side.quote?.value).toFixed(4), (side.long ? ask : 1 - bid).toFixed(4));
  });

  it('one price on a one-sided book, zeros while it is being decided, the payout afterwards', () => {
    const oneSided = found(
      'a one-sided book',
      ({ status, outcomePrices }) => status === 'OPEN' && outcomePrices.length === 1,
    );
    assert.equal(oneSided.sides.filter(({ price }) => price === undefined).length, 1);
    assert.deepEqual(found('a resolving market', ({ status }) => status === 'RESOLVING').outcomePrices, [
      '0',
      '0',
    ]);
    const payouts = new Set(
      markets
        .filter(({ status }) => status === 'RESOLVED')
        .map(({ outcomePrices }) => outcomePrices.map(Number).join()),
    );
    assert.deepEqual(
      [...payouts].sort().filter((each) => !each.startsWith('0.')),
      ['0,1', '1,0'],
    );
    assert.ok(payouts.has('0.5,0.5') || payouts.has('0.6,0.4'), 'a void');
  });

  it('labels in another order than the sides, or none; some settled markets that say they are active', () => {
    assert.ok(markets.some(({ outcomes, sides }) => outcomes[0] === 'No' && sides[0]?.description === 'Yes'));
    assert.ok(markets.some(({ outcomes }) => outcomes.length === 0));
    assert.ok(markets.every(({ sides }) => sides.filter(({ long }) => long).length === 1));
    assert.ok(markets.some(({ status, active }) => status === 'RESOLVED' && active));
    assert.ok(markets.some(({ status, active }) => status === 'RESOLVED' && active === false));
    assert.ok(
      markets.some(({ question }) => (question?.length ?? 0) > 120),
      'a long name',
    );
  });

  it('three markets for a game that can be drawn, the draw without a team', () => {
    const draw = found('a draw', ({ titleShort }) => titleShort === 'Tie (Reg. Time)');
    const rivals = catalogueOf(world)
      .eventBySlug(eventOf(draw)?.slug ?? '', NOON)
      ?.markets.filter(({ marketType }) => marketType === 'drawable_outcome');
    assert.equal(rivals?.length, 3);
    assert.ok(draw.sides.every(({ team }) => team === undefined));
  });

  it('a settlement only once it is resolved', () => {
    const counts = new Map<string, number>();
    for (const { slug, status } of markets) {
      const settlement = catalogueOf(world).settlement(slug, NOON);
      assert.equal(settlement !== undefined, status === 'RESOLVED', slug);
      const price = settlement?.price.text ?? 'none';
      counts.set(price, (counts.get(price) ?? 0) + 1);
    }
    assert.ok(
      counts.has('1') && counts.has('0') && (counts.has('0.5') || counts.has('0.6')),
      [...counts.keys()].join(),
    );
  });

  it('nothing before it is listed', () => {
    const upcoming = found('an upcoming market', ({ gameStartTime }) => (gameStartTime?.ms ?? 0) > NOON);
    const before = (upcoming.startDate?.ms ?? 0) - 1;
    assert.equal(catalogueOf(world).marketBySlug(upcoming.slug, before), undefined);
    assert.equal(catalogueOf(world).marketById(upcoming.id ?? '', before), undefined);
    assert.equal(catalogueOf(world).book(upcoming.slug, before), undefined);
    assert.equal(catalogueOf(world).eventBySlug(eventOf(upcoming)?.slug ?? '', before), undefined);
  });
});

describe('demo orders', () => {
  it('that close part of a position take their share of its cost and realise the rest', () => {
    const own = worldAt();
    const held = new Set(
      accountOf(own)
        .positions(NOON)
        .map(({ marketSlug }) => marketSlug),
    );
    const working = new Set(
      accountOf(own)
        .openOrders(NOON)
        .map(({ marketSlug }) => marketSlug),
    );
    const { slug } = found(
      'a market of its own',
      (market) =>
        market.status === 'OPEN' &&
        !held.has(market.slug) &&
        !working.has(market.slug) &&
        number(market.bestBidQuote?.value) > 0.3 &&
        number(market.bestAskQuote?.value) < 0.7,
    );
    const buy = placeOrder(own, slug, { price: '0.10', quantity: '100' });
    applyDeed(own, { kind: 'fillOrder', orderId: buy }, NOON + 1);
    const sell = placeOrder(own, slug, { intent: 'SELL_LONG', price: '0.90', quantity: '40', now: NOON + 2 });
    const position = () =>
      accountOf(own)
        .positions(NOON + 5)
        .find(({ marketSlug }) => marketSlug === slug);
    assert.deepEqual(
      [number(position()?.netPosition), number(position()?.qtyAvailable)],
      [100, 60],
      'promised to the order',
    );
    applyDeed(own, { kind: 'fillOrder', orderId: sell }, NOON + 3);
    const after = position();
    assert.deepEqual(
      [number(after?.netPosition), number(after?.qtyBought), number(after?.qtySold)],
      [60, 100, 40],
    );
    assert.deepEqual(
      [number(after?.baseCost?.value), number(after?.realized?.value), number(after?.avgPx?.value)],
      // 100 at 10¢ and 40 at 90¢: the average is of all trades, the cost of the contracts that are left.
      [6, 32, 0.3286],
    );
    const trade = accountOf(own).activities({ marketSlug: slug, types: ['TRADE'] }, ALL, NOON + 5)[0];
    assert.ok(trade?.kind === 'trade');
    assert.deepEqual([number(trade.trade.costBasis?.value), number(trade.trade.realizedPnl?.value)], [4, 32]);
  });

  it('are not yet what they will be: a later fill or cancel says nothing about now', () => {
    const own = worldAt();
    const [a, b] = accountOf(own).openOrders(NOON);
    assert.ok(a && b);
    applyDeed(own, { kind: 'fillOrder', orderId: a.id }, NOON + 1000);
    own.cancel(b.id, b.marketSlug, NOON + 1000);
    assert.deepEqual([accountOf(own).order(a.id, NOON), accountOf(own).order(b.id, NOON)], [a, b]);
    assert.equal(own.account.life(a.id, NOON + HOUR)?.state, 'FILLED');
    assert.equal(own.account.life(b.id, NOON + HOUR)?.state, 'CANCELED');
  });
});
