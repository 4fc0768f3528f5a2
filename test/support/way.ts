import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Decimal } from '../../src/core/decimal.ts';
import { repository } from '../../tools/repository.ts';

const SOURCE = new RegExp(`${pathToFileURL(path.join(repository, 'src')).href}/([\\w./-]+)`, 'g');
/** Runs beside every way and is no step of it; `decimal.ts` is where the value is watched. */
const GROUND = /^(?:base|demo)\/|^core\/decimal\.ts$/;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * The files one value goes through. A file is on the way if it stands on the call stack, callers that await included, while
 * the value is read from its digits, compared, calculated with or written, while something is stored or found under its key,
 * or while a test says that it is handed over.
 */
export class Way {
  readonly #files = new Set<string>();
  readonly #undo: (() => void)[] = [];
  #isTouching = false;

  /** Relative to `src`. */
  get files(): readonly string[] {
    return [...this.#files].sort();
  }

  get isOpen(): boolean {
    return this.#undo.length > 0;
  }

  /** `digits`: as the service writes the value, or each of its figures. */
  begin(digits: readonly string[], key: string): void {
    const hasDigits = (value: unknown): boolean =>
      digits.includes(value instanceof Decimal ? value.text : String(value));
    for (const holder of [Decimal, Decimal.prototype])
      this.#watch(holder, (parts) => parts.slice(0, -1).some(hasDigits));
    const isFound = ([, first, ...rest]: readonly unknown[]): boolean =>
      first === key && rest.at(-1) !== undefined && rest.at(-1) !== false;
    for (const { prototype } of [Map, Set]) this.#watch(prototype, isFound);
  }

  forget(): void {
    this.#files.clear();
  }

  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** The value is handed over here. */
  touch(): void {
    if (this.#isTouching || !this.isOpen) return;
    this.#isTouching = true;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
    for (const [, file = ''] of (new Error().stack ?? '').matchAll(SOURCE))
      if (!GROUND.test(file)) this.#files.add(file);
    Error.stackTraceLimit = stackTraceLimit;
    this.#isTouching = false;
  }

  /** Touches where a method or getter is used in a way that concerns the value: of what it is called on, what with, and its result. */
  #watch(holder: object, concerns: (parts: readonly unknown[]) => boolean): void {
    const touch = (): void => this.touch();
    for (const [name, held] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      const part = held.get === undefined ? 'value' : 'get';
      const method: unknown = held[part];
      if (name === 'constructor' || typeof method !== 'function' || held.configurable !== true) continue;
      const watched: Method = function (...args) {
        const result: unknown = (method as Method).apply(this, args);
        if (concerns([this, ...args, result])) touch();
        return result;
      };
      Object.defineProperty(holder, name, { ...held, [part]: watched });
      this.#undo.push(() => Object.defineProperty(holder, name, held));
    }
  }
}
