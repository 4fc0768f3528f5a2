import { createHash } from 'node:crypto';

// What the machine gives. The build for browsers takes src/browser/platform.ts instead.

/** Whether there is no Node: no keys of a service, no programs of ours, no streams but the demo's. */
export const inBrowser: boolean = false;

/** The same 32 characters for the same text, which they do not reveal. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
