import type { Clock } from '../../src/base/clock.ts';

/** A cell of memory with a copy in each window; what one writes reaches the others `delayMs` later, as the editor's does. */
export class SharedMemory {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #copies: { value: unknown }[] = [];
  writes = 0;

  constructor(clock: Clock, delayMs = 0) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  /** The memory as one window has it. */
  window(): { get(): unknown; set(value: unknown): void } {
    const own = { value: this.#copies[0]?.value };
    this.#copies.push(own);
    return {
      get: () => own.value,
      set: (value) => {
        this.writes++;
        // It travels as text.
        const text = JSON.stringify(value);
        own.value = JSON.parse(text);
        for (const copy of this.#copies) if (copy !== own) this.#deliver(copy, text);
      },
    };
  }

  #deliver(copy: { value: unknown }, text: string): void {
    const arrive = (): void => {
      copy.value = JSON.parse(text);
    };
    if (this.#delayMs === 0) arrive();
    else this.#clock.setTimeout(arrive, this.#delayMs);
  }
}
