import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { type Alert, isArmed, judgeAlert, writeAlerts } from '../../core/alert.ts';
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
  const { slug, condition } = alert;
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
    standing: judgeAlert(condition, facts, clock.now()),
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
  let judging: Disposable | undefined;
  let key = '';
  const armed = (): readonly Alert[] => alerts.reading.alerts.filter(isArmed);
  const fire = async (alert: Alert): Promise<void> => {
    firing.add(alert.id);
    try {
      if (!(await live.isFocusedLast())) return;
      const fired = standingOf(services, alert);
      if (fired.standing.kind !== 'fired') return;
      const firedAt = clock.now();
      let isMine = false;
      await alerts.edit(({ alerts: all }) =>
        writeAlerts(
          all.map((each) => {
            if (each.id !== alert.id || !isArmed(each)) return each;
            isMine = true;
            return { ...each, firedAt };
          }),
        ),
      );
      if (isMine) say(fired);
    } catch (cause) {
      void reporter.failed(cause);
    } finally {
      firing.delete(alert.id);
    }
  };
  const judge = (waitMs: number): void => {
    judging?.dispose();
    judging = undefined;
    if (armed().length === 0 || own.disposed) return;
    judging = clock.setTimeout(() => {
      // What no stream tells of is read with the next poll.
      if (live.state('markets').kind !== 'live') for (const { slug } of armed()) held.ask(slug);
      for (const alert of armed())
        if (!firing.has(alert.id) && standingOf(services, alert).standing.kind === 'fired') void fire(alert);
      judging = undefined;
      judge(TICK_MS);
    }, waitMs);
    isSoon = waitMs === SOON_MS;
  };
  let isSoon = false;
  const changed = (): void => {
    if (judging === undefined || !isSoon) judge(SOON_MS);
  };
  const follow = (): void => {
    const on = armed();
    const next = JSON.stringify(on.map(({ slug, condition }) => [slug, condition.what]));
    if (next !== key) {
      key = next;
      watching.clear();
      interest.set([...new Set(on.map(({ slug }) => slug))]);
      const needsPositions = on.some(({ condition }) => condition.what === 'pnl');
      const stores = needsPositions ? [held, watched, positions] : [held, watched];
      if (on.length > 0) watching.add(scheduler.watch(stores));
    }
    changed();
  };
  const changes = [marketViews.onDidChange, positions.onDidChange, live.onDidChange, live.onDidAge];
  for (const event of changes as readonly Event<unknown>[]) own.add(event(changed));
  own.add(alerts.onDidChange(follow));
  own.add(toDisposable(() => judging?.dispose()));
  follow();
  return own;
}
