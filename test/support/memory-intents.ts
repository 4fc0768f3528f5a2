import type { Clock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type IntentStepName, NO_DETAILS } from '../../src/store/cancels/intent.ts';
import { carriedOver } from '../../src/store/cancels/intent-keep.ts';
import { headText, type IntentHead, lineText } from '../../src/store/cancels/intent-lines.ts';
import { type IntentFile, IntentLog } from '../../src/store/cancels/intent-log.ts';

/** The record of cancels in memory, for as many windows as share it. What is in it survives a window that is gone. */
export class MemoryIntents implements IntentFile {
  readonly claims = new Set<string>();
  /** Every append from now on fails, having torn its last line. */
  broken = false;
  reads = 0;
  #segments: readonly Segment[] = [{ text: '' }];
  /** All that was ever written, also what went since. */
  #all = '';

  get text(): string {
    return this.#segments.map(({ text }) => text).join('\n');
  }

  set text(text: string) {
    this.#segments = [{ text }];
    this.#all = text;
  }

  get everything(): string {
    return this.#all;
  }

  async read(): Promise<string> {
    this.reads += 1;
    return this.text;
  }

  async append(lines: readonly string[], _durable: boolean): Promise<void> {
    if (this.broken) {
      this.#add(`\n${lines.join('\n').slice(0, 40)}`);
      throw new Error('no space left');
    }
    this.#add(lines.map((line) => `\n${line}`).join(''));
  }

  /**
   * Starts a new segment and drops the oldest one as the files do, with a pause between any two steps. Several windows may
   * be at it at once, and one may crash in any pause.
   */
  async tidyUp(pause: () => Promise<unknown>): Promise<void> {
    this.#segments = [...this.#segments, { text: '' }];
    const [oldest] = this.#segments;
    if (oldest === undefined) return;
    await pause();
    const rest = this.#segments.filter((segment) => segment !== oldest);
    const { carried } = carriedOver(oldest.text, rest.map(({ text }) => text).join('\n'));
    await pause();
    if (this.broken || !this.#segments.includes(oldest)) return;
    this.#add(carried.map((line) => `\n${line}`).join(''));
    await pause();
    this.#segments = this.#segments.filter((segment) => segment !== oldest);
  }

  async claim(name: string): Promise<boolean> {
    if (this.claims.has(name)) return false;
    this.claims.add(name);
    return true;
  }

  digest(text: string): string {
    return text.replaceAll('\n', '~');
  }

  #add(text: string): void {
    const last = this.#segments.at(-1);
    if (last !== undefined) last.text += text;
    this.#all += text;
  }
}

interface Segment {
  text: string;
}

/** The log of one window over a record. */
export function intentLog(
  clock: Clock,
  file: IntentFile = new MemoryIntents(),
  random: () => number = Math.random,
): IntentLog {
  return new IntentLog({ file, clock, log: silentLog, random });
}

/** The first line of an intent, as the record of a window beside has it. */
export function askLine(id: string, at = 1_000): string {
  return headText(head(id), at) ?? '';
}

export function head(id: string, own: Partial<IntentHead> = {}): IntentHead {
  return {
    id,
    account: 'account',
    connection: 'custom https://desk.example',
    window: 'w1',
    slot: `slot-${id}`,
    nth: 1,
    why: 'cancelOrder',
    list: 'L1',
    of: 1,
    order: {
      id: `O-${id}`,
      marketSlug: 'otters-herons',
      side: 'BUY',
      intent: 'BUY_LONG',
      type: 'LIMIT',
      price: { value: '0.41', currency: 'USD' },
      quantity: '100',
      filled: '0',
      left: '100',
    },
    ...own,
  };
}

/** Any other line of it. */
export function stepLine(id: string, step: IntentStepName = 'confirmed', at = 2_000): string {
  return lineText({ ...NO_DETAILS, id, step, at, window: 'w1' });
}
