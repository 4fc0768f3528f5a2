import type { SportsMarketType } from '../../core/market.ts';
import { LEAGUES, type League, TEAMS_PER_LEAGUE, TENNIS_LEAGUE, teamOf } from './leagues.ts';
import { hash, unit } from './random.ts';
import { leagueTag } from './tags.ts';

/** Where an event or market is in its life. */
type Phase = 'upcoming' | 'live' | 'resolving' | 'resolved';

/** The frame of an event: who, when. Its markets are made from it when somebody asks. */
export interface EventFrame {
  /** Positive int32. */
  readonly id: number;
  /** Ids of its markets are `marketBase` plus the market's place. */
  readonly marketBase: number;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly seriesSlug: string;
  readonly tags: readonly number[];
  readonly listedMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly resolvedMs: number;
  readonly unlistedMs: number;
  /** A void settles every market at this many points, between 0 and 1 dollar. */
  readonly voidPoints: number | undefined;
  readonly subject: Game | Question;
}

export interface Game {
  readonly kind: 'game';
  readonly league: League;
  readonly leagueIndex: number;
  readonly home: number;
  readonly away: number;
  readonly gameId: number;
  /** What is halted in the middle of the game: one line and now and then another, or for a shorter time all of it. */
  readonly halts: 'line' | 'game' | undefined;
}

/** Several answers of which exactly one comes true; one Yes/No market each. */
export interface Question {
  readonly kind: 'question';
  readonly answers: readonly Answer[];
  readonly source: string;
}

export interface Answer {
  readonly label: string;
  /** Part of the market's slug. */
  readonly key: string;
  /** Relative chance before anything is known. */
  readonly weight: number;
  readonly question: string;
}

/** The frame of a market: which contract it is. Prices, books and states are worked out from it and the time. */
export interface MarketFrame {
  readonly event: EventFrame;
  /** Place inside the event, from 0. */
  readonly index: number;
  /** Positive int32. */
  readonly id: number;
  readonly slug: string;
  readonly question: string;
  readonly title: string;
  readonly titleShort: string;
  readonly marketType: string;
  readonly sportsMarketType: string;
  readonly sportsMarketTypeV2: SportsMarketType;
  readonly contract: Contract;
  readonly longLabel: string;
  readonly shortLabel: string;
  readonly longTeam: number | undefined;
  readonly shortTeam: number | undefined;
  /** Price step in points (1/10,000 dollar). */
  readonly tick: number;
  /** Fee coefficient Θ in 1/10,000. */
  readonly theta: number;
  /** Whole milliseconds after which its book is replaced at the latest; undefined: when prices move. */
  readonly churnMs: number | undefined;
}

/** What makes the long side win. */
export type Contract =
  | { readonly kind: 'winner'; readonly team: 'home' | 'away' }
  | { readonly kind: 'threeWay'; readonly result: 'home' | 'draw' | 'away' }
  /** The home team's margin plus `line` is above zero. */
  | { readonly kind: 'spread'; readonly line: number }
  /** Of both teams, or of one. */
  | { readonly kind: 'total'; readonly team?: 'home' | 'away'; readonly line: number }
  | { readonly kind: 'player'; readonly player: number; readonly usual: number; readonly line: number }
  | { readonly kind: 'answer' }
  /** The coin ends its window above where it began. */
  | { readonly kind: 'up' }
  /** The long sides of all legs win. */
  | { readonly kind: 'combo'; readonly legs: readonly MarketFrame[] };

export function phaseOf(event: EventFrame, now: number): Phase {
  if (now >= event.resolvedMs) return 'resolved';
  if (now >= event.endMs) return 'resolving';
  // A question is open for answers until it ends; only games are played live.
  return now >= event.startMs && event.subject.kind === 'game' ? 'live' : 'upcoming';
}

/** 0 at the start, 1 from the end on. */
export function progressOf(event: EventFrame, now: number): number {
  return Math.min(1, Math.max(0, (now - event.startMs) / (event.endMs - event.startMs)));
}

/**
 * The fixture list. A game starts in every half-hour slot of every day, in each of `lanes` lanes, so that any hour
 * looks alike; a slot's game is the same whenever it is looked at. Ids count from 2020 and fit an int32 until 2070.
 */
const SLOT_MS = 1_800_000;
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
const LISTED_AFTER = [12, 27, 12, 12, 72, 12, 27, 12, 27, 12];
/** Every fifth game of the first lane is tennis, so that a match is on at any time. Its pairs are no others' of the day. */
const TENNIS_EVERY = 5;
const TENNIS_PLACE = 60;
/** Abandoned games: one in twelve of the first lane, so that one is always listed. */
const VOID_EVERY = 12;
const VOID_SLOT = 5;
const LONGEST_LEAD = 169 * HOUR;
const LONGEST_AFTER = 80 * HOUR;

/** The game of a slot (counted from 2020) and lane (0–15). */
export function gameAt(seed: number, slot: number, lane: number): EventFrame {
  const startMs = BASE_MS + slot * SLOT_MS;
  const dayIndex = Math.floor((startMs - DAY_SHIFT) / DAY);
  const date = new Date(dayIndex * DAY).toISOString().slice(0, 10);
  const ofDay = Math.round((startMs - DAY_SHIFT - dayIndex * DAY) / SLOT_MS);
  const number = lane * SLOTS_PER_DAY + ofDay;
  const isTennis = lane === 0 && slot % TENNIS_EVERY === 0;
  const leagueIndex = isTennis ? TENNIS_LEAGUE : (number + dayIndex + hash(seed)) % LEAGUES.length;
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  // One game a day per pair and league: 35 has no factor in common with the number of pairs.
  const place = isTennis
    ? TENNIS_PLACE + Math.floor(ofDay / TENNIS_EVERY)
    : Math.floor(number / LEAGUES.length);
  const pair = (place * 35 + hash(seed, dayIndex, leagueIndex)) % PAIRS;
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
    title: `${awayTeam.name} vs. ${homeTeam.name}`,
    description: `${league.name}: ${awayTeam.name} play at ${homeTeam.name} on ${date}. A made-up game of the demo exchange.`,
    category: 'sports',
    seriesSlug: `${league.code}-${date.slice(0, 4)}`,
    tags: [leagueTag(leagueIndex)],
    listedMs: Math.floor((startMs - (LEADS[slot % LEADS.length] ?? 6) * HOUR) / HOUR) * HOUR,
    startMs,
    endMs,
    resolvedMs,
    unlistedMs:
      Math.ceil((resolvedMs + (LISTED_AFTER[(slot + lane) % LISTED_AFTER.length] ?? 12) * HOUR) / HOUR) *
      HOUR,
    voidPoints:
      lane === 0 && slot % VOID_EVERY === VOID_SLOT ? (slot % 24 === VOID_SLOT ? 5000 : 6000) : undefined,
    subject: {
      kind: 'game',
      league,
      leagueIndex,
      home,
      away,
      gameId: 700_000 + index,
      halts: slot % 3 !== 0 ? undefined : slot % 6 === 0 ? 'line' : 'game',
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
