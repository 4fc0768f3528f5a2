import type { ListedLeague, Sport } from '../../core/league.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import type { JsonObject, Reader } from './reader.ts';
import { type DecodedList, decodeList } from './replies.ts';

/** Reply of GET /v2/leagues. */
export function decodeLeagues(body: unknown): DecodedList<ListedLeague> {
  return decodeList(body, 'leagues', readLeague);
}

/** Reply of GET /v2/sports. */
export function decodeSports(body: unknown): DecodedList<Sport> {
  return decodeList(body, 'sports', readSport);
}

function readLeague(reader: Reader, json: JsonObject): ListedLeague | undefined {
  const slug = reader.needed(reader.slug(json['slug'], 'slug'), 'slug', 'a league needs a slug');
  if (slug === undefined) return undefined;
  return {
    slug,
    name: reader.text(json['name'], 'name'),
    sportId: reader.identity(json['sportId'], 'sportId'),
    isOperational: reader.flag(json['isOperational'], 'isOperational'),
    more: moreOf(reader, json, LEAGUE_NAMES),
  };
}

const LEAGUE_NAMES = new NamesRead(readLeague, { given: { slug: 'a' } });

function readSport(reader: Reader, json: JsonObject): Sport | undefined {
  const id = reader.needed(reader.identity(json['id'], 'id'), 'id', 'a sport needs an id');
  if (id === undefined) return undefined;
  return {
    id,
    slug: reader.slug(json['slug'], 'slug'),
    name: reader.text(json['name'], 'name'),
    more: moreOf(reader, json, SPORT_NAMES),
  };
}

const SPORT_NAMES = new NamesRead(readSport, { given: { id: 'a' } });
