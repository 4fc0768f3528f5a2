import type { ComboLeg } from '../../core/combo.ts';
import type { MarketMetadata } from '../../core/order.ts';
import { COMBO_LEG_STATE, OUTCOME_SIDE } from './enums.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import type { JsonObject, Reader } from './reader.ts';

const NO_LEGS: readonly ComboLeg[] = [];

/** The legs of a combo; none for anything else. */
export function readComboLegs(reader: Reader, json: JsonObject): readonly ComboLeg[] {
  const legs = json['comboLegDetails'];
  return legs === undefined || legs === null ? NO_LEGS : reader.nestedList(legs, 'comboLegDetails', readLeg);
}

function readLeg(reader: Reader, json: JsonObject): ComboLeg {
  return {
    slug: reader.identity(json['slug'] ?? json['marketSlug'], 'slug'),
    title: reader.text(json['title'], 'title'),
    outcome: reader.text(json['outcome'], 'outcome'),
    outcomeSide: reader.member(json['outcomeSide'], 'outcomeSide', OUTCOME_SIDE),
    state: reader.member(json['state'], 'state', COMBO_LEG_STATE),
    indicativePrice: reader.money(json['indicativePrice'], 'indicativePrice'),
    more: moreOf(reader, json, LEG_NAMES),
  };
}

const LEG_NAMES = new NamesRead(readLeg);

/** What is said beside a thing about its market, with the legs that are sent elsewhere on the same thing. */
export function withLegs(
  metadata: MarketMetadata | undefined,
  comboLegs: readonly ComboLeg[],
): MarketMetadata | undefined {
  if (comboLegs.length === 0 || (metadata?.comboLegs.length ?? 0) > 0) return metadata;
  return { ...NOTHING_SAID, ...metadata, comboLegs };
}

const NOTHING_SAID: MarketMetadata = {
  slug: undefined,
  title: undefined,
  outcome: undefined,
  eventSlug: undefined,
  eventId: undefined,
  teamName: undefined,
  subject: undefined,
  comboLegs: NO_LEGS,
};
