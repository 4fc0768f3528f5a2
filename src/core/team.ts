import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';

/** A team of either generation (interface.md 9.5); empty texts are absent here. */
export interface Team {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly abbreviation: string | undefined;
  readonly league: string | undefined;
  readonly record: string | undefined;
  readonly logo: string | undefined;
  readonly alias: string | undefined;
  readonly safeName: string | undefined;
  readonly colorPrimary: string | undefined;
  readonly ordering: string | undefined;
  readonly displayAbbreviation: string | undefined;
  readonly ranking: string | undefined;
  readonly conference: string | undefined;
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}

/** Whether a provider calls the team by this id: `providerId`, or one of `providerIds`. */
export function hasProviderId({ more }: Team, id: string): boolean {
  return more?.some(({ path, text }) => text === id && /(?:^|\.)providerId$/.test(path)) === true;
}

export type ParticipantType = 'UNSPECIFIED' | 'NOMINEE' | 'PLAYER' | 'TEAM';

export interface Participant {
  readonly id: string | undefined;
  readonly type: OpenEnum<ParticipantType> | undefined;
  readonly team: Team | undefined;
  /** What was sent beside these; absent on one read with many others (interface.md 9). */
  readonly more?: readonly RawField[] | undefined;
}
