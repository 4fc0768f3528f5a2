import { commands as editorCommands, l10n, window } from 'vscode';
import { isArmed } from '../../core/alert.ts';
import { alertSentence, alertsTree } from '../../view/alerts-tree.ts';
import { joined } from '../../view/row.ts';
import { problemRows } from '../../view/setting-problem.ts';
import { connectionMark } from '../connection-settings.ts';
import { COMMANDS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { alertViewOf, watchAlerts } from './alert-watch.ts';

/** Alerts: the view, its commands, and the watch that lets them fire. */
export function registerAlerts(editor: Editor, services: Services): void {
  const { alerts, watched, marketViews, positions, session } = services;
  fillView(editor, services, {
    name: 'alerts',
    stream: 'markets',
    list: watched,
    needs: { stores: [], changes: [alerts, marketViews, positions].map(({ onDidChange }) => onDidChange) },
    content: () => {
      const { items, problem, name } = alerts;
      const context = services.view();
      const shown = items.map((alert) => alertViewOf(services, alert));
      return {
        rows: [
          ...problemRows(problem, name, context, { id: 'manageAlerts', args: [] }),
          ...alertsTree(shown, context),
        ],
        description: [items.length === 0 ? undefined : l10n.t('{0} on', items.filter(isArmed).length)],
        notes: [l10n.t('Only while VS Code runs.')],
      };
    },
  });
  watchAlerts(services, editor.own, async (fired) => {
    const open = l10n.t('Open Market');
    const words = joined([connectionMark(session.profile), alertSentence(fired, services.view())]);
    if ((await window.showInformationMessage(words, open)) === open)
      await editorCommands.executeCommand(COMMANDS.openMarket, fired.alert.market);
  });
  const load = () => import('./manage-alerts.ts');
  editor.commands.serve({
    addAlert: async (target) => (await load()).addAlert(services, target),
    manageAlerts: async (target) => (await load()).manageAlerts(services, target),
  });
}
