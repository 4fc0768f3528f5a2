import type { Log } from '../../base/log.ts';

const MOST_KEYS = 200;

/** Writes a line once for each key: a stream repeats what is odd about it many times a second. */
export class LogOnce {
  readonly #log: Log;
  readonly #said = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Keys come from the service: after 200 different ones nothing more is kept or said. */
  warn(key: string, text: string): void {
    if (this.#said.has(key) || this.#said.size >= MOST_KEYS) return;
    this.#said.add(key);
    this.#log.warn(text);
  }
}
