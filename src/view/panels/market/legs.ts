import type { ComboLeg } from '../../../core/combo.ts';
import { legName } from '../../combo-text.ts';
import type { ViewContext } from '../../row.ts';
import { named } from '../../states.ts';
import type { MarketPanelInput } from '../input.ts';
import { cell, columns } from '../parts.ts';
import type { MarketContent } from './protocol.ts';

/** The outcomes that all have to happen, each with its state and price; a click opens its market. */
export function legsSection(input: MarketPanelInput, context: ViewContext): MarketContent['legs'] {
  const legs = legsOf(input);
  if (legs.length === 0) return undefined;
  const { t, format } = context;
  const words = { OPEN: t('open'), WON: t('won'), LOST: t('lost'), VOID: t('void') };
  return {
    heading: t('Legs'),
    footnote: t(
      'The combo pays only if every leg does. Prices of legs are indicative, as the service sends them.',
    ),
    content: {
      caption: t('Legs of the combo'),
      columns: columns([t('Leg')], [t('Market')], t('Price'), [t('State')]),
      rows: legs.map((leg, place) => ({
        key: String(place),
        cells: [
          cell(legName(leg, context), 'plain', leg.slug === undefined ? {} : opening(leg.slug, context)),
          cell(leg.title ?? leg.slug ?? ''),
          cell(format.price(leg.indicativePrice?.value)),
          cell(leg.state === undefined ? '' : named(words, leg.state)),
        ],
      })),
    },
  };
}

function opening(slug: string, { t }: ViewContext) {
  return { hint: t('Open its market'), action: { name: 'openMarket', slug } } as const;
}

/** They come with what one has in the combo: its position, else a trade or a settlement. */
function legsOf({ position, activities }: MarketPanelInput): readonly ComboLeg[] {
  const held = position.value?.marketMetadata?.comboLegs ?? [];
  if (held.length > 0) return held;
  for (const activity of activities.value ?? []) {
    const metadata =
      activity.kind === 'trade'
        ? activity.trade.ownOrder?.marketMetadata
        : activity.kind === 'resolution'
          ? activity.resolution.beforePosition?.marketMetadata
          : undefined;
    if (metadata !== undefined && metadata.comboLegs.length > 0) return metadata.comboLegs;
  }
  return [];
}
