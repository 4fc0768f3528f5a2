/** A field of a thing this version does not know, as it came: `grant.amount.value` is `5.00`. */
export interface RawField {
  readonly path: string;
  readonly text: string;
}
