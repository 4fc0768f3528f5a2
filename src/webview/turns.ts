/** Parts of the work of drawing that are done in a task of their own each, in the order asked for: none holds up the page. */
class Turns {
  #waiting: (() => void)[] = [];
  #ends: (() => void)[] = [];

  get areOver(): boolean {
    return this.#waiting.length === 0;
  }

  add(work: () => void): void {
    this.#waiting.push(work);
    if (this.#waiting.length === 1) this.#next();
  }

  /** Calls back once all are over: at once where nothing waits. */
  afterAll(end: () => void): void {
    if (this.areOver) end();
    else this.#ends.push(end);
  }

  #next(): void {
    setTimeout(() => {
      try {
        this.#waiting[0]?.();
      } finally {
        this.#waiting.shift();
        if (this.areOver) for (const end of this.#ends.splice(0)) end();
        else this.#next();
      }
    });
  }
}

/** Of the page. */
export const TURNS = new Turns();
