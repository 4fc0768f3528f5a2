import assert from 'node:assert/strict';
import { decodeSeries, decodeTags } from '../../../src/exchange/wire/tag.ts';

describe('tags and series', () => {
  it('a tag has its id and parent as text, what is nested in it, and whether it stands for a sport', () => {
    const { items, problems } = decodeTags({
      tags: [
        {
          id: '12',
          label: 'Harbours',
          slug: 'harbours',
          createdAt: '2026-03-01T00:00:00Z',
          updatedAt: null,
          image: '',
          tradable: true,
          parentId: 0,
          subtags: [{ id: 13, label: 'Ferries', slug: 'ferries', parentId: 12 }],
          hub: { id: 'h1', title: 'Harbour week', status: 'HUB_STATUS_ACTIVE', icon: '' },
        },
        { id: '14', label: 'Curling', slug: 'curling', sport: { id: 3, name: 'Curling', slug: 'curling' } },
        {
          id: '15',
          label: 'Ice Cup',
          slug: 'ice',
          league: { id: 9, name: 'Ice Cup', slug: 'ice' },
          parentId: 14,
        },
      ],
    });
    assert.deepEqual(problems, []);
    const [harbours, curling, cup] = items;
    assert.deepEqual(
      [
        harbours?.parentId,
        harbours?.tradable,
        harbours?.image,
        harbours?.createdAt?.text,
        harbours?.updatedAt,
      ],
      [undefined, true, undefined, '2026-03-01T00:00:00Z', undefined],
    );
    assert.deepEqual(
      harbours?.subtags.map(({ id, label, parentId }) => [id, label, parentId]),
      [['13', 'Ferries', '12']],
    );
    assert.deepEqual(harbours?.more, [
      { path: 'hub.id', text: 'h1' },
      { path: 'hub.title', text: 'Harbour week' },
      { path: 'hub.status', text: 'HUB_STATUS_ACTIVE' },
    ]);
    assert.deepEqual(curling?.more?.[0], { path: 'sport.id', text: '3' });
    assert.deepEqual([harbours?.isOfSport, curling?.isOfSport, cup?.isOfSport], [false, true, true]);
    assert.equal(cup?.parentId, '14');
  });

  it('a tag or series without an id is dropped, the others stay; so are tags nested without end', () => {
    const tags = decodeTags({ tags: [{ slug: 'lost' }, { id: 1 }] });
    assert.deepEqual([tags.items.map(({ id }) => id), tags.lost], [['1'], 1]);
    const series = decodeSeries({ series: [{ title: 'Lost' }, { id: '35' }] });
    assert.deepEqual([series.items.map(({ id }) => id), series.lost], [['35'], 1]);
    let deep: object = { id: 'end' };
    for (let depth = 0; depth < 1_000; depth++) deep = { id: `t${depth}`, subtags: [deep] };
    let [tag] = decodeTags({ tags: [deep] }).items;
    let depth = 0;
    while (tag !== undefined) [tag, depth] = [tag.subtags[0], depth + 1];
    assert.equal(depth, 9);
  });

  it('a series has its title, and how often another event of it begins', () => {
    const { items } = decodeSeries({
      series: [
        {
          id: '35',
          slug: 'high-larkin',
          title: 'Daily high',
          recurrence: 'daily',
          active: true,
          subtitle: null,
        },
      ],
    });
    assert.deepEqual(
      items.map(({ id, slug, title, subtitle, recurrence, active }) => [
        id,
        slug,
        title,
        subtitle,
        recurrence,
        active,
      ]),
      [['35', 'high-larkin', 'Daily high', undefined, 'daily', true]],
    );
  });
});
