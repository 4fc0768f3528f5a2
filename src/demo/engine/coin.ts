import { BASE_MS, DAY, type EventFrame, HOUR } from './events.ts';
import { LUMEN_DAY, lumenLow } from './question-kinds.ts';
import { questionOfSeries, winningAnswer } from './questions.ts';
import { drift, unit } from './random.ts';

/** Width of the range in the middle, in dollars. */
export const COIN_BAND = 40;

/** What a coin costs at any time, in dollars with two decimals. It ends each day in the range that wins. */
export function coinCourse(seed: number): (ms: number) => number {
  const closes = new Map<number, number>();
  const closeAt = (period: number): number => {
    const close = closes.get(period) ?? closeOf(seed, period);
    closes.set(period, close);
    return close;
  };
  return (ms) => {
    const period = coinDay(ms);
    const along = (ms - BASE_MS) / DAY - period;
    const [from, to] = [closeAt(period - 1), closeAt(period)];
    // Swings die away towards both ends of a day, so that each close is what it must be.
    const room = Math.sqrt(along * (1 - along));
    const swing =
      14 * drift(ms, 5 * HOUR, seed, 64) + 3 * drift(ms, HOUR / 3, seed, 65) + drift(ms, 90_000, seed, 66);
    return Math.round((from + (to - from) * along + swing * room) * 100) / 100;
  };
}

/** The price at the end of a day, within the range of the answer that comes true. */
function closeOf(seed: number, period: number): number {
  const event: EventFrame | undefined = questionOfSeries(seed, LUMEN_DAY, period);
  const low = lumenLow(seed, period);
  const won = event?.subject.kind === 'question' ? winningAnswer(seed, event, event.subject) : 1;
  const share = 0.1 + 0.8 * unit(seed, period, 67);
  if (won === 0) return low - 20 + 20 * share;
  return won === 1 ? low + COIN_BAND * share : low + COIN_BAND + 20 * share;
}

/** The day of a moment, counted from 2020. */
export function coinDay(ms: number): number {
  return Math.floor((ms - BASE_MS) / DAY);
}
