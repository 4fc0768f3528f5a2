import assert from 'node:assert/strict';
import * as reply from '../../../src/demo/wire/encode.ts';
import { encodeMarket, placedPrices } from '../../../src/demo/wire/encode-market.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { fixture, sent } from '../../support/fixtures.ts';

describe('wire: what each dialect looks like', () => {
  const market = decodeMarket(fixture('current/market')).value;
  const order = decodeOrder(fixture('current/order')).value;
  const keys = (value: unknown): string[] => Object.keys(sent(value) as object);

  it('seed writes integer codes and market_slug, current texts and marketSlug', () => {
    const seed = sent(reply.orderReply(order, 'seed')) as { order: Record<string, unknown> };
    const current = sent(reply.orderReply(order, 'current')) as { order: Record<string, unknown> };
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
      [
        encodeMarket(market, { dialect: 'seed', place: 'list', tags: false }),
        inside('market', fixture('seed/market')),
      ],
      [inside('event', reply.eventReply(event, 'seed')), inside('event', fixture('seed/event'))],
      [inside('order', reply.orderReply(order, 'seed')), inside('order', fixture('seed/order'))],
    ]) {
      const allowed = keys(known);
      assert.deepEqual(
        keys(written).filter((key) => !allowed.includes(key)),
        [],
      );
    }
  });

  it('seed tells the lifecycle by ep3Status, having no status', () => {
    for (const [status, ep3Status] of [
      ['OPEN', 'OPEN'],
      ['HALTED', 'HALTED'],
      ['CLOSED', 'CLOSED'],
      ['RESOLVING', 'EXPIRED'],
      ['RESOLVED', 'TERMINATED'],
    ] as const) {
      const body = encodeMarket({ ...market, status }, { dialect: 'seed', place: 'list', tags: false });
      assert.deepEqual([body['ep3Status'], body['status']], [ep3Status, undefined]);
    }
  });

  it('places prices as bid and ask on lists, as ask and 1 − bid on single markets, as they are without quotes', () => {
    assert.deepEqual(placedPrices(market, 'list').listed, ['0.4100', '0.4300']);
    assert.deepEqual(placedPrices(market, 'single').listed, ['0.4300', '0.59']);
    const oneSided = { ...market, bestBidQuote: undefined };
    assert.deepEqual(placedPrices(oneSided, 'list').listed, ['0.4300']);
    assert.deepEqual(placedPrices(oneSided, 'single').listed, ['0.4300']);
    const resolved = decodeMarket(fixture('traps/outcomes-reversed')).value;
    assert.deepEqual(placedPrices(resolved, 'list').listed, ['0', '1']);
    const turned = { ...market, sides: market.sides.toReversed() };
    assert.deepEqual(placedPrices(turned, 'list').listed, ['0.4300', '0.4100'], 'by long, not by place');
  });
});
