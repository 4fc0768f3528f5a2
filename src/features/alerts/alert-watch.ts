import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { type Alert, isArmed, judgeAlert } from '../../core/alert.ts';
import { readAt } from '../../store/reading/load-state.ts';
import type { AlertView } from '../../view/alerts-tree.ts';
import type { Services } from '../services.ts';

/** How soon after a change alerts are judged, and how often without one: a start comes by itself. Milliseconds. */
const SOON_MS = 500;
const TICK_MS = 15_000;
const LITE = new Set(['lite'] as const);

/** An alert as it stands now, by figures of this moment. */
export function standingOf(services: Services, alert: Alert): AlertView {
  const { markets, marketViews, positions, live, watched, clock } = services;
  const slug = alert.market;
  const market = markets.get(slug);
  const view = market && marketViews.latest(market);
  const facts = {
    view,
    position: positions.get(slug),
    positionFreshness: live.accountFreshness(readAt(positions.state), 'positions'),
  };
  return {
    alert,
    view,
    standing: judgeAlert(alert, facts, clock.now()),
    isGone: watched.isGone({ kind: 'market', key: slug }),
  };
}

/**
 * Follows the markets of the alerts that are on and judges each when something changed. The window that was focused last
 * turns an alert off when its condition is met, and then says so by `say`: once, whatever the others see.
 */
export function watchAlerts(services: Services, say: (fired: AlertView) => void): Disposable {
  const { alerts, clock, live, scheduler, held, watched, positions, marketViews, reporter } = services;
  const own = new DisposableStore();
  const watching = own.add(new DisposableStore());
  const interest = own.add(live.watch('alert', LITE));
  const firing = new Set<string>();
  let timer: Disposable | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const armed = (): readonly Alert[] => alerts.items.filter(isArmed);
  const fire = async ({ id }: Alert): Promise<void> => {
    firing.add(id);
    try {
      if (!(await live.isFocusedLast())) return;
      let fired: AlertView | undefined;
      await alerts.edit((all) =>
        all.map((each) => {
          const now = standingOf(services, each);
          if (each.id !== id || !isArmed(each) || now.standing.kind !== 'fired') return each;
          fired = now;
          return { ...each, fired: new Date(clock.now()).toISOString() };
        }),
      );
      if (fired !== undefined) say(fired);
    } catch (cause) {
      void reporter.failed(cause);
    } finally {
      firing.delete(id);
    }
  };
  const judge = (): void => {
    dueAt = Number.POSITIVE_INFINITY;
    const on = armed();
    // What no stream tells of is read with the next poll.
    if (live.state('markets').kind !== 'live') for (const { market } of on) held.ask(market);
    // A setting that cannot be read is not written, so nothing could be turned off.
    const canFire = alerts.problem === undefined;
    for (const alert of on)
      if (canFire && !firing.has(alert.id) && standingOf(services, alert).standing.kind === 'fired')
        void fire(alert);
    judgeIn(TICK_MS);
  };
  const judgeIn = (waitMs: number): void => {
    if (armed().length === 0 || own.disposed || clock.steady() + waitMs >= dueAt) return;
    timer?.dispose();
    dueAt = clock.steady() + waitMs;
    timer = clock.setTimeout(judge, waitMs);
  };
  const follow = (): void => {
    const on = armed();
    const entries = alerts.items.map(({ market }) => ({ kind: 'market', key: market }) as const);
    watched.want('alerts', entries);
    interest.set([...new Set(on.map(({ market }) => market))]);
    watching.clear();
    const ofAccount = on.some(({ what }) => what === 'pnl') ? [positions] : [];
    if (on.length > 0) watching.add(scheduler.watch([held, watched, ...ofAccount]));
    judgeIn(SOON_MS);
  };
  const changes = [marketViews.onDidChange, positions.onDidChange, live.onDidChange, live.onDidAge];
  for (const event of changes as readonly Event<unknown>[]) own.add(event(() => judgeIn(SOON_MS)));
  own.add(alerts.onDidChange(follow));
  own.add(toDisposable(() => timer?.dispose()));
  follow();
  return own;
}
