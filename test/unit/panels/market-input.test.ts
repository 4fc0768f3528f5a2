import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Book } from '../../../src/core/book.ts';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import { inputOf, ownOrdersChanged, readingOf } from '../../../src/features/panels/market-input.ts';
import type { Services } from '../../../src/features/services.ts';
import type { ActivityStore } from '../../../src/store/account/activity.ts';
import type { OrdersStore } from '../../../src/store/account/orders.ts';
import type { Change } from '../../../src/store/reading/load-state.ts';
import { book, orders, SLUG } from './scene.ts';

describe('a reading of a store', () => {
  const error = new ExchangeError('timeout', 'late');

  it('has the failure, but not that of an endpoint the service lacks', () => {
    const failed = { kind: 'failed', error, at: 5, readAt: 3 } as const;
    const reading = { value: 1, at: 3, busy: false, failure: error, unsupported: false };
    assert.deepEqual(readingOf(failed, 1), reading);
    assert.equal(readingOf(failed, 1, true).failure, undefined);
    assert.deepEqual(readingOf({ kind: 'refreshing', at: 7 }, 1).at, 7);
    assert.equal(readingOf({ kind: 'loading' }, undefined).busy, true);
  });

  it('has no value before the first good read: an empty list is not yet "nothing there"', () => {
    const failed = { kind: 'failed', error, at: 5, readAt: undefined } as const;
    for (const state of [{ kind: 'idle' }, { kind: 'loading' }, failed] as const) {
      assert.equal(readingOf(state, []).value, undefined, state.kind);
    }
  });
});

describe('the input of a page', () => {
  it('has the streamed book where it is newer than the one read', () => {
    const { input, world } = marketInput();
    assert.equal(input().book.at, 1);
    world.book = { value: book(), at: 5 };
    const { book: newest, live } = input();
    assert.deepEqual([newest.at, newest.value?.bids.length, live?.newer], [5, 4, true]);
    world.book = { value: book(), at: 0 };
    assert.equal(input().book.at, 1);
  });

  it('has the state of the stream, and the freshness of own figures while signed in', () => {
    const { input, world, session } = marketInput();
    assert.deepEqual([input().stream, input().accountFreshness?.at], ['live', 1]);
    world.stream = 'off';
    session.canSign = false;
    assert.deepEqual([input().stream, input().accountFreshness], ['polled', undefined]);
  });

  it('has nothing of an account after it was signed out', () => {
    const { input, session } = marketInput();
    assert.equal(input().orders.value?.length, 2);
    // While another key is tried, `canSign` stays true: until it works, the account is the one before.
    session.canSign = false;
    session.profile = { id: 'custom', label: 'Other' };
    const { orders: resting, connection } = input();
    assert.equal(resting.value, undefined);
    assert.deepEqual(connection, {
      label: 'Other',
      isDemo: false,
      isSignedIn: false,
      inBrowser: false,
    });
  });
});

describe('own orders of a market', () => {
  it('say when one came, went or filled, and not when they were only read again', () => {
    const { world, store } = marketInput();
    const haveChanged = ownOrdersChanged(store, SLUG);
    assert.equal(haveChanged(), false);
    world.orders = 1;
    assert.deepEqual([haveChanged(), haveChanged()], [true, false]);
  });
});

function marketInput() {
  const world = {
    orders: 2,
    stream: 'live',
    book: undefined as { readonly value: Book; readonly at: number } | undefined,
  };
  const session = { profile: { id: 'demo', label: 'Demo' }, canSign: true };
  const fire = new Emitter<Change>();
  const state = { kind: 'ready', at: 1 } as const;
  const part = { state, value: undefined, at: 1, unsupported: false };
  const store = {
    state,
    onDidChange: fire.event,
    inMarket: () => orders().slice(0, world.orders),
    cancelling: undefined,
  } as unknown as OrdersStore;
  const services = {
    inBrowser: false,
    books: { detail: () => ({ market: part, book: part, settlement: part }) },
    orders: store,
    positions: { state, get: () => undefined },
    session,
    quotes: {
      live: () => world.book && { book: world.book.value, bbo: undefined, newer: true },
      book: () => world.book,
    },
    live: {
      state: () => ({ kind: world.stream }),
      freshness: {
        market: () => undefined,
        account: (at: number | undefined) => at && { source: 'rest', at, standing: 'fresh' },
      },
    },
  } as unknown as Services;
  const activity = { state, activities: [], hasMore: false } as unknown as ActivityStore;
  return { input: () => inputOf(services, SLUG, activity), world, session, fire, store };
}
