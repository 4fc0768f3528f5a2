import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PriceSample } from '../../../src/core/book.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import type { BesideInput, MarketPanelInput } from '../../../src/view/panels/input.ts';
import {
  areOffers,
  historyBegin,
  otherOutcomes,
  pricePoints,
} from '../../../src/view/panels/market/chart.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { aMarket, anEvent, aSide, d, present } from '../../support/values.ts';
import { DRAWN, groupOf, winner } from './event-scene.ts';
import {
  activities,
  contextWith,
  failed,
  history,
  market,
  NOTHING,
  NOW,
  read,
  samples,
  scene,
  TRADE_JSON,
  UNSUPPORTED,
} from './scene.ts';

const context = contextWith();
const HOUR = 3_600_000;

describe('the price chart', () => {
  it('draws time from left to right, whatever order the samples come in', () => {
    const times = drawn()?.times ?? [];
    assert.equal(times.length, 8);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  it('gives prices in cents, without the noise of floats', () => {
    const { cents = [] } = drawn() ?? {};
    assert.deepEqual([cents[0], Math.max(...cents), Math.min(...cents), cents.at(-1)], [47, 55, 41, 43.2]);
  });

  it('has the game’s periods and each side’s score below the axis, from when they were seen', () => {
    const { event } = groupOf(DRAWN);
    const moment = (minutes: number, period: string, a: number, b: number, isSeen = true) => {
      const points = [a, b] as const;
      return { ms: NOW - minutes * 60_000, period, score: `${a}-${b}`, points, isSeen };
    };
    const game = [
      moment(80, 'Q1', 0, 3, false),
      moment(60, 'Q1', 7, 3),
      moment(40, 'Q2', 7, 3),
      moment(20, 'Q3', 7, 10, false),
    ];
    const { content, footnote } = chartOf({ market: read(winner()), event, game });
    const rows = content?.rows.map(({ name, lasts, changes }) => [
      name,
      lasts,
      changes
        .map(({ ms, label, isSeen }) => `${(NOW - ms) / 60_000} ${label}${isSeen ? '' : ' unseen'}`)
        .join(', '),
    ]);
    assert.deepEqual(rows, [
      ['Clock', true, '80 Q1 unseen, 40 Q2, 20 Q3 4:12 unseen'],
      ['Archers', false, '80 0 unseen, 60 7'],
      ['Islanders', false, '80 3 unseen, 20 10 unseen'],
    ]);
    assert.deepEqual(content?.scores[2], { ms: NOW - 40 * 60_000, label: 'Q2 · 7–3' });
    assert.equal(footnote, 'Clock and score as seen since 19:10:00 UTC.');
  });

  it('has one row of the score where nobody says whose points are whose, and none before a first look', () => {
    const moment = { ms: NOW - 60_000, period: '', score: '1 – 0', points: undefined, isSeen: false };
    assert.deepEqual(
      chartOf({ game: [moment] }).content?.rows.map(({ name, changes }) => [name, changes[0]?.label]),
      [['Score', '1 – 0']],
    );
    const { content, footnote } = chartOf({});
    assert.deepEqual([content?.rows, content?.scores, footnote], [[], [], '']);
  });

  it('names its zone, both sides and how to look at either', () => {
    const chart = chartOf({});
    assert.deepEqual(
      [chart.content?.zone, chart.content?.longName, chart.content?.shortName],
      ['UTC', 'Gulls', 'Foxes'],
    );
    assert.deepEqual(
      chart.sides.map(({ label }) => label),
      ['Gulls', 'Foxes', 'Both'],
    );
  });

  it('has a summary in one sentence, without the noise of floats', () => {
    assert.equal(
      drawn()?.summary,
      'Gulls price from Mar 14, 18:30 UTC to Mar 14, 20:15 UTC: began at 47¢, high 55¢, low 41¢, now 43.2¢',
    );
  });

  it('writes quarters of a cent exactly', () => {
    const prices = ['0.41', '0.4125', '0.4075'];
    const samples = prices.map((price, minute) => sample(NOW + minute * 60_000, price));
    const chart = drawn(samples);
    assert.match(chart?.summary ?? '', /began at 41¢, high 41\.25¢, low 40\.75¢, now 40\.75¢$/);
    assert.deepEqual(
      chart?.table.rows.map(({ cells }) => cells[1]?.text),
      ['40.75¢', '41.25¢', '41¢'],
    );
  });

  it('draws a history of 200,000 samples and the prices seen since', () => {
    const past = Array.from({ length: 200_000 }, (_, index) =>
      sample(NOW - 200_000_000 + index * 1_000, '0.5'),
    );
    const samples = [sample(NOW, '0.51')];
    const chart = chartOf({ history: read(pricePoints(past)), samples, interval: 'ALL' }).content;
    assert.match(chart?.summary ?? '', /began at 50¢, high 51¢, low 50¢, now 51¢$/);
    assert.ok((chart?.times.length ?? 0) <= 2_010);
  });

  it('has a table twin, newest first', () => {
    const rows = drawn()?.table.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
    assert.deepEqual(
      [rows.length, rows[0], rows.at(-1)],
      [8, ['Mar 14, 20:15 UTC', '43.2¢'], ['Mar 14, 18:30 UTC', '47¢']],
    );
  });

  it('thins a long table, keeps its ends, and has a note about it', () => {
    const samples = Array.from({ length: 301 }, (_, index) => sample(index * 60_000, '0.5'));
    const { table } = drawn(samples) ?? {};
    assert.ok((table?.rows.length ?? 0) <= 61);
    assert.equal(table?.rows.at(-1)?.cells[0]?.text, context.format.dateTime(samples[0]?.ms));
    assert.equal(table?.note, 'Every 6th of 301 samples.');
  });

  it('marks own average, own orders and own fills where they are', () => {
    const chart = chartOf({}).content;
    assert.deepEqual(
      chart?.marks.map(({ label, named, cents }) => [label, named, cents]),
      [
        ['◆ entry 40.4¢', '◆ Gulls entry 40.4¢', 40.4],
        ['◇ sell 150 at 46¢', '◇ sell 150 Gulls at 46¢', 46],
        ['◇ buy 100 at 55¢', '◇ buy 100 Foxes at 55¢', 45],
      ],
    );
    assert.deepEqual(
      chart?.rings.map(({ label }) => label),
      ['your fill of 200 at 41¢, Mar 14, 19:45 UTC'],
    );
    assert.deepEqual([chart?.rings[0]?.cents, chart?.marks[0]?.cents], [41, 40.4]);
    assert.deepEqual([chart?.rings[0]?.size, chart?.rings[0]?.isLonger], ['200', true]);
  });

  it('marks a sale as less of the long side, hides how many where amounts are hidden, and leaves out what was undone', () => {
    const fill = (change: object) => ({ ...TRADE_JSON, trade: { ...TRADE_JSON.trade, ...change } });
    const rings = (change: object, settings = {}) =>
      marketSnapshot(scene({ activities: read(activities(fill(change))) }), contextWith(settings)).content
        ?.chart.content?.rings;
    const order = { ...TRADE_JSON.trade.aggressor, intent: 'ORDER_INTENT_BUY_SHORT' };
    assert.equal(rings({ aggressor: order, aggressorExecution: { order } })?.[0]?.isLonger, false);
    assert.deepEqual(rings({ state: 'TRADE_STATE_BUSTED' }), []);
    assert.deepEqual([rings({}, { hideAmounts: true })?.[0]?.size], ['•••']);
  });

  it('is no chart with fewer than two moments', () => {
    for (const samples of [[], [sample(NOW, '0.5')], [sample(NOW, '0.5'), sample(NOW, '0.6')]]) {
      assert.equal(drawn(samples), undefined);
    }
  });

  it('continues the history with the prices seen since, cut to the span', () => {
    const tail = [sample(NOW - 2000, '0.44'), sample(NOW, '0.45')];
    const early = sample(NOW - 7_200_000, '0.99');
    const chart = chartOf({ samples: [early, ...tail] }).content;
    assert.equal(chart?.times.length, history().length + 2);
    assert.match(chart?.summary ?? '', /to Mar 14, 20:30 UTC: began at 47¢, high 55¢, low 41¢, now 45¢$/);
    const hour = chartOf({ samples: tail, interval: '1H' }).content;
    assert.match(hour?.summary ?? '', /from Mar 14, 19:30 UTC /);
  });

  it('draws the prices seen since the start where there is no history, with a note', () => {
    const samples = [sample(NOW - 5000, '0.44'), sample(NOW, '0.45')];
    for (const [change, words] of [
      [{ history: UNSUPPORTED }, 'This service serves no price history.'],
      [{ history: read([]) }, 'No prices in this span.'],
    ] as const) {
      const { note, content } = chartOf({ ...change, samples });
      assert.equal(note?.text, `${words} Prices since 20:29:55 UTC are shown.`);
      assert.equal(content?.times.length, 2);
      const alone = chartOf({ ...change, samples: samples.slice(1) });
      assert.deepEqual([alone.note?.text, alone.content], [words, undefined]);
    }
    const failing = chartOf({ history: failed('network'), samples });
    assert.match(failing.note?.text ?? '', /cannot be reached.* Prices since .* are shown/);
    assert.equal(failing.note?.button?.action.name, 'refresh');
  });

  it('draws other outcomes at its own times, in steps, each with its name and last price', () => {
    const chart = compared([sample(NOW - 6_000_000, '0.2'), sample(NOW - 2_000_000, '0.3')]).content;
    assert.deepEqual(chart?.beside, [
      { name: 'Draw', label: 'Draw 30¢', cents: [null, null, 20, 20, 20, 20, 30, 30], isOld: false },
    ]);
    assert.match(chart?.summary ?? '', / · Draw 30¢$/);
    assert.equal(chart?.table.columns.at(-1)?.label, 'Draw');
    assert.deepEqual(
      chart?.table.rows.map(({ cells }) => cells[2]?.text),
      ['30¢', '30¢', '20¢', '20¢', '20¢', '20¢', '–', '–'],
    );
  });

  it('ends the line of another outcome where its price is old, and says as of when', () => {
    const past = [sample(NOW - 6_000_000, '0.2'), sample(NOW - 5_000_000, '0.3')];
    const freshness = { source: 'stream', at: NOW - 3_600_000, standing: 'stale' } as const;
    const [line] = compared(past, { freshness }).content?.beside ?? [];
    assert.deepEqual(
      [line?.label, line?.isOld, line?.cents],
      ['Draw 30¢ · as of 19:30', true, [null, null, 20, 30, 30, null, null, null]],
    );
  });

  it('says which other outcome could not be read, and draws the rest', () => {
    const chart = compared([], { history: failed('network') });
    assert.match(chart.footnote ?? '', /^Draw: .*cannot be reached/);
    assert.equal(chart.content?.times.length, 8);
    assert.equal(
      compared([], { history: { ...failed('network'), failure: undefined } }).footnote,
      'Draw: Loading…',
    );
    assert.equal(compared([]).footnote, 'Draw: No prices in this span.');
  });

  it('offers to compare only where the event has other outcomes', () => {
    assert.equal(chartOf({}).compare, undefined);
    assert.equal(chartOf({ canCompare: true }).compare?.on, false);
    assert.equal(compared([]).compare?.on, true);
  });

  it('compares with what trades of its own kind, the likeliest first', () => {
    const slugsOf = (slug: string, markets = DRAWN) =>
      otherOutcomes(
        present(markets.find((each) => each.slug === slug)),
        anEvent({ markets }),
        (of) => ({ market: of, event: undefined }) as MarketView,
      ).map((each) => each.slug);
    assert.deepEqual(slugsOf('tsc-52.5'), ['tsc-50.5', 'tsc-57.5', 'tsc-54.5', 'tsc-60.5']);
    assert.deepEqual(
      slugsOf(
        'tsc-52.5',
        DRAWN.map((each) => (each.slug === 'tsc-50.5' ? { ...each, status: 'RESOLVED' } : each)),
      ),
      ['tsc-57.5', 'tsc-54.5', 'tsc-60.5'],
    );
    assert.equal(slugsOf('aec-game').length, 4);
  });

  it('offers the spans that are shorter than the data, and all of it', () => {
    const offered = (change: Partial<MarketPanelInput>) =>
      chartOf(change)
        .intervals.map(({ label, on }) => (on ? `[${label}]` : label))
        .join(' ');
    assert.equal(offered({}), '1H 6H [1D] 1W All', 'no price is older than the market');
    assert.equal(offered({ historyBegin: NOW - 7 * HOUR }), '1H 6H [All]');
    assert.equal(offered({ historyBegin: NOW - 7 * HOUR, interval: '6H' }), '1H [6H] All');
    assert.equal(offered({ historyBegin: NOW - HOUR }), '[All]');
    const ageless = read(market({ startDate: undefined, createdAt: undefined }));
    assert.equal(offered({ market: ageless }), '1H 6H [1D] 1W 1M All');
  });

  it('knows when the data begins once a history does not fill its span', () => {
    const points = pricePoints([sample(NOW - 7 * HOUR, '0.4'), sample(NOW, '0.5')]);
    assert.equal(historyBegin(points, '1D', NOW), NOW - 7 * HOUR);
    assert.equal(historyBegin(points, '6H', NOW), undefined);
    assert.equal(historyBegin(points, 'ALL', NOW), NOW - 7 * HOUR);
    assert.equal(historyBegin([], 'ALL', NOW), undefined);
  });

  it('offers the game once it began, in the shortest span that reaches back to its start', () => {
    const game = (change: Partial<MarketPanelInput>) => chartOf(change).game;
    assert.deepEqual(game({}), { label: 'Game', interval: '1D', isRead: true, isWhole: false });
    assert.deepEqual(game({ interval: '1H' }), {
      label: 'Game',
      interval: '6H',
      isRead: false,
      isWhole: false,
    });
    assert.equal(game({ market: read(market({ gameStartTime: '2026-03-14T23:00:00Z' })) }), undefined);
    assert.equal(game({ historyBegin: NOW - HOUR }), undefined, 'the data begin later');
    assert.equal(game({ history: UNSUPPORTED }), undefined);
  });

  it('offers a game that is over by its own span, in which no price of now is drawn', () => {
    const resolved = read(market({ status: 'MARKET_STATUS_RESOLVED' }));
    const past = pricePoints([sample(NOW - 2 * HOUR, '0.4'), sample(NOW - HOUR, '0.9')]);
    const own = {
      market: resolved,
      interval: 'GAME',
      history: read(past),
      samples: [sample(NOW, '0.5')],
    } as const;
    const { game, intervals, content } = chartOf(own);
    assert.deepEqual(game, { label: 'Game', interval: 'GAME', isRead: true, isWhole: true });
    assert.deepEqual(
      intervals.filter(({ on }) => on),
      [],
    );
    assert.deepEqual(content?.cents, [40, 90]);
    assert.equal(chartOf({ market: resolved, interval: '1W' }).game?.isRead, false);
  });

  it('says where its prices are offers', () => {
    const both = (long: string, short: string) => ({ ...sample(NOW, long), shortPrice: d(short) });
    assert.equal(areOffers([both('0.15', '0.99'), both('0.5', '0.5')]), true);
    assert.equal(areOffers([both('0.41', '0.59000012'), sample(NOW, '0.4')]), false);
    assert.equal(areOffers([both('0.41', '0.5'), both('0.41', '0.6')]), false, 'it cannot be known');
    assert.equal(areOffers([]), false);
    const past = read(pricePoints([sample(NOW - 2 * HOUR, '0.4'), sample(NOW - HOUR, '0.5')]));
    const chart = chartOf({ history: past, samples: [], isFromOffers: true });
    assert.equal(chart.heading, 'Gulls price, made from offers');
    assert.match(
      chart.footnote ?? '',
      /^Made from offers: the line is what buying Gulls cost, not what it was traded at\./,
    );
    assert.match(chart.content?.summary ?? '', /made from offers/);
    assert.equal(chart.content?.table.caption, 'Gulls price over time, made from offers');
    assert.equal(chart.content?.table.columns[1]?.label, 'Offer');
    const later = chartOf({ history: past, samples: [sample(NOW, '0.45')], isFromOffers: true });
    assert.match(
      later.footnote ?? '',
      /until 20:30:00 UTC the line is what buying Gulls cost, then the middle/,
    );
    assert.doesNotMatch(JSON.stringify(chartOf({ history: past })), /offers/);
  });

  it('marks alerts of either side where they fire, in the words of their side', () => {
    const alert = { id: 'a', market: 'm', what: 'price' } as const;
    const alerts = [
      { ...alert, atLeast: '0.7' },
      { ...alert, side: 'short', atMost: '0.4' },
      { ...alert, what: 'spread', atMost: '0.01' },
    ] as const;
    const { chart } = marketSnapshot(scene({ alerts }), context).content ?? {};
    assert.deepEqual(
      chart?.content?.marks.flatMap(({ cents, named, label, long, tone }) =>
        tone === 'dim' ? [[cents, long ? label : named]] : [],
      ),
      [
        [70, 'alert at 70¢'],
        [60, 'alert: Foxes at 40¢'],
      ],
    );
  });

  it('marks when the game started, where that is on the chart', () => {
    const [moment] = chartOf({}).content?.moments ?? [];
    assert.deepEqual([moment?.label, moment?.ms], ['game start', Date.parse('2026-03-14T19:00:00Z')]);
    const later = market({ gameStartTime: '2026-03-14T23:00:00Z' });
    assert.deepEqual(chartOf({ market: read(later) }).content?.moments, []);
  });

  it('draws no more points than there are pixels, and loses no peak', () => {
    const samples = Array.from({ length: 5000 }, (_, index) =>
      sample(index * 1000, index === 3333 ? '0.9' : '0.5'),
    );
    const chart = drawn(samples);
    assert.ok((chart?.times.length ?? 0) <= 2_000);
    assert.match(chart?.summary ?? '', /high 90¢/);
    assert.deepEqual([chart?.times[0], chart?.times.at(-1)], [0, 4_999_000]);
  });

  it('stays between 0 and 100 cents for any prices', () => {
    const any = fc.array(fc.tuple(fc.nat(1e9), fc.double({ min: -0.1, max: 1.1, noNaN: true })), {
      minLength: 2,
    });
    fc.assert(
      fc.property(any, (list) => {
        const samples = list.map(([ms, price]) => sample(ms, price.toFixed(8)));
        const chart = drawn(samples, { activities: read(activities(TRADE_JSON)) });
        for (const price of chart?.cents ?? []) assert.ok(price >= 0 && price <= 100, String(price));
      }),
    );
  });
});

/** The chart of a history, without anything of the account but `change`. */
function drawn(past = samples(), change: Partial<MarketPanelInput> = {}) {
  const nothingOwn = { orders: NOTHING, position: NOTHING, activities: NOTHING };
  return chartOf({ history: read(pricePoints(past)), ...nothingOwn, ...change }).content;
}

function chartOf(change: Partial<MarketPanelInput>) {
  const { content } = marketSnapshot(scene(change), context);
  assert.ok(content);
  return content.chart;
}

/** The chart beside one other outcome with these prices. */
function compared(past: readonly PriceSample[], change: Partial<BesideInput> = {}) {
  const other = aMarket({
    slug: 'draw',
    title: 'Draw',
    sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
    question: 'Draw?',
    sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
  });
  const freshness = { source: 'stream', at: NOW, standing: 'fresh' } as const;
  const one = { market: other, history: read(pricePoints(past)), samples: [], freshness, ...change };
  return chartOf({ canCompare: true, beside: [one] });
}

function sample(ms: number, price: string) {
  return { ms, longPrice: Decimal.of(price), shortPrice: undefined };
}
