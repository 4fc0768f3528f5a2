import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { carriedOver } from '../store/cancels/intent-keep.ts';
import type { IntentFile } from '../store/cancels/intent-log.ts';

/** A segment that is this large gets no more lines, bytes. */
const SEGMENT_BYTES = 256 * 1024;
/** What is finished goes when there is more than so many segments of it. */
const SEGMENTS = 4;
/** Room for what is open, in parts of what its lines come to: what is written again at one tidying is not at the next. */
const ROOM = 1.25;
/** A claim nothing refers to any more keeps whoever is slow from sending what is finished, for so long, milliseconds. */
const CLAIM_KEPT_MS = 24 * 3_600_000;
/** Whoever began to tidy up so long ago does not go on with it, milliseconds. */
const TIDYING_MS = 60_000;
/** On a disk where a file never is the one of its name, lines are written so often, and are there all the same. */
const MOST_TRIES = 3;
/** `gone`: being carried over; nobody adds to it. It comes before one of its number that somebody slow made anew. */
const SEGMENT = /^record-(\d{6})\.(?:gone\d*\.)?jsonl$/;

/**
 * The record of cancels as files of their owner's alone: segments of JSON lines that only grow, and an empty file for
 * each claim. A line begins with a line break instead of ending with one, so a torn line spoils no other.
 *
 * Bounded: a line has at most 1 KB (`HEAD_BYTES`, `STEP_BYTES`), an open intent nine lines that are carried along, and at
 * most 5,000 are open (`MOST_OPEN`). Tidied up, what is there has at most four segments (1 MB) and 1.25 times the lines of
 * open intents; it is tidied up whenever a segment is full: 256 KB, and what was added to it at once, 1,000 lines at most.
 * So that is 1.3 MB where nothing is open, some 7 MB with 5,000 open intents as they usually are, and never more than 32 MB.
 * A claim stays for a day, or as long as the record has its intent.
 */
export function createIntentFile(folder: string, segmentBytes: number = SEGMENT_BYTES): IntentFile {
  const claims = path.join(folder, 'claims');

  const append = async (lines: readonly string[], durable: boolean): Promise<void> => {
    await makeFolders(claims);
    const text = lines.map((line) => `\n${line}`).join('');
    for (let tries = 1; ; tries += 1) {
      const last = (await segmentsOf(folder)).at(-1);
      const size = last === undefined ? undefined : await sizeOf(path.join(folder, last));
      const isFull = size === undefined || size >= segmentBytes || isGone(last);
      const current = isFull ? nextAfter(last) : (last ?? nextAfter(last));
      // A segment that is being carried over may have been read before this was written. Twice as many lines do no harm.
      if (!(await write(path.join(folder, current), 'a', text, durable)) && tries < MOST_TRIES) continue;
      // What was asked for is written by now: that tidying up fails must not say that it was not.
      if (isFull && last !== undefined) await tidyUp(current).catch(() => undefined);
      return;
    }
  };

  /** Drops the oldest segments while there is more than is kept. One window at a time; the rest write on meanwhile. */
  const tidyUp = async (current: string): Promise<void> => {
    const lock = path.join(folder, 'tidying');
    if (!(await isOurs(lock))) return;
    try {
      const finished = SEGMENTS * segmentBytes;
      if ((await bytesIn(folder)) <= finished) return;
      const most = finished + ROOM * carriedOver('', await read()).openBytes;
      for (const oldest of await segmentsOf(folder)) {
        if (oldest === current || (await bytesIn(folder)) <= most || !(await drop(oldest, current))) break;
      }
      // Before the record is read: whoever has a claim by now wrote down first what it is for.
      const made = await readdir(claims);
      await dropClaims(claims, made, await read());
    } finally {
      await unlink(lock).catch(unlessMissing);
    }
  };

  /** Writes what must stay of it to the current one first. Says whether it went. */
  const drop = async (oldest: string, current: string): Promise<boolean> => {
    const names = await segmentsOf(folder);
    const rest = (await Promise.all(names.filter((name) => name !== oldest).map(textIn))).join('\n');
    // Under another name first: what somebody still adds to it is either read below, or written anew.
    const gone = isGone(oldest) ? oldest : oldest.replace('.jsonl', `.gone${process.pid}.jsonl`);
    if (gone !== oldest) await rename(path.join(folder, oldest), path.join(folder, gone));
    const { carried } = carriedOver(await textIn(gone), rest);
    const text = carried.map((line) => `\n${line}`).join('');
    // Somebody else did it while this window stood still: what was open then may be over since.
    if ((await sizeOf(path.join(folder, gone))) === undefined) return false;
    if (text !== '' && !(await write(path.join(folder, current), 'a', text, true))) return false;
    await unlink(path.join(folder, gone)).catch(unlessMissing);
    return true;
  };

  const textIn = async (name: string): Promise<string> =>
    (await readFile(path.join(folder, name), 'utf8').catch(unlessMissing)) ?? '';

  /** Oldest first: what another window carries over meanwhile stands in a later segment before it leaves its own. */
  const read = async (): Promise<string> => {
    for (;;) {
      const texts: string[] = [];
      const names = await segmentsOf(folder);
      for (const name of names) {
        const text = await readFile(path.join(folder, name), 'utf8').catch(unlessMissing);
        if (text === undefined) break;
        texts.push(text);
      }
      if (texts.length === names.length) return texts.join('\n');
    }
  };

  return {
    read,
    append,
    claim: async (name) => {
      await makeFolders(claims);
      try {
        await write(path.join(claims, name), 'wx', '', true);
      } catch (cause) {
        if (codeOf(cause) === 'EEXIST') return false;
        throw cause;
      }
      return true;
    },
    digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  };
}

/**
 * One write: lines of two windows never mix. `durable`: on the disk when it resolves, and under its name, which whoever
 * made the file may not have seen to. Says whether the file still has its name, so that whoever reads it under that
 * name or a later one finds what was written.
 */
async function write(file: string, flags: 'a' | 'wx', text: string, durable: boolean): Promise<boolean> {
  const handle = await open(file, flags, 0o600);
  try {
    const bytes = Buffer.from(text);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten !== bytes.length) throw new Error('Only a part could be written.');
    if (durable) {
      await handle.sync();
      await syncFolder(path.dirname(file));
    }
    const named = await stat(file, { bigint: true }).catch(unlessMissing);
    return named?.ino === (await handle.stat({ bigint: true })).ino;
  } finally {
    await handle.close();
  }
}

/** One window tidies up at a time; a crash while it does keeps the others from it for a minute. */
async function isOurs(lock: string): Promise<boolean> {
  try {
    return await write(lock, 'wx', '', false);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    const found = await stat(lock).catch(unlessMissing);
    if (found === undefined || Math.abs(Date.now() - found.mtimeMs) < TIDYING_MS) return false;
    const now = new Date();
    await utimes(lock, now, now);
    return true;
  }
}

/** Those that were not there last as long as what is in them. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** A name in a folder lasts once the folder is on the disk too; not every system lets a folder be opened for that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (cause) {
    if (codeOf(cause) === 'ENOSPC' || codeOf(cause) === 'EIO') throw cause;
  }
}

/** Oldest first. */
async function segmentsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  return names.filter((name) => SEGMENT.test(name)).sort();
}

function nextAfter(segment: string | undefined): string {
  const number = Number(SEGMENT.exec(segment ?? '')?.[1] ?? 0) + 1;
  return `record-${String(number).padStart(6, '0')}.jsonl`;
}

function isGone(segment: string | undefined): boolean {
  return segment?.includes('.gone') === true;
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await segmentsOf(folder)).map((name) => sizeOf(path.join(folder, name)));
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(unlessMissing))?.size;
}

async function dropClaims(folder: string, names: readonly string[], text: string): Promise<void> {
  const named = new Set([...text.matchAll(/"slot":"([^"]*)"/g)].map(([, name]) => name));
  for (const name of names) {
    if (named.has(name)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(unlessMissing);
    // One that cannot be removed keeps no other.
    if (found !== undefined && Date.now() - found.mtimeMs > CLAIM_KEPT_MS)
      await unlink(file).catch(() => undefined);
  }
}

function unlessMissing(cause: unknown): undefined {
  if (codeOf(cause) !== 'ENOENT') throw cause;
  return undefined;
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
