import assert from 'node:assert/strict';
import { type ListedTag, topicsOf } from '../../../src/core/topic.ts';

const tag = (id: string, own: Partial<ListedTag> = {}): ListedTag => ({
  id,
  slug: `t${id}`,
  label: `Tag ${id}`,
  parentId: undefined,
  isOfSport: false,
  tradable: true,
  createdAt: undefined,
  updatedAt: undefined,
  image: undefined,
  subtags: [],
  ...own,
});
const league = { slug: 'NBA', name: 'Ball', sportId: '1', isOperational: true };
const sport = { id: '1', slug: 'curling', name: 'Curling' };
const slugs = (tags: readonly ListedTag[]): readonly string[] =>
  topicsOf(tags, [league], [sport]).map(({ slug }) => slug);

describe('topicsOf', () => {
  it('leaves out leagues and sports, said by the tag or listed, and sports as a whole', () => {
    assert.deepEqual(
      slugs([
        tag('1', { slug: 'sports' }),
        tag('2', { slug: 'politics' }),
        tag('3', { isOfSport: true }),
        tag('4', { slug: 'nba' }),
        tag('5', { slug: 'curling' }),
        tag('6', { slug: undefined }),
        tag('7', { slug: 'arenas', subtags: [tag('8', { isOfSport: true })] }),
        tag('9', { slug: 'weather' }),
      ]),
      ['politics', 'weather'],
    );
  });

  it('a topic has the ids of all tags under it, nested or named by their parent', () => {
    const nested = tag('1', { slug: 'politics', subtags: [tag('2', { subtags: [tag('3')] })] });
    const [topic, ...others] = topicsOf([nested, tag('2'), tag('4', { parentId: '2' })], [], []);
    assert.deepEqual([...(topic?.tagIds ?? [])].sort(), ['1', '2', '3', '4']);
    assert.deepEqual([topic?.name, others], ['Tag 1', []]);
  });

  it('a tag whose parent is not listed is a topic itself; two of one slug are one; circles end', () => {
    assert.deepEqual(slugs([tag('1', { parentId: '99' }), tag('2', { slug: 'T1' })]), ['t1']);
    assert.deepEqual(slugs([tag('1', { parentId: '2' }), tag('2', { parentId: '1' })]), []);
  });
});
