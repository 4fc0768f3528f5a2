import type { DisposableStore } from '../../base/lifecycle.ts';
import { type Alert, isArmed, judgeAlert } from '../../core/alert.ts';
import { readAt } from '../../store/reading/load-state.ts';
import type { AlertView } from '../../view/alerts-tree.ts';
import { Redraw } from '../redraw.ts';
import type { Services } from '../services.ts';

/** Shortest time between two judgements, milliseconds. */
const JUDGE_MS = 500;

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
export function watchAlerts(services: Services, own: DisposableStore, say: (fired: AlertView) => void): void {
  const { alerts, clock, live, marketsBySlug, watched, positions, marketViews, reporter } = services;
  const interest = own.add(live.watch('alert'));
  const armed = (): readonly Alert[] => alerts.items.filter(isArmed);
  const isMet = (alert: Alert): boolean =>
    isArmed(alert) && standingOf(services, alert).standing.kind === 'fired';
  const fire = async (): Promise<void> => {
    if (!(await live.isFocusedLast())) return;
    let fired: readonly AlertView[] = [];
    const at = new Date(clock.now()).toISOString();
    await alerts.edit((all) => {
      const met = all.filter(isMet);
      fired = met.map((alert) => standingOf(services, alert));
      return all.map((alert) => (met.includes(alert) ? { ...alert, fired: at } : alert));
    });
    fired.forEach(say);
  };
  const judge = (): void => {
    const on = armed();
    // What no stream tells of is read with the next poll.
    if (live.state('markets').kind !== 'live') for (const { market } of on) marketsBySlug.ask(market);
    // A setting that cannot be read is not written, so nothing could be turned off.
    if (alerts.problem === undefined && on.some(isMet))
      fire().catch((cause: unknown) => reporter.failed(cause));
  };
  const stores = [marketsBySlug, watched, positions];
  const changes = [marketViews.onDidChange, positions.onDidChange, live.onDidChange, live.onDidAge];
  const redraw = own.add(new Redraw(services, { gapMs: JUDGE_MS, stores, changes, draw: judge }));
  const follow = (): void => {
    const on = armed().map(({ market }) => market);
    const entries = alerts.items.map(({ market }) => ({ kind: 'market', key: market }) as const);
    watched.want('alerts', entries);
    interest.set(on);
    redraw.setShown(on.length > 0);
  };
  own.add(alerts.onDidChange(follow));
  follow();
}
