import { worse } from '../../core/freshness.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { eventLines } from '../../view/event-lines.ts';
import { EventChanges } from '../../view/panels/event/changes.ts';
import type { EventInput } from '../../view/panels/event/input.ts';
import { eventSnapshot } from '../../view/panels/event/model.ts';
import type { Snapshot } from '../../view/panels/protocol.ts';
import { eventTabTitle } from '../../view/panels/tab-titles.ts';
import type { Services } from '../services.ts';
import { inputOf, readingOf, watchStores } from './market-watch.ts';

/** What the panel of an event reads and shows. */
export function eventPanel(services: Services, key: string, changed: () => void) {
  const { session, watched, events, marketViews, orders, positions, live, clock } = services;
  const activity = new ActivityStore(session, { types: ['POSITION_RESOLUTION'] });
  const interest = live.watch('panel');
  const changes = new EventChanges(clock.now());
  const listed = () => watched.event(key)?.markets ?? [];
  const slugs = () => listed().map(({ slug }) => slug);
  const stores = [watched, orders, positions, activity];
  const page = watchStores(services, stores, changed, (visible) => {
    watched.want(`page ${key}`, visible ? [{ kind: 'event', key }] : []);
    interest.set(visible ? slugs() : []);
  });
  const { own } = page;
  for (const item of [activity, interest]) own.add(item);
  for (const store of [...stores, events]) own.add(store.onDidChange(changed));
  own.add(live.onDidAge(changed));
  own.add(
    marketViews.onDidChange((change) => {
      if (change === 'all' || slugs().some((slug) => change.has(slug))) changed();
    }),
  );

  function input(showsDetails: boolean): EventInput {
    const context = services.view();
    const event = watched.event(key);
    const group = { key, event, markets: listed() };
    const lines = eventLines(group, (market) => marketViews.latest(market), context);
    const inEvent = new Set(slugs());
    if (page.isVisible()) interest.set([...inEvent]);
    const main = lines.lines[0]?.market;
    const freshness = lines.lines.flatMap(({ isOver, view }) => (isOver ? [] : (view.freshness ?? [])));
    changes.look(event?.score, lines, context);
    const base = inputOf(services, main?.slug ?? '', activity);
    const { isSignedIn } = base.connection;
    return {
      ...base,
      key,
      event,
      isGone: watched.isGone({ kind: 'event', key }),
      showsDetails,
      reading: readingOf(watched.state, event),
      lines,
      changes,
      market: { ...base.market, value: main },
      freshness: freshness.length === 0 ? base.freshness : freshness.reduce(worse),
      // Ages and books of the one market in `base` say nothing of the others.
      live: undefined,
      orders: {
        ...base.orders,
        value: base.orders.value && orders.orders.filter(({ marketSlug }) => inEvent.has(marketSlug)),
      },
      held: readingOf(
        isSignedIn ? positions.state : { kind: 'idle' },
        positions.positions.filter(({ marketSlug }) => inEvent.has(marketSlug)),
      ),
    };
  }

  return {
    ...page,
    title: (): string => eventTabTitle(key, watched.event(key), services.view()),
    snapshot: (showsDetails: boolean): Snapshot => eventSnapshot(input(showsDetails), services.view()),
    slugs,
  };
}
