import { decodeServerFrame } from '../wire/decode-frame.ts';
import type { ServerFrame } from '../wire/frame.ts';
import { cleanLine } from '../wire/text.ts';
import type { LogOnce } from './log-once.ts';

/**
 * Reads the frames of one line. One that is broken or of a kind this version does not know is said once and left out;
 * the socket stays (live interface §11).
 */
export class FrameReader {
  readonly #name: string;
  readonly #once: LogOnce;
  #broken = 0;

  /** `name`: of the line, for the log. */
  constructor(name: string, once: LogOnce) {
    this.#name = name;
    this.#once = once;
  }

  /** Frames nothing could be made of, so far. */
  get broken(): number {
    return this.#broken;
  }

  read(text: string): ServerFrame | undefined {
    const { frame, unknown, broken, problems } = decodeServerFrame(text);
    for (const { field, reason } of problems) {
      this.#say(`field ${field} ${reason}`, `field ${field} of a frame: ${reason}`);
    }
    if (unknown !== undefined) {
      this.#say(`unknown ${unknown}`, `frames of the unknown kind ${unknown} are ignored`);
    } else if (broken !== undefined) {
      this.#broken += 1;
      this.#say(`broken ${broken}`, `a frame was dropped: ${broken}`);
    }
    return frame;
  }

  #say(key: string, text: string): void {
    this.#once.warn(`${this.#name} ${key}`, `${this.#name} stream: ${cleanLine(text).slice(0, 300)}`);
  }
}
