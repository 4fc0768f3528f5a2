import type { Tag } from '../../core/market.ts';
import type { WireObject } from '../wire/encode-values.ts';
import { LEAGUES, type League, SPORTS } from './leagues.ts';
import { wholeTime } from './times.ts';

const SPORTS_TAG = 1;
export const WEATHER_TAG = 2;
export const ECONOMY_TAG = 3;
export const CULTURE_TAG = 4;
/** On futures: an index of what most people look for. */
export const FEATURED_TAG = 5;
export const POLITICS_TAG = 6;
export const CRYPTO_TAG = 7;
export const ELECTIONS_TAG = 20;
export const RATES_TAG = 21;
const FIRST_LEAGUE_TAG = 100;

export function leagueTag(leagueIndex: number): number {
  return FIRST_LEAGUE_TAG + leagueIndex;
}

/** The league a tag stands for; undefined for other tags. */
export function leagueOfTag(id: number): League | undefined {
  return LEAGUES[id - FIRST_LEAGUE_TAG];
}

/** The tag a tag belongs under. */
export function parentTag(id: number): number | undefined {
  return leagueOfTag(id) === undefined ? PARENTS[id] : SPORTS_TAG;
}

export function tagOf(id: number): Tag {
  const league = leagueOfTag(id);
  if (league !== undefined) return { id: String(id), label: league.name, slug: league.code };
  const label = NAMES[id] ?? 'Other';
  return { id: String(id), label, slug: label.toLowerCase().replaceAll(' ', '-') };
}

const NAMES: Readonly<Record<number, string>> = {
  [SPORTS_TAG]: 'Sports',
  [WEATHER_TAG]: 'Weather',
  [ECONOMY_TAG]: 'Economy',
  [CULTURE_TAG]: 'Culture',
  [FEATURED_TAG]: 'Featured',
  [POLITICS_TAG]: 'Politics',
  [CRYPTO_TAG]: 'Crypto',
  [ELECTIONS_TAG]: 'Elections',
  [RATES_TAG]: 'Interest rates',
};
const PARENTS: Readonly<Record<number, number>> = {
  [ELECTIONS_TAG]: POLITICS_TAG,
  [RATES_TAG]: ECONOMY_TAG,
};

/** Every tag: topics first, then what stands under one of them. */
export const TAGS: readonly number[] = [
  SPORTS_TAG,
  POLITICS_TAG,
  ECONOMY_TAG,
  WEATHER_TAG,
  CRYPTO_TAG,
  CULTURE_TAG,
  FEATURED_TAG,
  ELECTIONS_TAG,
  RATES_TAG,
  ...LEAGUES.map((_, place) => leagueTag(place)),
];

const CREATED = wholeTime(Date.UTC(2020, 0, 1));

/** A tag as the list of tags has it, with those under it (interface.md 7.10). */
export function tagJson(id: number): WireObject {
  const { label, slug } = tagOf(id);
  const league = leagueOfTag(id);
  const sportId = league && SPORTS.indexOf(league.sport) + 1;
  const place = id - FIRST_LEAGUE_TAG;
  return {
    id: String(id),
    label,
    slug,
    createdAt: CREATED,
    updatedAt: CREATED,
    image: '',
    tradable: id !== FEATURED_TAG,
    ...(league && { league: { id: place + 1, name: league.name, sportId, tagId: id, slug: league.code } }),
    parentId: parentTag(id) ?? null,
    subtags: TAGS.filter((each) => parentTag(each) === id).map(tagJson),
  };
}
