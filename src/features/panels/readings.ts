import type { Activity } from '../../core/activity.ts';
import type { Book } from '../../core/book.ts';
import { type Freshness, worse } from '../../core/freshness.ts';
import type { Order } from '../../core/order.ts';
import type { Position } from '../../core/position.ts';
import type { ActivityStore } from '../../store/account/activity.ts';
import type { LoadedPart } from '../../store/markets/books.ts';
import { type LoadState, readAt } from '../../store/reading/load-state.ts';
import type { PanelConnection, PanelInput, PriceLine, Reading } from '../../view/panels/input.ts';
import type { PanelDeps } from './deps.ts';

/** How far a store or a part of one is, in the words the panel models use. What was never read has no value. */
export function readingOf<T>(state: LoadState, value: T | undefined, unsupported = false): Reading<T> {
  const at = readAt(state);
  return {
    value: at === undefined ? undefined : value,
    at,
    busy: state.kind === 'loading' || state.kind === 'refreshing',
    failure: state.kind === 'failed' && !unsupported ? state.error : undefined,
    unsupported,
  };
}

export function readingOfPart<T>(part: LoadedPart<T>): Reading<T> {
  return { ...readingOf(part.state, part.value, part.unsupported), value: part.value, at: part.at };
}

/** All that both panels are made from, as it is known now. */
export function panelInput(deps: PanelDeps, slug: string, activity: ActivityStore): PanelInput {
  const { books, orders, positions } = deps;
  const detail = books.detail(slug);
  const market = readingOfPart(detail.market);
  const connection = connectionOf(deps);
  // What is known of an account that is not signed in any more is nobody's.
  const mine = <T>(state: LoadState, value: T | undefined): Reading<T> =>
    connection.isSignedIn ? readingOf(state, value) : EMPTY;
  const book = newerBook(readingOfPart(detail.book), deps.quotes.book(slug));
  // One value for cards and ladder: they stand side by side, so both are as fresh as the worse.
  const truth = deps.live.marketFreshness(slug, book.at);
  return {
    slug,
    connection,
    market,
    book,
    live: deps.quotes.live(slug, market.at),
    line: priceLine(deps),
    truth,
    bookTruth: truth,
    accountTruth: connection.isSignedIn ? accountTruth(deps) : undefined,
    settlement: readingOfPart(detail.settlement),
    event: market.value && deps.eventOf(market.value),
    orders: mine<readonly Order[]>(orders.state, orders.inMarket(slug)),
    position: mine<Position>(positions.state, positions.get(slug)),
    activities: mine<readonly Activity[]>(activity.state, activity.activities),
    moreActivities: activity.hasMore,
    cancelling: orders.pending,
    cancelUnknown: orders.unknown,
  };
}

/** The whole book as last told or read, whichever is newer. */
function newerBook(read: Reading<Book>, told: ReturnType<PanelDeps['quotes']['book']>): Reading<Book> {
  if (told === undefined || told.at < (read.at ?? 0)) return read;
  return { ...read, value: told.value, at: told.at, failure: undefined, unsupported: false };
}

function priceLine({ live }: PanelDeps): PriceLine {
  const { kind } = live.state('markets');
  return kind === 'off' ? 'polled' : kind;
}

/** Own orders and position stand side by side, so both are as true as the worse. */
function accountTruth({ live, orders, positions }: PanelDeps): Freshness | undefined {
  const known = [
    live.accountTruth(readAt(orders.state), 'orders'),
    live.accountTruth(readAt(positions.state), 'positions'),
  ].filter((truth) => truth !== undefined);
  return known.length === 0 ? undefined : known.reduce(worse);
}

function connectionOf({ session }: PanelDeps): PanelConnection {
  return {
    label: session.profile.label,
    isDemo: session.profile.id === 'demo',
    // While a new key is tried the account before it stays: the lists keep it too.
    isSignedIn: session.canSign,
  };
}

const EMPTY: Reading<never> = {
  value: undefined,
  at: undefined,
  busy: false,
  failure: undefined,
  unsupported: false,
};
