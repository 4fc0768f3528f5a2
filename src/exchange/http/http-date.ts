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
