import { commands as editorCommands, l10n, window } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isArmed } from '../../core/alert.ts';
import { alertSentence, alertsTree } from '../../view/alerts-tree.ts';
import { COMMANDS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { standingOf, watchAlerts } from './alert-watch.ts';

export const ALERTS_SETTING = 'predictionMarkets.alerts';

/** Alerts: the view, its commands, and the watch that lets them fire. */
export function registerAlerts({ commands, views }: Editor, services: Services): Disposable {
  const { alerts, watched, marketViews, positions, live, connectionMark } = services;
  const own = new DisposableStore();
  own.add(
    fillView(services, views, {
      name: 'alerts',
      stream: 'markets',
      list: watched,
      changes: [alerts.onDidChange, marketViews.onDidChange, positions.onDidChange, live.onDidAge],
      content: () => {
        const { alerts: all, problem } = alerts.reading;
        const on = all.filter(isArmed).length;
        const shown = all.map((alert) => standingOf(services, alert));
        return {
          rows: alertsTree({ alerts: shown, setting: ALERTS_SETTING, problem }, services.view()),
          description: [all.length === 0 ? undefined : l10n.t('{0} on', on)],
          notes: [l10n.t('Only while VS Code runs.')],
        };
      },
    }),
  );
  own.add(
    watchAlerts(services, (fired) => {
      const open = l10n.t('Open Market');
      const text = alertSentence(fired, services.view());
      const mark = connectionMark();
      void window
        .showInformationMessage(mark === undefined ? text : `${mark} · ${text}`, open)
        .then((chosen) =>
          chosen === open ? editorCommands.executeCommand(COMMANDS.openMarket, fired.alert.slug) : undefined,
        );
    }),
  );
  const load = () => import('./manage-alerts.ts');
  commands.serve({
    addAlert: async (target) => (await load()).addAlert(services, target),
    manageAlerts: async (target) => (await load()).manageAlerts(services, target),
  });
  return own;
}
