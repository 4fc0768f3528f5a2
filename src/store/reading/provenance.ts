/** Where a figure in a store came from: a frame of the stream or a reply to a request. */
export interface Provenance {
  readonly source: 'stream' | 'rest';
  /** When the frame or the reply arrived, Unix milliseconds. */
  readonly at: number;
}
