import { SLUG_LENGTH } from '../../core/slug.ts';

/**
 * Text of the exchange made safe to show: it comes from strangers and ends up in rows,
 * tooltips and logs. Characters that control, reorder or hide text become visible, no text is longer than anyone would
 * read, and what the editor reads as a link (`[…](…)`, in a notification even to a command) or an icon (`$(…)`, in lists
 * to choose from and the status bar) is taken apart by a blank: those places have no way of saying that a text is one.
 */

/** What stands where a secret was taken out of what a service said. */
export const REDACTED = '•••';

/** One line of at most 1,000 characters: line breaks and tabs become blanks. */
export function cleanLine(text: string): string {
  return text.length <= LONGEST_LINE && !isSuspect(text)
    ? text
    : cut(shown(text, LONGEST_LINE, ' '), LONGEST_LINE);
}

/** Several lines, at most 20,000 characters: line breaks (as `\n`) and tabs stay. */
export function cleanProse(text: string): string {
  return text.length <= LONGEST_PROSE && !isSuspect(text)
    ? text
    : cut(shown(text, LONGEST_PROSE, undefined), LONGEST_PROSE);
}

/**
 * True when a text may be used as an id or slug: nothing in it would be changed by cleaning or was taken out, it is no path
 * step, and short enough for a URL.
 */
export function isIdentity(text: string): boolean {
  if (text.length > LONGEST_IDENTITY || isSuspect(text) || text.includes(REDACTED)) return false;
  return text !== '.' && text !== '..';
}

/** True for letters and digits of any script with single marks that an address takes: what a slug is made of. */
export function isSlugText(text: string): boolean {
  if (text.length > SLUG_LENGTH || text === '.' || text === '..') return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPlain =
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      code === HYPHEN;
    if (!isPlain) return SLUG.test(text);
  }
  return true;
}

const HYPHEN = 45;
const SLUG = /^[\p{L}\p{M}\p{N}._~:+@-]+$/u;

const LONGEST_LINE = 1_000;
const LONGEST_PROSE = 20_000;
const LONGEST_IDENTITY = 512;

/**
 * Controls; soft hyphen, fillers and joiners that draw nothing; marks that turn the direction; line and paragraph
 * separators; tags. The two joiners of scripts and emoji (U+200C, U+200D) and variation selectors stay.
 */
const HIDDEN_SET =
  '\\p{Cc}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}';
/** More marks on one letter than any script has: they would be drawn over the lines above. */
const HEAP = '\\p{M}{5}';
const SUSPECT = new RegExp(`[\\p{Cs}${HIDDEN_SET}]|${HEAP}|[\\]$]\\(`, 'u');
/** The flags of England, Scotland and Wales are written with tags. */
const HIDDEN = new RegExp(`\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}|[${HIDDEN_SET}]`, 'gu');
const BREAKS = /[\n\t\r\v\f\u0085\u2028\u2029]+/g;
const PROSE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const HEAPS = /(\p{M}{4})\p{M}+/gu;

/** Ids, codes and slugs are short and of ASCII: looking at their characters is faster than the pattern. */
function isSuspect(text: string): boolean {
  if (text.length > SHORT) return SUSPECT.test(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return SUSPECT.test(text);
    if (code === OPENING && isMark(text.charCodeAt(at - 1))) return true;
  }
  return false;
}

const SHORT = 64;
const OPENING = 40;

/** `]` or `$`. */
function isMark(code: number): boolean {
  return code === 93 || code === 36;
}

/** `blank` stands for each run of line breaks and tabs; undefined keeps them. */
function shown(text: string, most: number, blank: string | undefined): string {
  const broken = text.slice(0, most + 1).toWellFormed();
  const lines = blank === undefined ? broken.replace(PROSE_BREAKS, '\n') : broken.replace(BREAKS, blank);
  const apart = lines.replace(HEAPS, '$1').replace(/([\]$])(?=\()/g, '$1 ');
  return apart.replace(HIDDEN, (hidden) => {
    if (hidden === '\n' || hidden === '\t' || hidden.startsWith('\u{1f3f4}')) return hidden;
    return markOf(hidden.codePointAt(0) ?? 0);
  });
}

function markOf(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  // Half of a pair at the end would be taken for a broken character.
  return `${head.isWellFormed() ? head : head.slice(0, -1)}…`;
}
