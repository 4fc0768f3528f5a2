import { type Instant, instantOf, parseInstant } from '../../core/instant.ts';
import { hash } from './random.ts';

/** A moment in whole seconds, as markets and events carry them (interface.md 3). */
export function wholeInstant(ms: number): Instant {
  const whole = Math.floor(ms / 1000) * 1000;
  return { ...instantOf(whole), text: new Date(whole).toISOString().replace('.000Z', 'Z') };
}

/** A moment with nanoseconds, as trading objects carry them (interface.md 3); the rest comes from `salt`. */
export function exactInstant(ms: number, salt: string): Instant {
  const nanos = hash(...[...salt].map((letter) => letter.charCodeAt(0)), ms) % 1_000_000;
  const text = new Date(ms).toISOString().replace('Z', `${String(nanos).padStart(6, '0')}Z`);
  return parseInstant(text) ?? instantOf(ms);
}
