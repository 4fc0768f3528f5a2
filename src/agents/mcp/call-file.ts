import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentCall } from '../../core/agent-access.ts';
import { agentName } from '../untrusted.ts';

/** A call that no window answered, as its line in the file says it. */
interface UnansweredCall extends Pick<AgentCall, 'at' | 'tool' | 'input' | 'bytes'> {
  /** What the program calls itself. */
  readonly name: string;
  /** The code of the error it got; undefined where it got public data. */
  readonly error?: string | undefined;
}

/** In the folder of the windows, with the id of the process that alone writes it, readable for its owner alone. */
const NAME = 'calls-without-window-';
const IS_NAME = /^calls-without-window-\d+$/;
/** Errors of calls that may have been done all the same. */
const UNHEARD: ReadonlySet<string> = new Set(['timeout', 'windowClosed']);
/** Past it the older half of a file is dropped, and the oldest files are. */
const MOST_BYTES = 64 * 1024;

/** Throws where the file cannot be written. */
export function noteCall(folder: string, call: UnansweredCall): void {
  const file = path.join(folder, `${NAME}${process.pid}`);
  const line = `${JSON.stringify(call)}\n`;
  appendFileSync(file, line, { mode: 0o600 });
  const { size } = statSync(file);
  if (size === Buffer.byteLength(line)) removeOldest(folder);
  if (size <= MOST_BYTES) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const written = `${file}.tmp`;
  writeFileSync(written, lines.slice(Math.floor(lines.length / 2)).join('\n'), { mode: 0o600 });
  renameSync(written, file);
}

/** Of the files those written last stay, as far as they are not too large together. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const about = IS_NAME.test(name) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    return about === undefined ? [] : [{ file, size: about.size, writtenAt: about.mtimeMs }];
  });
  let bytes = 0;
  for (const { file, size } of files.sort((a, b) => b.writtenAt - a.writtenAt)) {
    bytes += size;
    if (bytes > MOST_BYTES) rmSync(file, { force: true });
  }
}

/** The newest first, `number` 1 being the oldest that is left. A line that cannot be read is left out. */
export async function readCalls(folder: string): Promise<readonly AgentCall[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => IS_NAME.test(name));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')),
  );
  const calls = texts.flatMap((text) => text.split('\n').flatMap((line) => callOf(line) ?? []));
  calls.sort((a, b) => a.at - b.at);
  return calls.map((call, place) => ({ ...call, number: place + 1 })).reverse();
}

function callOf(line: string): Omit<AgentCall, 'number'> | undefined {
  try {
    const { at, name, tool, input, bytes, error } = JSON.parse(line) as Record<keyof UnansweredCall, unknown>;
    if (typeof at !== 'number' || typeof bytes !== 'number') return undefined;
    if (typeof name !== 'string' || typeof tool !== 'string' || typeof input !== 'string') return undefined;
    const call = { caller: { via: 'mcp', name: agentName(name) }, at, tool, input, bytes } as const;
    if (typeof error !== 'string') return { ...call, result: 'answered', saw: 'public' };
    if (UNHEARD.has(error)) return { ...call, result: 'failed', reason: error, saw: 'unknown' };
    return { ...call, result: error === 'failed' ? 'failed' : 'refused', reason: error, saw: 'nothing' };
  } catch {
    return undefined;
  }
}
