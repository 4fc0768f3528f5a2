import assert from 'node:assert/strict';
import { type ListedTag, topicsOf } from '../../../src/core/topic.ts';
import { aTag } from '../../support/topic.ts';

const league = { slug: 'NBA', name: 'Ball', sportId: '1', isOperational: true };
const sport = { id: '1', slug: 'curling', name: 'Curling' };
const slugs = (tags: readonly ListedTag[]): readonly string[] =>
  topicsOf(tags, [league], [sport]).map(({ slug }) => slug);

describe('topicsOf', () => {
  it('leaves out leagues and sports, said by the tag or listed, and sports as a whole', () => {
    assert.deepEqual(
      slugs([
        aTag('1', { slug: 'sports' }),
        aTag('2', { slug: 'politics' }),
        aTag('3', { isOfSport: true }),
        aTag('4', { slug: 'nba' }),
        aTag('5', { slug: 'curling' }),
        aTag('6', { slug: undefined }),
        aTag('7', { slug: 'arenas', subtags: [aTag('8', { isOfSport: true })] }),
        aTag('9', { slug: 'weather' }),
      ]),
      ['politics', 'weather'],
    );
  });

  it('a topic has the ids of all tags under it, nested or named by their parent', () => {
    const nested = aTag('1', { slug: 'politics', subtags: [aTag('2', { subtags: [aTag('3')] })] });
    const [topic, ...others] = topicsOf([nested, aTag('2'), aTag('4', { parentId: '2' })], [], []);
    assert.deepEqual([...(topic?.tagIds ?? [])].sort(), ['1', '2', '3', '4']);
    assert.deepEqual([topic?.name, others], ['Tag 1', []]);
  });

  it('a tag whose parent is not listed is a topic itself; two of one slug are one; circles end', () => {
    assert.deepEqual(slugs([aTag('1', { parentId: '99' }), aTag('2', { slug: 'T1' })]), ['t1']);
    assert.deepEqual(slugs([aTag('1', { parentId: '2' }), aTag('2', { parentId: '1' })]), []);
  });
});
