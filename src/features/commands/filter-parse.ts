import { l10n } from 'vscode';
import { Decimal } from '../../core/decimal.ts';
import { parseInstant } from '../../core/instant.ts';

/** What a typed filter value came to; `problem` is a sentence for people. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T | undefined }
  | { readonly ok: false; readonly problem: string };

const DAY_MS = 86_400_000;

/** A number that is not negative; empty text removes the filter. */
export function parseAmount(text: string): Parsed<Decimal> {
  const trimmed = text.trim().replaceAll(',', '');
  if (trimmed === '') return { ok: true, value: undefined };
  const value = /^\d{1,18}(\.\d{1,8})?$/.test(trimmed) ? Decimal.parse(trimmed) : undefined;
  if (value === undefined) {
    return { ok: false, problem: l10n.t('Enter a number that is not negative, e.g. 2500 or 0.5.') };
  }
  return { ok: true, value };
}

/** Values between commas or blanks; empty text removes the filter. */
export function parseList(
  text: string,
  pattern?: { readonly test: RegExp; readonly problem: string },
): Parsed<readonly string[]> {
  const values = [...new Set(text.split(/[\s,]+/).filter((value) => value !== ''))];
  if (values.length === 0) return { ok: true, value: undefined };
  const wrong = pattern === undefined ? undefined : values.find((value) => !pattern.test.test(value));
  if (wrong !== undefined) return { ok: false, problem: `“${wrong}”: ${pattern?.problem ?? ''}` };
  return { ok: true, value: values };
}

/**
 * A date (`2026-11-20`), a moment (`2026-11-20T18:00Z`), a word (`today`, `tomorrow`, `yesterday`, `now`) or a distance
 * from now (`+3d`, `-12h`). Days are UTC days: as a lower bound they begin at midnight, as an upper bound they end with
 * the day. The result is an RFC 3339 text.
 */
export function parseMoment(text: string, bound: 'min' | 'max', nowMs: number): Parsed<string> {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return { ok: true, value: undefined };
  const ms = momentOf(trimmed, bound, nowMs);
  if (ms === undefined) {
    return {
      ok: false,
      problem: l10n.t(
        'Enter a date like 2026-11-20, a moment like 2026-11-20T18:00Z, today, tomorrow, or +3d.',
      ),
    };
  }
  return { ok: true, value: new Date(ms).toISOString().replace('.000Z', 'Z') };
}

const DAYS: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

function momentOf(text: string, bound: 'min' | 'max', nowMs: number): number | undefined {
  if (text === 'now') return nowMs;
  const days = DAYS.get(text);
  if (days !== undefined) return edgeOfDay(nowMs + days * DAY_MS, bound);
  const distance = /^([+-])(\d{1,4})\s*([hdw])$/.exec(text);
  if (distance !== null) {
    const unit = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }[distance[3] as 'h' | 'd' | 'w'];
    return nowMs + (distance[1] === '-' ? -1 : 1) * Number(distance[2]) * unit;
  }
  const instant = parseInstant(text.toUpperCase());
  if (instant === undefined) return undefined;
  return text.includes(':') ? instant.ms : edgeOfDay(instant.ms, bound);
}

function edgeOfDay(ms: number, bound: 'min' | 'max'): number {
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  return bound === 'min' ? start : start + DAY_MS - 1000;
}
