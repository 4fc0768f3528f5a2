import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { type Freshness, worse } from '../../core/freshness.ts';
import type { EventGroup } from '../../core/grouping.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { EventReader } from '../../store/markets/event-reader.ts';
import { type EventLines, eventLines } from '../../view/event-lines.ts';
import { EventChanges } from '../../view/panels/event/changes.ts';
import type { EventInput } from '../../view/panels/event/input.ts';
import { eventSnapshot, eventTabTitle } from '../../view/panels/event/model.ts';
import type { Action, Snapshot } from '../../view/panels/protocol.ts';
import { COMMANDS } from '../ids.ts';
import type { Services } from '../services.ts';
import { inputOf, readingOf } from './market-watch.ts';

const LITE = new Set(['lite'] as const);
const NO_LINES: EventLines = { contest: undefined, lines: [], answers: new Map() };

/** What the panel of an event reads and shows: nothing while it is hidden, all of it again and again while it is visible. */
export function eventPanel(services: Services, key: string, changed: () => void) {
  const { session, events, markets, marketViews, orders, positions, live, scheduler, clock } = services;
  const own = new DisposableStore();
  const reader = own.add(new EventReader(session, events, key));
  const activity = own.add(new ActivityStore(session, { query: { types: ['POSITION_RESOLUTION'] } }));
  const interest = own.add(live.watch('panel', LITE));
  const changes = new EventChanges(clock.now());
  const stores = [reader, orders, positions, activity];
  let polling: Disposable | undefined;
  for (const { onDidChange } of [reader, activity, orders, positions, markets, events, live])
    own.add((onDidChange as (listener: () => void) => Disposable)(changed));
  own.add(
    marketViews.onDidChange((change) => {
      if (change === 'all' || group()?.markets.some(({ slug }) => change.has(slug)) === true) changed();
    }),
  );
  own.add(live.onDidAge(changed));
  own.add(services.onDidChangeView(changed));
  own.add(
    session.onDidChange(() => {
      changed();
      if (polling !== undefined) for (const store of stores) void store.load();
    }),
  );

  function group(): EventGroup | undefined {
    const { event } = reader;
    return (
      event && { key, event, markets: event.markets.map((market) => markets.get(market.slug) ?? market) }
    );
  }

  function input(showsDetails: boolean): EventInput {
    const context = services.view();
    const found = group();
    const lines =
      found === undefined ? NO_LINES : eventLines(found, (market) => marketViews.latest(market), context);
    const slugs = new Set(lines.lines.map(({ market }) => market.slug));
    interest.set(polling === undefined ? [] : [...slugs]);
    const main = lines.lines[0]?.market;
    const freshness: readonly Freshness[] = lines.lines.flatMap(({ isOver, view }) =>
      isOver ? [] : (view.freshness ?? []),
    );
    changes.look(found?.event?.score, lines, context);
    const base = inputOf(services, main?.slug ?? '', activity);
    const ofAccount = <T>(store: typeof orders | typeof positions, value: T) =>
      readingOf(base.connection.isSignedIn ? store.state : { kind: 'idle' }, value);
    return {
      ...base,
      key,
      showsDetails,
      reading: readingOf(reader.state, found?.event),
      group: found,
      lines,
      changes,
      market: { ...base.market, value: main },
      freshness: freshness.length === 0 ? base.freshness : freshness.reduce(worse),
      // Ages and books of the one market in `base` say nothing of the others.
      live: undefined,
      orders: ofAccount(
        orders,
        orders.orders.filter(({ marketSlug }) => slugs.has(marketSlug)),
      ),
      held: ofAccount(
        positions,
        positions.positions.filter(({ marketSlug }) => slugs.has(marketSlug)),
      ),
    };
  }

  return {
    title: (): string => eventTabTitle(key, reader.event),
    snapshot: (showsDetails: boolean): Snapshot => eventSnapshot(input(showsDetails), services.view()),
    /** Runs the command behind a button, for lines of this event and orders in them only. */
    run(action: Action): Thenable<unknown> | undefined {
      const slugs = new Set(group()?.markets.map(({ slug }) => slug));
      const { name, slug, orderId } = action;
      if (name === 'refresh') for (const store of stores) void store.refresh('asked');
      else if (name === 'copySlug')
        return commands.executeCommand(COMMANDS.copySlug, reader.event?.slug ?? key);
      else if (name === 'cancelMarketOrders') {
        const targets = orders.orders
          .filter(({ marketSlug }) => slugs.has(marketSlug))
          .map(({ id, marketSlug }) => ({ view: 'orders', subject: { kind: 'order', id, marketSlug } }));
        if (targets.length > 0) return commands.executeCommand(COMMANDS.cancelOrder, targets[0], targets);
      } else if (name === 'signIn' || name === 'showLog') return commands.executeCommand(COMMANDS[name]);
      else if (orderId !== undefined) return commands.executeCommand(COMMANDS[name], orderId);
      else if (slug !== undefined && slugs.has(slug)) return commands.executeCommand(COMMANDS[name], slug);
      return undefined;
    },
    setVisible(visible: boolean): void {
      if (visible === (polling !== undefined) || own.disposed) return;
      polling?.dispose();
      polling = visible ? scheduler.watch(stores) : undefined;
      if (visible) changed();
      else interest.set([]);
    },
    dispose(): void {
      polling?.dispose();
      polling = undefined;
      own.dispose();
    },
  };
}
