import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { type PanelState, readPanelState } from '../../view/panels/protocol.ts';
import { PANELS } from '../ids.ts';
import type { Services } from '../services.ts';
import { type FilledPanel, fillPanel } from './panel.ts';

export function createPanels(services: Services, extensionUri: Uri) {
  const filled = new Map<string, FilledPanel>();
  const keyOf = (viewType: string, slug: string): string => `${viewType} ${slug}`;
  const fill = (panel: WebviewPanel, state: PanelState): void => {
    const key = keyOf(panel.viewType, state.slug);
    filled.set(key, fillPanel({ services, extensionUri, panel, state }));
    panel.onDidDispose(() => filled.delete(key));
  };
  const open = (viewType: string, slug: string, column = ViewColumn.Active): void => {
    const known = filled.get(keyOf(viewType, slug));
    if (known === undefined) fill(window.createWebviewPanel(viewType, slug, column), { slug });
    else known.panel.reveal(column === ViewColumn.Active ? undefined : column);
  };
  return {
    /** Fills a panel that was open before the window was reloaded. */
    restore(panel: WebviewPanel, stored: unknown): void {
      // It may come from another version, or hold one panel twice.
      const state = readPanelState(stored);
      if (state === undefined || filled.has(keyOf(panel.viewType, state.slug))) panel.dispose();
      else fill(panel, state);
    },
    /** Opens the market's panel, or brings the open one to the front. */
    openMarket: (slug: string) => open(PANELS.market, slug),
    openToSide: (slug: string) => open(PANELS.market, slug, ViewColumn.Beside),
    openSettlement: (slug: string) => open(PANELS.settlement, slug),
    openEvent: (key: string) => open(PANELS.event, key),
    /** Snapshots sent so far to the panels that are open now. */
    get snapshots(): number {
      return [...filled.values()].reduce((sum, { connection }) => sum + connection.sent, 0);
    },
    dispose(): void {
      for (const { panel } of [...filled.values()]) panel.dispose();
    },
  };
}
