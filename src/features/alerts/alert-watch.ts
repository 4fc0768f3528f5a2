import type { DisposableStore } from '../../base/disposable.ts';
import { type Alert, isArmed, judgeAlert } from '../../core/alert.ts';
import { readAt } from '../../store/reading/load-state.ts';
import type { AlertView } from '../../view/alerts-tree.ts';
import type { Parts } from '../services.ts';
import { Surface, type SurfaceServices } from '../surface.ts';

/** Shortest time between two judgements, milliseconds. */
const JUDGE_MS = 500;

export type AlertServices = Parts<'markets' | 'marketViews' | 'positions' | 'live' | 'watched' | 'clock'>;

/** An alert as it stands now, by figures of this moment. */
export function alertViewOf(services: AlertServices, alert: Alert): AlertView {
  const { markets, marketViews, positions, live, watched, clock } = services;
  const slug = alert.market;
  const market = markets.get(slug);
  const view = market && marketViews.latest(market);
  const facts = {
    view,
    position: positions.get(slug),
    positionFreshness: live.freshness.account(readAt(positions.state), 'positions'),
  };
  return {
    alert,
    view,
    verdict: judgeAlert(alert, facts, clock.now()),
    isGone: watched.isGone({ kind: 'market', key: slug }),
  };
}

/**
 * Watches the markets of the alerts that are on and judges each when something changed. The window that was focused last
 * turns an alert off when its condition is met, and then says so by `say`: once, whatever the others see.
 */
export function watchAlerts(
  services: SurfaceServices & AlertServices & Parts<'alerts' | 'marketsBySlug' | 'reporter'>,
  own: DisposableStore,
  say: (fired: AlertView) => void,
): void {
  const { alerts, clock, live, marketsBySlug, watched, positions, reporter } = services;
  const armed = (): readonly Alert[] => alerts.items.filter(isArmed);
  const isMet = (alert: Alert): boolean =>
    isArmed(alert) && alertViewOf(services, alert).verdict.kind === 'fired';
  const fire = async (): Promise<void> => {
    if (!(await live.isFocusedLast())) return;
    let fired: readonly AlertView[] = [];
    const at = new Date(clock.now()).toISOString();
    await alerts.edit((all) => {
      const met = all.filter(isMet);
      fired = met.map((alert) => alertViewOf(services, alert));
      return all.map((alert) => (met.includes(alert) ? { ...alert, fired: at } : alert));
    });
    fired.forEach(say);
  };
  const surface = own.add(
    new Surface(services, {
      kind: 'alert',
      draw: () => {
        const on = armed();
        return {
          // A setting that cannot be read is not written, so nothing could be turned off.
          content: { on, isDue: alerts.problem === undefined && on.some(isMet) },
          needs: {
            stores: [marketsBySlug, watched, positions],
            changes: [alerts.onDidChange],
            markets: [{ slugs: on.map(({ market }) => market) }],
          },
        };
      },
      pace: {
        gapMs: JUDGE_MS,
        show: ({ on, isDue }) => {
          // What no stream tells of is read with the next poll.
          if (live.state('markets').kind !== 'live') for (const { market } of on) marketsBySlug.ask(market);
          if (isDue) fire().catch((cause: unknown) => reporter.failed(cause));
        },
      },
    }),
  );
  const update = (): void => {
    const entries = alerts.items.map(({ market }) => ({ kind: 'market', key: market }) as const);
    watched.want('alerts', entries);
    surface.setShown(armed().length > 0);
  };
  own.add(alerts.onDidChange(update));
  update();
}
