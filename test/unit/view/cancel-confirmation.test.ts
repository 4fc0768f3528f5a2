import assert from 'node:assert/strict';
import { cancelConfirmation } from '../../../src/view/cancel-text.ts';
import { anOrder } from '../../support/account-values.ts';
import { anEvent, d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const buyNo = anOrder({
  id: 'B',
  intent: 'BUY_SHORT',
  side: 'SELL',
  price: usd('0.45'),
  quantity: d(100),
  leavesQuantity: d(60),
});
const sell = anOrder({
  id: 'A',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(5),
  leavesQuantity: d(5),
});

describe('confirming a cancel', () => {
  it('says exactly what goes, in both languages, with what is left', () => {
    assert.deepEqual(
      cancelConfirmation([buyNo], () => market, context),
      {
        message: 'Cancel this order?',
        detail:
          'Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons\nStands among the offers of Otters at 45¢.',
        button: 'Cancel Order',
      },
    );
  });

  it('says that this is the second cancellation', () => {
    const one = cancelConfirmation([sell], () => market, context, 1);
    assert.equal(one.button, 'Send Second Cancellation');
    assert.match(
      one.detail,
      /\nA cancellation was already sent and its result is unknown\. This sends a second one\.$/,
    );
    const both = cancelConfirmation([buyNo, sell], () => market, context, 1);
    assert.equal(both.button, 'Cancel 2 Orders');
    assert.match(both.detail, /For 1 of them a cancellation was already sent and its result is unknown/);
  });

  it('lists every order of several', () => {
    const { message, detail, button } = cancelConfirmation([buyNo, sell], () => market, context);
    assert.equal(message, 'Cancel these 2 orders?');
    assert.equal(button, 'Cancel 2 Orders');
    assert.deepEqual(detail.split('\n'), [
      '• Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons',
      '• Sell Otters 46¢, 5 left of 5, Otters at Herons',
    ]);
  });
});

describe('confirming a cancel of more orders than a dialog has room for', () => {
  it('lists up to ten, of more the first nine and how many more there are', () => {
    const lines = (count: number) =>
      cancelConfirmation(Array(count).fill(sell), () => undefined, context).detail.split('\n');
    assert.equal(lines(10).length, 10);
    assert.doesNotMatch(lines(10).join(), /more orders/);
    assert.deepEqual([lines(16).length, lines(16)[9]], [10, 'and 7 more orders']);
  });
});
