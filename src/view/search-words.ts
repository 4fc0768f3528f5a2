import { wordsOf } from '../core/search-query.ts';
import {
  ENGLISH_SEARCH_WORDS,
  meaningOfWeekday,
  type SearchMeaning,
  type SearchWords,
} from '../core/search-words.ts';
import type { ViewContext } from './row.ts';

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

/** The words that ask for something in a search, in English and in the language of the reader. */
export function searchWords({ t, format }: ViewContext): SearchWords {
  const own: readonly (readonly [text: string, SearchMeaning])[] = [
    [t('live'), 'live'],
    [t('mine'), 'mine'],
    [t('over'), 'over'],
    [t('under'), 'under'],
    [t('today'), 'today'],
    [t('tonight'), 'tonight'],
    [t('tomorrow'), 'tomorrow'],
    ...(['short', 'long'] as const).flatMap((weekday) => {
      const { format: write } = new Intl.DateTimeFormat(format.settings.locale, { weekday, timeZone: 'UTC' });
      return Array.from(
        { length: 7 },
        (_, at) => [write(SUNDAY + at * DAY_MS), meaningOfWeekday(at)] as const,
      );
    }),
  ];
  const single = own.flatMap(([text, meaning]) => {
    const [word, ...more] = wordsOf(text);
    return word === undefined || more.length > 0 ? [] : [[word, meaning] as const];
  });
  return new Map([...single, ...ENGLISH_SEARCH_WORDS]);
}
