import { LEAGUES, TEAMS_PER_LEAGUE, teamOf } from './leagues.ts';
import { below } from './random.ts';
import {
  CRYPTO_TAG,
  CULTURE_TAG,
  ECONOMY_TAG,
  ELECTIONS_TAG,
  FEATURED_TAG,
  leagueTag,
  POLITICS_TAG,
  RATES_TAG,
  WEATHER_TAG,
} from './tags.ts';

/** Comes back every so many months, or every day where there are none; one of each kind is listed at any time. */
export interface QuestionKind {
  /** Its series, and how its slugs begin. */
  readonly code: string;
  /** What its series is called. */
  readonly series: string;
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

const CLIMATE = { category: 'climate', tags: [WEATHER_TAG] };
const ECONOMY = { category: 'economy', tags: [ECONOMY_TAG] };
const POLITICS = { category: 'politics', tags: [POLITICS_TAG] };
const ELECTION = { ...POLITICS, tags: [POLITICS_TAG, ELECTIONS_TAG] };
const CRYPTO = { category: 'crypto', tags: [CRYPTO_TAG], source: 'the Larkin coin exchange' };
const DAILY = { months: 0, shift: 0 } as const;
const MONTHLY = { months: 1, shift: 0 } as const;

/** The series whose answers are ranges of a coin's price. */
export const LUMEN_DAY = 'lumen-day';

/** Where the range in the middle begins on a day, in dollars. */
export function lumenLow(seed: number, period: number): number {
  return 480 + 20 * below(9, seed, period, 62);
}

/** In this order for good: ids are counted by it. */
export const KINDS: readonly QuestionKind[] = [
  {
    ...DAILY,
    ...CLIMATE,
    code: 'temp-larkin',
    series: 'Daily high in Port Larkin',
    source: 'the Port Larkin observatory',
    title: (date) => `Highest temperature in Port Larkin on ${dayText(date)}`,
    labels: (seed, period) => {
      const low = 61 + below(20, seed, period, 61);
      const bands = [0, 2, 4, 6].map((step) => `${low + step}° to ${low + step + 1}°`);
      return [`${low - 1}° or below`, ...bands, `${low + 8}° or above`];
    },
  },
  {
    ...MONTHLY,
    code: 'rate',
    series: 'Policy rate decisions',
    category: 'economy',
    tags: [ECONOMY_TAG, RATES_TAG, FEATURED_TAG],
    source: 'the minutes of the rate committee',
    title: (date) => `Policy rate decision in ${monthText(date)}`,
    labels: () => ['Cut', 'No change', 'Raise'],
  },
  {
    ...MONTHLY,
    code: 'lanterns',
    series: 'Lantern Awards',
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
  {
    ...DAILY,
    ...POLITICS,
    code: 'speeches',
    series: 'Speeches in the harbour council',
    source: 'the council record',
    title: (date) => `Speeches in the harbour council on ${dayText(date)}`,
    labels: () => ['10 or fewer', '11 to 20', '21 or more'],
  },
  {
    ...MONTHLY,
    ...POLITICS,
    code: 'budget',
    series: 'Budget votes',
    source: 'the council record',
    title: (date) => `Budget vote of the harbour council in ${monthText(date)}`,
    labels: () => ['Passed', 'Passed with changes', 'Rejected', 'Put off'],
  },
  {
    ...ELECTION,
    code: 'mayor',
    series: 'Mayors of Port Larkin',
    months: 12,
    shift: 4,
    source: 'the election board of Port Larkin',
    title: (date) => `Next mayor of Port Larkin, term of ${date.getUTCFullYear() + 1}`,
    labels: () => ['Ida Brandvold', 'Tomas Quill', 'Renata Osei', 'Per Lindgard'],
  },
  {
    ...DAILY,
    ...ECONOMY,
    code: 'larkin100',
    series: 'Larkin 100, day by day',
    source: 'the closing bell of the Larkin bourse',
    title: (date) => `Larkin 100 on ${dayText(date)}`,
    labels: () => ['Up by 1% or more', 'Up by less', 'Down by less', 'Down by 1% or more'],
  },
  {
    ...ECONOMY,
    code: 'growth',
    series: 'Growth by year',
    months: 12,
    shift: 6,
    source: 'the statistics office',
    title: (date) => `Growth in the year from ${monthText(date)}`,
    labels: () => ['Below 0%', '0% to 1.9%', '2% to 3.9%', '4% or more'],
  },
  {
    ...DAILY,
    ...CLIMATE,
    code: 'rain-eastmere',
    series: 'Daily rain in Eastmere',
    source: 'the Eastmere rain gauge',
    title: (date) => `Rain in Eastmere on ${dayText(date)}`,
    labels: () => ['None', 'Less than 5 mm', '5 mm or more'],
  },
  {
    ...MONTHLY,
    ...CLIMATE,
    code: 'snow-zephyr',
    series: 'Snow in Zephyr Falls',
    source: 'the Zephyr Falls weather station',
    title: (date) => `Days with snow in Zephyr Falls in ${monthText(date)}`,
    labels: () => ['None', '1 to 3', '4 to 9', '10 or more'],
  },
  {
    ...DAILY,
    ...CRYPTO,
    code: LUMEN_DAY,
    series: 'Lumencoin by day',
    title: (date) => `Lumencoin on ${dayText(date)}`,
    labels: (seed, period) => {
      const low = lumenLow(seed, period);
      return [`Below $${low}`, `$${low} to $${low + 39}`, `$${low + 40} or above`];
    },
  },
  {
    ...MONTHLY,
    ...CRYPTO,
    code: 'lumen-month',
    series: 'Lumencoin by month',
    title: (date) => `Highest price of Lumencoin in ${monthText(date)}`,
    labels: () => ['Below $500', '$500 to $599', '$600 to $699', '$700 or above'],
  },
  {
    ...CRYPTO,
    code: 'coins',
    series: 'Coins compared',
    months: 12,
    shift: 9,
    title: (date) => `Coin that gains most in the year from ${monthText(date)}`,
    labels: () => ['Lumencoin', 'Larkcoin', 'Tarn', 'Another'],
  },
];

function champion(leagueIndex: number): QuestionKind {
  const league = LEAGUES[leagueIndex] ?? LEAGUES[0];
  return {
    code: `${league.code}-champion`,
    series: `${league.name} champions`,
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

// To make one takes longer than all else about a question.
const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH_FORMAT = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function dayText(date: Date): string {
  return DAY_FORMAT.format(date);
}

function monthText(date: Date): string {
  return MONTH_FORMAT.format(date);
}
