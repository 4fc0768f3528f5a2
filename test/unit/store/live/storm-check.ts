import assert from 'node:assert/strict';
import type { Freshness } from '../../../../src/core/freshness.ts';
import { READ_LIMIT_MS } from '../../../../src/core/freshness.ts';
import { isOver, isPaused } from '../../../../src/core/lifecycle.ts';
import { bestBidAndOffer, lifecycleNow } from '../../../../src/core/pricing.ts';
import { CHECK_MS } from '../../../../src/store/live/scheduler.ts';
import { readAt } from '../../../../src/store/reading/load-state.ts';
import type { LiveWindow } from './live-rig.ts';
import { IDS, SLUGS } from './storm-acts.ts';
import { holdingOf, type StormExchange, textOf } from './storm-exchange.ts';
import type { History } from './storm-history.ts';
import { WATCHDOG_MS } from './storm-window.ts';

/** What is said to be true at a moment may be so much older: a frame under way, a request out, the gap between two. */
const SLACK_MS = 9_000;

/** Whatever is shown was so at the time it is said to be true, and nothing is called fresh for longer than its limit. */
export function checkShown(window: LiveWindow, model: StormExchange): void {
  const { live, orders, positions, balances, clock } = window;
  const check = (
    history: History,
    key: string,
    shown: string | undefined,
    truth: Freshness,
    over = false,
  ) => {
    const now = clock.now();
    const said = `${key} is shown as ${shown}, said to be ${truth.standing} (${truth.source}, ${now - truth.at} ms ago)`;
    assert.ok(history.had(key, shown, truth.at - SLACK_MS, now), `${said}, but was ${history.text(key)}`);
    const limitMs = truth.source === 'stream' ? WATCHDOG_MS : READ_LIMIT_MS;
    assert.ok(
      truth.standing !== 'fresh' || now - truth.at <= (over ? CHECK_MS + READ_LIMIT_MS : limitMs),
      said,
    );
  };
  for (const slug of SLUGS) {
    const shown = shownOf(window, slug);
    const truth = live.freshness.price(slug);
    if (shown === undefined || truth === undefined) continue;
    if (shown.isQuoted) check(model.prices, slug, shown.bid, truth, shown.state === 'over');
    check(model.states, slug, shown.state, truth, shown.state === 'over');
  }
  const ofOrders = live.freshness.account(readAt(orders.state), 'orders');
  for (const id of IDS) {
    const shown = orders.get(id);
    if (ofOrders !== undefined) check(model.orders, id, shown && textOf(shown), ofOrders);
  }
  const ofPositions = live.freshness.account(readAt(positions.state), 'positions');
  for (const slug of SLUGS) {
    const shown = positions.get(slug);
    if (ofPositions !== undefined) check(model.positions, slug, shown && holdingOf(shown), ofPositions);
  }
  const ofCash = live.freshness.account(readAt(balances.state), 'balances');
  const cash = balances.get('USD')?.currentBalance.toString();
  if (ofCash !== undefined) check(model.cash, 'USD', cash, ofCash);
}

/** The stores say what the service says, and all of it is fresh. `lossy`: nobody noticed which frames were lost. */
export function checkEqual(window: LiveWindow, model: StormExchange, lossy: boolean): void {
  const { exchange, orders, positions, balances, activity, live, gaps, clock } = window;
  assert.deepEqual(orders.orders.map(textOf).sort(), model.open.map(textOf).sort(), 'orders');
  const holdings = (all: StormExchange['held']): string[] =>
    all.map((each) => `${each.marketSlug} ${each.netPosition} ${each.expired}`).sort();
  assert.deepEqual(holdings(positions.positions), holdings(model.held), 'positions');
  assert.deepEqual(balances.balances, model.balances, 'cash');
  assert.deepEqual(
    activity.activities.slice(0, exchange.cursorPage).map(({ key }) => key),
    model.activities.slice(0, exchange.cursorPage).map(({ key }) => key),
    'activity',
  );
  for (const slug of SLUGS) {
    const shown = shownOf(window, slug);
    if (shown?.isQuoted !== false) assert.equal(shown?.bid, model.prices.now(slug), `price of ${slug}`);
    // Lists need not know of a pause: the end of one that is not streamed shows with the next price.
    if (!lossy) assert.equal(shown?.state, model.states.now(slug), `trading in ${slug}`);
    assert.equal(live.freshness.price(slug)?.standing, 'fresh', `price of ${slug}`);
  }
  for (const { state } of [orders, positions, balances]) {
    assert.equal(live.freshness.account(readAt(state))?.standing, 'fresh');
  }
  for (const { toMs, fromMs } of gaps) assert.ok(toMs > fromMs && toMs <= clock.now());
}

function shownOf({ markets, quotes }: LiveWindow, slug: string) {
  const known = markets.get(slug);
  if (known === undefined) return undefined;
  const live = quotes.live(slug, markets.readAt(slug)) ?? {};
  const state = lifecycleNow(known, live);
  return {
    bid: bestBidAndOffer(known, live).bid?.price.toString(),
    state: isOver(state) ? 'over' : state,
    /** While trading is paused no price is shown, whatever the service goes on to say. */
    isQuoted: !isPaused(state),
  };
}
