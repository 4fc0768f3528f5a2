import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../../../../tools/repository.ts';
import { literally } from './text.ts';

/** The texts of the extension in a language, to find in a window what is not in it. */
export interface Translations {
  /** The title of a command or a view in the manifest. */
  title(name: string): string;
  /** A text by its English words, its places filled with any figures. */
  pattern(english: string, figures?: string): string;
  /** Whether all of it is sentences of that language; names may stand in them. */
  hasOnly(text: string): boolean;
}

export async function readTranslations(language: string): Promise<Translations> {
  const read = async (file: string): Promise<Readonly<Record<string, string>>> =>
    JSON.parse(await readFile(path.join(repository, file), 'utf8'));
  const titles = await read(`package.nls.${language}.json`);
  const texts = await read(`l10n/bundle.l10n.${language}.json`);
  const found = (all: Readonly<Record<string, string>>, name: string): string => {
    const text = all[name];
    if (text === undefined) throw new Error(`There is no ${name} in ${language}.`);
    return text;
  };
  const filled = (text: string, place: string): string =>
    text
      .split(/\{\d\}/)
      .map(literally)
      .join(place);
  const sentences = Object.entries(texts)
    .filter(([english, text]) => text !== english && /\p{L}{2}/u.test(text.replace(/\{\d\}/g, '')))
    .map(([, text]) => new RegExp(`^${filled(text, '.+')}$`));
  const isSaid = (text: string): boolean => text === '' || sentences.some((one) => one.test(text));
  return {
    title: (name) => found(titles, name),
    pattern: (english, figures = '[\\d.,]+') => filled(found(texts, english), figures),
    hasOnly: (text) => isSaid(text) || text.split(/(?<=[.?!]) |(?<=[。？！])/).every(isSaid),
  };
}
