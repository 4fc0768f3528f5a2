import { BASE_MS, DAY, type EventFrame, HOUR, LAST_MS } from './events.ts';
import { CRYPTO_TAG } from './tags.ts';

/** The series of windows in which a coin ends up or down. */
export const LUMEN_WINDOWS = { code: 'lumen-15m', series: 'Lumencoin, quarter by quarter' } as const;

const WINDOW_MS = HOUR / 4;
const SETTLED_AFTER_MS = 60_000;

/** The window of this number, counted from 2020; one begins as the last ends. `ids`: where its ids are counted from. */
export function windowAt(
  number: number,
  ids: { readonly event: number; readonly market: number },
): EventFrame {
  const startMs = BASE_MS + number * WINDOW_MS;
  const endMs = startMs + WINDOW_MS;
  const start = new Date(startMs).toISOString();
  const [from, to] = [start, new Date(endMs).toISOString()].map((text) => text.slice(11, 16));
  const title = `Lumencoin up or down, ${from}–${to} UTC`;
  const source = 'the Larkin coin exchange';
  const resolvedMs = endMs + SETTLED_AFTER_MS;
  return {
    id: ids.event,
    marketBase: ids.market,
    slug: `${LUMEN_WINDOWS.code}-${start.slice(11, 16).replace(':', '')}-${start.slice(0, 10)}`,
    title,
    description: `${title}. Made up for the demo exchange; decided by ${source}.`,
    category: 'crypto',
    seriesSlug: LUMEN_WINDOWS.code,
    tags: [CRYPTO_TAG],
    listedMs: Math.floor(startMs / HOUR) * HOUR - HOUR,
    startMs,
    endMs,
    resolvedMs,
    unlistedMs: Math.ceil(resolvedMs / HOUR) * HOUR,
    voidPoints: undefined,
    subject: {
      kind: 'question',
      source,
      answers: [
        { label: 'Up', key: 'up', weight: 1, question: `Does Lumencoin end higher, ${from}–${to} UTC?` },
      ],
    },
  };
}

/** Whether the event is one of the windows. */
export function isWindow({ seriesSlug }: EventFrame): boolean {
  return seriesSlug === LUMEN_WINDOWS.code;
}

/** Numbers of the windows that may be listed at `now`. */
export function windowsAround(now: number): readonly number[] {
  const first = Math.max(0, windowNumber(now - 2 * HOUR));
  return Array.from({ length: (5 * HOUR) / WINDOW_MS }, (_, place) => first + place);
}

/** Numbers of the windows that begin on a day, which is given by its first moment. */
export function windowsOfDay(ms: number): readonly number[] {
  const first = windowNumber(ms);
  return Array.from({ length: DAY / WINDOW_MS }, (_, place) => first + place);
}

/** How many there are. */
export const WINDOW_COUNT = windowNumber(LAST_MS);

function windowNumber(ms: number): number {
  return Math.floor((ms - BASE_MS) / WINDOW_MS);
}
