import type { WireObject } from '../wire/encode-values.ts';
import { LEAGUES } from './leagues.ts';
import { KINDS, type QuestionKind } from './question-kinds.ts';
import { wholeTime } from './times.ts';
import { LUMEN_WINDOWS } from './windows.ts';

const RECURRENCE: Readonly<Record<QuestionKind['months'], string>> = {
  0: 'daily',
  1: 'monthly',
  12: 'yearly',
};
const CREATED = wholeTime(Date.UTC(2020, 0, 1));

/** The id of a series by its slug: questions are counted, then seasons from 2020 on, a hundred a year. */
export function seriesIdOf(slug: string): number {
  const place = KINDS.findIndex(({ code }) => code === slug);
  if (place >= 0) return place + 1;
  if (slug === LUMEN_WINDOWS.code) return KINDS.length + 1;
  const [, code, year] = /^(.+)-(\d{4})$/.exec(slug) ?? [];
  return 1_000 + (Number(year) - 2020) * 100 + LEAGUES.findIndex((league) => league.code === code) + 1;
}

/** Every series there is: those of the questions, and each league's season of the year before, this and the next. */
export function seriesAt(now: number): readonly WireObject[] {
  const year = new Date(now).getUTCFullYear();
  const questions = KINDS.map(({ code, series, source, months }) => ({
    slug: code,
    title: series,
    subtitle: `Decided by ${source}`,
    recurrence: RECURRENCE[months],
  }));
  const windows = { slug: LUMEN_WINDOWS.code, title: LUMEN_WINDOWS.series, recurrence: '15m' };
  const seasons = [year - 1, year, year + 1].flatMap((each) =>
    LEAGUES.map(({ code, name }) => ({ slug: `${code}-${each}`, title: `${name} ${each}` })),
  );
  return [...questions, windows, ...seasons].map((one) => ({
    id: String(seriesIdOf(one.slug)),
    ...one,
    active: true,
    createdAt: CREATED,
    updatedAt: CREATED,
  }));
}
