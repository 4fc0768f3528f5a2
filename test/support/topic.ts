import type { ListedTag, ListedTopic, Series } from '../../src/core/topic.ts';

export function aTag(id: string, own: Partial<ListedTag> = {}): ListedTag {
  return {
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
  };
}

export function aTopic(slug: string, name: string, own: Partial<ListedTag> = {}): ListedTopic {
  const tag = aTag(slug, { slug, label: name, ...own });
  return { key: slug.toLowerCase(), slug, name, tag, tagIds: new Set([slug]) };
}

export function aSeries(slug: string, title: string | undefined, own: Partial<Series> = {}): Series {
  return {
    id: '7',
    slug,
    title,
    subtitle: undefined,
    recurrence: undefined,
    active: true,
    image: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    ...own,
  };
}
