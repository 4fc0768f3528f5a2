/** Lets so many work at once; the others wait for their turn. */
export class CallQueue {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Works when its turn comes; undefined where it may not any more by then. Rejects as `work` does. */
  async run<T>(mayWork: () => boolean, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return mayWork() ? await work() : undefined;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
