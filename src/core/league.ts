import type { RawField } from './raw-field.ts';

/** A competition whose events the service lists (interface.md 7.9). */
export interface ListedLeague {
  /** Its name in addresses, and the key of its group. */
  readonly slug: string;
  readonly name: string | undefined;
  readonly sportId: string | undefined;
  readonly isOperational: boolean | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

export interface Sport {
  readonly id: string;
  readonly slug: string | undefined;
  readonly name: string | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}

/** The two lists of events a league has. */
export type LeagueEvents = 'games' | 'futures';
