import type { Tag } from '../../core/market.ts';
import { LEAGUES } from './leagues.ts';

export const SPORTS_TAG = 1;
export const CLIMATE_TAG = 2;
export const ECONOMY_TAG = 3;
export const CULTURE_TAG = 4;
/** On winners and futures of games: an index of what most people look for. */
export const FEATURED_TAG = 5;
const FIRST_LEAGUE_TAG = 100;

export function leagueTag(leagueIndex: number): number {
  return FIRST_LEAGUE_TAG + leagueIndex;
}

/** The tag a tag belongs under: league tags under sports. */
export function parentTag(id: number): number | undefined {
  return id >= FIRST_LEAGUE_TAG && id < FIRST_LEAGUE_TAG + LEAGUES.length ? SPORTS_TAG : undefined;
}

export function tagOf(id: number): Tag {
  const league = LEAGUES[id - FIRST_LEAGUE_TAG];
  if (league !== undefined) return { id: String(id), label: league.name, slug: league.code };
  const label = NAMES[id] ?? 'Other';
  return { id: String(id), label, slug: label.toLowerCase() };
}

const NAMES: Readonly<Record<number, string>> = {
  [SPORTS_TAG]: 'Sports',
  [CLIMATE_TAG]: 'Climate',
  [ECONOMY_TAG]: 'Economy',
  [CULTURE_TAG]: 'Culture',
  [FEATURED_TAG]: 'Featured',
};
