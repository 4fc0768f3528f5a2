import type { ComboLeg } from '../core/combo.ts';
import type { MarketMetadata } from '../core/order.ts';
import { field, joined, type TooltipLine, type ViewContext } from './row.ts';
import { named } from './states.ts';

/** A combo by its legs: `Otters + Over 45.5 + No Herons`; undefined for anything else. */
export function comboName(
  metadata: MarketMetadata | undefined,
  long: boolean,
  context: ViewContext,
): string | undefined {
  const legs = metadata?.comboLegs ?? [];
  if (legs.length === 0) return undefined;
  const name = legs.map((leg) => legName(leg, context)).join(' + ');
  return long ? name : context.t('No {0}', name);
}

/** What has to happen: `Otters`, `Over 45.5`, `No on Herons win`. */
export function legName({ outcome, title, outcomeSide, slug }: ComboLeg, { t }: ViewContext): string {
  const said = outcome !== undefined && !/^(?:yes|no)$/i.test(outcome) ? outcome : undefined;
  const isNo = outcomeSide === 'NO' || (outcomeSide === undefined && /^no$/i.test(outcome ?? ''));
  if (said !== undefined) return OVER_UNDER.test(said) && title !== undefined ? `${title}: ${said}` : said;
  const about = title ?? slug ?? t('an unknown leg');
  return isNo ? t('No on {0}', about) : about;
}

/** `54¢`, `won`: how a leg stands. */
function legState({ state, indicativePrice }: ComboLeg, { t, format }: ViewContext): string {
  const words = { OPEN: t('open'), WON: t('won'), LOST: t('lost'), VOID: t('void') };
  const price = indicativePrice === undefined ? undefined : format.price(indicativePrice.value);
  return joined([price, state && named(words, state)]);
}

export function legLines(metadata: MarketMetadata | undefined, context: ViewContext): readonly TooltipLine[] {
  return (metadata?.comboLegs ?? []).flatMap((leg, place) => {
    const what = joined([legName(leg, context), leg.outcome === leg.title ? undefined : leg.title]);
    return field(context.t('Leg {0}', place + 1), joined([what, legState(leg, context)]));
  });
}

const OVER_UNDER = /^(?:over|under)\b/i;
