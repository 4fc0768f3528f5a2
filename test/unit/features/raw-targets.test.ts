import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Services } from '../../../src/features/services.ts';
import type { RowSubject } from '../../../src/view/row.ts';

const { targetsOf } = await import('../../../src/features/raw/targets.ts');

describe('the raw reply of a row', () => {
  const services = {
    activity: { get: () => undefined },
    catalogue: { leagues: [{ slug: 'cfb' }], topics: [{ key: 'climate', slug: 'weather' }] },
  } as unknown as Services;
  const of = (subject: RowSubject) => targetsOf(services, { view: 'markets', subject });

  it('of a group is what its rows came with: of a league, a topic, a category, the lines of an event', () => {
    const group = (key: string, category?: string) => of({ kind: 'category', key, category });
    assert.deepEqual(group('cfb'), [{ kind: 'leagueEvents', slug: 'cfb' }]);
    assert.deepEqual(group('climate'), [{ kind: 'tagEvents', slug: 'weather' }]);
    assert.deepEqual(group('other', 'Other'), [{ kind: 'categoryMarkets', category: 'Other' }]);
    assert.deepEqual(of({ kind: 'lines', key: 'mos-jun' }), [{ kind: 'event', key: 'mos-jun' }]);
  });

  it('is none for a group people made, or of rows from several replies', () => {
    assert.equal(of({ kind: 'category', key: 'other', category: undefined }), undefined);
    assert.equal(of({ kind: 'watchGroup', name: 'Tonight' }), undefined);
    assert.equal(of({ kind: 'savedQuery', name: 'Mine' }), undefined);
  });
});
