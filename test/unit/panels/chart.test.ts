import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { chartModel } from '../../../src/view/panels/chart.ts';
import type { MarketPanelInput } from '../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../src/view/panels/market.ts';
import {
  activities,
  contextWith,
  failed,
  history,
  market,
  NOW,
  read,
  scene,
  TRADE_JSON,
  UNSUPPORTED,
} from './scene.ts';

const context = contextWith();

describe('price chart', () => {
  it('draws time from left to right, whatever order the samples come in', () => {
    const xs = drawn()?.points.map(({ x }) => x) ?? [];
    assert.deepEqual([xs[0], xs.at(-1)], [0, 1]);
    assert.deepEqual(
      xs,
      [...xs].sort((a, b) => a - b),
    );
  });

  it('puts higher prices higher, between round lines', () => {
    const chart = drawn();
    assert.deepEqual(
      chart?.grid.map(({ label }) => label),
      ['35¢', '40¢', '45¢', '50¢', '55¢', '60¢'],
    );
    const ys = chart?.points.map(({ y }) => y) ?? [];
    assert.equal(Math.min(...ys), ys[2]);
    assert.equal(Math.max(...ys), ys[5]);
  });

  it('says the same in one sentence, without the noise of floats', () => {
    assert.equal(
      drawn()?.summary,
      'Gulls price from Mar 14, 18:30 UTC to Mar 14, 20:15 UTC: began at 47¢, high 55¢, low 41¢, now 43.2¢',
    );
  });

  it('tells quarters of a cent as what they are', () => {
    const prices = ['0.41', '0.4125', '0.4075'];
    const samples = prices.map((price, minute) => sample(NOW + minute * 60_000, price));
    const chart = chartModel(samples, [], [], 'Gulls', context);
    assert.match(chart?.summary ?? '', /began at 41¢, high 41\.25¢, low 40\.75¢, now 40\.75¢$/);
    assert.deepEqual(
      chart?.table.rows.map(({ cells }) => cells[1]?.text),
      ['40.75¢', '41.25¢', '41¢'],
    );
  });

  it('draws a history of two hundred thousand samples, with what was seen since', () => {
    const past = Array.from({ length: 200_000 }, (_, index) =>
      sample(NOW - 200_000_000 + index * 1_000, '0.5'),
    );
    const samples = [sample(NOW, '0.51')];
    const { content } = marketSnapshot(scene({ history: read(past), samples, interval: 'ALL' }), context);
    const chart = content?.chart.part.content;
    assert.match(chart?.summary ?? '', /began at 50¢, high 51¢, low 50¢, now 51¢$/);
    assert.ok((chart?.points.length ?? 0) <= 810);
  });

  it('says the same as a table, newest first', () => {
    const rows = drawn()?.table.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
    assert.deepEqual(
      [rows.length, rows[0], rows.at(-1)],
      [8, ['Mar 14, 20:15 UTC', '43.2¢'], ['Mar 14, 18:30 UTC', '47¢']],
    );
  });

  it('thins a long table, keeping its ends, and says so', () => {
    const samples = Array.from({ length: 301 }, (_, index) => sample(index * 60_000, '0.5'));
    const { table } = chartModel(samples, [], [], 'Gulls', context) ?? {};
    assert.ok((table?.rows.length ?? 0) <= 61);
    assert.equal(table?.rows.at(-1)?.cells[0]?.text, context.format.dateTime(samples[0]?.ms));
    assert.equal(table?.note, 'Every 6th of 301 samples.');
  });

  it('marks own average, own orders and own fills where they are', () => {
    const chart = marketSnapshot(scene(), context).content?.chart.part.content;
    assert.deepEqual(
      chart?.marks.map(({ label }) => label),
      ['your average, 41¢ × 200', 'your Gulls sale, 46¢ × 150', 'your Foxes buy, 45¢ × 100'],
    );
    assert.deepEqual(
      chart?.rings.map(({ label }) => label),
      ['your fill of 200 at 41¢, Mar 14, 19:45 UTC'],
    );
    assert.equal(chart?.rings[0]?.y, chart?.marks[0]?.y);
  });

  it('leaves out a mark too far away to draw the line against', () => {
    const far = { price: Decimal.of('0.99'), label: 'far', tone: 'warn' } as const;
    assert.deepEqual(chartModel(history(), [], [far], 'Gulls', context)?.marks, []);
  });

  it('is no chart with fewer than two moments', () => {
    for (const samples of [[], [sample(NOW, '0.5')], [sample(NOW, '0.5'), sample(NOW, '0.6')]]) {
      assert.equal(chartModel(samples, [], [], 'Gulls', context), undefined);
    }
  });

  it('goes on after the history with what was seen since, and drops what the span holds no more', () => {
    const tail = [sample(NOW - 2000, '0.44'), sample(NOW, '0.45')];
    const early = sample(NOW - 7_200_000, '0.99');
    const chart = chartOf({ samples: [early, ...tail] }).part.content;
    assert.equal(chart?.points.length, history().length + 2);
    assert.match(chart?.summary ?? '', /to Mar 14, 20:30 UTC: began at 47¢, high 55¢, low 41¢, now 45¢$/);
    const hour = chartOf({ samples: tail, interval: '1H' }).part.content;
    assert.match(hour?.summary ?? '', /from Mar 14, 19:30 UTC /);
  });

  it('draws what was seen since the start where there is no history, and says so', () => {
    const samples = [sample(NOW - 5000, '0.44'), sample(NOW, '0.45')];
    for (const [change, words] of [
      [{ history: UNSUPPORTED }, 'This service keeps no price history.'],
      [{ history: read([]) }, 'No prices in this span.'],
    ] as const) {
      const { part } = chartOf({ ...change, samples });
      assert.equal(part.note?.text, `${words} Shown is what was seen since 20:29:55 UTC.`);
      assert.equal(part.content?.points.length, 2);
      const alone = chartOf({ ...change, samples: samples.slice(1) }).part;
      assert.deepEqual([alone.note?.text, alone.content], [words, undefined]);
    }
    const failing = chartOf({ history: failed('network'), samples }).part;
    assert.match(failing.note?.text ?? '', /cannot be reached.* Shown is what was seen since/);
    assert.equal(failing.note?.button?.action.name, 'refresh');
  });

  it('marks when the game started, where that is on the chart', () => {
    const [moment] = chartOf({}).part.content?.moments ?? [];
    assert.deepEqual([moment?.label, moment?.x], ['game start', 30 / 105]);
    const later = market({ gameStartTime: '2026-03-14T23:00:00Z' });
    assert.deepEqual(chartOf({ market: read(later) }).part.content?.moments, []);
  });

  it('draws no more points than there are pixels, and loses no peak', () => {
    const samples = Array.from({ length: 5000 }, (_, index) =>
      sample(index * 1000, index === 3333 ? '0.9' : '0.5'),
    );
    const chart = chartModel(samples, [], [], 'Gulls', context);
    assert.ok((chart?.points.length ?? 0) <= 800);
    assert.match(chart?.summary ?? '', /high 90¢/);
    assert.deepEqual([chart?.points[0]?.x, chart?.points.at(-1)?.x], [0, 1]);
  });

  it('tells no time twice below a short span', () => {
    const samples = [sample(NOW - 5000, '0.44'), sample(NOW, '0.45')];
    const labels = chartModel(samples, [], [], 'Gulls', context)?.times.map(({ label }) => label);
    assert.deepEqual(labels, ['20:29', '20:30']);
  });

  it('stays inside its frame for any prices', () => {
    const any = fc.array(fc.tuple(fc.nat(1e9), fc.double({ min: -0.1, max: 1.1, noNaN: true })), {
      minLength: 2,
    });
    fc.assert(
      fc.property(any, (list) => {
        const samples = list.map(([ms, price]) => sample(ms, price.toFixed(8)));
        const chart = chartModel(samples, activities(TRADE_JSON), [], 'Gulls', context);
        for (const { x, y } of chart?.points ?? []) {
          assert.ok(x >= 0 && x <= 1 && y >= -1e-9 && y <= 1 + 1e-9, `${x} ${y}`);
        }
        for (const { y } of chart?.grid ?? []) assert.ok(y >= -1e-9 && y <= 1 + 1e-9, String(y));
      }),
    );
  });
});

function drawn() {
  return chartModel(history(), [], [], 'Gulls', context);
}

function chartOf(change: Partial<MarketPanelInput>) {
  const { content } = marketSnapshot(scene(change), context);
  assert.ok(content);
  return content.chart;
}

function sample(ms: number, price: string) {
  return { ms, longPrice: Decimal.of(price), shortPrice: undefined };
}
