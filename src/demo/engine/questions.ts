import { type Answer, BASE_MS, DAY, type EventFrame, HOUR } from './events.ts';
import {
  CLIMATE_TAG,
  CULTURE_TAG,
  ECONOMY_TAG,
  FEATURED_TAG,
  LEAGUES,
  leagueTag,
  TEAMS_PER_LEAGUE,
  teamOf,
} from './leagues.ts';
import { below, unit } from './random.ts';

/** Comes back every so many months, or every day where there are none; one of each kind is listed at any time. */
interface QuestionKind {
  readonly code: string;
  readonly months: 0 | 1 | 12;
  /** Months by which a year of this kind is shifted. */
  readonly shift: number;
  readonly category: string;
  readonly tags: readonly number[];
  readonly source: string;
  /** `date`: its first day. */
  readonly title: (date: Date) => string;
  readonly labels: (seed: number, period: number) => readonly string[];
}

/** Above every id of a game. */
export const FIRST_EVENT_ID = 100_000_000;
export const FIRST_MARKET_ID = 1_900_000_000;
const PERIODS = 20_000;
const ANSWERS = 64;
const LEAD = { 0: 2 * DAY, 1: 10 * DAY, 12: 30 * DAY } as const;

const KINDS: readonly QuestionKind[] = [
  {
    code: 'temp-larkin',
    months: 0,
    shift: 0,
    category: 'climate',
    tags: [CLIMATE_TAG],
    source: 'the Port Larkin observatory',
    title: (date) =>
      `Highest temperature in Port Larkin on ${textOf(date, { day: 'numeric', month: 'short' })}`,
    labels: (seed, period) => {
      const low = 61 + below(20, seed, period, 61);
      const bands = [0, 2, 4, 6].map((step) => `${low + step}° to ${low + step + 1}°`);
      return [`${low - 1}° or below`, ...bands, `${low + 8}° or above`];
    },
  },
  {
    code: 'rate',
    months: 1,
    shift: 0,
    category: 'economy',
    tags: [ECONOMY_TAG, FEATURED_TAG],
    source: 'the minutes of the rate committee',
    title: (date) => `Policy rate decision in ${monthText(date)}`,
    labels: () => ['Cut', 'No change', 'Raise'],
  },
  {
    code: 'lanterns',
    months: 1,
    shift: 0,
    category: 'culture',
    tags: [CULTURE_TAG, FEATURED_TAG],
    source: 'the Lantern Academy',
    title: (date) => `Lantern Awards: best picture, ceremony of ${monthText(date)}`,
    labels: () => [
      'The Cartographer',
      'Salt and Signal',
      'An Incomplete and Largely Unreliable History of the Night Ferry to Zephyr Falls',
      'Winterhold',
      'Nine Lamps',
    ],
  },
  ...LEAGUES.map((_, number) => champion(number)),
];

export function listedQuestions(seed: number, now: number): EventFrame[] {
  return KINDS.flatMap((kind, index) => {
    const last = periodAt(kind, now + LEAD[kind.months]);
    const frames: EventFrame[] = [];
    for (let period = last; period >= 0 && period > last - 8; period--) {
      const frame = questionOf(seed, index, period);
      if (frame.listedMs <= now && now < frame.unlistedMs) frames.push(frame);
    }
    return frames;
  });
}

/** The question with this event id; undefined when there is none. */
export function questionById(seed: number, id: number): EventFrame | undefined {
  const number = id - FIRST_EVENT_ID;
  const kind = Math.floor(number / PERIODS);
  return KINDS[kind] === undefined || number < 0 ? undefined : questionOf(seed, kind, number % PERIODS);
}

export function questionByMarketId(seed: number, id: number): EventFrame | undefined {
  return questionById(seed, FIRST_EVENT_ID + Math.floor((id - FIRST_MARKET_ID) / ANSWERS));
}

/** Questions whose slug ends in this date (`2026-11-20`). */
export function questionsOfDate(seed: number, date: string): EventFrame[] {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return KINDS.map((kind, index) => questionOf(seed, index, periodAt(kind, ms))).filter((frame) =>
    frame.slug.endsWith(date),
  );
}

function questionOf(seed: number, kindIndex: number, period: number): EventFrame {
  const kind = KINDS[kindIndex];
  if (kind === undefined) throw new RangeError(`No question kind ${kindIndex}`);
  const [startMs, endMs] = [startOf(kind, period), startOf(kind, period + 1)];
  const start = new Date(startMs);
  const title = kind.title(start);
  const resolvedMs = endMs + (kind.months === 0 ? 6 * HOUR : DAY);
  const number = kindIndex * PERIODS + period;
  return {
    id: FIRST_EVENT_ID + number,
    marketBase: FIRST_MARKET_ID + number * ANSWERS,
    slug: `${kind.code}-${start.toISOString().slice(0, 10)}`,
    title,
    description: `${title}. Made up for the demo exchange; decided by ${kind.source}.`,
    category: kind.category,
    seriesSlug: kind.code,
    tags: kind.tags,
    listedMs: startMs - LEAD[kind.months],
    startMs,
    endMs,
    resolvedMs,
    unlistedMs: resolvedMs + (kind.months === 0 ? 2 : 7) * DAY,
    voidPoints: undefined,
    subject: {
      kind: 'question',
      source: kind.source,
      answers: kind.labels(seed, period).map(
        (label, index): Answer => ({
          label,
          key: label
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, '-')
            .replace(/^-|-$/g, '')
            .slice(0, 40),
          weight: 0.3 + unit(seed, number, index, 77) * 1.7,
          question: `${title}: ${label}?`,
        }),
      ),
    },
  };
}

function periodAt({ months, shift }: QuestionKind, ms: number): number {
  if (months === 0) return Math.floor((ms - BASE_MS) / DAY);
  const date = new Date(ms);
  return Math.floor(((date.getUTCFullYear() - 2020) * 12 + date.getUTCMonth() - shift) / months);
}

function startOf({ months, shift }: QuestionKind, period: number): number {
  return months === 0 ? BASE_MS + period * DAY : Date.UTC(2020, shift + period * months, 1);
}

function champion(leagueIndex: number): QuestionKind {
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  return {
    code: `${league.code}-champion`,
    months: 12,
    // Seasons end in different months, so most of them have long to go at any time.
    shift: (leagueIndex * 3) % 12,
    category: 'sports',
    tags: [leagueTag(leagueIndex), FEATURED_TAG],
    source: `the ${league.name} table`,
    title: (date) => `${league.name} champion ${seasonText(date)}`,
    labels: () => Array.from({ length: TEAMS_PER_LEAGUE }, (_, team) => teamOf(leagueIndex, team).name),
  };
}

/** A season of twelve months: `2026` from January on, else `2026–27`. */
function seasonText(date: Date): string {
  const year = date.getUTCFullYear();
  return date.getUTCMonth() === 0 ? String(year) : `${year}–${String(year + 1).slice(2)}`;
}

function monthText(date: Date): string {
  return textOf(date, { month: 'long', year: 'numeric' });
}

function textOf(date: Date, parts: Intl.DateTimeFormatOptions): string {
  return date.toLocaleDateString('en-GB', { ...parts, timeZone: 'UTC' });
}
