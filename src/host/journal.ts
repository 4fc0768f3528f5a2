import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { carriedOver } from '../store/intent-lines.ts';
import type { IntentFile } from '../store/intent-log.ts';

/** A segment that is this large gets no more lines, bytes. */
const SEGMENT_BYTES = 256 * 1024;
const MOST_SEGMENTS = 4;
/** A claim nothing refers to may belong to a window that has not written yet; not after so long, milliseconds. */
const CLAIM_KEPT_MS = 24 * 3_600_000;
const SEGMENT = /^record-(\d{6})\.jsonl$/;

/**
 * The record of cancels as files of their owner's alone: segments of JSON lines that only grow, and an empty file for
 * each claim. A line begins with a line break instead of ending with one, so a torn line spoils no other.
 */
export function createIntentFile(folder: string, segmentBytes: number = SEGMENT_BYTES): IntentFile {
  const claims = path.join(folder, 'claims');

  const append = async (lines: readonly string[], durable: boolean): Promise<void> => {
    await mkdir(claims, { recursive: true, mode: 0o700 });
    const segments = await segmentsOf(folder);
    const last = segments.at(-1);
    const isFull = last !== undefined && (await stat(path.join(folder, last))).size >= segmentBytes;
    const current = last === undefined || isFull ? nextAfter(last) : last;
    await write(path.join(folder, current), 'a', lines.map((line) => `\n${line}`).join(''), durable);
    if (durable && current !== last) await syncFolder(folder);
    const count = current === last ? segments.length : segments.length + 1;
    // What was asked for is written by now: that tidying up fails must not say that it was not. The next line tries again.
    if (count > MOST_SEGMENTS) await trim(segments[0] ?? current, current).catch(() => undefined);
  };

  /** Drops the oldest segment, after carrying over what is not finished in it. Two windows may do so at once. */
  const trim = async (oldest: string, current: string): Promise<void> => {
    const text = await textOf(path.join(folder, oldest));
    const kept = carriedOver(text, await read());
    if (kept.length > 0)
      await write(path.join(folder, current), 'a', kept.map((line) => `\n${line}`).join(''), true);
    await unlink(path.join(folder, oldest)).catch(unlessMissing);
    await dropClaims(claims, await read());
  };

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
      await mkdir(claims, { recursive: true, mode: 0o700 });
      try {
        await write(path.join(claims, name), 'wx', '', true);
      } catch (cause) {
        if (codeOf(cause) === 'EEXIST') return false;
        throw cause;
      }
      await syncFolder(claims);
      return true;
    },
    digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  };
}

/** One write: lines of two windows never mix. */
async function write(file: string, flags: 'a' | 'wx', text: string, durable: boolean): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    const bytes = Buffer.from(text);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten !== bytes.length) throw new Error('Only a part could be written.');
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
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

async function textOf(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(unlessMissing)) ?? '';
}

async function dropClaims(folder: string, text: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (text.includes(name)) continue;
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
