import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { HOLD_MS } from '../../../../src/store/news/list-changes.ts';
import { order, position } from '../values.ts';
import { execution, fill, filled, kinds, newsWindow as open, quantities, SLUG } from './news-rig.ts';

describe('news of the account over the stream', () => {
  it('tells a fill at once, with its quantity and price, and not again when lists show it', async () => {
    const { serve, streams, clock, news, heard, close } = await open();
    streams.send({ kind: 'order', execution: fill('E1', serve('one', filled(30)), 30) });
    assert.deepEqual(kinds(heard), ['fill']);
    assert.deepEqual(quantities(heard), [30]);
    assert.equal(news.unseen, 1);
    await clock.advance(900_000);
    assert.equal(heard.length, 1);
    close();
    assert.equal(clock.pending, 0);
  });

  it('takes a busted fill back, and counts it as unseen no more', async () => {
    const { serve, streams, clock, news, heard, close } = await open();
    streams.send({ kind: 'order', execution: fill('E1', serve('one', filled(30)), 30) });
    await clock.advance(1_000);
    const bust = execution('B1', serve('one', { ...filled(0), state: 'NEW' }), { tradeId: 'TE1' });
    streams.send({ kind: 'order', execution: bust });
    streams.send({ kind: 'order', execution: bust });
    assert.deepEqual(kinds(heard), ['fill', 'busted']);
    assert.deepEqual(kinds(news.items), ['busted']);
    assert.equal(news.unseen, 1);
    await clock.advance(60_000);
    assert.deepEqual(kinds(news.items), ['busted']);
    close();
  });

  it('tells what was refused, cancelled or expired, once', async () => {
    const { serve, streams, heard, clock, close } = await open({}, ({ exchange }) => {
      for (const id of ['two', 'three']) exchange.orders_.set(id, order(id));
    });
    const ends = [
      ['one', 'REJECTED'],
      ['two', 'CANCELED'],
      ['three', 'EXPIRED'],
    ] as const;
    for (const [id, state] of ends) {
      const over = execution(`X${id}`, serve(id, { state }), { type: state, text: 'market closed' });
      streams.send({ kind: 'order', execution: over });
      streams.send({ kind: 'order', execution: over });
    }
    assert.deepEqual(kinds(heard), ['rejected', 'ended', 'ended']);
    await clock.advance(60_000);
    assert.equal(heard.length, 3);
    close();
  });

  it('does not tell of a cancel that was asked for here, also when its end comes late', async () => {
    const { serve, streams, orders, clock, heard, close } = await open();
    orders.setPending('one', true);
    await clock.advance(1_000);
    orders.apply(serve('one', { state: 'CANCELED' }));
    orders.setPending('one', false);
    await clock.advance(1_000);
    const late = execution('X', serve('one', { state: 'CANCELED' }), { type: 'CANCELED' });
    streams.send({ kind: 'order', execution: late });
    await clock.advance(60_000);
    assert.deepEqual(heard, []);
    close();
  });

  it('tells of a cancel by somebody else after one asked for here came to nothing', async () => {
    const { serve, streams, orders, clock, heard, close } = await open();
    orders.setPending('one', true);
    orders.setPending('one', false);
    await clock.advance(1_000);
    const over = execution('X', serve('one', { state: 'CANCELED' }), { type: 'CANCELED' });
    streams.send({ kind: 'order', execution: over });
    assert.deepEqual(kinds(heard), ['ended']);
    close();
  });

  it('tells a settlement once, whether the frame or the list comes first', async () => {
    const { streams, exchange, positions, clock, heard, close } = await open();
    const settled = position(SLUG, {
      netPosition: Decimal.zero,
      expired: true,
      updateTime: instantOf(clock.now()),
    });
    exchange.positions_ = [settled];
    const change = { after: settled, entryType: 'RESOLUTION', tradeId: undefined, updateTime: undefined };
    streams.send({ kind: 'position', change });
    await positions.refresh();
    await clock.advance(60_000);
    assert.deepEqual(kinds(heard), ['settled']);
    close();
  });

  it('passes over an old frame that is played again, and what was filled before it listened', async () => {
    const { streams, clock, heard, close } = await open({}, ({ exchange, clock }) => {
      const own = { ...filled(20), lastTransactTime: instantOf(clock.now() - 1_000) };
      exchange.orders_.set('one', order('one', own));
    });
    const then = instantOf(clock.now() - 600_000);
    const old = order('gone', { ...filled(100), lastTransactTime: then });
    streams.send({ kind: 'order', execution: fill('OLD', old, 100) });
    const before = order('one', { ...filled(20), lastTransactTime: instantOf(clock.now() - 11_000) });
    streams.send({ kind: 'order', execution: fill('E0', before, 20) });
    assert.deepEqual(heard, []);
    close();
  });

  it('finds out what a lost frame would have reported, and reports it once when that comes after all', async () => {
    const { serve, streams, orders, clock, heard, close } = await open();
    const first = fill('E1', serve('one', filled(10)), 10);
    await clock.advance(10);
    streams.send({ kind: 'order', execution: fill('E2', serve('one', filled(30)), 20) });
    assert.deepEqual(quantities(heard), [20]);
    await orders.refresh();
    await clock.advance(HOLD_MS);
    assert.deepEqual(quantities(heard), [20, 10]);
    streams.send({ kind: 'order', execution: first });
    assert.equal(heard.length, 2);
    close();
  });
});
