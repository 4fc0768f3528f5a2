import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import * as reply from '../../../src/demo/wire/encode.ts';
import { encodeMarket, placedPrices } from '../../../src/demo/wire/encode-market.ts';
import { decodeEvent, decodeMarket } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities } from '../../../src/exchange/wire/portfolio.ts';
import { fixture, only, sent } from '../../support/fixtures.ts';

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
    const body = encodeMarket(market, { dialect: 'seed', place: 'list', tags: false });
    const allowed = keys((fixture('seed/market') as { market: unknown }).market);
    assert.deepEqual(
      keys(body).filter((key) => !allowed.includes(key)),
      [],
    );
    const side = keys((sent(body) as { marketSides: unknown[] }).marketSides[0]);
    assert.deepEqual(
      side.filter((key) => ['price', 'quote', 'tradable'].includes(key)),
      [],
    );
    const event = decodeEvent(fixture('current/event')).value;
    const known = keys((fixture('seed/event') as { event: unknown }).event);
    const written = keys((sent(reply.eventReply(event, 'seed')) as { event: unknown }).event);
    assert.deepEqual(
      written.filter((key) => !known.includes(key)),
      [],
    );
    const knownOrder = keys((fixture('seed/order') as { order: unknown }).order);
    assert.deepEqual(keys((sent(reply.orderReply(order, 'seed')) as { order: unknown }).order), knownOrder);
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

  it("shows both parties' orders of a trade in current, the own one on its side", () => {
    for (const activity of decodeActivities(fixture('traps/activities-both-counterparties')).items) {
      assert.ok(activity.kind === 'trade');
      const { trade } = only(
        (sent(reply.activitiesReply([activity], undefined, 'current')) as Written).activities,
      );
      const [own, other] = activity.trade.isAggressor ? ['aggressor', 'passive'] : ['passive', 'aggressor'];
      assert.deepEqual([trade[own]?.id, trade[own]?.side], ['MINE', 'ORDER_SIDE_BUY']);
      assert.deepEqual(
        [trade[other]?.side, trade[other]?.intent],
        ['ORDER_SIDE_SELL', 'ORDER_INTENT_BUY_SHORT'],
      );
      assert.notEqual(trade[other]?.id, 'MINE');
    }
  });

  it('writes quantities a double cannot hold as texts', () => {
    const large = { ...order, quantity: Decimal.of('9007199254740993') };
    assert.ok(JSON.stringify(reply.orderReply(large, 'seed')).includes('"quantity":"9007199254740993"'));
  });
});

type Written = { readonly activities: readonly { readonly trade: Readonly<Record<string, Counterparty>> }[] };
type Counterparty = { readonly id: string; readonly side: string; readonly intent: string };
