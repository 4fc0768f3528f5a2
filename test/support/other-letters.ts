import assert from 'node:assert/strict';

/**
 * A language for tests: an English sentence with Cyrillic letters for most of its Latin ones, so that it is as long as
 * before and equals no English text. Assertions read both.
 */
const isOn = process.env['OTHER_LETTERS'] === '1';

/** From a Latin letter to the one that takes its place, in upper and in lower case. */
const STEP = { upper: 0x410 - 0x41, lower: 0x430 - 0x61 };
/** Letters that are drawn narrower or wider than most stay, so that a text is as wide as before, too. */
const MOVED = /[A-HJ-LN-VX-Za-eghknopqsu-vxyz]/g;
/** The 26 in each case that are in use. */
const OTHER = /[\u0410-\u0429\u0430-\u0449]/;
const ALL_OTHERS = new RegExp(OTHER, 'g');

/** A sentence of ours in other letters, where this run has them; its values stay as they are. */
export function inOtherLetters(message: string): string {
  if (!isOn) return message;
  const parts = message.split(/(\{\d+\})/);
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(MOVED, (letter) => moved(letter, 1))))
    .join('');
}

function moved(letter: string, direction: 1 | -1): string {
  const step = letter === letter.toUpperCase() ? STEP.upper : STEP.lower;
  return String.fromCharCode(letter.charCodeAt(0) + direction * step);
}

/** A value in English, however deep; the very same where it is. */
export function inEnglish<T>(value: T): T;
export function inEnglish(value: unknown): unknown {
  if (!isOn) return value;
  if (typeof value === 'string') return value.replace(ALL_OTHERS, (letter) => moved(letter, -1));
  return hasOthers(value, new Set()) ? copyInEnglish(value as object) : value;
}

/** Lets every assertion of this process compare values in English. */
export function assertInEnglish(): void {
  const strict = assert as unknown as Record<string, (...args: unknown[]) => unknown>;
  const replace = (name: string, by: (args: readonly unknown[]) => unknown[]): void => {
    const original = strict[name];
    if (original) strict[name] = (...args) => original(...by(args));
  };
  for (const name of TEXTS)
    replace(name, (args) => args.map((arg) => (typeof arg === 'string' ? inEnglish(arg) : arg)));
  for (const name of VALUES) replace(name, (args) => args.map((arg) => inEnglish(arg)));
  for (const name of ['throws', 'rejects'])
    replace(name, ([run, ...rest]) => [failingInEnglish(run), ...rest]);
}

/** What compares texts, or whether two things are the very same. */
const TEXTS = ['equal', 'strictEqual', 'notEqual', 'notStrictEqual', 'match', 'doesNotMatch'];
const VALUES = ['deepEqual', 'deepStrictEqual', 'notDeepEqual'];

/** What fails with its message in English. */
function failingInEnglish(run: unknown): unknown {
  const fail = (error: unknown): never => {
    // Of those of the platform the message cannot be set.
    if (error instanceof Error && error.message !== inEnglish(error.message))
      error.message = inEnglish(error.message);
    throw error;
  };
  if (run instanceof Promise) return run.catch(fail);
  if (typeof run !== 'function') return run;
  return () => {
    try {
      const result: unknown = run();
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

function hasOthers(value: unknown, seen: Set<unknown>): boolean {
  if (typeof value === 'string') return OTHER.test(value);
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return partsOf(value).some((part) => hasOthers(part, seen));
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  return Reflect.ownKeys(value).flatMap((key) => [key, Object.getOwnPropertyDescriptor(value, key)?.value]);
}

function copyInEnglish(value: object): object {
  if (value instanceof Map)
    return new Map([...value].map(([key, inner]) => [inEnglish(key), inEnglish(inner)]));
  if (value instanceof Set) return new Set([...value].map((inner) => inEnglish(inner)));
  if (Array.isArray(value)) return value.map((inner) => inEnglish(inner));
  const copy: object = Object.create(Object.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property && 'value' in property) property.value = inEnglish(property.value);
    if (property) Object.defineProperty(copy, inEnglish(key), property);
  }
  return copy;
}
