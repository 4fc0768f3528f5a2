import type { Instant } from './instant.ts';
import type { ListedLeague, Sport } from './league.ts';
import type { RawField } from './raw-field.ts';

/** A tag as the service lists it (interface.md 7.10). */
export interface ListedTag {
  readonly id: string;
  /** Its name in addresses. */
  readonly slug: string | undefined;
  readonly label: string | undefined;
  readonly parentId: string | undefined;
  /** It stands for a league or a sport. */
  readonly isOfSport: boolean;
  readonly tradable: boolean | undefined;
  readonly createdAt: Instant | undefined;
  readonly updatedAt: Instant | undefined;
  readonly image: string | undefined;
  readonly subtags: readonly ListedTag[];
  /** What was sent beside these, with all of its league and sport. */
  readonly more?: readonly RawField[] | undefined;
}

/** What several events have in common: the same question day by day, or a season (interface.md 7.11). */
export interface Series {
  readonly id: string;
  readonly slug: string | undefined;
  readonly title: string | undefined;
  readonly subtitle: string | undefined;
  /** How often another event of it begins, in the service's own words. */
  readonly recurrence: string | undefined;
  readonly active: boolean | undefined;
  readonly image: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly updatedAt: Instant | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

/** A tag that is no sport, under which the service lists events: politics, weather. */
export interface ListedTopic {
  /** Key of its group: its slug, lower case. */
  readonly key: string;
  readonly slug: string;
  readonly name: string | undefined;
  readonly tag: ListedTag;
  /** Ids of its tag and of those under it. */
  readonly tagIds: ReadonlySet<string>;
}

/** What the service calls sports as a whole, as a category and as the slug of a tag. */
export const SPORTS = /^sports?$/i;

/**
 * The topics among the tags, in the order of the service: tags under no other that stand for no league or sport, nor for
 * sports as a whole. The service nests tags, names their parents, or both.
 */
export function topicsOf(
  listed: readonly ListedTag[],
  leagues: readonly ListedLeague[],
  sports: readonly Sport[],
): readonly ListedTopic[] {
  const tags = withSubtags(listed);
  const ids = new Set(tags.map(({ id }) => id));
  const below = Map.groupBy(tags, ({ parentId }) => parentId);
  const played = new Set([...leagues, ...sports].map(({ slug }) => slug?.toLowerCase()));
  const isOfSport = ({ isOfSport: isSaid, slug = '' }: ListedTag): boolean =>
    isSaid || SPORTS.test(slug) || played.has(slug.toLowerCase());
  const topics = new Map<string, ListedTopic>();
  for (const tag of tags) {
    const { id, slug, label, parentId } = tag;
    const isUnder = parentId !== undefined && ids.has(parentId);
    if (slug === undefined || isUnder || isOfSport(tag)) continue;
    const children = below.get(id) ?? [];
    if (children.length > 0 && children.every(isOfSport)) continue;
    const key = slug.toLowerCase();
    if (!topics.has(key)) topics.set(key, { key, slug, name: label, tag, tagIds: idsUnder(id, below) });
  }
  return [...topics.values()];
}

/** Tags with all that are nested in them, each once and with its parent. */
export function withSubtags(listed: readonly ListedTag[]): readonly ListedTag[] {
  const tags = new Map<string, ListedTag>();
  const take = (tag: ListedTag, parentId: string | undefined): void => {
    const before = tags.get(tag.id);
    if (before?.parentId === undefined)
      tags.set(tag.id, { ...tag, parentId: tag.parentId ?? parentId ?? before?.parentId });
    for (const each of tag.subtags) take(each, tag.id);
  };
  for (const tag of listed) take(tag, undefined);
  return [...tags.values()];
}

function idsUnder(
  id: string,
  below: ReadonlyMap<string | undefined, readonly ListedTag[]>,
  ids = new Set<string>(),
): ReadonlySet<string> {
  if (ids.has(id)) return ids;
  ids.add(id);
  for (const child of below.get(id) ?? []) idsUnder(child.id, below, ids);
  return ids;
}
