import type { Event } from '../../base/event.ts';
import type { Change } from '../../store/reading/load-state.ts';
import type { Services } from '../services.ts';

/**
 * What a view with rows of markets is redrawn after. `changed` is told first: a price is of its own markets; after
 * anything else each row has to be looked at, as which quote counts depends on when its market was read, too.
 */
export function rowChanges(
  { markets, events, live, quotes }: Pick<Services, 'markets' | 'events' | 'live' | 'quotes'>,
  changed: (change: Change) => void,
): readonly Event<unknown>[] {
  const anyRow =
    (event: Event<unknown>): Event<unknown> =>
    (listener) =>
      event((what) => {
        changed('all');
        listener(what);
      });
  return [
    (listener) =>
      quotes.onDidChange((change) => {
        changed(change);
        listener(change);
      }),
    ...[markets.onDidChange, events.onDidChange, live.onDidChange, live.onDidAge].map(anyRow),
  ];
}
