import { endOf, type IntentRecord, isEnd, isForEverything, wasTold } from './intent.ts';
import { bytesOf, type IntentLine, parseLine } from './intent-lines.ts';

/**
 * More open intents than this are not followed: the oldest end `unfollowed`, first those of which a person was told that
 * they are not known. It is also more than one list of orders can be expected to hold, all of which may come to nothing
 * known.
 */
export const MOST_OPEN = 5_000;
/** Nor is one of which a person was told so long ago that it is not known, milliseconds. */
const FOLLOWED_MS = 30 * 86_400_000;

/** Open ones there is no room for, whoever's they are. `records`: oldest first, as a book has them. */
export function beyondRoom(records: readonly IntentRecord[]): readonly IntentRecord[] {
  const open = records.filter((record) => endOf(record) === undefined);
  const [told, others] = [open.filter(isTold), open.filter((record) => !isTold(record))];
  return [...told, ...others].slice(0, Math.max(0, open.length - MOST_OPEN));
}

/** Open ones of which that was told too long ago, if `now` is the time it is. */
export function outdated(records: readonly IntentRecord[], now: number): readonly IntentRecord[] {
  return records.filter((record) => {
    if (endOf(record) !== undefined || !isTold(record)) return false;
    const since = record.steps.find(({ told }) => told === true) ?? record.steps.at(-1);
    return now - (since?.at ?? 0) > FOLLOWED_MS;
  });
}

function isTold(record: IntentRecord): boolean {
  return wasTold(record) || isForEverything(record);
}

export interface Kept {
  /** The lines of the oldest part that must not go with it. */
  readonly carried: readonly string[];
  /** What all lines of open intents that must not go come to, wherever they stand, bytes with their breaks. */
  readonly openBytes: number;
}

/**
 * What must stay of `oldest` when it goes; `rest` is everything else. Of an open intent that is its first line and, of
 * lines that say the same, one. Of an intent that ended and has its first line elsewhere too it is how it ended, or it
 * would be open again. At most `MOST_OPEN` intents of nine lines are open.
 */
export function carriedOver(oldest: string, rest: string): Kept {
  const restLines = new Set(rest.split('\n'));
  const ended = new Set<string>();
  const headsInRest = new Set<string>();
  const kept = new Map<string, Map<string, Dated>>();
  for (const raw of new Set([...oldest.split('\n'), ...restLines])) {
    const line = parseLine(raw);
    if (line === undefined || 'alive' in line) continue;
    const id = 'head' in line ? line.head.id : line.id;
    if ('head' in line && restLines.has(raw)) headsInRest.add(id);
    if ('step' in line && isEnd(line.step)) ended.add(id);
    const own = kept.get(id) ?? new Map<string, Dated>();
    kept.set(id, own);
    for (const [what, counts] of meanings(line)) {
      const known = own.get(what);
      const isBetter = known === undefined || (counts === 'first' ? line.at < known.at : line.at >= known.at);
      if (isBetter) own.set(what, { raw, at: line.at });
    }
  }
  const carried: string[] = [];
  let openBytes = 0;
  for (const [id, own] of kept) {
    const head = own.get(HEAD)?.raw;
    const isOpen = head !== undefined && !ended.has(id);
    for (const raw of new Set([...own.values()].map((each) => each.raw))) {
      if (isOpen) openBytes += bytesOf(raw) + 1;
      if (!restLines.has(raw) && (isOpen || (raw !== head && headsInRest.has(id)))) carried.push(raw);
    }
  }
  return { carried, openBytes };
}

interface Dated {
  readonly raw: string;
  readonly at: number;
}

const HEAD = 'head';

/** What a line tells, and which of those that tell the same counts: when it happened first, or what held last. */
function meanings(
  line: Exclude<IntentLine, { readonly alive: string }>,
): readonly (readonly [what: string, counts: 'first' | 'last'])[] {
  if ('head' in line) return [[HEAD, 'last']];
  const { step, told } = line;
  const what = told === true ? `${step} told` : step;
  return [
    [what, step === 'rejected' ? 'last' : 'first'],
    ['last heard', 'last'],
  ];
}
