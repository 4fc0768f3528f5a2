import assert from 'node:assert/strict';
import type { MarketQuery } from '../../src/core/query.ts';
import { parseAmount, parseList, parseMoment } from '../../src/features/commands/filter-parse.ts';
import { filterFields, filterText, withFilter } from '../../src/features/filter-fields.ts';
import { DEFAULT_MARKET_QUERY, isFiltered } from '../../src/features/queries.ts';

const NOW = Date.UTC(2026, 10, 20, 15, 30);

describe('what is typed into a filter', () => {
  it('amounts are exact and never negative', () => {
    const typed = (text: string) => {
      const parsed = parseAmount(text);
      return parsed.ok ? (parsed.value?.toString() ?? 'none') : 'problem';
    };
    assert.deepEqual(['2500', '1,000', ' 0.1 ', '', '-1', 'many', 'NaN', '1e400'].map(typed), [
      '2500',
      '1000',
      '0.1',
      'none',
      'problem',
      'problem',
      'problem',
      'problem',
    ]);
  });

  it('dates are days of UTC: a lower bound begins with the day, an upper bound ends with it', () => {
    const typed = (text: string, bound: 'min' | 'max') => {
      const parsed = parseMoment(text, bound, NOW);
      return parsed.ok ? (parsed.value ?? 'none') : 'problem';
    };
    assert.equal(typed('2026-11-21', 'min'), '2026-11-21T00:00:00Z');
    assert.equal(typed('2026-11-21', 'max'), '2026-11-21T23:59:59Z');
    assert.equal(typed('today', 'min'), '2026-11-20T00:00:00Z');
    assert.equal(typed('Tomorrow', 'max'), '2026-11-21T23:59:59Z');
    assert.equal(typed('2026-11-21T18:00Z', 'max'), '2026-11-21T18:00:00Z');
    assert.equal(typed('2026-11-21t18:00+02:00', 'min'), '2026-11-21T16:00:00Z');
    assert.equal(typed('+3d', 'min'), '2026-11-23T15:30:00Z');
    assert.equal(typed('-12h', 'min'), '2026-11-20T03:30:00Z');
    assert.equal(typed('now', 'max'), '2026-11-20T15:30:00Z');
    assert.equal(typed('', 'min'), 'none');
    assert.equal(typed('2026-02-30', 'min'), 'problem');
    assert.equal(typed('next week', 'min'), 'problem');
  });

  it('lists are split, said once each, and checked', () => {
    assert.deepEqual(parseList('a, b  a,c'), { ok: true, value: ['a', 'b', 'c'] });
    assert.deepEqual(parseList(' , '), { ok: true, value: undefined });
    const ids = parseList('12, x7', { test: /^\d+$/, problem: 'whole numbers.' });
    assert.equal(ids.ok === false && ids.problem, '“x7”: whole numbers.');
  });
});

describe('the filters of the market list', () => {
  it('reach every parameter of the interface besides paging and order', () => {
    const names: Record<Exclude<keyof MarketQuery, 'orderBy' | 'orderDirection'>, true> = {
      ids: true,
      slugs: true,
      archived: true,
      active: true,
      closed: true,
      liquidityMin: true,
      liquidityMax: true,
      volumeMin: true,
      volumeMax: true,
      startDateMin: true,
      startDateMax: true,
      endDateMin: true,
      endDateMax: true,
      tagIds: true,
      relatedTags: true,
      cyom: true,
      gameId: true,
      sportsMarketTypes: true,
      rewardsMinSize: true,
      questionIds: true,
      categories: true,
      marketTypes: true,
      includeTag: true,
    };
    assert.deepEqual(
      filterFields()
        .map(({ name }) => name)
        .sort(),
      Object.keys(names).sort(),
    );
  });

  it('can be set and taken away one by one, and read back as they were typed', () => {
    const [categories] = filterFields().filter(({ name }) => name === 'categories');
    assert.ok(categories);
    const query = withFilter(DEFAULT_MARKET_QUERY, 'categories', ['nba', 'nfl']);
    assert.equal(filterText(query, categories), 'nba, nfl');
    assert.equal(isFiltered(query), true);
    const without = withFilter(query, 'categories', undefined);
    assert.deepEqual(without, DEFAULT_MARKET_QUERY);
    assert.equal(isFiltered(without), false);
  });

  it('count as a filter when they widen the list, too', () => {
    assert.equal(isFiltered(withFilter(DEFAULT_MARKET_QUERY, 'closed', undefined)), true);
    assert.equal(isFiltered({ ...DEFAULT_MARKET_QUERY, orderBy: ['startDate'] }), false);
  });
});
