import { DAY_MS } from '../base/clock.ts';
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
  const words = new Map<string, SearchMeaning>();
  // Of more than one word, as in `en vivo`, the last has the meaning.
  for (const [text, meaning] of own)
    for (const [at, word] of wordsOf(text).toReversed().entries())
      if (at === 0 || !words.has(word)) words.set(word, at === 0 ? meaning : 'joining');
  return new Map([...words, ...ENGLISH_SEARCH_WORDS]);
}
