import assert from 'node:assert/strict';
import { ownJson } from '../../../src/features/json.ts';
import { order } from '../view/seed-values.ts';

describe('data of the account as JSON', () => {
  it('has every digit', () => {
    const text = ownJson({ order }, false);
    assert.match(text, /"quantity": "200"/);
    assert.match(text, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
  });

  it('masks hidden amounts and keeps the price', () => {
    const text = ownJson({ order }, true);
    assert.match(text, /"quantity": "•••"/);
    assert.match(text, new RegExp(`"${order.price?.value.toString().replace('.', '\\.')}"`));
    assert.doesNotMatch(text, /"(?:200|50|150)"/);
    assert.ok(text.includes(order.id));
  });
});
