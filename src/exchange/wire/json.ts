import { WireError } from './wire-error.ts';

/**
 * Reads a JSON body. Strict UTF-8 (a byte order mark is dropped); an empty body is `{}` (live interface §5).
 * A number with more digits than a double keeps arrives as its text, which every decoder takes for a number.
 * @throws WireError with `code` when it is no JSON, no UTF-8, or nested beyond reading.
 */
export function parseJson(bytes: Uint8Array, code: WireError['code'] = 'badReply'): unknown {
  const text = decodeUtf8(bytes, code);
  return text.trim() === '' ? {} : parseJsonText(text, code);
}

/** As `parseJson`, of a text that was decoded already (a frame); an empty one is no JSON. */
export function parseJsonText(text: string, code: WireError['code'] = 'badReply'): unknown {
  try {
    return hasLongNumber(text) ? JSON.parse(text, keepLong) : JSON.parse(text);
  } catch (cause) {
    // A reviver walks by recursion, so a bomb of brackets ends in a RangeError.
    const deep = cause instanceof RangeError;
    throw new WireError(code, 'JSON', deep ? 'JSON nested too deeply' : 'something else', cause);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Digits every double keeps, whatever its size. */
const SAFE_DIGITS = 15;

function decodeUtf8(bytes: Uint8Array, code: WireError['code']): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new WireError(code, 'UTF-8 text', 'bytes that are none', cause);
  }
}

/**
 * True when some number has more digits than a double keeps. Such a number covers a multiple of its length, so one
 * character in sixteen is enough to find it; digits inside of a text may be taken for one, which costs time only.
 */
function hasLongNumber(text: string): boolean {
  for (let probe = SAFE_DIGITS; probe < text.length; probe += SAFE_DIGITS + 1) {
    if (!isDigitOrPoint(text.charCodeAt(probe))) continue;
    let start = probe;
    let end = probe + 1;
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isDigitOrPoint(text.charCodeAt(end))) end++;
    if (end - start > SAFE_DIGITS && text.charCodeAt(start - 1) !== QUOTATION_MARK) return true;
    // A megabyte of digits is walked over once.
    probe = Math.max(probe, end - 1);
  }
  return false;
}

const QUOTATION_MARK = 34;

function isDigitOrPoint(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

function keepLong(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length > SAFE_DIGITS ? source : value;
}
