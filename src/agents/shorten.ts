import type { ToolAnswer } from './answer.ts';

/** Whether an answer, as JSON, is small enough for who asked. */
export type Fits = (json: string) => Promise<boolean>;

/** Shares of lists and texts that are tried, one after the other. */
const SHARES = [0.5, 0.25, 0.1, 0.02];
/** A text is not made shorter than this, characters: less says nothing. */
const SHORTEST_TEXT = 40;

/**
 * The answer with fewer rows, levels and points, and shorter texts of others, until it fits; it says so then, and where it goes on.
 * Undefined where no cut helps. `cursor`: the number of its first row.
 */
export async function shortened(
  answer: ToolAnswer,
  cursor: number,
  fits: Fits,
): Promise<ToolAnswer | undefined> {
  if (await fits(JSON.stringify(answer))) return answer;
  const least = Math.min(...SHARES);
  // Lists first: a text is only cut where the shortest list leaves no room for it.
  for (const of of [
    ...SHARES.map((rows) => ({ rows, texts: 1 })),
    ...SHARES.map((texts) => ({ rows: least, texts })),
  ]) {
    const smaller = shrunk(answer, of, cursor);
    if (await fits(JSON.stringify(smaller))) return smaller;
  }
  return undefined;
}

/** How much is left of lists, and of texts of others, 0…1. */
interface Shares {
  readonly rows: number;
  readonly texts: number;
}

function shrunk(answer: ToolAnswer, shares: Shares, cursor: number): ToolAnswer {
  const cut = Object.entries(answer).map(
    ([name, value]) => [name, shrunkValue(name, value, shares)] as const,
  );
  const smaller: Record<string, unknown> = Object.fromEntries(cut);
  // The one list of an answer that can be gone on with.
  const [, rows] = cut.find(([name, value]) => isRows(value) && value !== answer[name]) ?? [];
  if (rows !== undefined && 'nextCursor' in answer)
    smaller['nextCursor'] = String(cursor + (rows as readonly unknown[]).length);
  return { ...smaller, shortened: 'Cut to the room there was.' };
}

function shrunkValue(name: string, value: unknown, shares: Shares): unknown {
  if (isRows(value)) {
    const most = Math.max(1, Math.floor(value.length * shares.rows));
    if (name !== 'points') return value.length <= most ? value : value.slice(0, most);
    // A course of prices keeps both its ends.
    const step = Math.max(1, Math.ceil((value.length - 1) / most));
    return value.filter((_, place) => place % step === 0 || place === value.length - 1);
  }
  if (name === 'untrusted') return shortTexts(value as Readonly<Record<string, string>>, shares.texts);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, shrunkValue(key, each, shares)] as const);
  return Object.fromEntries(inner);
}

function shortTexts(
  texts: Readonly<Record<string, string>>,
  share: number,
): Readonly<Record<string, string>> {
  const short = Object.entries(texts).map(([name, text]) => {
    const most = Math.max(SHORTEST_TEXT, Math.floor(text.length * share));
    return [name, text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`];
  });
  return Object.fromEntries(short);
}

function isRows(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object');
}
