import type { EventFrame } from './events.ts';
import { LEAGUES, TEAMS_PER_LEAGUE, teamOf } from './leagues.ts';
import { hash, unit } from './random.ts';
import { leagueTag } from './tags.ts';

/**
 * The fixture list. A game starts in every half-hour slot of every day, in each of `lanes` lanes, so that any hour
 * looks alike; a slot's game is the same whenever it is looked at. Ids count from 2020 and fit an int32 until 2070.
 */
export const SLOT_MS = 1_800_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const BASE_MS = Date.UTC(2020, 0, 1);
export const LAST_MS = Date.UTC(2070, 0, 1);
export const MAX_LANES = 16;
/** Room for the markets of one game. */
export const MARKETS_PER_GAME = 128;

const SLOTS_PER_DAY = DAY / SLOT_MS;
const PAIRS = TEAMS_PER_LEAGUE * (TEAMS_PER_LEAGUE - 1);
/** A game day starts at 05:00 UTC, as schedules in the eastern United States have it. */
const DAY_SHIFT = 5 * HOUR;
/** Hours a game is listed before its start and after it is resolved, by slot: most briefly, some for days. */
const LEADS = [6, 12, 24, 6, 12, 72, 6, 12, 24, 168, 6, 12, 24, 6, 12, 72, 6, 12, 24, 72];
const KEPT = [12, 27, 12, 12, 72, 12, 27, 12, 27, 12];
/** Abandoned games: one in twelve of the first lane, so that one is always listed. */
const VOID_EVERY = 12;
const VOID_SLOT = 5;
export const LONGEST_LEAD = 169 * HOUR;
export const LONGEST_AFTER = 80 * HOUR;

/** The game of a slot (counted from 2020) and lane (0–15). */
export function gameAt(seed: number, slot: number, lane: number): EventFrame {
  const startMs = BASE_MS + slot * SLOT_MS;
  const dayIndex = Math.floor((startMs - DAY_SHIFT) / DAY);
  const date = new Date(dayIndex * DAY).toISOString().slice(0, 10);
  const ofDay = Math.round((startMs - DAY_SHIFT - dayIndex * DAY) / SLOT_MS);
  const number = lane * SLOTS_PER_DAY + ofDay;
  const leagueIndex = (number + dayIndex + hash(seed)) % LEAGUES.length;
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  // One game a day per pair and league: 35 has no factor in common with the number of pairs.
  const pair = (Math.floor(number / LEAGUES.length) * 35 + hash(seed, dayIndex, leagueIndex)) % PAIRS;
  const home = Math.floor(pair / (TEAMS_PER_LEAGUE - 1));
  const away = (home + 1 + (pair % (TEAMS_PER_LEAGUE - 1))) % TEAMS_PER_LEAGUE;
  const [homeTeam, awayTeam] = [teamOf(leagueIndex, home), teamOf(leagueIndex, away)];
  const index = slot * MAX_LANES + lane;
  const endMs = startMs + league.minutes * 60_000;
  // Settled 95 to 125 minutes after the end: ends lie up to 90 minutes apart, and some game is always waiting.
  const resolvedMs = endMs + (95 + Math.floor(unit(seed, index, 11) * 30)) * 60_000;
  return {
    id: index + 1,
    marketBase: index * MARKETS_PER_GAME + 1,
    slug: `${league.code}-${awayTeam.abbreviation}-${homeTeam.abbreviation}-${date}`.toLowerCase(),
    title: `${awayTeam.name} at ${homeTeam.name}`,
    description: `${league.name}: ${awayTeam.name} play at ${homeTeam.name} on ${date}. A made-up game of the demo exchange.`,
    category: 'sports',
    seriesSlug: `${league.code}-season`,
    tags: [leagueTag(leagueIndex)],
    listedMs: Math.floor((startMs - (LEADS[slot % LEADS.length] ?? 6) * HOUR) / HOUR) * HOUR,
    startMs,
    endMs,
    resolvedMs,
    unlistedMs: Math.ceil((resolvedMs + (KEPT[(slot + lane) % KEPT.length] ?? 12) * HOUR) / HOUR) * HOUR,
    voidPoints:
      lane === 0 && slot % VOID_EVERY === VOID_SLOT ? (slot % 24 === VOID_SLOT ? 5000 : 6000) : undefined,
    subject: {
      kind: 'game',
      league,
      leagueIndex,
      home,
      away,
      gameId: 700_000 + index,
      halts: slot % 3 === 0,
    },
  };
}

/** Slots whose games may be listed at `now`. */
export function listedSlots(now: number): { readonly first: number; readonly last: number } {
  return {
    first: Math.max(0, slotAt(now - LONGEST_AFTER)),
    last: slotAt(now + LONGEST_LEAD),
  };
}

/** The slot that holds a moment. */
export function slotAt(ms: number): number {
  return Math.floor((ms - BASE_MS) / SLOT_MS);
}

/** The last slot up to this one whose first game is abandoned. */
export function voidSlotBefore(slot: number): number {
  return slot - ((slot - VOID_SLOT + VOID_EVERY) % VOID_EVERY);
}

/** The slots of a game day written `2026-11-20`. */
export function slotsOfDay(date: string): { readonly first: number; readonly last: number } {
  const first = Math.round((Date.parse(`${date}T00:00:00Z`) + DAY_SHIFT - BASE_MS) / SLOT_MS);
  return { first, last: first + SLOTS_PER_DAY - 1 };
}
