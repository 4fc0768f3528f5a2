import type { Translate } from '../../src/view/l10n.ts';
import { inOtherLetters } from './other-letters.ts';

/** Formats the English sentence itself, where no editor is there to translate. */
export const english: Translate = (message, ...args) =>
  inOtherLetters(message).replace(/\{(\d+)\}/g, (placeholder, index: string) => {
    const value = args[Number(index)];
    return value === undefined ? placeholder : String(value);
  });
