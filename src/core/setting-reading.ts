/** What a list that people may write by hand was read as. */
export interface SettingReading<T> {
  /** What can be read of it, also beside a problem. */
  readonly items: readonly T[];
  /** Where the first thing stands that cannot be read, such as `Tonight #2`; `''`: it is the whole. */
  readonly problem: string | undefined;
}
