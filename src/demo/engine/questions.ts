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

/** Questions come back every day, week, month or year; one of each kind is listed at any time, often several. */
type Cadence = 'day' | 'week' | 'month' | 'year';

interface QuestionKind {
  readonly code: string;
  readonly cadence: Cadence;
  /** Months by which a year of this kind is shifted. */
  readonly shift?: number;
  readonly category: string;
  readonly tags: readonly number[];
  readonly source: string;
  /** `date`: its first day, `2026-11-20`. */
  readonly title: (date: string) => string;
  readonly labels: (seed: number, period: number) => readonly string[];
  /** Keeps kinds with the same labels apart. */
  readonly salt?: number;
}

/** Above every id of a game. */
const FIRST_EVENT_ID = 100_000_000;
const FIRST_MARKET_ID = 1_900_000_000;
const PERIODS = 20_000;
const ANSWERS = 64;
const TIMES: Readonly<
  Record<Cadence, { readonly lead: number; readonly resolve: number; readonly listed: number }>
> = {
  day: { lead: 2 * DAY, resolve: 6 * HOUR, listed: 2 * DAY },
  week: { lead: 3 * DAY, resolve: 12 * HOUR, listed: 3 * DAY },
  month: { lead: 10 * DAY, resolve: DAY, listed: 7 * DAY },
  year: { lead: 30 * DAY, resolve: DAY, listed: 7 * DAY },
};

const LEAGUE_NUMBERS = LEAGUES.map((_, number) => number);
/** With a prize for the player who scores most: many outcomes, most of them unlikely. */
const SCORER_LEAGUES: readonly number[] = [1, 7, 3];

const KINDS: readonly QuestionKind[] = [
  weather('larkin', 'Port Larkin', 61),
  weather('tarn', 'Tarn City', 38),
  {
    code: 'chart',
    cadence: 'week',
    category: 'culture',
    tags: [CULTURE_TAG],
    source: 'the Brindle Chart Company',
    title: (date) => `Number one single in the week of ${dayText(date)}`,
    labels: () => ['Paper Harbour', 'Slow Satellites', 'Every Other Window', 'Tin Orchestra', 'Blue Ledger'],
  },
  {
    code: 'prices',
    cadence: 'month',
    category: 'economy',
    tags: [ECONOMY_TAG],
    source: 'the Office of Price Statistics',
    title: (date) => `Consumer prices, change in ${monthText(date)}`,
    labels: () => ['Below 0.0%', '0.0% to 0.1%', '0.2% to 0.3%', '0.4% or more'],
  },
  {
    code: 'rate',
    cadence: 'month',
    category: 'economy',
    tags: [ECONOMY_TAG, FEATURED_TAG],
    source: 'the minutes of the rate committee',
    title: (date) => `Policy rate decision in ${monthText(date)}`,
    labels: () => ['Cut', 'No change', 'Raise'],
  },
  {
    code: 'lanterns',
    cadence: 'month',
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
  ...LEAGUE_NUMBERS.map(champion),
  ...SCORER_LEAGUES.map(scorer),
];

export function listedQuestions(seed: number, now: number): EventFrame[] {
  return KINDS.flatMap((kind, index) => {
    const { lead } = TIMES[kind.cadence];
    const last = periodAt(kind, now + lead);
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
  const times = TIMES[kind.cadence];
  const [startMs, endMs] = [startOf(kind, period), startOf(kind, period + 1)];
  const date = new Date(startMs).toISOString().slice(0, 10);
  const title = kind.title(date);
  const resolvedMs = endMs + times.resolve;
  const number = kindIndex * PERIODS + period;
  return {
    id: FIRST_EVENT_ID + number,
    marketBase: FIRST_MARKET_ID + number * ANSWERS,
    slug: `${kind.code}-${date}`,
    title,
    description: `${title}. Made up for the demo exchange; decided by ${kind.source}.`,
    category: kind.category,
    seriesSlug: `${kind.code}-${kind.cadence}`,
    tags: kind.tags,
    listedMs: startMs - times.lead,
    startMs,
    endMs,
    resolvedMs,
    unlistedMs: resolvedMs + times.listed,
    voidPoints: undefined,
    subject: { kind: 'question', source: kind.source, answers: answersOf(kind, seed, period, title) },
  };
}

function periodAt(kind: QuestionKind, ms: number): number {
  if (kind.cadence === 'day') return Math.floor((ms - BASE_MS) / DAY);
  if (kind.cadence === 'week') return Math.floor((ms - BASE_MS) / (7 * DAY));
  const date = new Date(ms);
  const months = (date.getUTCFullYear() - 2020) * 12 + date.getUTCMonth();
  return kind.cadence === 'month' ? months : Math.floor((months - (kind.shift ?? 0)) / 12);
}

function startOf(kind: QuestionKind, period: number): number {
  if (kind.cadence === 'day') return BASE_MS + period * DAY;
  if (kind.cadence === 'week') return BASE_MS + period * 7 * DAY;
  return kind.cadence === 'month' ? Date.UTC(2020, period, 1) : Date.UTC(2020 + period, kind.shift ?? 0, 1);
}

function weather(code: string, city: string, mildest: number): QuestionKind {
  return {
    code: `temp-${code}`,
    cadence: 'day',
    category: 'climate',
    tags: [CLIMATE_TAG],
    source: `the ${city} observatory`,
    title: (date) => `Highest temperature in ${city} on ${dayText(date)}`,
    labels: (seed, period) => {
      const low = mildest + below(20, seed, period, mildest);
      const bands = [0, 2, 4, 6].map((step) => `${low + step}° to ${low + step + 1}°`);
      return [`${low - 1}° or below`, ...bands, `${low + 8}° or above`];
    },
  };
}

function champion(leagueIndex: number, place: number): QuestionKind {
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  return {
    code: `${league.code}-champion`,
    cadence: 'year',
    // Seasons end in different months, so most of them have long to go at any time.
    shift: (place * 3) % 12,
    category: 'sports',
    tags: [leagueTag(leagueIndex), FEATURED_TAG],
    source: `the ${league.name} table`,
    title: (date) => `${league.name} champion ${seasonText(date)}`,
    labels: () => Array.from({ length: TEAMS_PER_LEAGUE }, (_, team) => teamOf(leagueIndex, team).name),
    salt: leagueIndex,
  };
}

function scorer(leagueIndex: number): QuestionKind {
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  return {
    ...champion(leagueIndex, leagueIndex + 1),
    code: `${league.code}-top-scorer`,
    source: `the ${league.name} scorers’ table`,
    title: (date) => `${league.name} top scorer ${seasonText(date)}`,
    labels: () =>
      Array.from({ length: 2 * TEAMS_PER_LEAGUE }, (_, place) => {
        const team = teamOf(leagueIndex, place % TEAMS_PER_LEAGUE);
        return `No. ${7 + 2 * Math.floor(place / TEAMS_PER_LEAGUE)}, ${team.name}`;
      }),
    salt: leagueIndex + LEAGUES.length,
  };
}

function answersOf({ labels, salt }: QuestionKind, seed: number, period: number, title: string): Answer[] {
  const all = labels(seed, period);
  const weighing = salt === undefined ? period : period * 31 + salt;
  return all.map((label, index) => ({
    label,
    key: label
      .toLowerCase()
      .replaceAll('%', 'pct')
      .replaceAll('°', '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40)
      .replace(/-$/, ''),
    weight: 0.3 + unit(seed, weighing, index, all.length, 77) * 1.7,
    question: `${title}: ${label}?`,
  }));
}

/** `2026-11-02` → `2 Nov`. */
function dayText(date: string): string {
  return `${Number(date.slice(8))} ${monthOf(date).slice(0, 3)}`;
}

/** `2026-11-01` → `November 2026`. */
function monthText(date: string): string {
  return `${monthOf(date)} ${date.slice(0, 4)}`;
}

/** A season of twelve months: `2026` from January on, else `2026–27`. */
function seasonText(date: string): string {
  const year = Number(date.slice(0, 4));
  return date.slice(5, 7) === '01' ? String(year) : `${year}–${String(year + 1).slice(2)}`;
}

function monthOf(date: string): string {
  return new Date(date).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
}
