import assert from 'node:assert/strict';
import { ownJson } from '../../../src/features/json.ts';
import { order } from '../view/marked-values.ts';

describe('data of the account as JSON', () => {
  it('has every digit', () => {
    const text = ownJson({ order }, false);
    assert.match(text, /"quantity": "2002/);
    assert.match(text, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
  });

  it('masks hidden amounts and keeps the price', () => {
    const text = ownJson({ order }, true);
    assert.match(text, /"quantity": "•••"/);
    assert.match(text, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
    assert.doesNotMatch(text, /2,?002|\b501|1,?501|321\.12/);
    assert.ok(text.includes(order.id));
  });
});
