import assert from 'node:assert/strict';
import { encodeMarket, encodeWholeEvent } from '../../../src/demo/wire/encode-market.ts';
import { encodeOrder } from '../../../src/demo/wire/encode-order.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { fixture, sent } from '../../support/fixtures.ts';

describe('wire: what each dialect looks like', () => {
  const market = decodeMarket(fixture('current/market')).value;
  const order = decodeOrder(fixture('current/order')).value;
  const keys = (value: unknown): string[] => Object.keys(sent(value) as object);

  it('seed writes integer codes and market_slug, current texts and marketSlug', () => {
    const seed = sent({ order: encodeOrder(order, 'seed') }) as { order: Record<string, unknown> };
    const current = sent({ order: encodeOrder(order, 'current') }) as { order: Record<string, unknown> };
    const { side, type, tif, intent, state } = seed.order;
    assert.deepEqual({ side, type, tif, intent, state }, { side: 1, type: 1, tif: 2, intent: 1, state: 1 });
    assert.deepEqual([seed.order['market_slug'], seed.order['marketSlug']], [order.marketSlug, undefined]);
    assert.deepEqual(
      [current.order['marketSlug'], current.order['market_slug']],
      [order.marketSlug, undefined],
    );
    assert.equal(current.order['state'], 'ORDER_STATE_PARTIALLY_FILLED');
  });

  it('seed has its own fields alone', () => {
    const event = decodeEvent(fixture('current/event')).value;
    const inside = (name: string, body: unknown): unknown =>
      (sent(body) as { [name: string]: unknown })[name];
    for (const [written, known] of [
      [encodeMarket(market, { dialect: 'seed', tags: false }), inside('market', fixture('seed/market'))],
      [encodeWholeEvent(event, 'seed'), inside('event', fixture('seed/event'))],
      [encodeOrder(order, 'seed'), inside('order', fixture('seed/order'))],
    ]) {
      const allowed = keys(known);
      assert.deepEqual(
        keys(written).filter((key) => !allowed.includes(key)),
        [],
      );
    }
  });
});
