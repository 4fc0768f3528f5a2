import type { ListedLeague, Sport } from '../../core/league.ts';
import { type ListedTag, type ListedTopic, type Series, topicsOf, withSubtags } from '../../core/topic.ts';

/** The tags of a service, and which of them are topics. */
export class TopicList {
  #tags: ReadonlyMap<string, ListedTag> | undefined;
  #items: readonly ListedTopic[] = [];
  #ofTag: ReadonlyMap<string, string> = new Map();

  get isRead(): boolean {
    return this.#tags !== undefined;
  }

  /** By their ids. */
  get tags(): ReadonlyMap<string, ListedTag> {
    return this.#tags ?? new Map();
  }

  /** The same array until there are other topics. */
  get items(): readonly ListedTopic[] {
    return this.#items;
  }

  /** The key of the topic a tag is, or stands under. */
  ofTag(id: string): string | undefined {
    return this.#ofTag.get(id);
  }

  /** Takes tags that were read, or what is known of them with other leagues. */
  take(
    read: readonly ListedTag[] | undefined,
    leagues: readonly ListedLeague[],
    sports: readonly Sport[],
  ): void {
    if (read !== undefined) this.#tags = new Map(withSubtags(read).map((tag) => [tag.id, tag]));
    const topics = topicsOf([...this.tags.values()], leagues, sports);
    if (textOf(topics) === textOf(this.#items)) return;
    this.#items = topics;
    this.#ofTag = new Map(
      topics.flatMap(({ key, tagIds }) => [...tagIds].map((id): [string, string] => [id, key])),
    );
  }
}

/** The series of a service, by what events name them. */
export class SeriesList {
  #items: ReadonlyMap<string, Series> | undefined;

  get isRead(): boolean {
    return this.#items !== undefined;
  }

  get items(): Iterable<Series> {
    return this.#items?.values() ?? [];
  }

  get(slug: string): Series | undefined {
    return this.#items?.get(slug);
  }

  take(read: readonly Series[] | undefined): void {
    if (read === undefined) return;
    this.#items = new Map(read.flatMap((one) => (one.slug === undefined ? [] : [[one.slug, one] as const])));
  }
}

/** What leagues and topics are called, by the keys of their groups. */
export function namesOf(
  leagues: readonly ListedLeague[],
  topics: readonly ListedTopic[],
): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...topics.map(({ key, name }) => [key, name] as const),
    ...leagues.map(({ slug, name }) => [slug, name] as const),
  ]);
}

function textOf(topics: readonly ListedTopic[]): string {
  return JSON.stringify(topics.map(({ key, name, tagIds }) => [key, name, [...tagIds]]));
}
