import assert from 'node:assert/strict';
import { ActivityStore } from '../../src/store/account/activity.ts';
import { BalancesStore } from '../../src/store/account/balances.ts';
import { OrdersStore } from '../../src/store/account/orders.ts';
import { PositionsStore } from '../../src/store/account/positions.ts';
import { BooksStore } from '../../src/store/markets/books.ts';
import { EventsStore } from '../../src/store/markets/events.ts';
import { DETAIL_PARTS } from '../../src/store/markets/market-reader.ts';
import { MarketsStore } from '../../src/store/markets/markets.ts';
import type { LoadState } from '../../src/store/reading/load-state.ts';
import { viewMessage } from '../../src/view/messages.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import type { ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { faultySession, type HonestSide, honestSide } from '../support/faulty.ts';
import { flawIn, type SurfaceData, shownTexts } from '../support/surfaces.ts';
import { aContext } from '../support/view.ts';

/** All that views are made from, over one client whose replies can be made to lie. */
function windowOver(side: HonestSide) {
  const { clock, plan, session } = faultySession(side);
  const markets = new MarketsStore(session, { pageSize: 20 });
  const events = new EventsStore(session, markets, { pageSize: 20 });
  const orders = new OrdersStore(session);
  const positions = new PositionsStore(session);
  const activity = new ActivityStore(session);
  const balances = new BalancesStore(session);
  const books = new BooksStore(session, markets);
  const watch = books.watch(side.slug, DETAIL_PARTS);
  const stores = { markets, events, orders, positions, activity, balances, watch };
  const lists = (): Readonly<Record<string, readonly unknown[]>> => ({
    markets: markets.markets,
    events: events.events,
    orders: orders.orders,
    positions: positions.positions,
    activity: activity.activities,
    balances: balances.balances,
  });
  const data = (): SurfaceData => {
    const { market, book, quote, history, settlement } = books.detail(side.slug);
    return {
      markets: [...(market.value === undefined ? [] : [market.value]), ...markets.markets.slice(0, 2)],
      events: events.events.slice(0, 2),
      orders: orders.orders.slice(0, 4),
      positions: positions.positions.slice(0, 4),
      activities: activity.activities.slice(0, 8),
      balances: balances.balances,
      book: book.value,
      quote: quote.value,
      history: history.value,
      settlement: settlement.value,
    };
  };
  const read = (): Promise<unknown> =>
    clock.run(Promise.all(Object.values(stores).map((store) => store.refresh('asked'))));
  const states = (): readonly (readonly [string, LoadState])[] =>
    Object.entries(stores).map(([name, store]) => [name, store.state]);
  /** Without the endpoint events are worked out from the markets, and are others. */
  const isDerived = (): boolean => events.derived;
  return { clock, plan, session, lists, data, read, states, isDerived };
}

const PRIVATE: ReadonlySet<string> = new Set(['orders', 'positions', 'activity', 'balances']);

describe('views while replies lie', () => {
  let side: HonestSide;
  before(() => {
    side = honestSide();
  });
  const context = aContext();

  const check = async (fault: ReplyFault): Promise<void> => {
    const { clock, plan, session, lists, data, read, states, isDerived } = windowOver(side);
    await read();
    const usual = lists();
    for (const [name, items] of Object.entries(usual)) assert.ok(items.length > 0, name);
    plan.fault = fault;
    const startedAt = clock.now();
    await read();
    assert.ok(clock.now() - startedAt <= 61_000, `took ${clock.now() - startedAt} ms`);
    const shown = lists();
    // A key that is refused is out of use, and what was read with it is nobody's any more.
    const isSignedOut = session.account.kind === 'needsSignIn';
    assert.equal(isSignedOut, fault.name.startsWith('status-401'));
    const isStillOwn = (name: string): boolean => !(isSignedOut && PRIVATE.has(name));
    for (const [name, state] of states()) {
      if (!isStillOwn(name)) continue;
      assert.ok(state.kind === 'ready' || state.kind === 'failed', `${name} is ${state.kind}`);
      if (state.kind !== 'failed') continue;
      assert.notEqual(state.readAt, undefined, name);
      assert.match(viewMessage(state, {}, context) ?? '', /^[A-Z].{15,} This was loaded before /su, name);
      // A view keeps what it had, whatever came instead.
      const isOther = name === 'events' && isDerived();
      if (name in usual && !isOther) assert.equal(shown[name]?.length, usual[name]?.length, name);
      // Of a market that was read apart from the list the newest is shown everywhere.
      if (name in usual && !isOther && name !== 'markets') assert.equal(shown[name], usual[name], name);
    }
    for (const { where, text } of shownTexts(data(), context)) {
      const flaw = flawIn(text);
      assert.equal(flaw, undefined, `${where}: ${text.slice(0, 200)}`);
    }
    plan.fault = undefined;
    // An endpoint that looked missing is left alone for ten minutes.
    await clock.advance(11 * 60_000);
    await read();
    for (const [name, state] of states()) if (isStillOwn(name)) assert.equal(state.kind, 'ready', name);
    // A page that held more than it should reaches further when it is read again.
    for (const [name, items] of Object.entries(lists()))
      if (isStillOwn(name)) assert.ok(items.length >= (usual[name]?.length ?? 0), name);
  };

  for (const fault of REPLY_FAULTS) {
    it(`${fault.name}: all keep what they had or show what came, and recover`, () => check(fault));
  }
});
