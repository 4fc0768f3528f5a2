/**
 * A message that is not what the interface says, as a whole. `badReply`: an answer of a service, thrown by the
 * decoders the client uses. `badRequest`: a request, thrown by those the demo exchange uses; it answers 400.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: 'badReply' | 'badRequest';
  /** Readable, but about something that was not asked for. */
  readonly isOtherThing: boolean;

  constructor(
    code: 'badReply' | 'badRequest',
    expected: string,
    got: string,
    cause?: unknown,
    isOtherThing = false,
  ) {
    super(`Expected ${expected}, got ${got}.`, cause === undefined ? undefined : { cause });
    this.code = code;
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
