import assert from 'node:assert/strict';
import type { Activity } from '../../../../src/core/activity.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { type Instant, instantOf } from '../../../../src/core/instant.ts';
import { aTrade } from '../../../support/account-values.ts';
import { order, position } from '../values.ts';
import { awayWindow as open } from './away-rig.ts';
import { fill, filled } from './news-rig.ts';

const MINUTE = 60_000;

/** A trade of an order's, as the record of the account has it. */
function trade(id: string, orderId: string, quantity: number, createTime: Instant): Activity {
  return aTrade({ id, qty: Decimal.of(quantity), createTime, ownOrder: order(orderId) });
}

function busted(id: string, quantity: number, createTime: Instant, updateTime: Instant): Activity {
  const qty = Decimal.of(quantity);
  return aTrade({ id, qty, createTime, updateTime, state: 'BUSTED', ownOrder: order('one') });
}

function resolution(marketSlug: string, time: Instant): Activity {
  return {
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: `POSITION_RESOLUTION:${marketSlug}`,
    time,
    resolution: {
      marketSlug,
      beforePosition: undefined,
      afterPosition: undefined,
      side: undefined,
      tradeId: undefined,
      updateTime: time,
      market: undefined,
    },
  };
}

describe('what a list showed while only the stream was gone', () => {
  it('is not in the digest again: a fill by its order and quantity, whatever trades it was', async () => {
    const { clock, exchange, streams, reported, away, gaps, close } = await open();
    streams.lose('account');
    await clock.advance(40_000);
    const time = instantOf(clock.now());
    exchange.orders_.set('one', order('one', { ...filled(100), lastTransactTime: time }));
    exchange.activities_ = [trade('t2', 'one', 60, time), trade('t1', 'one', 40, instantOf(time.ms - 500))];
    await clock.advance(2 * MINUTE);
    assert.equal(reported.length, 1);
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.deepEqual([gaps.length, reported.length, away.digest], [1, 1, undefined]);
    close();
  });

  it('is in the digest where the list did not show it: later trades, and those of other orders', async () => {
    const { clock, exchange, streams, reported, away, close } = await open();
    streams.lose('account');
    await clock.advance(40_000);
    const part = order('one', { ...filled(40), lastTransactTime: instantOf(clock.now()) });
    exchange.orders_.set('one', part);
    exchange.activities_ = [trade('t1', 'one', 40, instantOf(clock.now()))];
    await clock.advance(2 * MINUTE);
    assert.equal(reported.length, 1);
    const time = instantOf(clock.now());
    exchange.activities_ = [
      trade('t3', 'other', 10, time),
      trade('t2', 'one', 30, time),
      ...exchange.activities_,
    ];
    exchange.orders_.set('one', { ...part, ...filled(70), lastTransactTime: time });
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.deepEqual(
      away.digest?.activities.map(({ key }) => key),
      ['TRADE:t3', 'TRADE:t2'],
    );
    close();
  });

  it('takes no contracts of what a frame reported', async () => {
    const { clock, exchange, streams, reported, away, close } = await open();
    const part = order('one', { ...filled(40), lastTransactTime: instantOf(clock.now()) });
    exchange.orders_.set('one', part);
    streams.send({ kind: 'order', execution: fill('E1', part, 40) });
    await clock.advance(10_000);
    streams.lose('account');
    await clock.advance(40_000);
    const time = instantOf(clock.now());
    exchange.orders_.set('one', { ...part, ...filled(80), lastTransactTime: time });
    exchange.activities_ = [
      trade('t2', 'one', 40, time),
      trade('TE1', 'one', 40, instantOf(time.ms - 50_000)),
    ];
    await clock.advance(2 * MINUTE);
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.deepEqual([reported.length, away.digest], [2, undefined]);
    close();
  });

  it('is not in the digest again: a settlement', async () => {
    const { clock, exchange, streams, reported, away, gaps, close } = await open();
    streams.lose('account');
    await clock.advance(40_000);
    exchange.positions_ = [position('otters-herons', { netPosition: Decimal.zero, expired: true })];
    exchange.activities_ = [resolution('otters-herons', instantOf(clock.now()))];
    await clock.advance(2 * MINUTE);
    assert.deepEqual(
      reported.map(({ kind }) => kind),
      ['settled'],
    );
    exchange.activities_ = [resolution('terns-larks', instantOf(clock.now())), ...exchange.activities_];
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.equal(gaps.length, 1);
    assert.deepEqual(
      away.digest?.activities.map(({ key }) => key),
      ['POSITION_RESOLUTION:terns-larks'],
    );
    close();
  });
});

describe('a fill that was taken back while nobody listened', () => {
  it('is news no more and reported as taken back, of an order that is open still', async () => {
    const { clock, exchange, streams, news, away, gone, close } = await open();
    const time = instantOf(clock.now());
    const part = order('one', { ...filled(40), lastTransactTime: time });
    exchange.orders_.set('one', part);
    streams.send({ kind: 'order', execution: fill('E1', part, 40) });
    await clock.advance(5 * MINUTE);
    assert.deepEqual([news.items.length, news.unseen], [1, 1]);
    await gone(5 * MINUTE, 4 * MINUTE, () => {
      const then = instantOf(clock.now());
      exchange.orders_.set('one', order('one', { ...filled(0), state: 'NEW', lastTransactTime: then }));
      exchange.activities_ = [busted('TE1', 40, time, then)];
    });
    assert.deepEqual([news.items.length, news.unseen], [0, 0]);
    assert.deepEqual(
      away.digest?.activities.map(({ key }) => key),
      ['TRADE:TE1'],
    );
    close();
  });

  it('is news no more though the record of that time does not reach back to it', async () => {
    const { clock, exchange, streams, news, reported, gaps, gone, close } = await open();
    const part = order('one', { ...filled(40), lastTransactTime: instantOf(clock.now()) });
    exchange.orders_.set('one', part);
    streams.send({ kind: 'order', execution: fill('E1', part, 40) });
    await clock.advance(5 * MINUTE);
    await gone(5 * MINUTE, 4 * MINUTE, () => {
      const then = instantOf(clock.now());
      exchange.orders_.set('one', order('one', { ...filled(0), state: 'NEW', lastTransactTime: then }));
    });
    assert.deepEqual([gaps.length, reported.length], [1, 1]);
    assert.deepEqual([news.items.length, news.unseen], [0, 0]);
    close();
  });

  for (const byList of [false, true])
    it(`is so of an order that is gone, which ${byList ? 'a list' : 'a frame'} reported`, async () => {
      const { clock, exchange, streams, news, away, gone, close } = await open();
      const time = instantOf(clock.now());
      const whole = order('one', { ...filled(100), lastTransactTime: time });
      exchange.orders_.set('one', whole);
      if (!byList) streams.send({ kind: 'order', execution: fill('E1', whole, 100) });
      await clock.advance(10 * MINUTE);
      assert.deepEqual([news.items.length, news.unseen], [1, 1]);
      const bust = (): void => {
        exchange.activities_ = [busted('TE1', 100, time, instantOf(clock.now()))];
      };
      await gone(5 * MINUTE, 4.5 * MINUTE, bust, 30_000);
      assert.deepEqual([news.items.length, news.unseen], [0, 0]);
      assert.equal(away.digest?.activities.length, 1);
      away.dismiss();
      await gone(2 * MINUTE, MINUTE, () => undefined);
      assert.equal(away.digest, undefined, 'reported once');
      close();
    });

  it('is not in the digest again where a list showed that it was taken back', async () => {
    const { clock, exchange, streams, reported, away, gaps, close } = await open();
    streams.lose('account');
    await clock.advance(40_000);
    const time = instantOf(clock.now());
    exchange.orders_.set('one', order('one', { ...filled(40), lastTransactTime: time }));
    await clock.advance(MINUTE);
    const then = instantOf(clock.now());
    exchange.orders_.set('one', order('one', { ...filled(0), state: 'NEW', lastTransactTime: then }));
    exchange.activities_ = [busted('t1', 40, time, then)];
    await clock.advance(MINUTE);
    assert.deepEqual(
      reported.map(({ kind }) => kind),
      ['fill', 'busted'],
    );
    const later = instantOf(clock.now());
    exchange.orders_.set('one', order('one', { ...filled(40), lastTransactTime: later }));
    exchange.activities_ = [trade('t2', 'one', 40, later), ...exchange.activities_];
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.equal(gaps.length, 1);
    assert.deepEqual(
      away.digest?.activities.map(({ key }) => key),
      ['TRADE:t2'],
    );
    close();
  });
});
