import { REDACTED } from '../wire/text.ts';
import { Runs } from './runs.ts';
import { type Extent, formsOf } from './secret-forms.ts';

/**
 * Takes secrets out of text: what is sent to a service comes back in what it says ("invalid token …"), and would stand
 * in a message, a log and a screenshot of either. Nothing is decoded and written anew: bytes of the secret go, all
 * others stay, so that what was broken stays broken and JSON stays JSON.
 */
export class Redactor {
  readonly #runs: Runs | undefined;

  constructor(hidden: readonly string[], extent: Extent) {
    const forms = [...new Set(hidden)].flatMap((secret) => formsOf(secret, extent));
    this.#runs = forms.length === 0 ? undefined : new Runs(forms);
  }

  /** A line of words, however letters are written in it. The same text if nothing had to go. */
  text(text: string): string {
    if (this.#runs === undefined) return text;
    const bytes = Buffer.from(text);
    const found = this.#runs.find(bytes);
    return found.length === 0 ? text : withoutRuns(bytes, found).toString();
  }

  /** As `bytes`, of a frame. The same text if nothing had to go. */
  json(text: string): string {
    if (this.#runs === undefined) return text;
    const bytes = Buffer.from(text);
    const clean = this.bytes(bytes);
    return clean === bytes ? text : Buffer.from(clean).toString();
  }

  /** A body, which is JSON where it begins as such. The same bytes if nothing had to go. */
  bytes(bytes: Uint8Array): Uint8Array {
    const found = this.#runs?.find(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? [];
    if (found.length === 0) return bytes;
    return JSON_BEGINS.test(String.fromCharCode(...bytes.subarray(0, 64)))
      ? jsonWithoutRuns(bytes, found)
      : withoutRuns(bytes, found);
  }
}

const JSON_BEGINS = /^(?:\xef\xbb\xbf)?\s*[[{"]/;
const MARK = Buffer.from(REDACTED);
const VALUE = Buffer.from(JSON.stringify(REDACTED));

function withoutRuns(bytes: Uint8Array, found: readonly number[]): Buffer {
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (let index = 0; index < found.length; index += 2) {
    parts.push(bytes.subarray(kept, found[index]), MARK);
    kept = found[index + 1] ?? 0;
  }
  return Buffer.concat([...parts, bytes.subarray(kept)]);
}

/** A string loses the secret and keeps its quotes, a number becomes a string; what holds JSON together stays in any case. */
function jsonWithoutRuns(bytes: Uint8Array, found: readonly number[]): Buffer {
  const parts: Uint8Array[] = [];
  let kept = 0;
  let at = 0;
  for (let index = 0; index < found.length && at < bytes.length; ) {
    const isString = bytes[at] === QUOTE;
    const from = isString ? at + 1 : at;
    const end = isString ? endOfString(bytes, from) : endOfBare(bytes, from);
    for (; index < found.length && (found[index] ?? 0) < end; index += 2) {
      const [begin = 0, to = 0] = [found[index], found[index + 1]];
      if (to > from && from < end && kept < end) {
        parts.push(bytes.subarray(kept, isString ? Math.max(begin, from) : from), isString ? MARK : VALUE);
        kept = isString ? Math.min(to, end) : end;
      }
      // The rest of it is in what comes next.
      if (to > end) break;
    }
    at = isString || end === from ? end + 1 : end;
  }
  return Buffer.concat([...parts, bytes.subarray(kept)]);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where its closing quote is. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}

/** Of a number or a word; the beginning itself where there is none. */
function endOfBare(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !HOLDS[bytes[at] ?? 0]) at += 1;
  return at;
}

/** By byte, what is between values: brackets, commas, colons, quotes and blanks. */
const HOLDS = Array.from({ length: 256 }, (_, code) => '[]{},:" \t\r\n'.includes(String.fromCharCode(code)));
