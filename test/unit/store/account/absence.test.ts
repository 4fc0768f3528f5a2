import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { AbsenceDigest } from '../../../../src/store/news/absence-digest.ts';
import { type News, NewsStore } from '../../../../src/store/news/news.ts';
import { aTrade } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { liveWindow, showAccount } from '../live/live-rig.ts';
import { order, position, usd } from '../values.ts';

const HOUR = 3_600_000;

/** A window as it is put together in the editor, with twenty open orders, that has settled. */
async function open(unsupported = false) {
  const window = liveWindow({ unsupported });
  const { exchange, clock, live } = window;
  exchange.cursorPage = 20;
  for (let at = 0; at < 20; at++) exchange.orders_.set(`o${at}`, order(`o${at}`));
  exchange.positions_ = [position('otters-herons')];
  const { onMessage, onGap, onGapOpen } = live;
  const news = new NewsStore({ ...window, onMessage, onGap });
  const away = new AbsenceDigest({ ...window, onMessage, onGapOpen, onGap, news });
  const happened: News[] = [];
  news.onDidHappen((each) => happened.push(each));
  const digests: number[] = [];
  away.onDidChange(() => digests.push(away.digest?.activities.length ?? -1));
  const shown = showAccount(window);
  await clock.advance(30_000);
  const close = (): void => {
    shown.dispose();
    for (const each of [away, news]) each.dispose();
    window.tearDown();
    assert.equal(clock.pending, 0);
  };
  /** Every order fills but one, which is cancelled. */
  const fillAll = (): void => {
    const now = clock.now();
    const time = instantOf(now - 60_000);
    for (let at = 0; at < 19; at++) {
      const filled = { state: 'FILLED', cumQuantity: Decimal.of(100), lastTransactTime: time } as const;
      exchange.orders_.set(`o${at}`, order(`o${at}`, filled));
    }
    exchange.orders_.set('o19', order('o19', { state: 'CANCELED', lastTransactTime: time }));
    exchange.activities_ = Array.from({ length: 19 }, (_, at) =>
      aTrade({ id: `t${at}`, qty: Decimal.of(100), createTime: time }),
    );
    exchange.positions_ = [position('otters-herons', { cashValue: usd('9') })];
  };
  return { ...window, news, away, happened, digests, fillAll, close };
}

describe('an absence, as the editor puts it together', () => {
  it('of a machine that slept is one digest and no news', async () => {
    const { clock, happened, digests, away, fillAll, close } = await open();
    clock.jumpTo(clock.now() + HOUR);
    fillAll();
    await clock.advance(120_000);
    assert.deepEqual(happened, []);
    assert.deepEqual(digests, [19]);
    assert.deepEqual(
      away.digest?.ended.map(({ id }) => id),
      ['o19'],
    );
    assert.equal(away.digest?.change[0]?.amount.toString(), '4');
    assert.equal(away.digest?.complete, true);
    close();
  });

  it('of a line and a service that were both gone is one digest and no news', async () => {
    const { clock, exchange, streams, happened, digests, away, fillAll, close } = await open();
    streams.lose('account');
    for (const method of ['openOrders', 'positions', 'balances', 'activities'] as const)
      exchange.always(method, failure('network'));
    await clock.advance(HOUR);
    fillAll();
    for (const method of ['openOrders', 'positions', 'balances', 'activities'] as const)
      exchange.always(method, undefined);
    streams.resume('account');
    await clock.advance(300_000);
    assert.deepEqual(happened, []);
    assert.deepEqual(digests, [19]);
    assert.equal(away.digest?.ended.length, 1);
    close();
  });

  it('has a digest where there is no stream too', async () => {
    const { clock, happened, digests, fillAll, close } = await open(true);
    clock.jumpTo(clock.now() + HOUR);
    fillAll();
    await clock.advance(120_000);
    assert.deepEqual(happened, []);
    assert.deepEqual(digests, [19]);
    close();
  });
});
