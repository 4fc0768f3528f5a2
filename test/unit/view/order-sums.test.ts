import assert from 'node:assert/strict';
import { byCurrency } from '../../../src/core/currencies.ts';
import { reservedByBuy } from '../../../src/core/order-cash.ts';
import { metPrice, ordersSummary, ordersTree } from '../../../src/view/orders-tree.ts';
import { joined } from '../../../src/view/row.ts';
import { anOrder } from '../../support/account-values.ts';
import { anEvent, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, descriptionOf, orderViews, read, tooltipText } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const buy = anOrder({
  id: 'A',
  intent: 'BUY_LONG',
  side: 'BUY',
  price: usd('0.46'),
  quantity: d(200),
  leavesQuantity: d(100),
});
const unclear = { ...buy, id: 'B', intent: undefined, side: undefined };
const bare = { ...buy, id: 'C', price: { value: d('0.10'), currency: '' } };

describe('sums over orders', () => {
  it('count an order of which it is not known what it does as neither a buy nor a sale', () => {
    assert.equal(reservedByBuy(unclear), undefined);
    assert.equal(joined(ordersSummary(orderViews([buy, unclear]), context)), '2 open · $46.00');
    assert.equal(metPrice(unclear, market, undefined), undefined, 'it meets neither side');
    assert.notEqual(metPrice(buy, market, undefined), undefined);
    const [row] = ordersTree(
      orderViews([unclear], () => market),
      context,
    );
    assert.equal(row && read(row), 'Order for 100 Otters 46¢ | Otters at Herons');
  });

  it('take an amount without a currency for one of the only currency there is', () => {
    assert.equal(joined(ordersSummary(orderViews([buy, bare]), context)), '2 open · $56.00');
    assert.deepEqual([...byCurrency(['', 'USD', ''], (each) => each).keys()], ['USD']);
    assert.deepEqual([...byCurrency([''], (each) => each, ['EUR']).keys()], ['EUR']);
    assert.deepEqual([...byCurrency(['', ''], (each) => each).keys()], ['']);
  });

  it('say that they are the least where a buy has no price, or nothing left is known', () => {
    const unpriced = { ...buy, id: 'E', type: 'MARKET', price: undefined } as const;
    assert.equal(joined(ordersSummary(orderViews([buy, unpriced]), context)), '2 open · at least $46.00');
    assert.equal(joined(ordersSummary(orderViews([unpriced]), context)), '1 open');
  });

  it('leave it by itself beside two currencies, and say so', () => {
    const euro = { ...buy, id: 'D', price: { value: d('0.20'), currency: 'EUR' } };
    assert.equal(
      joined(ordersSummary(orderViews([buy, euro, bare]), context)),
      '3 open · $46.00 · EUR 20.00 · 10.00 in a currency not named',
    );
  });
});

describe('an order that was replaced', () => {
  it('is shown where the service still lists it, and can be cancelled', () => {
    const replaced = { ...buy, state: 'REPLACED' };
    const [row] = ordersTree(
      orderViews([replaced], () => market),
      context,
    );
    assert.match(descriptionOf(row), /^replaced, the service still lists it · /);
    assert.match(row?.accessibilityLabel ?? '', /replaced, the service still lists it/);
    assert.match(tooltipText(row?.tooltip() ?? []), /State: Replaced, the service still lists it/);
    assert.equal(row?.contextValue, 'order');
  });
});
