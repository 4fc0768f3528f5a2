import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Book } from '../../../src/core/book.ts';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import type { StreamId } from '../../../src/exchange/streams.ts';
import type { PanelDeps } from '../../../src/features/panels/deps.ts';
import { watchMarket } from '../../../src/features/panels/live.ts';
import { panelInput, readingOf } from '../../../src/features/panels/readings.ts';
import type { Change } from '../../../src/store/reading/load-state.ts';
import type { SessionChange } from '../../../src/store/session/session.ts';
import { book, orders, SLUG } from './scene.ts';

describe('a market kept fresh for a panel', () => {
  it('reads nothing before the panel is in view, and is kept up to date only while it is', () => {
    const { live, calls } = watched();
    assert.deepEqual(calls, ['watch panel book trades']);
    calls.length = 0;
    live.setVisible(true);
    live.setVisible(true);
    assert.deepEqual(calls, [`want ${SLUG}`, 'poll market book orders positions activity']);
    calls.length = 0;
    live.setVisible(false);
    live.setVisible(false);
    assert.deepEqual(calls, ['stop', 'want']);
  });

  it('reads everything again when asked', () => {
    const { live, calls } = watched();
    calls.length = 0;
    live.refresh();
    assert.deepEqual(calls, [
      'market asked',
      'book asked',
      'orders asked',
      'positions asked',
      'activity asked',
    ]);
  });

  it('tells of changes of its own market, of changes of state, and of no other market', () => {
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

  it('reads market and fills again when an own order came, went or filled', () => {
    const { live, fire, calls, setOrders } = watched();
    live.setVisible(true);
    calls.length = 0;
    fire.orders('all');
    assert.deepEqual(calls, []);
    setOrders(1);
    fire.orders('all');
    fire.orders('all');
    assert.deepEqual(calls, ['market', 'book', 'activity']);
  });

  it('leaves a hidden panel alone when orders change', () => {
    const { fire, calls, setOrders } = watched();
    calls.length = 0;
    setOrders(1);
    fire.orders('all');
    assert.deepEqual(calls, []);
  });

  it('reads what is missing after another connection or sign-in, if it is in view', () => {
    const { live, fire, calls } = watched();
    calls.length = 0;
    fire.session('connection');
    assert.deepEqual(calls, []);
    live.setVisible(true);
    calls.length = 0;
    fire.session('account');
    assert.deepEqual(calls, ['load market', 'load book', 'load orders', 'load positions', 'load activity']);
  });

  it('lets go of everything when the panel closes', () => {
    const { live, fire, calls, changes, listeners } = watched();
    live.setVisible(true);
    calls.length = 0;
    live.dispose();
    live.setVisible(true);
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

describe('readings of stores', () => {
  it('carry the failure, but not that of an endpoint the service lacks', () => {
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

  it('have no value before the first good read: an empty list is not yet "nothing there"', () => {
    const error = new ExchangeError('timeout', 'late');
    const failed = { kind: 'failed', error, at: 5, hasData: false, readAt: undefined } as const;
    for (const state of [{ kind: 'idle' }, { kind: 'loading' }, failed] as const) {
      assert.equal(readingOf(state, []).value, undefined, state.kind);
    }
  });

  it('take the book of the stream where it is newer than the one read', () => {
    const { deps, live, tell } = watched();
    const shownAt = () => panelInput(deps, SLUG, live.activity).book.at;
    assert.equal(shownAt(), 1);
    tell({ value: book(), at: 5 });
    const { book: shown, live: quotes } = panelInput(deps, SLUG, live.activity);
    assert.deepEqual([shown.at, shown.value?.bids.length, quotes?.newer], [5, 4, true]);
    tell({ value: book(), at: 0 });
    assert.equal(shownAt(), 1);
  });

  it('say what line the prices are on, and how true own figures are to someone signed in', () => {
    const { deps, live, setLine } = watched();
    const input = () => panelInput(deps, SLUG, live.activity);
    assert.deepEqual([input().line, input().accountTruth?.at], ['live', 1]);
    setLine('off');
    assert.equal(input().line, 'polled');
    const session = { profile: { id: 'custom', label: 'Other' }, canSign: false };
    assert.equal(panelInput({ ...deps, session } as never, SLUG, live.activity).accountTruth, undefined);
  });

  it('forget the account of someone who signed out', () => {
    const { deps, live } = watched();
    const input = (kind: string, canSign = kind === 'signedIn') => {
      const session = { profile: { id: 'custom', label: 'Other' }, account: { kind }, canSign };
      return panelInput({ ...deps, session } as never, SLUG, live.activity);
    };
    assert.deepEqual(
      [input('signedIn').orders.value?.length, input('signedOut').orders.value],
      [2, undefined],
    );
    assert.deepEqual(input('signedOut').connection, { label: 'Other', isDemo: false, isSignedIn: false });
    // Another key is being tried: until it is known to work, the account is the one before.
    assert.equal(input('signingIn', true).orders.value?.length, 2);
    assert.equal(input('signingIn').orders.value, undefined);
  });
});

/** Stores that only note what is asked of them. */
function watched() {
  const calls: string[] = [];
  let changes = 0;
  let count = 2;
  let line = 'live';
  let told: { readonly value: Book; readonly at: number } | undefined;
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
  const deps = {
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
    session: {
      onDidChange: emitters.session.event,
      profile: { id: 'demo', label: 'Demo' },
      account: { kind: 'signedIn' },
      canSign: true,
    },
    activityOf: () => ({
      ...store('activity'),
      onDidChange: emitters.activity.event,
      activities: [],
      hasMore: false,
    }),
    onDidChangeView: emitters.view.event,
    eventOf: () => undefined,
    quotes: {
      onDidChange: emitters.quotes.event,
      live: () => told && { book: told.value, bbo: undefined, newer: true },
      book: () => told,
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
      priceTruth: () => undefined,
      marketFreshness: () => undefined,
      accountTruth: (at: number | undefined) =>
        at === undefined ? undefined : { source: 'rest', at, standing: 'fresh' },
    },
    scheduler: {
      watch: (stores: readonly { readonly name: string }[]) => {
        calls.push(`poll ${stores.map(({ name }) => name).join(' ')}`);
        return { dispose: () => void calls.push('stop') };
      },
    },
  } as unknown as PanelDeps;
  const live = watchMarket(deps, SLUG, ['market', 'book'], new Set(['book', 'trades']), () => {
    changes += 1;
  });
  return {
    deps,
    live,
    calls,
    changes: () => changes,
    setOrders: (next: number) => {
      count = next;
    },
    setLine: (next: string) => {
      line = next;
    },
    tell: (next: typeof told) => {
      told = next;
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
