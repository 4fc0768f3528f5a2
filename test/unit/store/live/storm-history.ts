import type { Clock } from '../../../../src/base/clock.ts';

export class History {
  readonly #clock: Clock;
  readonly #values = new Map<string, { readonly at: number; readonly value: string | undefined }[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(key: string, value: string | undefined): void {
    this.#all(key).push({ at: this.#clock.now(), value });
  }

  now(key: string): string | undefined {
    return this.#all(key).at(-1)?.value;
  }

  /** Whether it was so at some moment between the two, Unix milliseconds, bounds included. */
  had(key: string, value: string | undefined, fromMs: number, toMs: number): boolean {
    return this.#all(key).some((each, at, all) => {
      const until = all[at + 1]?.at ?? Number.POSITIVE_INFINITY;
      return each.value === value && each.at <= toMs && until >= fromMs;
    });
  }

  text(key: string): string {
    const now = this.#clock.now();
    return this.#all(key)
      .map(({ at, value }) => `${value} since ${now - at} ms`)
      .join(', ');
  }

  #all(key: string): { readonly at: number; readonly value: string | undefined }[] {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const values = [{ at: Number.NEGATIVE_INFINITY, value: undefined }];
    this.#values.set(key, values);
    return values;
  }
}
