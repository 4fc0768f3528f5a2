import { hash } from './random.ts';

/** A moment in whole seconds, as markets and events carry them (interface.md 3). */
export function wholeTime(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** A moment with nanoseconds, as trading objects carry them (interface.md 3); the rest comes from `salt`. */
export function exactTime(ms: number, salt: string): string {
  const nanos = hash(...[...salt].map((letter) => letter.charCodeAt(0)), ms) % 1_000_000;
  return new Date(ms).toISOString().replace('Z', `${String(nanos).padStart(6, '0')}Z`);
}
