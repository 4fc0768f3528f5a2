import assert from 'node:assert/strict';
import { AbsenceDigest } from '../../../../src/store/news/absence-digest.ts';
import { type News, NewsStore } from '../../../../src/store/news/news.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { liveWindow, showAccount, type WindowOptions } from '../live/live-rig.ts';
import { order, position } from '../values.ts';

const READINGS = ['openOrders', 'positions', 'balances', 'activities'] as const;

/** A window as it is put together in the editor, with two open orders and a position, that has settled. */
export async function awayWindow(options: WindowOptions = {}) {
  const window = liveWindow(options);
  const { exchange, clock, live, streams } = window;
  exchange.cursorPage = 20;
  for (const id of ['one', 'two']) exchange.orders_.set(id, order(id));
  exchange.positions_ = [position('otters-herons')];
  const { onMessage, onGap, onGapOpen } = live;
  const news = new NewsStore({ ...window, onMessage, onGap });
  const away = new AbsenceDigest({ ...window, onMessage, onGapOpen, onGap, news });
  const reported: News[] = [];
  news.onDidHappen((each) => reported.push(each));
  const shown = showAccount(window);
  await clock.advance(30_000);
  /** The line and the service are both gone for so long; `meanwhile` happens so far into it; then there is quiet. */
  const gone = async (
    ms: number,
    afterMs: number,
    meanwhile: () => void,
    restMs = 300_000,
  ): Promise<void> => {
    streams.lose('account');
    for (const method of READINGS) exchange.always(method, failure('network'));
    await clock.advance(afterMs);
    meanwhile();
    await clock.advance(ms - afterMs);
    for (const method of READINGS) exchange.always(method, undefined);
    streams.resume('account');
    await clock.advance(restMs);
  };
  const close = (): void => {
    shown.dispose();
    for (const each of [away, news]) each.dispose();
    window.tearDown();
    assert.equal(clock.pending, 0);
  };
  return { ...window, news, away, reported, gone, close };
}
