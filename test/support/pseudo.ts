import { createFormatter, type FormatSettings } from '../../src/view/format.ts';
import type { Translate } from '../../src/view/l10n.ts';
import type { ViewContext } from '../../src/view/row.ts';
import { english } from './english.ts';
import { NOW } from './view.ts';

/** U+0301: no English word has a letter with it. */
const ACCENT = '\u0301';

/** A language nobody speaks: the English sentence with an accent on each letter, in brackets, its values as they are. */
export const pseudo: Translate = (message, ...args) => {
  const parts = message.split(/(\{\d+\})/);
  const words = parts.map((part, place) =>
    place % 2 === 1 ? part : part.replace(/[A-Za-z]/g, `$&${ACCENT}`),
  );
  return english(`⟦${words.join('')}⟧`, ...args);
};

export function pseudoContext(settings: Partial<FormatSettings> = {}): ViewContext {
  const format = createFormatter(
    { oddsFormat: 'cents', timeZone: 'utc', hideAmounts: false, locale: 'en', now: () => NOW, ...settings },
    pseudo,
  );
  return { t: pseudo, format };
}

/** Words of a text without an accent. */
export function plainWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}]+/u).filter((word) => /^[A-Za-z]{3,}$/.test(word));
}
