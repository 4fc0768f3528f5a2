import assert from 'node:assert/strict';
import { historySection } from '../../../src/view/panels/portfolio/history-section.ts';
import type { ValuePoint } from '../../../src/view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../../src/view/panels/portfolio/model.ts';
import { present, usd } from '../../support/values.ts';
import { points, portfolioScene, WEEK } from './portfolio-scene.ts';
import { contextWith } from './scene.ts';

const context = contextWith();

describe('account value over time', () => {
  it('says since when, and draws each amount at its part of the height between lowest and highest', () => {
    const section = historySection(WEEK, context);
    assert.equal(section.heading, 'Account value since Mar 9');
    const [chart] = present(section.content);
    assert.deepEqual(present(chart).cents, [9.375, 0, 100, 95.703125]);
    assert.deepEqual(present(chart).amounts?.texts, ['$1,820.00', '$1,808.00', '$1,936.00', '$1,930.50']);
    assert.deepEqual(
      present(chart).amounts?.ticks.map(({ at, text }) => `${at} ${text}`),
      ['0 $1,808.00', '50 $1,872.00', '100 $1,936.00'],
    );
  });

  it('has a spoken summary that calls nothing noted the value now, and a table twin, newest first', () => {
    const chart = present(historySection(WEEK, context).content?.[0]);
    assert.equal(
      chart.summary,
      'Account value in USD from Mar 9, 20:30 UTC to Mar 14, 19:30 UTC: began at $1,820.00, high $1,936.00, low $1,808.00, at last $1,930.50',
    );
    assert.deepEqual(
      chart.table.rows.map(({ cells }) => cells.map(({ text }) => text).join(' ')),
      [
        'Mar 14, 19:30 UTC $1,930.50',
        'Mar 14, 18:30 UTC $1,936.00',
        'Mar 9, 21:30 UTC $1,808.00',
        'Mar 9, 20:30 UTC $1,820.00',
      ],
    );
  });

  it('joins nothing over more than three hours, and marks a point that is joined to none', () => {
    const chart = historySection(points([50, '1'], [20, '2'], [17, '3'], [1, '4']), context).content?.[0];
    assert.equal(present(present(chart).amounts).gapMs, 3 * 3_600_000);
    assert.deepEqual(
      chart?.rings.map(({ label }) => label),
      ['$1.00', '$4.00'],
    );
  });

  it('draws an account that never changed in the middle', () => {
    const chart = historySection(points([2, '5'], [1, '5']), context).content?.[0];
    assert.deepEqual([chart?.cents, chart?.amounts?.ticks], [[50, 50], [{ at: 50, text: '$5.00' }]]);
  });

  it('can be seen for today, a week and a month, as far as that is less than all and a line', () => {
    const spans = (noted: readonly ValuePoint[]) =>
      historySection(noted, context).spans.map(
        ({ label, charts }) => `${label} ${charts?.map(({ times }) => times.length).join() ?? ''}`,
      );
    const long = points([2000, '9'], [500, '8'], [100, '7'], [99, '7'], [2, '6'], [1, '5']);
    assert.deepEqual(spans(long), ['Today 2', '1W 4', '1M 5', 'All ']);
    assert.deepEqual(spans(points([100, '7'], [2, '6'], [1, '5'])), ['Today 2', 'All ']);
    assert.deepEqual(spans(points([2, '6'], [1, '5'])), []);
    assert.deepEqual(spans(points([100, '7'], [99, '6'], [1, '5'])), []);
  });

  it('draws each currency by itself', () => {
    const both = points([2, '5'], [2, '70', 'EUR'], [1, '6'], [1, '80', 'EUR'], [1, '9', 'GBP']);
    assert.deepEqual(
      historySection(both, context).content?.map(({ longName, amounts }) => [
        longName,
        amounts?.texts.at(-1),
      ]),
      [
        ['Account value in USD', '$6.00'],
        ['Account value in EUR', 'EUR 80.00'],
      ],
    );
  });

  it('never draws values by the old rule and by the new one as one line, and says which are which', () => {
    const old = points([50, '1800'], [49, '1810']).map((point) => ({
      ...point,
      awaiting: undefined,
      isByOldRule: true,
    }));
    const { content, footnote } = historySection([...old, ...points([2, '1936'], [1, '1930.50'])], context);
    assert.deepEqual(
      content?.map(({ longName, amounts }) => [longName, amounts?.texts]),
      [
        ['Account value in USD', ['$1,936.00', '$1,930.50']],
        ['Account value in USD, by the old rule', ['$1,800.00', '$1,810.00']],
      ],
    );
    assert.match(footnote ?? '', /old rule are value \+ cash/);
    assert.doesNotMatch(historySection(WEEK, context).footnote ?? '', /old rule/);
    const named = [WEEK, old, [...old, ...WEEK]].map((some) => historySection(some, context).isNamed);
    assert.deepEqual(named, [false, true, true]);
  });

  it('says how much of it awaited its settlement', () => {
    const [first, last] = points([2, '1936'], [1, '1930.50']);
    const waiting = [present(first), { ...present(last), awaiting: usd('139') }];
    const [chart] = historySection(waiting, context).content ?? [];
    assert.equal(chart?.rings.length, 0);
    assert.deepEqual(
      chart?.table.columns.map(({ label }) => label),
      ['Time', 'Value', 'of it awaiting settlement'],
    );
    assert.deepEqual(
      chart?.table.rows.map(({ cells }) => cells.slice(1).map(({ text }) => text)),
      [
        ['$1,930.50', '$139.00'],
        ['$1,936.00', '$0.00'],
      ],
    );
    assert.deepEqual(chart?.amounts?.asides, ['', '$139.00 of it awaiting settlement']);
  });

  it('is one sentence with no point or one', () => {
    for (const some of [points(), points([1, '5'])]) {
      const { content, note } = historySection(some, context);
      assert.equal(content, undefined);
      assert.match(note?.text ?? '', /^The account value is noted once an hour [^.]*\.$/);
    }
  });

  it('shows neither amounts nor a line where amounts are hidden', () => {
    const hidden = contextWith({ hideAmounts: true });
    const section = historySection(WEEK, hidden);
    assert.equal(section.note?.text, 'Amounts are hidden, and so is this chart.');
    assert.doesNotMatch(JSON.stringify(section), /1,?8|1,?9|cents/);
  });

  it('stands on the portfolio page, with a button to delete it where there is any', () => {
    const history = (some: readonly ValuePoint[]) =>
      present(portfolioSnapshot(portfolioScene({ points: some }), context).content).history;
    assert.equal(history(WEEK).content?.length, 1);
    assert.equal(history(WEEK).button?.action.name, 'deletePortfolioHistory');
    assert.equal(history([]).button, undefined);
  });
});
