/** No service tells a time before this, or one so far ahead: whoever does has no clock, or plays with ours. */
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
 * Milliseconds this machine's clock is ahead of the service's (negative: behind); undefined without a date. The service
 * wrote its date between `sentAt` and `receivedAt`, so a difference that a slow reply can explain counts as none.
 */
export function clockSkewMs(
  date: string | undefined,
  sentAt: number,
  receivedAt: number,
): number | undefined {
  const served = parseHttpDate(date);
  if (served === undefined) return undefined;
  return sentAt > served ? sentAt - served : Math.min(receivedAt - served, 0);
}
