import type { Clock } from '../base/clock.ts';
import type { Freshness } from '../core/freshness.ts';
import type { ConnectionProfile } from '../exchange/profile.ts';

/** What a tool answers, as JSON. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** Where the figures of an answer came from, and when they were last known to be right. */
export interface AnswerStamp {
  readonly source: 'stream' | 'rest' | 'cache';
  /** Unix milliseconds. */
  readonly at: number;
  readonly stale: boolean;
}

/** Every answer begins with these. */
interface Envelope extends ToolAnswer {
  readonly environment: 'demo' | 'real';
  /** ISO 8601; null where nothing was read, which counts as stale. */
  readonly asOf: string | null;
  readonly source: AnswerStamp['source'] | null;
  readonly ageSeconds: number | null;
  readonly stale: boolean;
}

/** Nothing was worked out or done: `code` says why for a program, `why` and `next` for a model. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  readonly code: string;
  readonly next: string;
  readonly stamp: AnswerStamp | undefined;

  constructor(code: string, why: string, next: string, stamp?: AnswerStamp) {
    super(why);
    this.code = code;
    this.next = next;
    this.stamp = stamp;
  }
}

type Sources = { readonly clock: Clock; readonly session: { readonly profile: ConnectionProfile } };

/** Anything but the demo counts as real money, a service of one's own too. */
export function environmentOf({ id }: Pick<ConnectionProfile, 'id'>): Envelope['environment'] {
  return id === 'demo' ? 'demo' : 'real';
}

/** `named`: the figures that follow, so that all reasons stand under one `why`. */
export function envelope(
  { clock, session }: Sources,
  stamp: AnswerStamp | undefined,
  named: Readonly<Record<string, Figure>> = {},
): Envelope {
  const age = stamp && Math.max(0, clock.now() - stamp.at) / 1000;
  const seconds = age !== undefined && age < 10 ? Math.round(age * 10) / 10 : age && Math.round(age);
  return {
    environment: environmentOf(session.profile),
    ...figures({
      asOf: figure(stamp && new Date(stamp.at).toISOString(), UNREAD),
      source: figure(stamp?.source, UNREAD),
      ageSeconds: figure(seconds, UNREAD),
      stale: { value: stamp?.stale !== false },
      ...named,
    }),
  } as Envelope;
}

/** An error as an answer: its one reason is that of all that is null in it. */
export function errorAnswer(
  sources: Sources,
  stamp: AnswerStamp | undefined,
  { error, why, next }: { readonly error: string; readonly why: string; readonly next: string },
): ToolAnswer {
  const { why: _, ...begin } = envelope(sources, stamp);
  return { ...begin, error, result: null, why, next };
}

const UNREAD = 'No price or list of it was read.';

/** `since`: when the call began, Unix milliseconds; what was read before it is out of the cache. */
export function stampOf(freshness: Freshness | undefined, since: number): AnswerStamp | undefined {
  if (freshness === undefined) return undefined;
  const { source, at, standing } = freshness;
  return { source: source === 'rest' && at < since ? 'cache' : source, at, stale: standing !== 'fresh' };
}

/** Just read by this call. */
export function readNow(clock: Clock): AnswerStamp {
  return { source: 'rest', at: clock.now(), stale: false };
}

/** The oldest, and stale if one is or was never read. Undefined where none was. */
export function worstStamp(stamps: readonly (AnswerStamp | undefined)[]): AnswerStamp | undefined {
  const known = stamps.filter((stamp) => stamp !== undefined);
  const [first, ...rest] = known;
  if (first === undefined) return undefined;
  const oldest = rest.reduce((worst, stamp) => (stamp.at < worst.at ? stamp : worst), first);
  return { ...oldest, stale: known.length < stamps.length || known.some(({ stale }) => stale) };
}

/** A figure, or the reason why there is none. */
export type Figure = { readonly value: unknown } | { readonly why: string };

export function figure(value: unknown, why: string): Figure {
  return value === undefined ? { why } : { value };
}

/** Each figure by its name: null where there is none, and the reasons under `why`: by name, or one for all of them. */
export function figures(named: Readonly<Record<string, Figure>>): ToolAnswer {
  const values: Record<string, unknown> = {};
  const why: Record<string, string> = {};
  for (const [name, each] of Object.entries(named)) {
    values[name] = 'value' in each ? each.value : null;
    if ('why' in each) why[name] = each.why;
  }
  const reasons = Object.values(why);
  if (reasons.length === 0) return values;
  const isOne = reasons.length > 1 && reasons.every((reason) => reason === reasons[0]);
  return { ...values, why: isOne ? reasons[0] : why };
}

/** An answer is at most so large unless a `limit` asks for more, bytes. */
export const ANSWER_BYTES = 4_096;

/**
 * A page of rows from `cursor`, the number of the first. Without a limit it ends where the answer would get larger than
 * `budget` bytes, with at least one row; `nextCursor` is null at the end.
 */
export function page(
  rows: number,
  { limit, cursor, budget = ANSWER_BYTES }: { limit: number | undefined; cursor: number; budget?: number },
  rowAt: (place: number) => ToolAnswer,
): { readonly rows: readonly ToolAnswer[]; readonly nextCursor: string | null } {
  const shown: ToolAnswer[] = [];
  let left = budget - 400;
  let place = cursor;
  for (; place < rows && shown.length < (limit ?? rows); place++) {
    const row = rowAt(place);
    if (limit === undefined) left -= Buffer.byteLength(JSON.stringify(row)) + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(row);
  }
  return { rows: shown, nextCursor: place < rows ? String(place) : null };
}
