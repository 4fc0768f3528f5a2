import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { SavedQuery } from '../../../src/core/saved-queries.ts';
import type { Services } from '../../../src/features/services.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext, outline, read } from '../../support/view.ts';

const { leaguesOf, savedRows } = await import('../../../src/features/markets/saved-rows.ts');

const SORT = { key: 'start', direction: 'asc' } as const;

/** Two markets that match every query; `whole` are the leagues that were read to their end. */
function desk(
  query: Partial<SavedQuery>,
  own: object = {},
  isFiltered = false,
  whole: readonly string[] = [],
) {
  const items = ['a', 'b'].map((slug) => lakeGame({ slug, question: `Who wins ${slug}?` }));
  const services = {
    view: () => aContext(),
    saved: { items: [{ name: 'One', show: {}, sort: SORT, ...query }], name: 'savedQueries' },
    filteredLists: { markets: () => ({ items, total: 2, isPending: false }) },
    markets: { state: { kind: 'ready', at: 0 }, hasMore: false, ...own },
    show: { isFiltered: () => isFiltered },
    catalogue: { reading: (key: string) => (whole.includes(key) ? { kind: 'whole', at: 0 } : undefined) },
    marketViews: { eventOf: () => undefined },
  } as unknown as Services;
  return { services, rows: savedRows(services, {}) };
}

const said = (...given: Parameters<typeof desk>): string => read(desk(...given).rows[0] ?? assert.fail());

describe('saved queries in Markets', () => {
  it('say so far until all was read that they can match', () => {
    assert.equal(said({}), 'One | saved · 2');
    assert.equal(said({}, { hasMore: true }), 'One | saved · 2 so far');
    assert.equal(said({}, { state: { kind: 'loading' } }), 'One | saved · 2 so far');
    assert.equal(said({}, {}, true), 'One | saved · 2 so far', 'the list that was read is that of a filter');
    assert.equal(said({ show: { closed: true } }), 'One | saved · 2 so far', 'which no list has');
    const show = { leagues: ['nba', 'nfl'] };
    assert.equal(said({ show }, { hasMore: true }, false, ['nba']), 'One | saved · 2 so far');
    assert.equal(said({ show }, { hasMore: true }, true, ['nba', 'nfl']), 'One | saved · 2');
  });

  it('have the leagues that are read when one is opened', () => {
    const { services } = desk({ show: { leagues: ['nba', 'nfl'] } });
    assert.deepEqual(leaguesOf(services, 'One'), ['nba', 'nfl']);
    assert.deepEqual(leaguesOf(services, 'Gone'), []);
  });

  it('stand as they were grouped', () => {
    const lines = (grouping: SavedQuery['grouping']): readonly string[] =>
      outline(desk(grouping === undefined ? {} : { grouping }).rows[0]?.children?.() ?? []);
    assert.match(lines('lines')[0] ?? '', /^Winner \| 2$/);
    assert.equal(lines('flat').length, 2);
    assert.notDeepEqual(lines(undefined), lines('flat'));
  });
});
