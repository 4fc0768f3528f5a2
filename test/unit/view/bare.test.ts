import assert from 'node:assert/strict';
import type { Activity } from '../../../src/core/activity.ts';
import { activityRows } from '../../../src/view/activity-rows.ts';
import { cancelConfirmation } from '../../../src/view/cancel-text.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { flatRows, matchRows } from '../../../src/view/markets-tree.ts';
import { ordersSummary, ordersTree } from '../../../src/view/orders-tree.ts';
import { positionsSummary, positionsTree } from '../../../src/view/positions-tree.ts';
import { joined } from '../../../src/view/row.ts';
import { aChange, anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { aMarket, anEvent, aSide } from '../../support/values.ts';
import { aContext, allText, knownPositions, orderViews } from '../../support/view.ts';
import { deposit } from './seed-values.ts';

const empty: Activity = {
  ...deposit,
  kind: 'balance',
  change: aChange(),
};

describe('values with nothing in them', () => {
  it('make readable rows, tooltips and texts all the same', () => {
    for (const hideAmounts of [false, true]) {
      const context = aContext({ hideAmounts });
      const markets = [aMarket(), aMarket({ slug: 'x', sides: [aSide(true)] })];
      const orders = [anOrder(), anOrder({ id: 'x', side: undefined, type: undefined, state: undefined })];
      const positions = [aPosition(), aPosition({ marketSlug: 'x', expired: true })];
      const trees = [
        matchRows(markets, () => undefined, {}, context),
        flatRows(markets, {}, context),
        eventsTree({ events: [anEvent({ title: undefined, slug: undefined, markets })] }, context),
        ordersTree(orderViews(orders), context),
        positionsTree(knownPositions(positions), context),
        activityRows({ activities: [aTrade(), empty] }, context),
      ];
      const texts = [
        ...trees.map(allText),
        joined(ordersSummary(orderViews(orders), context)),
        joined(positionsSummary(knownPositions(positions), context)),
        cancelConfirmation(orders, () => undefined, context).detail,
      ].join('\n');
      assert.doesNotMatch(texts, /NaN|undefined|Invalid Date|null|\[object/);
      assert.doesNotMatch(texts, /^ ·|· $| · ·|, ,|, $|: $/m);
    }
  });
});
