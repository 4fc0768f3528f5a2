import { hasLongNumber, quoteLongNumbers } from './long-numbers.ts';
import { WireError } from './wire-error.ts';

/**
 * Reads a JSON body. Strict UTF-8 (a byte order mark is dropped); an empty body is `{}` (live interface §5).
 * A number with more digits than a double keeps arrives as its text, which every decoder takes for a number.
 * Nesting is no danger as such: neither JSON.parse nor any decoder goes into values by recursion.
 * @throws WireError with `code` when it is no JSON or no UTF-8; a TooMuchJson when there are too many values in it.
 */
export function parseJson(bytes: Uint8Array, code: WireError['code'] = 'badReply'): unknown {
  const text = decodeUtf8(bytes, code);
  return text.trim() === '' ? {} : parseJsonText(text, code);
}

/** As `parseJson`, of a text that was decoded already (a frame); an empty one is no JSON. */
export function parseJsonText(text: string, code: WireError['code'] = 'badReply'): unknown {
  if (hasTooMuch(text)) throw new TooMuchJson(code);
  try {
    return JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
  } catch {
    // The engine's error quotes the text, and causes are logged.
    throw new WireError(code, 'JSON', 'something else');
  }
}

/**
 * Values beyond which a text is not read. A value of the interface takes twenty characters, so a reply of the largest
 * size taken has fewer; one that is all brackets and commas would take seconds, and gigabytes, to make nothing of.
 */
export const MOST_VALUES = 2 ** 21;

/** JSON of more than `MOST_VALUES` values: side by side, or each within the one before. */
export class TooMuchJson extends WireError {
  constructor(code: WireError['code']) {
    super(code, `JSON of at most ${MOST_VALUES} values`, 'more of them, side by side or nested');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array, code: WireError['code']): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new WireError(code, 'UTF-8 text', 'bytes that are none', cause);
  }
}

/** Every value but the first is behind a comma or an opening bracket; those inside of texts are too few to matter. */
function hasTooMuch(text: string): boolean {
  // Most are so short that there is nothing to count.
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
