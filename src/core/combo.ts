import type { Money } from './money.ts';
import type { OpenEnum } from './open-enum.ts';
import type { RawField } from './raw-field.ts';

export type ComboLegState = 'OPEN' | 'WON' | 'LOST' | 'VOID';

/** One of the outcomes that all have to happen for a combo to pay (interface.md 9.14). Every member may be absent. */
export interface ComboLeg {
  /** Of its own market. */
  readonly slug: string | undefined;
  readonly title: string | undefined;
  readonly outcome: string | undefined;
  readonly outcomeSide: OpenEnum<'YES' | 'NO'> | undefined;
  readonly state: OpenEnum<ComboLegState> | undefined;
  /** Of the leg by itself, 0…1, in the terms of its outcome. */
  readonly indicativePrice: Money | undefined;
  /** What was sent beside these. */
  readonly more?: readonly RawField[] | undefined;
}
