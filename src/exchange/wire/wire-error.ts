/** A message that is not what the interface says, as a whole. The client reports it; the demo answers 400. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Readable, but about something that was not asked for. */
  readonly isOtherThing: boolean;

  constructor(expected: string, got: string, cause?: unknown, isOtherThing = false) {
    super(`Expected ${expected}, got ${got}.`, cause === undefined ? undefined : { cause });
    this.isOtherThing = isOtherThing;
  }
}

/** Names the kind of a value without quoting it: a reply may be large or private. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (value === '') return 'an empty text';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
