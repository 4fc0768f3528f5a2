import type { CursorListing, Listing, Problem } from '../exchange.ts';
import { parseJson, TooMuchJson } from './json.ts';
import { asJsonObject, firstGiven, type JsonObject, Reader, type ReadObject } from './reader.ts';
import { cleanLine, REDACTED } from './text.ts';
import { kindOf, WireError } from './wire-error.ts';

export interface Decoded<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

export type DecodedList<T> = Omit<Listing<T>, 'receivedAt'>;
export type DecodedPage<T> = Omit<CursorListing<T>, 'receivedAt'>;

export function decodeList<T>(
  body: unknown,
  field: string,
  read: ReadObject<T>,
  reader: Reader = new Reader(),
): DecodedList<T> {
  const list = objectOf(body, `an object with "${field}"`)[field];
  // A list without elements may come as null; one that is missing is another reply.
  if (list !== null && !Array.isArray(list)) throw new WireError(`"${field}" as a list`, kindOf(list));
  const items = reader.rows(field, list ?? [], read);
  return { items, lost: reader.lost, problems: reader.problems };
}

export function decodeOne<T>(body: unknown, field: string, read: ReadObject<T>): Decoded<T> {
  const reader = new Reader();
  reader.begin(field);
  const value = read(reader, unwrapped(body, field, `an object with "${field}"`));
  if (value === undefined) throw new WireError(`${field} with its id`, reader.lastReason ?? 'none');
  return { value, problems: reader.problems };
}

export function objectOf(body: unknown, expected: string): JsonObject {
  const row = asJsonObject(body);
  if (row === undefined) throw new WireError(expected, kindOf(body));
  return row;
}

/** The object under its wrapper, or the reply itself. */
export function unwrapped(body: unknown, field: string, expected: string): JsonObject {
  const json = objectOf(body, expected);
  return asJsonObject(json[field]) ?? asJsonObject(json[`${field}Lite`]) ?? json;
}

/** Every field may be absent, but an object without any of them is another reply and must not pass for an empty book. */
export function someOf(fields: readonly string[], json: JsonObject, expected: string): JsonObject {
  if (firstGiven(...fields.map((field) => json[field])) !== undefined) return json;
  throw new WireError(expected, 'none of its fields');
}

/** Longer ones could not be sent back in a URL. */
const LONGEST_CURSOR = 4_096;

/** The cursor of the next page. @throws WireError for one that cannot be used: without it the list would look whole. */
export function nextCursorOf(json: JsonObject): string | undefined {
  const cursor = firstGiven(json['nextCursor']);
  if (json['eof'] === true || json['eof'] === 'true' || cursor === undefined) return undefined;
  const text = typeof cursor === 'number' ? String(cursor) : cursor;
  if (typeof text !== 'string') throw new WireError('a cursor as text', kindOf(cursor));
  if (text.length > LONGEST_CURSOR) throw new WireError('a cursor that fits a URL', 'a longer one');
  if (text.includes(REDACTED)) throw new WireError('a cursor', 'a part of one');
  return text;
}

interface ErrorBody {
  /** It is JSON with a code or a message: written by the service, not by something in front of it. */
  readonly isOfService: boolean;
  /** Cleaned, on one line, cut to 300 characters. */
  readonly message: string | undefined;
}

/** Never throws: an edge in front of the service answers with HTML or plain text, or with nothing. */
export function decodeErrorBody(bytes: Uint8Array): ErrorBody {
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch (cause) {
    // The beginning of a heap of brackets tells people nothing either.
    const message = cause instanceof TooMuchJson ? undefined : plainText(bytes);
    return { isOfService: false, message };
  }
  if (typeof body === 'string') return { isOfService: false, message: shortened(body) };
  const json = asJsonObject(body);
  const nested = asJsonObject(json?.['error']);
  const message = [json?.['message'], json?.['error'], nested?.['message']].find(
    (text) => typeof text === 'string',
  );
  const code = json?.['code'] ?? json?.['status'] ?? nested?.['code'];
  return {
    isOfService: typeof code === 'number' || typeof message === 'string',
    message: typeof message === 'string' ? shortened(message) : undefined,
  };
}

const LONGEST = 300;

/** A page of HTML tells people nothing, nor does JSON that cannot be read: mostly the beginning of too much of it. */
function plainText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * LONGEST)).trim();
  return UNREADABLE.test(text) ? undefined : shortened(text);
}

const UNREADABLE = /^(?:<|[[{]\s*["{}[\]])/;

function shortened(text: string): string | undefined {
  const line = cleanLine(text).trim();
  if (line === '') return undefined;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}
