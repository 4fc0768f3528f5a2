/**
 * Turns an English sentence with {0}, {1} … into the reader's language. The host passes the editor's own; every text a
 * person reads goes through it as a literal, so that it can be found and translated.
 */
export type Translate = (message: string, ...args: readonly (string | number)[]) => string;

/** Formats the English sentence itself: for tests, and where no editor is there to translate. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (placeholder, index: string) => {
    const value = args[Number(index)];
    return value === undefined ? placeholder : String(value);
  });
