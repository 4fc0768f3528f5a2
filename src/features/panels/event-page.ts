import { worse } from '../../core/freshness.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { eventLines } from '../../view/event-lines.ts';
import { EventChanges } from '../../view/panels/event/changes.ts';
import type { EventInput } from '../../view/panels/event/input.ts';
import { eventSnapshot } from '../../view/panels/event/model.ts';
import { eventTabTitle } from '../../view/panels/tab-titles.ts';
import type { Parts } from '../services.ts';
import { type InputServices, inputOf, readingOf } from './market-input.ts';
import type { PanelPage } from './page.ts';

/** What the page of an event is made of. */
export function eventPage(
  services: InputServices & Parts<'view' | 'events' | 'watched' | 'clock'>,
  key: string,
): PanelPage {
  const { session, watched, events, marketViews, orders, positions, clock } = services;
  const activity = new ActivityStore(session, { types: ['POSITION_RESOLUTION'] });
  const changes = new EventChanges(clock.now());
  const listed = () => watched.event(key)?.markets ?? [];
  const slugs = () => listed().map(({ slug }) => slug);

  function input(showsDetails: boolean): EventInput {
    const context = services.view();
    const event = watched.event(key);
    const group = { key, event, markets: listed() };
    const lines = eventLines(group, (market) => marketViews.latest(market), context);
    const inEvent = new Set(slugs());
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
    title: () => eventTabTitle(key, watched.event(key), services.view()),
    draw: (showsDetails) => ({
      content: eventSnapshot(input(showsDetails), services.view()),
      needs: {
        stores: [watched, orders, positions, activity],
        changes: [events.onDidChange],
        markets: [{ slugs: slugs() }],
        named: [{ kind: 'event', key }],
      },
    }),
    slugs,
    dispose: () => activity.dispose(),
  };
}
