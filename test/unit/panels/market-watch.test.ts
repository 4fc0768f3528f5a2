import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Book } from '../../../src/core/book.ts';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import type { StreamId } from '../../../src/exchange/streams.ts';
import { readingOf, watchMarket } from '../../../src/features/panels/market-watch.ts';
import type { Services } from '../../../src/features/services.ts';
import type { ActivityStore } from '../../../src/store/account/activity.ts';
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
    watch.reload();
    assert.deepEqual(calls, [
      'market asked',
      'book asked',
      'orders asked',
      'positions asked',
      'activity asked',
    ]);
  });

  it('reports changes of its own market and of states, and of no other market', () => {
    const { fire, changes } = watched();
    fire.books(new Set(['another-market']));
    fire.positions(new Set(['another-market']));
    assert.equal(changes(), 0);
    fire.books(new Set([SLUG]));
    fire.positions(new Set([SLUG]));
    fire.books(new Set());
    fire.books('all');
    fire.view();
    fire.quotes(new Set(['another-market']));
    assert.equal(changes(), 5);
    fire.quotes(new Set([SLUG]));
    fire.line('markets');
    assert.equal(changes(), 7);
  });

  it('reads market and fills again after an own order came, went or filled', () => {
    const { watch, fire, calls, setOrders } = watched();
    calls.length = 0;
    setOrders(2);
    fire.orders('all');
    assert.deepEqual(calls, [], 'a hidden panel reads nothing');
    watch.setVisible(true);
    calls.length = 0;
    fire.orders('all');
    assert.deepEqual(calls, [], 'nothing changed');
    setOrders(1);
    fire.orders('all');
    fire.orders('all');
    assert.deepEqual(calls, ['market', 'book', 'activity']);
  });

  it('reads what is missing after another connection or sign-in, while visible', () => {
    const { watch, fire, calls } = watched();
    calls.length = 0;
    fire.session('connection');
    assert.deepEqual(calls, []);
    watch.setVisible(true);
    calls.length = 0;
    fire.session('account');
    assert.deepEqual(calls, ['load market', 'load book', 'load orders', 'load positions', 'load activity']);
  });

  it('releases everything when the panel closes', () => {
    const { watch, fire, calls, changes, listeners } = watched();
    watch.setVisible(true);
    calls.length = 0;
    watch.dispose();
    watch.setVisible(true);
    fire.books('all');
    assert.deepEqual(calls, [
      'stop',
      'dispose interest',
      'dispose activity',
      'dispose book',
      'dispose market',
    ]);
    assert.deepEqual([changes(), listeners()], [0, false]);
  });
});

describe('a reading of a store', () => {
  it('has the failure, but not that of an endpoint the service lacks', () => {
    const error = new ExchangeError('timeout', 'late');
    const failed = { kind: 'failed', error, at: 5, hasData: true, readAt: 3 } as const;
    assert.deepEqual(readingOf(failed, 1), {
      value: 1,
      at: 3,
      busy: false,
      failure: error,
      unsupported: false,
    });
    assert.equal(readingOf(failed, 1, true).failure, undefined);
    assert.deepEqual(readingOf({ kind: 'refreshing', at: 7 }, 1).at, 7);
    assert.equal(readingOf({ kind: 'loading' }, undefined).busy, true);
  });

  it('has no value before the first good read: an empty list is not yet "nothing there"', () => {
    const error = new ExchangeError('timeout', 'late');
    const failed = { kind: 'failed', error, at: 5, hasData: false, readAt: undefined } as const;
    for (const state of [{ kind: 'idle' }, { kind: 'loading' }, failed] as const) {
      assert.equal(readingOf(state, []).value, undefined, state.kind);
    }
  });
});

describe('the input of a panel', () => {
  it('has the streamed book where it is newer than the one read', () => {
    const { watch, stream } = watched();
    assert.equal(watch.input().book.at, 1);
    stream({ value: book(), at: 5 });
    const { book: newest, live } = watch.input();
    assert.deepEqual([newest.at, newest.value?.bids.length, live?.newer], [5, 4, true]);
    stream({ value: book(), at: 0 });
    assert.equal(watch.input().book.at, 1);
  });

  it('has the state of the stream, and the freshness of own figures while signed in', () => {
    const { watch, setLine, session } = watched();
    assert.deepEqual([watch.input().stream, watch.input().accountFreshness?.at], ['live', 1]);
    setLine('off');
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

/** Stores that only record what is asked of them. */
function watched() {
  const calls: string[] = [];
  let changes = 0;
  let count = 2;
  let line = 'live';
  let streamed: { readonly value: Book; readonly at: number } | undefined;
  const session = { profile: { id: 'demo', label: 'Demo' }, canSign: true };
  const emitters = {
    books: new Emitter<Change>(),
    orders: new Emitter<Change>(),
    positions: new Emitter<Change>(),
    activity: new Emitter<Change>(),
    session: new Emitter<SessionChange>(),
    view: new Emitter<void>(),
    quotes: new Emitter<Change>(),
    line: new Emitter<StreamId>(),
  };
  const state = { kind: 'ready', at: 1 } as const;
  const store = (name: string) => ({
    name,
    state,
    load: async () => void calls.push(`load ${name}`),
    refresh: async (reason?: string) => void calls.push(reason === undefined ? name : `${name} ${reason}`),
    dispose: () => void calls.push(`dispose ${name}`),
  });
  const part = { state, value: undefined, at: 1, unsupported: false };
  const services = {
    books: {
      onDidChange: emitters.books.event,
      watch: (_slug: string, parts: readonly string[]) => store(parts.join('+')),
      detail: () => ({ market: part, book: part, settlement: part }),
    },
    orders: {
      ...store('orders'),
      onDidChange: emitters.orders.event,
      inMarket: () => orders().slice(0, count),
      pending: new Set(),
    },
    positions: { ...store('positions'), onDidChange: emitters.positions.event, get: () => undefined },
    session: Object.assign(session, { onDidChange: emitters.session.event }),
    onDidChangeView: emitters.view.event,
    eventOf: () => undefined,
    quotes: {
      onDidChange: emitters.quotes.event,
      live: () => streamed && { book: streamed.value, bbo: undefined, newer: true },
      book: () => streamed,
      moved: () => 0,
      trades: () => [],
      samples: () => [],
    },
    live: {
      onDidChange: emitters.line.event,
      watch: (kind: string, topics: ReadonlySet<string>) => {
        calls.push(`watch ${kind} ${[...topics].join(' ')}`);
        return {
          set: (slugs: readonly string[]) => void calls.push(`want ${slugs.join(' ')}`.trim()),
          dispose: () => void calls.push('dispose interest'),
        };
      },
      state: () => ({ kind: line }),
      marketFreshness: () => undefined,
      accountFreshness: (at: number | undefined) =>
        at === undefined ? undefined : { source: 'rest', at, standing: 'fresh' },
    },
    scheduler: {
      watch: (stores: readonly { readonly name: string }[]) => {
        calls.push(`poll ${stores.map(({ name }) => name).join(' ')}`);
        return { dispose: () => void calls.push('stop') };
      },
    },
  } as unknown as Services;
  const activity = {
    ...store('activity'),
    onDidChange: emitters.activity.event,
    activities: [],
    hasMore: false,
  } as unknown as ActivityStore;
  const watch = watchMarket({
    services,
    activity,
    slug: SLUG,
    parts: ['market', 'book'],
    topics: new Set(['book', 'trades']),
    changed() {
      changes += 1;
    },
  });
  return {
    watch,
    session,
    calls,
    changes: () => changes,
    setOrders: (next: number) => {
      count = next;
    },
    setLine: (next: string) => {
      line = next;
    },
    stream: (next: typeof streamed) => {
      streamed = next;
    },
    listeners: () => Object.values(emitters).some((emitter) => emitter.hasListeners),
    fire: {
      books: (change: Change) => emitters.books.fire(change),
      orders: (change: Change) => emitters.orders.fire(change),
      positions: (change: Change) => emitters.positions.fire(change),
      session: (change: SessionChange) => emitters.session.fire(change),
      view: () => emitters.view.fire(),
      quotes: (change: Change) => emitters.quotes.fire(change),
      line: (line: StreamId) => emitters.line.fire(line),
    },
  };
}
