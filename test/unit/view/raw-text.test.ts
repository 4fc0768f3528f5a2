import assert from 'node:assert/strict';
import ts from 'typescript-api';
import type { RawReply } from '../../../src/core/raw-reply.ts';
import { rawText } from '../../../src/view/raw-text.ts';
import { aContext } from '../../support/view.ts';

const own: RawReply = {
  request: 'GET /v1/order/A1',
  part: undefined,
  receivedAt: Date.UTC(2026, 4, 1, 12),
  requestId: 'trace-9',
  isOwn: true,
  json: {
    order: {
      id: '12345',
      price: { value: '0.43', currency: 'USD' },
      quantity: 200.5,
      cost: { value: '86.215', currency: 'USD' },
      text: 'Filled 77 of 200',
      new_thing: { a: 1 },
    },
  },
  unread: new Set(['order.newThing']),
  value: undefined,
};

function parsed(text: string): unknown {
  const { config, error } = ts.parseConfigFileTextToJson('reply.jsonc', text);
  assert.equal(error, undefined);
  return config;
}

describe('raw reply as a document', () => {
  it('is JSON with comments that means what the service sent, under its request', () => {
    const text = rawText([{ kind: 'reply', reply: own }], aContext());
    assert.deepEqual(parsed(text), { [own.request]: own.json });
    assert.match(text, /received .*request trace-9/);
  });

  it('marks the fields this version does not use, and says so', () => {
    const text = rawText([{ kind: 'reply', reply: own }], aContext());
    assert.match(text, /"new_thing": \{ \/\/ ◂\n/);
    assert.equal(text.match(/◂/g)?.length, 2);
    assert.match(text, /marked ◂ are not used by this version/);
  });

  it('hides own figures while amounts are hidden, and keeps prices and ids', () => {
    const text = rawText([{ kind: 'reply', reply: own }], aContext({ hideAmounts: true }));
    for (const figure of ['200.5', '86.215', '77', '200']) assert.ok(!text.includes(figure), figure);
    for (const shown of ['0.43', '12345', '•••']) assert.ok(text.includes(shown), shown);
  });

  it('hides how many orders and positions there are while amounts are hidden', () => {
    const reply = { ...own, json: { orders: [{ id: 'A' }, { id: 'B' }], positions: { a: {}, b: {} } } };
    const text = rawText([{ kind: 'reply', reply }], aContext({ hideAmounts: true }));
    assert.deepEqual(parsed(text), { [own.request]: { orders: '•••', positions: '•••' } });
  });

  it('hides where cash goes while amounts are hidden', () => {
    const pendingWithdrawals = [{ id: 'W', bankId: 'BANK-9', name: 'Household', balance: 5 }];
    const reply = { ...own, json: { balances: [{ currency: 'USD', pendingWithdrawals }] } };
    const text = rawText([{ kind: 'reply', reply }], aContext({ hideAmounts: true }));
    const balances = [{ currency: 'USD', pendingWithdrawals: '•••' }];
    assert.deepEqual(parsed(text), { [own.request]: { balances } });
  });

  it('leaves public replies as they are while amounts are hidden', () => {
    const reply = { ...own, isOwn: false };
    const text = rawText([{ kind: 'reply', reply }], aContext({ hideAmounts: true }));
    assert.deepEqual(parsed(text), { [own.request]: own.json });
  });

  it('holds no link, no invisible character and no line of its own making, and still means the same', () => {
    const json = { url: 'https://evil.invalid/x', name: 'a\u202eb\u2028c', '*/ //': '\n// fake' };
    const reply = { ...own, json, requestId: 'x\n"evil": 1' };
    const text = rawText([{ kind: 'reply', reply }], aContext());
    assert.doesNotMatch(text, /https:\/\/|[\u202e\u2028]|^\s*"evil"/m);
    assert.deepEqual(parsed(text), { [own.request]: json });
  });

  it('says why there is no reply beside one there is', () => {
    const failed = { kind: 'failed', what: 'settlement', sentence: 'Not found.' } as const;
    const text = rawText([failed, { kind: 'reply', reply: own }], aContext());
    assert.deepEqual(parsed(text), { settlement: null, [own.request]: own.json });
    assert.match(text, /\/\/ Not found\./);
  });
});
