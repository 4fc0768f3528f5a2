/**
 * Turns an English sentence with {0}, {1} … into the reader's language. The host passes the editor's own; every text a
 * person reads goes through it as a literal, so that it can be found and translated.
 */
export type Translate = (message: string, ...args: readonly (string | number)[]) => string;
