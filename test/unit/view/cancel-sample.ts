import { anOrder } from '../../support/account-values.ts';
import { d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

export const context = aContext();
export const market = lakeGame({});

/** An order, what it is called, and a failure a cancel of it can end in. */
export const sell = anOrder({
  id: 'A',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(5),
  leavesQuantity: d(3),
});
export const SELL = 'Sell Otters 46¢';
export const limited = { code: 'rateLimit', message: '', details: { status: 429 } } as const;
