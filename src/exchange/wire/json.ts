import { WireError } from './wire-error.ts';

/**
 * Reads a JSON body. Strict UTF-8 (a byte order mark is dropped); an empty body is `{}`.
 * A number with more digits than a double keeps arrives as its text, which every decoder takes for a number.
 * Nesting is no danger as such: neither JSON.parse nor any decoder goes into values by recursion.
 * @throws WireError when it is no JSON or no UTF-8; a TooMuchJson when there are too many values in it.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  return text.trim() === '' ? {} : parseJsonText(text);
}

/** As `parseJson`, of a text that was decoded already (a frame); an empty one is no JSON. */
export function parseJsonText(text: string): unknown {
  if (hasTooMuch(text)) throw new TooMuchJson();
  try {
    return hasLongNumber(text) ? parseLongNumbers(text) : JSON.parse(text);
  } catch {
    // The engine's error quotes the text, and causes are logged.
    throw new WireError('JSON', 'something else');
  }
}

/**
 * Values beyond which a text is not read. A value of the interface takes twenty characters, so a reply of the largest
 * size accepted has fewer; one that is all brackets and commas would take seconds and gigabytes to parse.
 */
export const MOST_VALUES = 2 ** 21;

/** JSON of more than `MOST_VALUES` values: side by side, or each within the one before. */
export class TooMuchJson extends WireError {
  constructor() {
    super(`JSON of at most ${MOST_VALUES} values`, 'more of them, side by side or nested');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new WireError('UTF-8 text', 'bytes that are none', cause);
  }
}

/** Every value but the first is behind a comma or an opening bracket; those inside of texts are too few to matter. */
function hasTooMuch(text: string): boolean {
  // A shorter text cannot hold that many.
  if (text.length < MOST_VALUES) return false;
  let values = 1;
  for (const mark of BEFORE_VALUES) {
    // The engine's search: a look at every character takes much longer until the loop is compiled.
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      values++;
      if (values > MOST_VALUES) return true;
    }
  }
  return false;
}

const BEFORE_VALUES = [',', '[', '{'];

/** Digits every double keeps, whatever its size. */
const SAFE_DIGITS = 15;

/**
 * True when some number of a text of JSON may have more digits than a double keeps. Such a number covers a multiple of its
 * length, so one character in sixteen is enough to find it; digits inside of a text may be taken for one, which costs
 * time only.
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

/**
 * Reads a text of JSON with every number of more digits than a double keeps as its text. Such a number gets quotation
 * marks before it is parsed; one within a text would end that text, which is no JSON then. Only for such a text is the
 * parser asked for the source of every number: that takes several times as long, and goes into values by recursion.
 */
function parseLongNumbers(text: string): unknown {
  try {
    return JSON.parse(text.replace(NUMBER, (number) => (isLong(number) ? `"${number}"` : number)));
  } catch {
    return JSON.parse(text, longNumberAsText);
  }
}

function longNumberAsText(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && isLong(source) ? source : value;
}

/** Leading zeros and an exponent take nothing from a double's digits. */
function isLong(number: string): boolean {
  const digits = number.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return digits.replace(/^0+/, '').length > SAFE_DIGITS;
}

/** A number where a value may stand. Not one before a colon: a name without quotation marks must not become JSON. */
const NUMBER = /(?<=^|[[,:\s])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/g;

function isDigitOrPoint(code: number): boolean {
  return (code >= 48 && code <= 57) || code === POINT;
}

const QUOTATION_MARK = 34;
const POINT = 46;
