import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Decimal } from '../../../src/core/decimal.ts';
import { bookJson } from '../../../src/demo/engine/book.ts';
import { type EventFrame, type MarketFrame, phaseOf } from '../../../src/demo/engine/events.ts';
import {
  fairChance,
  paceOf,
  payoutOf,
  priceMoment,
  priceOf,
  quoteOf,
} from '../../../src/demo/engine/pricing.ts';
import { finalScore, scoreOf } from '../../../src/demo/engine/scores.ts';
import { NO_ORDERS } from '../../../src/demo/engine/tape.ts';
import { Universe } from '../../../src/demo/engine/universe.ts';
import { decodeBook } from '../../../src/exchange/wire/book.ts';
import { rounds } from '../../support/rounds.ts';
import { HOUR, NOON } from './support.ts';

const universe = new Universe(1, 600);
const events = universe.listed(NOON);
const markets = events.flatMap((event) => universe.marketsOf(event));
const anyMarket = fc.constantFrom(...markets);
/** A time in the life of a market, from its listing to after its end. */
const lived = anyMarket.chain((market) =>
  fc.integer({ min: market.event.listedMs, max: market.event.unlistedMs }).map((now) => ({ market, now })),
);

describe('demo prices', () => {
  it('are on the tick, between 0 and 1, and never crossed; none once trading is over', () => {
    fc.assert(
      fc.property(lived, ({ market, now }) => {
        const { bid, offer } = quoteOf(1, market, now);
        for (const points of [bid, offer]) {
          if (points === undefined) continue;
          assert.ok(points > 0 && points < 10_000 && points % market.tick === 0, `${points}`);
        }
        if (bid !== undefined && offer !== undefined) assert.ok(bid < offer);
        if (now >= market.event.endMs) assert.ok(bid === undefined && offer === undefined);
      }),
      { numRuns: rounds(300, 5_000) },
    );
  });

  it('move while a game is on, and hold still between two moves', () => {
    const live = events.filter((event) => phaseOf(event, NOON) === 'live');
    const price = (event: EventFrame, now: number) =>
      priceOf(1, universe.marketsOf(event)[0] as MarketFrame, now);
    const prices = (now: number) => live.map((event) => price(event, now)).join();
    for (const event of events.filter((one) => phaseOf(one, NOON) !== 'resolved')) {
      const moment = priceMoment(event, NOON);
      assert.ok(moment <= NOON && NOON - moment < paceOf(event, NOON));
      assert.equal(price(event, NOON), price(event, moment + paceOf(event, NOON) - 1), event.slug);
    }
    const moments = live.map((event) => priceMoment(event, NOON));
    assert.ok(new Set(moments).size > 1, 'one event after the other');
    const moment = NOON;
    const later = new Set([1, 2, 3, 4].map((minutes) => prices(moment + minutes * 60_000)));
    assert.ok(later.size > 1);
  });

  it('end at the payout: 1 or 0, or in between for a void', () => {
    for (const market of markets) {
      const paid = payoutOf(1, market);
      const { voidPoints } = market.event;
      assert.ok(
        voidPoints === undefined
          ? paid === 0 || paid === 10_000
          : paid === voidPoints && paid > 0 && paid < 10_000,
      );
      assert.equal(priceOf(1, market, market.event.resolvedMs), paid);
      if (voidPoints !== undefined || market.event.subject.kind === 'question') continue;
      // The last price of a game already leans to the side that wins.
      const last = fairChance(1, market, market.event.endMs - 1);
      assert.ok(paid === 10_000 ? last > 0.5 : last < 0.5, `${market.slug} ${last}`);
    }
  });

  it('of all answers to a question, and of win, draw and loss, add up to 1; one of them wins', () => {
    for (const event of events) {
      const rivals = universe
        .marketsOf(event)
        .filter(({ contract }) => contract.kind === 'answer' || contract.kind === 'threeWay');
      if (rivals.length === 0) continue;
      const sum = rivals.reduce((total, market) => total + fairChance(1, market, NOON), 0);
      assert.ok(Math.abs(sum - 1) < 1e-6, `${event.slug} ${sum}`);
      if (event.voidPoints === undefined)
        assert.equal(rivals.filter((market) => payoutOf(1, market) === 10_000).length, 1);
    }
  });
});

describe('demo scores', () => {
  it('start at 0, never fall, and end at the final one', () => {
    for (const event of events) {
      const { subject } = event;
      if (subject.kind !== 'game') continue;
      const final = finalScore(1, event, subject);
      let before = scoreOf(1, event, subject, event.startMs);
      assert.deepEqual(before, { home: 0, away: 0 });
      for (let now = event.startMs; now <= event.endMs; now += 5 * 60_000) {
        const score = scoreOf(1, event, subject, now);
        assert.ok(score.home >= before.home && score.away >= before.away, event.slug);
        before = score;
      }
      assert.deepEqual(scoreOf(1, event, subject, event.endMs), final);
      if (!subject.league.threeWay) assert.notEqual(final.home, final.away);
    }
  });
});

describe('demo books', () => {
  const sorted = (values: readonly number[]) =>
    values.every((value, place) => place === 0 || value > (values[place - 1] ?? 0));

  it('have bids falling and offers rising from the best quote, with sizes above 0, crossed by nothing', () => {
    fc.assert(
      fc.property(
        lived,
        fc.array(
          fc.record({
            buy: fc.boolean(),
            ticks: fc.integer({ min: 1, max: 99 }),
            left: fc.integer({ min: 1, max: 10_000 }),
          }),
          { maxLength: 2 },
        ),
        ({ market, now }, orders) => {
          // Own orders never trade with each other: one side only.
          const resting = orders.map(({ ticks, left }) => ({
            buy: orders[0]?.buy ?? true,
            points: ticks * 100,
            left,
          }));
          const marketData = bookJson(1, market, { ...NO_ORDERS, resting }, now);
          const book = decodeBook({ marketData }, market.slug).value;
          const bids = book.bids.map(({ price }) => price.toNumber());
          const offers = book.offers.map(({ price }) => price.toNumber());
          assert.ok(sorted(bids.toReversed()) && sorted(offers));
          assert.ok((bids[0] ?? 0) < (offers[0] ?? 1));
          assert.ok([...book.bids, ...book.offers].every(({ quantity }) => quantity.toNumber() > 0));
          const over = now >= market.event.endMs;
          if (over) assert.equal(bids.length + offers.length, 0);
          else
            for (const { buy, points } of resting) assert.ok((buy ? bids : offers).includes(points / 10_000));
        },
      ),
      { numRuns: rounds(150, 2_000) },
    );
  });

  it('have a high that never falls and a low that never rises within a session, the last trade between them', () => {
    const steps = fc.array(fc.integer({ min: 1, max: HOUR / 2 }), { minLength: 5, maxLength: 15 });
    let rises = 0;
    fc.assert(
      fc.property(lived, steps, ({ market, now: begin }, walk) => {
        let now = begin;
        let before = sessionAt(market, now);
        for (const step of walk) {
          now += step;
          const after = sessionAt(market, now);
          const { open, high, low, last } = after;
          assert.ok(low <= open && open <= high && low <= last && last <= high, market.slug);
          if (open === before.open && after.since === before.since) {
            assert.ok(high >= before.high && low <= before.low, `${market.slug} ${before.high} ${high}`);
            rises += high > before.high ? 1 : 0;
          }
          before = after;
        }
        // Whatever was asked before: of another object nothing was.
        assert.deepEqual(sessionAt({ ...market }, now), before);
      }),
      { numRuns: rounds(60, 600) },
    );
    assert.ok(rises > 20, `${rises}`);
  });
});

/** Figures of the session in a market's book, in cents; before its first trade all are 0. */
function sessionAt(market: MarketFrame, now: number) {
  const { stats } = decodeBook({ marketData: bookJson(1, market, NO_ORDERS, now) }, market.slug).value;
  const cents = (price: { readonly value: Decimal } | undefined): number =>
    (price?.value.toNumber() ?? 0) * 100;
  const [open, high, low] = [cents(stats?.openPx), cents(stats?.highPx), cents(stats?.lowPx)];
  return { open, high, low, last: cents(stats?.lastTradePx), since: stats?.openSetTime?.ms };
}
