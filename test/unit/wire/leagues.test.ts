import assert from 'node:assert/strict';
import { decodeLeagues, decodeSports } from '../../../src/exchange/wire/league.ts';

describe('leagues and sports', () => {
  it('leagues have their ids as text, and no value where the service sends null', () => {
    const sent = {
      id: 41,
      slug: 'dota2',
      name: 'Dota 2',
      abbreviation: null,
      sportId: 10,
      isOperational: true,
    };
    const { items, problems } = decodeLeagues({ leagues: [{ ...sent, activeSeriesId: 64 }] });
    assert.deepEqual(problems, []);
    assert.deepEqual(items, [
      {
        slug: 'dota2',
        name: 'Dota 2',
        sportId: '10',
        isOperational: true,
        more: [
          { path: 'id', text: '41' },
          { path: 'activeSeriesId', text: '64' },
        ],
      },
    ]);
  });

  it('a league without a slug and a sport without an id are dropped, the others stay', () => {
    const leagues = decodeLeagues({ leagues: [{ id: 1, name: 'No name in addresses' }, { slug: 'nba' }] });
    assert.deepEqual([leagues.items.map(({ slug }) => slug), leagues.lost], [['nba'], 1]);
    const sports = decodeSports({ sports: [{ name: 'Golf' }, { id: 7, slug: 'golf', name: 'Golf' }] });
    assert.deepEqual(sports.items, [{ id: '7', slug: 'golf', name: 'Golf', more: undefined }]);
    assert.equal(sports.lost, 1);
  });
});
