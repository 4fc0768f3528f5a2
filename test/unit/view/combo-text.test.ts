import assert from 'node:assert/strict';
import { decodeActivities, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { knownPosition, positionTitle, positionTooltip } from '../../../src/view/position-text.ts';
import { positionRow } from '../../../src/view/positions-tree.ts';
import { present } from '../../support/values.ts';
import { aContext, descriptionOf, tooltipText } from '../../support/view.ts';

const LEGS = [
  { slug: 'aec-otters', title: 'Otters at Herons', outcome: 'Otters', state: 'COMBO_LEG_STATE_WON' },
  {
    slug: 'tsc-larks-45pt5',
    title: 'Larks at Rooks',
    outcome: 'Over 45.5',
    state: 'COMBO_LEG_STATE_OPEN',
    indicativePrice: { value: '0.54', currency: 'USD' },
  },
  { slug: 'tec-rate', title: 'Raise in May', outcome: 'Yes', outcomeSide: 'OUTCOME_SIDE_NO' },
];

function combo(comboLegDetails: readonly object[], more: object = {}) {
  const positions = { 'caoc-abc': { netPositionDecimal: '10', comboLegDetails, ...more } };
  return present(decodePositions({ positions }).items[0]);
}

describe('combo', () => {
  it('is named by its legs, in the title and the row, whatever title the service gives all combos', () => {
    const position = combo(LEGS, { marketMetadata: { title: 'Combo', outcome: 'Yes' } });
    const title = positionTitle(position, undefined, aContext());
    assert.match(title, /^Otters \+ Larks at Rooks: Over 45\.5 \+ No on Raise in May 10/);
    assert.match(positionRow(knownPosition(position), aContext()).label, /Otters/);
  });

  it('has its price and what it pays before the end of its slug in the row, which tells it from others', () => {
    const description = descriptionOf(positionRow(knownPosition(combo(LEGS)), aContext()));
    assert.match(description, /→.* · pays 10\.00 · [^·]*caoc-abc[^·]*$/);
  });

  it('says each leg in the tooltip with its market, price and state', () => {
    const text = tooltipText(positionTooltip(knownPosition(combo(LEGS)), aContext()));
    assert.match(text, /Leg 1.*Otters · Otters at Herons · won/);
    assert.match(text, /Leg 2.*Over 45\.5.*54¢ · open/);
    assert.match(text, /Leg 3.*No on Raise in May/);
  });

  it('shows a state of a leg it does not know by its name, and a leg of which nothing is sent', () => {
    const text = tooltipText(
      positionTooltip(knownPosition(combo([{ state: 'COMBO_LEG_STATE_ASLEEP' }])), aContext()),
    );
    assert.match(text, /an unknown leg · ASLEEP/);
  });

  it('has its legs on trades and settlements too', () => {
    const order = { id: 'A', marketSlug: 'caoc-abc' };
    const trade = {
      id: 'T',
      marketSlug: 'caoc-abc',
      isAggressor: true,
      aggressor: order,
      comboLegDetails: LEGS,
    };
    const positionResolution = { marketSlug: 'caoc-abc', beforePosition: {}, comboLegDetails: LEGS };
    const { items } = decodeActivities({
      activities: [
        { type: 'ACTIVITY_TYPE_TRADE', trade },
        { type: 'ACTIVITY_TYPE_POSITION_RESOLUTION', positionResolution },
      ],
    });
    const legs = items.map((activity) =>
      activity.kind === 'trade'
        ? activity.trade.ownOrder?.marketMetadata?.comboLegs.length
        : activity.kind === 'resolution' &&
          activity.resolution.beforePosition?.marketMetadata?.comboLegs.length,
    );
    assert.deepEqual(legs, [3, 3]);
  });
});
