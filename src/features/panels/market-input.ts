import type { Activity } from '../../core/activity.ts';
import { type Freshness, worse } from '../../core/freshness.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import { namedConnection } from '../../exchange/profile.ts';
import type { ActivityStore } from '../../store/account/activity.ts';
import type { OrdersStore } from '../../store/account/orders.ts';
import type { BookWatch } from '../../store/markets/books.ts';
import type { DetailPart } from '../../store/markets/market-reader.ts';
import type { LoadedPart } from '../../store/markets/part-reader.ts';
import { type LoadState, readAt } from '../../store/reading/load-state.ts';
import type { PanelInput, PanelReading } from '../../view/panels/input.ts';
import type { Parts } from '../services.ts';

export type InputServices = Parts<
  'session' | 'books' | 'orders' | 'positions' | 'quotes' | 'live' | 'inBrowser' | 'marketViews'
>;

/** What a page reads of one market; its owner disposes them. The book by itself: where it is not streamed, it alone is read more often. */
export function watchBook(
  { books }: Parts<'books'>,
  slug: string,
  parts: readonly DetailPart[],
): readonly BookWatch[] {
  return [parts.filter((part) => part !== 'book'), parts.filter((part) => part === 'book')]
    .filter((some) => some.length > 0)
    .map((some) => books.watch(slug, some));
}

/** Says whether an own order of a market came, went or filled since it was called last. */
export function ownOrdersChanged(orders: OrdersStore, slug: string): () => boolean {
  const resting = (): string =>
    orders
      .inMarket(slug)
      .map(({ id, leavesQuantity }) => `${id} ${leavesQuantity?.toString() ?? ''}`)
      .join(',');
  let before = resting();
  return () => {
    const last = before;
    before = resting();
    return before !== last;
  };
}

export function inputOf(
  services: InputServices,
  slug: string,
  activity: ActivityStore,
): Omit<PanelInput, 'showsDetails'> {
  const { session, books, orders, positions, quotes, live } = services;
  const detail = books.detail(slug);
  const market = readingOfPart(detail.market);
  const connection = {
    ...namedConnection(session.profile),
    // While a new key is tried the account before it stays, as in the lists.
    isSignedIn: session.canSign,
    inBrowser: services.inBrowser,
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
    freshness: live.freshness.market(slug, book.at),
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
function accountFreshness(services: Parts<'live' | 'orders' | 'positions'>): Freshness | undefined {
  const { live, orders, positions } = services;
  const known = [
    live.freshness.account(readAt(orders.state), 'orders'),
    live.freshness.account(readAt(positions.state), 'positions'),
  ].filter((freshness) => freshness !== undefined);
  return known.length === 0 ? undefined : known.reduce(worse);
}
