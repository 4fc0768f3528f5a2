import type { Problem } from '../exchange.ts';
import type { DecodedFrame, ServerFrame } from './frame.ts';
import { parseJsonText, TooMuchJson } from './json.ts';
import { PAYLOADS, readOrdersFrame } from './read-frame.ts';
import { asRow, Reader } from './reader.ts';
import { scanFrame } from './scan-frame.ts';
import { BIDS_MARK, OFFERS_MARK, scanLevels } from './scan-levels.ts';
import { cleanLine } from './text.ts';
import { kindOf } from './wire-error.ts';

/**
 * A frame of either stream, of both generations (live interface §11). Never throws: a field that cannot be read is
 * absent and a problem, an item of a list that cannot be told from others is left out and a problem.
 */
export function decodeServerFrame(text: string): DecodedFrame {
  const scanned = scanFrame(text);
  if (scanned !== undefined) return readable(scanned, NO_PROBLEMS);
  let value: unknown;
  try {
    value = parseFrame(text);
  } catch (cause) {
    return broken(unreadable(cause), NO_PROBLEMS);
  }
  const o = asRow(value);
  if (o === undefined) return broken(`expected an object, got ${kindOf(value)}`, NO_PROBLEMS);
  const at = new Reader();
  at.begin('frame', -1);
  const error = readError(at, o['error']);
  const requestId = at.text(o['requestId'], 'requestId');
  let unknown: string | undefined;
  for (const key in o) {
    const payload = o[key];
    // Of alternatives of which one is given, some services send the others as null.
    if (payload === undefined || payload === null || ENVELOPE.has(key)) continue;
    const read = PAYLOADS.get(key);
    if (read === undefined) {
      unknown ??= key;
      continue;
    }
    // A snapshot that failed says so beside itself; of anything else nothing holds beside an error.
    if (error !== undefined && read !== readOrdersFrame) break;
    const row = asRow(payload);
    if (row === undefined)
      return broken(`expected "${key}" as an object, got ${kindOf(payload)}`, at.problems);
    at.begin(key, -1);
    const frame = read(at, row, { requestId, error });
    return typeof frame === 'string' ? broken(frame, at.problems) : readable(frame, at.problems);
  }
  if (error !== undefined) return readable({ requestId, kind: 'error', text: error }, at.problems);
  if ('heartbeat' in o || (unknown === undefined && 'timestamp' in o)) {
    return readable({ requestId, kind: 'heartbeat' }, at.problems);
  }
  if (at.problems.length > 0 && unknown === undefined) return broken('nothing readable', at.problems);
  const named = unknown === undefined ? 'no payload' : cleanLine(unknown.slice(0, LONGEST_KEY));
  return { frame: undefined, unknown: named, broken: undefined, problems: at.problems };
}

/** What of a frame is no payload. `error` is read before, `heartbeat` and `timestamp` after the payloads. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'requestId',
  'subscriptionType',
  'error',
  'heartbeat',
  'timestamp',
]);
const LONGEST_KEY = 60;
const NO_PROBLEMS: readonly Problem[] = [];

/** Throws where the text is no JSON. */
function parseFrame(text: string): unknown {
  const scan = scanLevels(text);
  if (scan === undefined) return parseJsonText(text);
  const frame = parseJsonText(scan.rest) as Readonly<Record<string, unknown>> | null;
  const book = (frame?.['marketData'] ?? frame?.['market_data']) as Record<string, unknown> | undefined;
  // The names stood elsewhere, or twice.
  if (book?.['bids'] !== BIDS_MARK || book['offers'] !== OFFERS_MARK) return parseJsonText(text);
  book['bids'] = scan.bids;
  book['offers'] = scan.offers;
  return frame;
}

function unreadable(cause: unknown): string {
  return cause instanceof TooMuchJson ? 'too much JSON' : 'not JSON';
}

function readable(frame: ServerFrame, problems: readonly Problem[]): DecodedFrame {
  return { frame, unknown: undefined, broken: undefined, problems };
}

function broken(reason: string, problems: readonly Problem[]): DecodedFrame {
  return { frame: undefined, unknown: undefined, broken: reason, problems };
}

/** An empty text is not an error (live interface §11). */
function readError(at: Reader, value: unknown): string | undefined {
  const row = asRow(value);
  return row === undefined ? at.text(value, 'error') : at.text(row['message'], 'error.message');
}
