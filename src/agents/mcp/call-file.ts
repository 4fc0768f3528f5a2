import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

/** In the folder of the windows, readable for its owner alone. */
const NAME = 'calls-without-window';
/** Errors of calls that may have been done all the same. */
const UNHEARD: ReadonlySet<string> = new Set(['timeout', 'windowClosed']);
/** Past it the older half is dropped. */
const MOST_BYTES = 64 * 1024;

/** Throws where the file cannot be written. */
export function noteCall(folder: string, call: UnansweredCall): void {
  const file = path.join(folder, NAME);
  appendFileSync(file, `${JSON.stringify(call)}\n`, { mode: 0o600 });
  if (statSync(file).size <= MOST_BYTES) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const written = `${file}.${process.pid}.tmp`;
  writeFileSync(written, lines.slice(Math.floor(lines.length / 2)).join('\n'), { mode: 0o600 });
  renameSync(written, file);
}

/** The newest first, `number` 1 being the oldest that is left. A line that cannot be read is left out. */
export async function readCalls(folder: string): Promise<readonly AgentCall[]> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch(() => '');
  const calls = text.split('\n').flatMap((line) => callOf(line) ?? []);
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
