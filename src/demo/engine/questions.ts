import { comboAt } from './combos.ts';
import { type Answer, BASE_MS, DAY, type EventFrame, HOUR, type Question } from './events.ts';
import { KINDS, type QuestionKind } from './question-kinds.ts';
import { unit } from './random.ts';
import { WINDOW_COUNT, windowAt, windowsAround, windowsOfDay } from './windows.ts';

/** Above every id of a game. */
export const FIRST_EVENT_ID = 100_000_000;
export const FIRST_MARKET_ID = 1_900_000_000;
const PERIODS = 20_000;
const ANSWERS = 64;
/** Windows are counted behind forty kinds of questions. */
const FIRST_WINDOW = 40 * PERIODS;
/** Combos are counted behind all windows. */
const FIRST_COMBO = 2_600_000;
const LEAD = { 0: 2 * DAY, 1: 10 * DAY, 12: 30 * DAY } as const;

export function listedQuestions(seed: number, now: number): EventFrame[] {
  const windows = windowsAround(now)
    .map(windowOf)
    .filter(({ listedMs, unlistedMs }) => listedMs <= now && now < unlistedMs);
  const questions = KINDS.flatMap((kind, index) => {
    const last = periodAt(kind, now + LEAD[kind.months]);
    const frames: EventFrame[] = [];
    for (let period = last; period >= 0 && period > last - 8; period--) {
      const frame = questionOf(seed, index, period);
      if (frame.listedMs <= now && now < frame.unlistedMs) frames.push(frame);
    }
    return frames;
  });
  return [...questions, ...windows];
}

function windowOf(number: number): EventFrame {
  const place = FIRST_WINDOW + number;
  return windowAt(number, { event: FIRST_EVENT_ID + place, market: FIRST_MARKET_ID + place * ANSWERS });
}

/** The combo of a slot; no list has it. Undefined where one of its games is abandoned. */
export function comboOfSlot(seed: number, slot: number): EventFrame | undefined {
  const place = FIRST_COMBO + slot;
  return comboAt(seed, slot, { event: FIRST_EVENT_ID + place, market: FIRST_MARKET_ID + place * ANSWERS });
}

/** The question with this event id; undefined when there is none. */
export function questionById(seed: number, id: number): EventFrame | undefined {
  const number = id - FIRST_EVENT_ID;
  const window = number - FIRST_WINDOW;
  if (number >= FIRST_COMBO) return comboOfSlot(seed, number - FIRST_COMBO);
  if (window >= 0) return window < WINDOW_COUNT ? windowOf(window) : undefined;
  const kind = Math.floor(number / PERIODS);
  return KINDS[kind] === undefined || number < 0 ? undefined : questionOf(seed, kind, number % PERIODS);
}

export function questionByMarketId(seed: number, id: number): EventFrame | undefined {
  return questionById(seed, FIRST_EVENT_ID + Math.floor((id - FIRST_MARKET_ID) / ANSWERS));
}

/** The question of a daily series on a day counted from 2020. */
export function questionOfSeries(seed: number, code: string, period: number): EventFrame | undefined {
  const kind = KINDS.findIndex((each) => each.code === code);
  return kind < 0 || period < 0 ? undefined : questionOf(seed, kind, period);
}

/** Questions and windows whose slug has this date (`2026-11-20`). */
export function questionsOfDate(seed: number, date: string): EventFrame[] {
  const ms = Date.parse(`${date}T00:00:00Z`);
  const questions = KINDS.map((kind, index) => questionOf(seed, index, periodAt(kind, ms)));
  return [...questions.filter(({ slug }) => slug.endsWith(date)), ...windowsOfDay(ms).map(windowOf)];
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

/** The place of the answer that comes true. */
export function winningAnswer(seed: number, event: EventFrame, question: Question): number {
  let rest = unit(seed, event.id, 91) * question.answers.reduce((sum, answer) => sum + answer.weight, 0);
  for (const [place, answer] of question.answers.entries()) {
    rest -= answer.weight;
    if (rest < 0) return place;
  }
  return question.answers.length - 1;
}
