/**
 * Text of the exchange made safe to show (live interface §15.10): it comes from strangers and ends up in rows,
 * tooltips and logs. Control characters go, characters that reorder or hide text become visible.
 */

/** One line: line breaks and tabs become blanks. */
export function cleanLine(text: string): string {
  return isSuspect(text) ? shown(text.replace(BREAKS, ' ')) : text;
}

/** Several lines: line breaks (as `\n`) and tabs stay. */
export function cleanProse(text: string): string {
  return isSuspect(text) ? shown(text.replace(/\r\n?/g, '\n')) : text;
}

/** True when a text may be used as an id or slug: nothing in it would be changed by cleaning, and it is no path step. */
export function isIdentity(text: string): boolean {
  return !isSuspect(text) && text !== '.' && text !== '..';
}

const SUSPECT = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const BREAKS = /[\n\t\r]+/g;
const HIDDEN = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cc}/gu;

/** Ids, codes and slugs are short and of ASCII: looking at their characters is faster than the pattern. */
function isSuspect(text: string): boolean {
  if (text.length > SHORT) return SUSPECT.test(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return SUSPECT.test(text);
  }
  return false;
}

const SHORT = 64;

function shown(text: string): string {
  return text.toWellFormed().replace(HIDDEN, (char) => {
    if (char === '\n' || char === '\t') return char;
    const code = char.charCodeAt(0);
    // The null character is made visible too: cutting it out could join what it was put between.
    return code !== 0 && code < 0x200e ? '' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
