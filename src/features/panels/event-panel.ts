import { commands } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { worse } from '../../core/freshness.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { eventLines } from '../../view/event-lines.ts';
import { EventChanges } from '../../view/panels/event/changes.ts';
import type { EventInput } from '../../view/panels/event/input.ts';
import { eventSnapshot, eventTabTitle } from '../../view/panels/event/model.ts';
import type { Action, Snapshot } from '../../view/panels/protocol.ts';
import { COMMANDS } from '../ids.ts';
import type { Services } from '../services.ts';
import { inputOf, readingOf } from './market-watch.ts';

/** What the panel of an event reads and shows: nothing while it is hidden, all of it again and again while it is visible. */
export function eventPanel(services: Services, key: string, changed: () => void) {
  const { session, watched, events, markets, marketViews, orders, positions, live, scheduler, clock } =
    services;
  const own = new DisposableStore();
  const activity = own.add(new ActivityStore(session, { query: { types: ['POSITION_RESOLUTION'] } }));
  const interest = own.add(live.watch('panel', new Set(['lite'] as const)));
  const changes = new EventChanges(clock.now());
  const stores = [watched, orders, positions, activity];
  let polling: Disposable | undefined;
  for (const store of [...stores, events]) own.add(store.onDidChange(changed));
  for (const { onDidChange } of [live, session]) own.add(onDidChange(changed));
  own.add(
    marketViews.onDidChange((change) => {
      if (change === 'all' || listed().some(({ slug }) => change.has(slug))) changed();
    }),
  );
  own.add(live.onDidAge(changed));
  own.add(services.onDidChangeView(changed));
  own.add(
    session.onDidChange(() => {
      if (polling !== undefined) for (const store of stores) void store.load();
    }),
  );

  const listed = () => watched.event(key)?.markets.map((market) => markets.get(market.slug) ?? market) ?? [];

  function input(showsDetails: boolean): EventInput {
    const context = services.view();
    const event = watched.event(key);
    const lines = eventLines(
      { key, event, markets: listed() },
      (market) => marketViews.latest(market),
      context,
    );
    const slugs = new Set(lines.lines.map(({ market }) => market.slug));
    interest.set(polling === undefined ? [] : [...slugs]);
    const main = lines.lines[0]?.market;
    const freshness = lines.lines.flatMap(({ isOver, view }) => (isOver ? [] : (view.freshness ?? [])));
    changes.look(event?.score, lines, context);
    const base = inputOf(services, main?.slug ?? '', activity);
    const inEvent = ({ marketSlug }: { readonly marketSlug: string }): boolean => slugs.has(marketSlug);
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
      orders: { ...base.orders, value: base.orders.value && orders.orders.filter(inEvent) },
      held: readingOf(
        base.connection.isSignedIn ? positions.state : { kind: 'idle' },
        positions.positions.filter(inEvent),
      ),
    };
  }

  /** Runs the command behind a button, for lines of this event and orders in them only. */
  function run({ name, slug, orderId }: Action): Thenable<unknown> | undefined {
    const slugs = new Set(listed().map((market) => market.slug));
    const execute = (...args: readonly unknown[]) =>
      name === 'refresh' ? undefined : commands.executeCommand(COMMANDS[name], ...args);
    if (name === 'cancelMarketOrders') {
      const targets = orders.orders
        .filter(({ marketSlug }) => slugs.has(marketSlug))
        .map(({ id, marketSlug }) => ({ view: 'orders', subject: { kind: 'order', id, marketSlug } }));
      if (targets.length > 0) return commands.executeCommand(COMMANDS.cancelOrder, targets[0], targets);
    } else if (name === 'refresh') for (const store of stores) void store.refresh('asked');
    else if (name === 'copySlug') return execute(watched.event(key)?.slug ?? key);
    else if (name === 'signIn' || name === 'showLog') return execute();
    else if (orderId !== undefined) return execute(orderId);
    else if (slug !== undefined && slugs.has(slug)) return execute(slug);
    return undefined;
  }

  return {
    title: (): string => eventTabTitle(key, watched.event(key)),
    snapshot: (showsDetails: boolean): Snapshot => eventSnapshot(input(showsDetails), services.view()),
    run,
    setVisible(visible: boolean): void {
      if (visible === (polling !== undefined) || own.disposed) return;
      polling?.dispose();
      watched.want(`page ${key}`, visible ? [{ kind: 'event', key }] : []);
      polling = visible ? scheduler.watch(stores) : undefined;
      if (visible) changed();
      else interest.set([]);
    },
    dispose(): void {
      polling?.dispose();
      polling = undefined;
      watched.want(`page ${key}`, []);
      own.dispose();
    },
  };
}
