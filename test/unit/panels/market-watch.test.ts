import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Book } from '../../../src/core/book.ts';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import type { StreamId } from '../../../src/exchange/streams.ts';
import { readingOf, watchMarket } from '../../../src/features/panels/market-watch.ts';
import type { Services } from '../../../src/features/services.ts';
import type { Change } from '../../../src/store/reading/load-state.ts';
import type { SessionChange } from '../../../src/store/session/session.ts';
import { book, orders, SLUG } from './scene.ts';

describe('watchMarket', () => {
  it('reads and subscribes only while the panel is visible', () => {
    const { watch, calls } = watched();
    assert.deepEqual(calls, ['watch panel book trades']);
    calls.length = 0;
    watch.setVisible(true);
    watch.setVisible(true);
    assert.deepEqual(calls, [`want ${SLUG}`, 'poll market book orders positions activity']);
    calls.length = 0;
    watch.setVisible(false);
    watch.setVisible(false);
    assert.deepEqual(calls, ['stop', 'want']);
  });

  it('reads everything again when asked', () => {
    const { watch, calls } = watched();
    calls.length = 0;
    watch.refresh();
    assert.equal(calls.join(), 'market asked,book asked,orders asked,positions asked,activity asked');
  });

  it('reports changes of its own market and of states, and of no other market', () => {
    const { fire, world } = watched();
    fire.books.fire(new Set(['another-market']));
    fire.positions.fire(new Set(['another-market']));
    assert.equal(world.changes, 0);
    fire.books.fire(new Set([SLUG]));
    fire.positions.fire(new Set([SLUG]));
    fire.books.fire(new Set());
    fire.books.fire('all');
    fire.view.fire();
    fire.quotes.fire(new Set(['another-market']));
    assert.equal(world.changes, 5);
    fire.quotes.fire(new Set([SLUG]));
    fire.streams.fire('markets');
    assert.equal(world.changes, 7);
  });

  it('reads market and fills again after an own order came, went or filled', () => {
    const { watch, fire, calls, world } = watched();
    calls.length = 0;
    world.orders = 2;
    fire.orders.fire('all');
    assert.deepEqual(calls, [], 'a hidden panel reads nothing');
    watch.setVisible(true);
    calls.length = 0;
    fire.orders.fire('all');
    assert.deepEqual(calls, [], 'nothing changed');
    world.orders = 1;
    fire.orders.fire('all');
    fire.orders.fire('all');
    assert.deepEqual(calls, ['market', 'book', 'activity']);
  });

  it('reads what is missing after another connection or sign-in, while visible', () => {
    const { watch, fire, calls } = watched();
    calls.length = 0;
    fire.session.fire('connection');
    assert.deepEqual(calls, []);
    watch.setVisible(true);
    calls.length = 0;
    fire.session.fire('account');
    assert.deepEqual(calls, ['load market', 'load book', 'load orders', 'load positions', 'load activity']);
  });

  it('releases everything when the panel closes', () => {
    const { watch, fire, calls, world } = watched();
    watch.setVisible(true);
    calls.length = 0;
    watch.dispose();
    watch.setVisible(true);
    fire.books.fire('all');
    assert.equal(calls.join(), 'stop,want,dispose interest,dispose activity,dispose book,dispose market');
    assert.equal(world.changes, 0);
    assert.ok(Object.values(fire).every((emitter) => !emitter.hasListeners));
  });
});

describe('a reading of a store', () => {
  const error = new ExchangeError('timeout', 'late');

  it('has the failure, but not that of an endpoint the service lacks', () => {
    const failed = { kind: 'failed', error, at: 5, hasData: true, readAt: 3 } as const;
    const reading = { value: 1, at: 3, busy: false, failure: error, unsupported: false };
    assert.deepEqual(readingOf(failed, 1), reading);
    assert.equal(readingOf(failed, 1, true).failure, undefined);
    assert.deepEqual(readingOf({ kind: 'refreshing', at: 7 }, 1).at, 7);
    assert.equal(readingOf({ kind: 'loading' }, undefined).busy, true);
  });

  it('has no value before the first good read: an empty list is not yet "nothing there"', () => {
    const failed = { kind: 'failed', error, at: 5, hasData: false, readAt: undefined } as const;
    for (const state of [{ kind: 'idle' }, { kind: 'loading' }, failed] as const) {
      assert.equal(readingOf(state, []).value, undefined, state.kind);
    }
  });
});

describe('the input of a panel', () => {
  it('has the streamed book where it is newer than the one read', () => {
    const { watch, world } = watched();
    assert.equal(watch.input().book.at, 1);
    world.book = { value: book(), at: 5 };
    const { book: newest, live } = watch.input();
    assert.deepEqual([newest.at, newest.value?.bids.length, live?.newer], [5, 4, true]);
    world.book = { value: book(), at: 0 };
    assert.equal(watch.input().book.at, 1);
  });

  it('has the state of the stream, and the freshness of own figures while signed in', () => {
    const { watch, world, session } = watched();
    assert.deepEqual([watch.input().stream, watch.input().accountFreshness?.at], ['live', 1]);
    world.stream = 'off';
    session.canSign = false;
    assert.deepEqual([watch.input().stream, watch.input().accountFreshness], ['polled', undefined]);
  });

  it('has nothing of an account after it was signed out', () => {
    const { watch, session } = watched();
    assert.equal(watch.input().orders.value?.length, 2);
    // While another key is tried, `canSign` stays true: until it works, the account is the one before.
    session.canSign = false;
    session.profile = { id: 'custom', label: 'Other' };
    const { orders: resting, connection } = watch.input();
    assert.equal(resting.value, undefined);
    assert.deepEqual(connection, { label: 'Other', isDemo: false, isSignedIn: false });
  });
});

function watched() {
  const calls: string[] = [];
  const world = {
    changes: 0,
    orders: 2,
    stream: 'live',
    book: undefined as { readonly value: Book; readonly at: number } | undefined,
  };
  const fire = {
    books: new Emitter<Change>(),
    orders: new Emitter<Change>(),
    positions: new Emitter<Change>(),
    activity: new Emitter<Change>(),
    session: new Emitter<SessionChange>(),
    view: new Emitter<void>(),
    quotes: new Emitter<Change>(),
    streams: new Emitter<StreamId>(),
  };
  const session = {
    profile: { id: 'demo', label: 'Demo' },
    canSign: true,
    onDidChange: fire.session.event,
  };
  const state = { kind: 'ready', at: 1 } as const;
  const store = (name: string, emitter = fire.books) => ({
    name,
    state,
    onDidChange: emitter.event,
    load: async () => void calls.push(`load ${name}`),
    refresh: async (reason?: string) => void calls.push(reason === undefined ? name : `${name} ${reason}`),
    dispose: () => void calls.push(`dispose ${name}`),
  });
  const part = { state, value: undefined, at: 1, unsupported: false };
  const services = {
    books: {
      onDidChange: fire.books.event,
      watch: (_slug: string, parts: readonly string[]) => store(parts.join('+')),
      detail: () => ({ market: part, book: part, settlement: part }),
    },
    orders: {
      ...store('orders', fire.orders),
      inMarket: () => orders().slice(0, world.orders),
      pending: new Set(),
    },
    positions: { ...store('positions', fire.positions), get: () => undefined },
    session,
    onDidChangeView: fire.view.event,
    eventOf: () => undefined,
    quotes: {
      onDidChange: fire.quotes.event,
      live: () => world.book && { book: world.book.value, bbo: undefined, newer: true },
      book: () => world.book,
      trades: () => [],
      samples: () => [],
    },
    live: {
      onDidChange: fire.streams.event,
      watch: (kind: string, topics: ReadonlySet<string>) => {
        calls.push(`watch ${kind} ${[...topics].join(' ')}`);
        return {
          set: (slugs: readonly string[]) => void calls.push(`want ${slugs.join(' ')}`.trim()),
          dispose: () => void calls.push('dispose interest'),
        };
      },
      state: () => ({ kind: world.stream }),
      marketFreshness: () => undefined,
      accountFreshness: (at: number | undefined) => at && { source: 'rest', at, standing: 'fresh' },
    },
    scheduler: {
      watch: (stores: readonly { readonly name: string }[]) => {
        calls.push(`poll ${stores.map(({ name }) => name).join(' ')}`);
        return { dispose: () => void calls.push('stop') };
      },
    },
  } as unknown as Services;
  const watch = watchMarket({
    services,
    activity: { ...store('activity', fire.activity), activities: [], hasMore: false } as never,
    slug: SLUG,
    parts: ['market', 'book'],
    topics: new Set(['book', 'trades']),
    changed() {
      world.changes += 1;
    },
  });
  return { watch, session, calls, world, fire };
}
