import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { MarketQuery } from '../../../src/core/query.ts';
import type { Services } from '../../../src/features/services.ts';
import * as editor from '../../support/editor/vscode.ts';
import { failure } from '../../support/fake-exchange.ts';
import { shop } from '../store/shop.ts';
import { market, PROFILE } from '../store/values.ts';

const { editFilter, filterMarkets, parseAmount, parseList, parseMoment } = await import(
  '../../../src/features/markets/filter-markets.ts'
);
const {
  clearMarketFilter,
  DEFAULT_MARKET_QUERY,
  filterFields,
  filterSummary,
  filterText,
  isFiltered,
  withFilter,
} = await import('../../../src/features/market-filters.ts');

const NOW = Date.UTC(2026, 10, 20, 15, 30);

function fieldOf(name: string) {
  const field = filterFields().find((one) => one.name === name);
  assert.ok(field);
  return field;
}

type Item = Readonly<Partial<Record<'label' | 'description', string>>>;

/** Markets of a connection that speaks `current`, behind the filter list; `pick` names the row picked each time. */
function filterDesk(...pick: string[]) {
  const base = shop(0);
  base.session.connect({ ...PROFILE, dialect: 'current' });
  const lists: (readonly Item[])[] = [];
  Object.assign(editor.window, {
    showQuickPick: async (items: readonly Item[]) => {
      lists.push(items);
      const label = pick.shift();
      return items.find((item) => item.label === label);
    },
  });
  const services = base as unknown as Services;
  return { ...base, services, lists, labels: () => lists.at(-1)?.map(({ label = '' }) => label) ?? [] };
}

/** Answers a list of values to tick: `type` is typed into the box, `tick` is ticked after that, then Enter. */
function answerChoices(type: string, tick: readonly string[] = []): void {
  const listeners = { change: (_value: string) => {}, accept: () => {} };
  const pick = {
    items: [] as readonly Item[],
    selectedItems: [] as readonly Item[],
    value: '',
    onDidChangeValue: (listener: typeof listeners.change) => Object.assign(listeners, { change: listener }),
    onDidAccept: (listener: () => void) => Object.assign(listeners, { accept: listener }),
    onDidHide: () => {},
    hide: () => {},
    dispose: () => {},
    show: () => {
      pick.value = type;
      if (type !== '') listeners.change(type);
      const chosen = pick.items.filter(({ label = '' }) => tick.includes(label));
      if (chosen.length > 0) pick.selectedItems = [...pick.selectedItems, ...chosen];
      listeners.accept();
    },
  };
  Object.assign(editor.window, { createQuickPick: () => pick });
}

describe('typed filter values', () => {
  it('amounts are exact and never negative', () => {
    const cases = { '2500': '2500', '1,000': '1000', ' 0.1 ': '0.1', '': undefined, '-1': 'problem' };
    for (const [text, expected] of Object.entries({ ...cases, many: 'problem', '1e400': 'problem' })) {
      const parsed = parseAmount(text);
      assert.equal('value' in parsed ? parsed.value?.toString() : 'problem', expected, text);
    }
  });

  it('days are UTC days: a lower bound is their first second, an upper bound their last', () => {
    const cases: readonly (readonly [text: string, bound: 'from' | 'until', expected: string | undefined])[] =
      [
        ['2026-11-21', 'from', '2026-11-21T00:00:00Z'],
        ['2026-11-21', 'until', '2026-11-21T23:59:59Z'],
        ['today', 'from', '2026-11-20T00:00:00Z'],
        ['Tomorrow', 'until', '2026-11-21T23:59:59Z'],
        ['2026-11-21T18:00Z', 'until', '2026-11-21T18:00:00Z'],
        ['2026-11-21t18:00+02:00', 'from', '2026-11-21T16:00:00Z'],
        ['+3d', 'from', '2026-11-23T15:30:00Z'],
        ['-12h', 'from', '2026-11-20T03:30:00Z'],
        ['now', 'until', '2026-11-20T15:30:00Z'],
        ['', 'from', undefined],
        ['2026-02-30', 'from', 'problem'],
        ['next week', 'from', 'problem'],
      ];
    for (const [text, bound, expected] of cases) {
      const parsed = parseMoment(text, bound, NOW);
      assert.equal('value' in parsed ? parsed.value : 'problem', expected, text);
    }
  });

  it('lists are split, without duplicates, and checked', () => {
    assert.deepEqual(parseList('a, b  a,c'), { value: ['a', 'b', 'c'] });
    assert.deepEqual(parseList(' , '), { value: undefined });
    assert.deepEqual(parseList('12, x7', true), { problem: '“x7” is not a whole number.' });
  });
});

describe('the filters of the market list', () => {
  it('can be set, read back as typed, and removed one by one', () => {
    const query = withFilter(DEFAULT_MARKET_QUERY, 'categories', ['nba', 'nfl']);
    assert.equal(filterText(query, fieldOf('categories')), 'nba, nfl');
    assert.equal(isFiltered(query), true);
    assert.deepEqual(withFilter(query, 'categories', undefined), DEFAULT_MARKET_QUERY);
  });

  it('count as a filter when they widen the list, and an order does not', () => {
    assert.equal(isFiltered(withFilter(DEFAULT_MARKET_QUERY, 'closed', undefined)), true);
    assert.equal(isFiltered({ ...DEFAULT_MARKET_QUERY, orderBy: ['gameStartTime'] }), false);
  });
});

describe('Filter Markets', () => {
  it('does not offer what the connection cannot say', async () => {
    const { services, labels } = filterDesk();
    await filterMarkets(services);
    assert.ok(labels().includes('Minimum volume'));
    for (const label of ['Minimum liquidity', 'Created by users', 'Question ids', 'Minimum size for rewards'])
      assert.ok(!labels().includes(label), label);
  });

  it('lists a set filter that is not available, and removes it', async () => {
    const { services, markets, lists } = filterDesk('Remove Minimum liquidity');
    await markets.setQuery({ ...DEFAULT_MARKET_QUERY, liquidityMin: Decimal.of('10') });
    const { applied, unavailable } = filterSummary(markets, PROFILE.label);
    assert.equal(applied, undefined);
    assert.equal(unavailable, 'Not available on Corner Book, so not applied: Minimum liquidity.');
    await filterMarkets(services);
    assert.ok(lists[0]?.some(({ label }) => label === 'Not available on Corner Book'));
    assert.deepEqual(markets.query, DEFAULT_MARKET_QUERY);
  });

  it('says that the service does not sort as asked, which costs one request and not one a page', async () => {
    const { markets, exchange } = filterDesk();
    exchange.markets_ = [market('a'), market('b'), market('c')];
    exchange.always('markets', (answer) => {
      const query = exchange.calls.at(-1)?.args[0] as MarketQuery;
      if (query.orderBy !== undefined) throw failure('refused', { status: 400 });
      return answer();
    });
    markets.setPageSize(1);
    await markets.setQuery({ orderBy: ['volumeNum'] });
    assert.equal(filterSummary(markets, PROFILE.label).unsorted, undefined);
    await markets.load();
    await markets.loadMore();
    assert.equal(exchange.count('markets'), 3);
    const note = 'The service does not sort by this; what is loaded is sorted here.';
    assert.equal(filterSummary(markets, PROFILE.label).unsorted, note);
  });

  it('clears every filter and keeps the order', async () => {
    const { markets } = filterDesk();
    await markets.setQuery({ slugs: ['a'], orderBy: ['volumeNum'], orderDirection: 'desc' });
    await clearMarketFilter({ markets });
    const order = { orderBy: ['volumeNum'], orderDirection: 'desc' };
    assert.deepEqual(markets.query, { ...DEFAULT_MARKET_QUERY, ...order });
  });

  it('takes a category that was typed and not ticked', async () => {
    const { services, exchange, markets } = filterDesk();
    exchange.markets_ = [market('m', { category: 'nba' })];
    await markets.load();
    const field = fieldOf('categories');
    const edited = async (query: MarketQuery, typed: string, tick?: readonly string[]) => {
      answerChoices(typed, tick);
      return (await editFilter(services, query, field))?.categories;
    };
    assert.deepEqual(await edited({}, 'cricket'), ['cricket']);
    assert.deepEqual(await edited({ categories: ['nfl'] }, 'cricket'), ['nfl', 'cricket']);
    assert.deepEqual(await edited({}, 'NBA'), ['nba']);
    assert.deepEqual(await edited({}, 'nb', ['nba']), ['nba'], 'typed to find the one ticked');
    assert.equal(await edited({}, ''), undefined);
  });

  it('takes one tag where the connection can send no more', async () => {
    const { services, session } = filterDesk();
    const field = fieldOf('tagIds');
    let problem: string | undefined;
    Object.assign(editor.window, {
      showInputBox: async ({ validateInput }: { validateInput(text: string): string | undefined }) => {
        problem = validateInput('1, 2');
        return undefined;
      },
    });
    await editFilter(services, {}, field);
    assert.equal(problem, undefined);
    session.connect(PROFILE);
    await editFilter(services, {}, field);
    assert.equal(problem, 'This connection filters by one tag at a time.');
  });
});
