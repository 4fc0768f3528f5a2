import type { Log } from '../../base/log.ts';
import type { Problem } from '../exchange.ts';
import { cleanLine } from '../wire/text.ts';

/** A reply can be broken in every row; the first few say what is wrong. */
const MOST = 20;
const LONGEST_NAME = 100;

/** Writes what could not be read of a reply: which field of which item, and why. */
export function reportProblems(log: Log, path: string, problems: readonly Problem[]): void {
  for (const { item, field, reason } of problems.slice(0, MOST)) {
    // What names the item may be anything a stranger wrote, line breaks included.
    const named = cleanLine(item).slice(0, LONGEST_NAME);
    log.warn(`${path}: ${field === '' ? '' : `${field} of `}${named}: ${reason}`);
  }
  let more = 0;
  for (const { count = 1 } of problems.slice(MOST)) more += count;
  if (more > 0) log.warn(`${path}: ${more} more such problems`);
}
