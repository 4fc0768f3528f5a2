import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Activity } from '../../core/activity.ts';
import { type Freshness, worse } from '../../core/freshness.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { Topic } from '../../exchange/streams.ts';
import type { ActivityStore } from '../../store/account/activity.ts';
import type { DetailPart } from '../../store/markets/market-reader.ts';
import type { LoadedPart } from '../../store/markets/part-reader.ts';
import { type Change, type LoadState, readAt, type Store } from '../../store/reading/load-state.ts';
import type { PanelInput, PanelReading } from '../../view/panels/input.ts';
import type { Services } from '../services.ts';

interface MarketWatchOptions {
  readonly services: Services;
  readonly slug: string;
  readonly parts: readonly DetailPart[];
  readonly topics: ReadonlySet<Topic>;
  /** Activities of this market only. The watch disposes it. */
  readonly activity: ActivityStore;
  /** What it reads besides. */
  readonly more?: readonly Omit<Store, 'onDidChange'>[];
  changed(): void;
}

/** What a panel reads of one market: nothing while it is hidden, all of it again and again while it is visible. */
export function watchMarket(options: MarketWatchOptions) {
  const { services, slug, parts, topics, changed, more = [] } = options;
  const { books, orders, positions, live, quotes } = services;
  // The book by itself: where it is not streamed, it alone is read more often.
  const watches = [parts.filter((part) => part !== 'book'), parts.filter((part) => part === 'book')]
    .filter((some) => some.length > 0)
    .map((some) => books.watch(slug, some));
  const { activity } = options;
  const interest = live.watch('panel', topics);
  const page = watchStores(services, [...watches, orders, positions, activity, ...more], changed, (visible) =>
    interest.set(visible ? [slug] : []),
  );
  const { own } = page;
  for (const item of [...watches, activity, interest]) own.add(item);
  let resting = restingKey();

  /** Which own orders rest in the market, and how much of each. */
  function restingKey(): string {
    return orders
      .inMarket(slug)
      .map(({ id, leavesQuantity }) => `${id} ${leavesQuantity?.toString() ?? ''}`)
      .join(',');
  }
  const changedIn = (keys: Change): void => {
    if (keys === 'all' || keys.size === 0 || keys.has(slug)) changed();
  };
  for (const store of [books, positions, quotes]) own.add(store.onDidChange(changedIn));
  own.add(activity.onDidChange(changed));
  own.add(
    orders.onDidChange(() => {
      changed();
      const next = restingKey();
      if (next === resting) return;
      resting = next;
      // An own order came, went or filled, so the book it stood in, the position and the fills have changed too.
      if (!page.isVisible()) return;
      for (const watch of watches) void watch.refresh();
      void activity.refresh();
    }),
  );
  return { ...page, input: () => inputOf(services, slug, activity) };
}

/** Reads stores again and again while their page is visible. What is added to `own` is disposed with the watch. */
export function watchStores(
  services: Services,
  stores: readonly Omit<Store, 'onDidChange'>[],
  changed: () => void,
  show: (visible: boolean) => void,
) {
  const { session, live, scheduler } = services;
  const own = new DisposableStore();
  let polling: Disposable | undefined;
  own.add(live.onDidChange(changed));
  own.add(services.onDidChangeView(changed));
  own.add(
    session.onDidChange(() => {
      changed();
      if (polling !== undefined) for (const store of stores) void store.load();
    }),
  );
  const setVisible = (visible: boolean): void => {
    if (visible === (polling !== undefined) || own.disposed) return;
    polling?.dispose();
    show(visible);
    // Reads at once what is missing or too old.
    polling = visible ? scheduler.watch(stores) : undefined;
  };
  return {
    own,
    isVisible: (): boolean => polling !== undefined,
    refresh(): void {
      for (const store of stores) void store.refresh('asked');
    },
    setVisible,
    dispose(): void {
      setVisible(false);
      own.dispose();
    },
  };
}

export function inputOf(
  services: Services,
  slug: string,
  activity: ActivityStore,
): Omit<PanelInput, 'showsDetails'> {
  const { session, books, orders, positions, quotes, live } = services;
  const detail = books.detail(slug);
  const market = readingOfPart(detail.market);
  const connection = {
    label: session.profile.label,
    isDemo: session.profile.id === 'demo',
    // While a new key is tried the account before it stays, as in the lists.
    isSignedIn: session.canSign,
  };
  // After signing out, the account's last readings are not shown.
  const ofAccount = <T>(state: LoadState, value: T | undefined): PanelReading<T> =>
    connection.isSignedIn ? readingOf(state, value) : readingOf<T>({ kind: 'idle' }, undefined);
  const book = newerPart(detail.book, quotes.book(slug));
  const { kind } = live.state('markets');
  return {
    slug,
    connection,
    market,
    book,
    live: quotes.live(slug, market.at),
    stream: kind === 'off' ? 'polled' : kind,
    freshness: live.marketFreshness(slug, book.at),
    accountFreshness: connection.isSignedIn ? accountFreshness(services) : undefined,
    settlement: readingOfPart(detail.settlement),
    event: market.value && services.marketViews.eventOf(market.value),
    orders: ofAccount<readonly Order[]>(orders.state, orders.inMarket(slug)),
    position: ofAccount<Position>(positions.state, positions.get(slug)),
    activities: ofAccount<readonly Activity[]>(activity.state, activity.activities),
    moreActivities: activity.hasMore,
    cancelling: orders.cancelling,
  };
}

/** How far a store is, as the panel models need it. It has no value before the first good read. */
export function readingOf<T>(state: LoadState, value: T | undefined, unsupported = false): PanelReading<T> {
  const at = readAt(state);
  return {
    value: at === undefined ? undefined : value,
    at,
    busy: state.kind === 'loading' || state.kind === 'refreshing',
    failure: state.kind === 'failed' && !unsupported ? state.error : undefined,
    unsupported,
  };
}

export function readingOfPart<T>(part: LoadedPart<T>): PanelReading<T> {
  return { ...readingOf(part.state, part.value, part.unsupported), value: part.value, at: part.at };
}

/** A part of a market as streamed or read last, whichever is newer. */
export function newerPart<T>(
  part: LoadedPart<T>,
  streamed: { readonly value: T; readonly at: number } | undefined,
): PanelReading<T> {
  const read = readingOfPart(part);
  if (streamed === undefined || streamed.at < (read.at ?? 0)) return read;
  return { ...read, value: streamed.value, at: streamed.at, failure: undefined, unsupported: false };
}

/** Own orders and position stand side by side, so both are as current as the worse. */
function accountFreshness({ live, orders, positions }: Services): Freshness | undefined {
  const known = [
    live.accountFreshness(readAt(orders.state), 'orders'),
    live.accountFreshness(readAt(positions.state), 'positions'),
  ].filter((freshness) => freshness !== undefined);
  return known.length === 0 ? undefined : known.reduce(worse);
}
