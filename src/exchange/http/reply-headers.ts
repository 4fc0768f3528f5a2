import type { TransportReply } from '../transport.ts';
import { cleanLine } from '../wire/text.ts';

/** Headers as Node has them, each as one text. */
export function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** The service's own id of a request, where it sends one. */
export function requestIdOf(reply: TransportReply): { readonly requestId?: string } {
  const id = reply.headers['x-pm-trace-id'] ?? reply.headers['x-request-id'];
  if (id === undefined) return NO_ID;
  const cleaned = cleanLine(id).trim().slice(0, 100);
  return cleaned === '' ? NO_ID : { requestId: cleaned };
}

const NO_ID = {};

/** A date before or after these comes from a broken clock, or is made up. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/**
 * Unix milliseconds of an HTTP date. Undefined where it is none, or one beyond reason: figures worked out from it would be
 * centuries.
 */
export function parseHttpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  // Date.parse takes much more than HTTP dates; all of those start with a day's name.
  const at = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  return at >= EARLIEST && at < LATEST ? at : undefined;
}

/**
 * Seconds this machine's clock is ahead of the service's (negative: behind); undefined without a date. The service wrote its
 * date between `sentAt` and `receivedAt`, so a difference that a slow reply can explain counts as none.
 */
export function skewSecondsOf(
  date: string | undefined,
  sentAt: number,
  receivedAt: number,
): number | undefined {
  const served = parseHttpDate(date);
  if (served === undefined) return undefined;
  return Math.round((sentAt > served ? sentAt - served : Math.min(receivedAt - served, 0)) / 1_000);
}

/** Both forms count whole seconds. */
const SHORTEST_MS = 1_000;

/**
 * Milliseconds asked for by a Retry-After header: whole seconds, or an HTTP date. Undefined when it is neither, and when
 * it asks for no wait at all: 0, or a date that has come. A service that says so while it refuses
 * requests gets the pause and the backoff of one that says nothing.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const asked = waitOf(value?.trim() ?? '', nowMs);
  return asked >= SHORTEST_MS ? asked : undefined;
}

function waitOf(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  return (parseHttpDate(text) ?? Number.NaN) - nowMs;
}
