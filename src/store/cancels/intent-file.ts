/** Where the record of cancels is kept: one place all windows of a person share. */
export interface IntentFile {
  /** Everything kept, oldest first. It may hold torn lines. */
  read(): Promise<string>;
  /**
   * Adds lines at the end, each whole or torn, never mixed with those of another window. `durable`: resolves when they
   * are on the disk. Rejects when they may not all have been written.
   */
  append(lines: readonly string[], durable: boolean): Promise<void>;
  /** True for exactly one caller of one name, of all windows and for good. Rejects when that cannot be told. */
  claim(name: string): Promise<boolean>;
  /** A short text that is the same for the same text and does not give it away; fit for a file name. */
  digest(text: string): string;
}
