/** A field as it came, which nothing here reads by name: `grant.amount.value` is `5.00`. */
export interface RawField {
  /** In the service's own names, below the object that has it. */
  readonly path: string;
  readonly text: string;
}

export function isRawField(value: unknown): value is RawField {
  return typeof value === 'object' && value !== null && 'path' in value && 'text' in value;
}
