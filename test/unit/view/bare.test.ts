import assert from 'node:assert/strict';
import type { Activity } from '../../../src/core/activity.ts';
import { groupMarkets } from '../../../src/core/grouping.ts';
import { activityRows } from '../../../src/view/activity-rows.ts';
import { cancelConfirmation } from '../../../src/view/cancel-text.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { marketsTree } from '../../../src/view/markets-tree.ts';
import { ordersSummary, ordersTree } from '../../../src/view/orders-tree.ts';
import { positionsSummary, positionsTree } from '../../../src/view/positions-tree.ts';
import { anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { aMarket, anEvent, aSide } from '../../support/values.ts';
import { aContext, allText } from '../../support/view.ts';
import { deposit, event, market, order, position, resolution, trade } from './marked-values.ts';

const empty: Activity = {
  ...deposit,
  kind: 'balance',
  change: {
    transactionId: 'T',
    status: undefined,
    amount: undefined,
    createTime: undefined,
    updateTime: undefined,
    description: undefined,
    failureReason: undefined,
  },
};

describe('values with nothing in them', () => {
  it('make readable rows, tooltips and texts all the same', () => {
    for (const hideAmounts of [false, true]) {
      const context = aContext({ hideAmounts });
      const markets = [aMarket(), aMarket({ slug: 'x', sides: [aSide(true)] })];
      const orders = [anOrder(), anOrder({ id: 'x', side: undefined, type: undefined, state: undefined })];
      const positions = [aPosition(), aPosition({ marketSlug: 'x', expired: true })];
      const trees = [
        marketsTree({ content: { kind: 'grouped', categories: groupMarkets(markets) } }, context),
        marketsTree({ content: { kind: 'flat', markets } }, context),
        eventsTree({ events: [anEvent({ title: undefined, slug: undefined, markets })] }, context),
        ordersTree({ orders }, context),
        positionsTree({ positions }, context),
        activityRows({ activities: [aTrade(), empty] }, context),
      ];
      const texts = [
        ...trees.map(allText),
        ordersSummary(orders, context),
        positionsSummary({ positions }, context),
        cancelConfirmation(orders, () => undefined, context).detail,
      ].join('\n');
      assert.doesNotMatch(texts, /NaN|undefined|Invalid Date|null|\[object/);
      assert.doesNotMatch(texts, /^ ·|· $| · ·|, ,|, $|: $/m);
    }
  });
});

describe('hidden amounts', () => {
  it('are hidden on every row and tooltip of the account, and nothing public is', () => {
    const context = aContext({ hideAmounts: true });
    const account = [
      ordersTree({ orders: [order] }, context),
      positionsTree({ positions: [position, { ...position, expired: true }] }, context),
      activityRows({ activities: [trade, resolution, deposit] }, context),
    ].map(allText);
    const amounts = /2,?002|\b501|1,?501|6\.78|17\.5|10\.72|3\.21|4\.56|\$|78\.9|321\.12/;
    for (const text of account) {
      assert.doesNotMatch(text, amounts);
      assert.match(text, /•••/);
    }
    assert.match(account.join(), /31\.31¢/);
    const open = [
      marketsTree({ content: { kind: 'flat', markets: [market] } }, context),
      eventsTree({ events: [event] }, context),
    ].map(allText);
    assert.doesNotMatch(open.join(), /•••/);
  });
});
