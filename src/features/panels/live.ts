import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { Topic } from '../../exchange/streams.ts';
import type { ActivityStore } from '../../store/account/activity.ts';
import type { DetailPart } from '../../store/markets/books.ts';
import type { Change } from '../../store/reading/load-state.ts';
import type { PanelDeps } from './deps.ts';

/** What a panel reads while it is open. */
export interface LiveMarket extends Disposable {
  readonly activity: ActivityStore;
  /** Reads everything again. */
  refresh(): void;
  /** Only a panel in view reads, is told of by the streams, and is kept up to date. */
  setVisible(visible: boolean): void;
}

/** Keeps a market's readings for one panel and says when anything the panel shows has changed. */
export function watchMarket(
  deps: PanelDeps,
  slug: string,
  parts: readonly DetailPart[],
  topics: ReadonlySet<Topic>,
  changed: () => void,
): LiveMarket {
  const { books, orders, positions, session } = deps;
  const own = new DisposableStore();
  // The book by itself: where the stream does not tell of it, it alone is read more often.
  const watches = [parts.filter((part) => part !== 'book'), parts.filter((part) => part === 'book')]
    .filter((some) => some.length > 0)
    .map((some) => own.add(books.watch(slug, some)));
  const activity = own.add(deps.activityOf(slug));
  const interest = own.add(deps.live.watch('panel', topics));
  let polling: Disposable | undefined;
  let resting = restingKey();

  function restingKey(): string {
    return orders
      .inMarket(slug)
      .map(({ id, leavesQuantity }) => `${id} ${leavesQuantity?.toString() ?? ''}`)
      .join(',');
  }
  // Stores of an account read nothing while nobody is signed in.
  const stores = [...watches, orders, positions, activity];
  const load = (): void => {
    for (const store of stores) void store.load();
  };
  const ifMine = (keys: Change, mine: boolean): void => {
    if (keys === 'all' || keys.size === 0 || mine) changed();
  };
  own.add(books.onDidChange((keys) => ifMine(keys, keys !== 'all' && keys.has(slug))));
  own.add(positions.onDidChange((keys) => ifMine(keys, keys !== 'all' && keys.has(slug))));
  own.add(deps.quotes.onDidChange((keys) => ifMine(keys, keys !== 'all' && keys.has(slug))));
  own.add(deps.live.onDidChange(changed));
  own.add(activity.onDidChange(changed));
  own.add(
    orders.onDidChange(() => {
      changed();
      const next = restingKey();
      if (next === resting) return;
      resting = next;
      // An own order came, went or filled: the book it stood in, the position and the fills are no longer what they were.
      if (polling === undefined) return;
      for (const watch of watches) void watch.refresh();
      void activity.refresh();
    }),
  );
  own.add(deps.onDidChangeView(changed));
  own.add(
    session.onDidChange(() => {
      changed();
      if (polling !== undefined) load();
    }),
  );
  return {
    activity,
    refresh() {
      for (const store of stores) void store.refresh('asked');
    },
    setVisible(visible) {
      if (visible === (polling !== undefined) || own.disposed) return;
      polling?.dispose();
      interest.set(visible ? [slug] : []);
      // Reads at once what is missing or too old.
      polling = visible ? deps.scheduler.watch(stores) : undefined;
    },
    dispose() {
      polling?.dispose();
      polling = undefined;
      own.dispose();
    },
  };
}
