import assert from 'node:assert/strict';
import { orderJson } from '../../../src/features/json.ts';
import { order } from '../view/marked-values.ts';

describe('an order as a document', () => {
  it('says every digit', () => {
    const said = orderJson(order, false);
    assert.match(said, /"quantity": "2002/);
    assert.match(said, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
  });

  it('hides what is the account’s with the amounts, and keeps the price', () => {
    const said = orderJson(order, true);
    assert.match(said, /"quantity": "•••"/);
    assert.match(said, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
    assert.doesNotMatch(said, /2,?002|\b501|1,?501|321\.12/);
    assert.ok(said.includes(order.id));
  });
});
