/** Between the parts of a text. */
export const SEPARATOR = ' · ';
