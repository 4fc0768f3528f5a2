import type { ListedTag, Series } from '../../core/topic.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import { asJsonObject, type JsonObject, type Reader } from './reader.ts';
import { type DecodedList, decodeList } from './replies.ts';

/** Reply of GET /v2/tags. */
export function decodeTags(body: unknown): DecodedList<ListedTag> {
  return decodeList(body, 'tags', (reader, json) => readTag(reader, json));
}

/** Reply of GET /v1/series. */
export function decodeSeries(body: unknown): DecodedList<Series> {
  return decodeList(body, 'series', readSeries);
}

/** Tags nested deeper are left out: what nests without end is no list of topics. */
const DEEPEST = 8;

function readTag(reader: Reader, json: JsonObject, depth = 0): ListedTag | undefined {
  const id = reader.needed(reader.identity(json['id'], 'id'), 'id', 'a tag needs an id');
  if (id === undefined) return undefined;
  const parentId = reader.identity(json['parentId'], 'parentId');
  return {
    id,
    slug: reader.slug(json['slug'], 'slug'),
    label: reader.text(json['label'], 'label'),
    // 0 is what an unset number is sent as.
    parentId: parentId === '0' ? undefined : parentId,
    isOfSport: asJsonObject(json['league']) !== undefined || asJsonObject(json['sport']) !== undefined,
    tradable: reader.flag(json['tradable'], 'tradable'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    image: reader.text(json['image'], 'image'),
    subtags:
      depth === DEEPEST
        ? []
        : reader.nestedList(json['subtags'], 'subtags', (nested, each) => readTag(nested, each, depth + 1)),
    more: moreOf(reader, json, TAG_NAMES),
  };
}

const TAG_NAMES = new NamesRead((reader, json) => readTag(reader, json), {
  given: { id: 'a' },
  partly: { league: [], sport: [] },
});

function readSeries(reader: Reader, json: JsonObject): Series | undefined {
  const id = reader.needed(reader.identity(json['id'], 'id'), 'id', 'a series needs an id');
  if (id === undefined) return undefined;
  return {
    id,
    slug: reader.slug(json['slug'], 'slug'),
    title: reader.text(json['title'], 'title'),
    subtitle: reader.text(json['subtitle'], 'subtitle'),
    recurrence: reader.text(json['recurrence'], 'recurrence'),
    active: reader.flag(json['active'], 'active'),
    image: reader.text(json['image'], 'image'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    more: moreOf(reader, json, SERIES_NAMES),
  };
}

const SERIES_NAMES = new NamesRead(readSeries, { given: { id: 'a' } });
