import { type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { type PanelState, readPanelState } from '../../view/panels/protocol.ts';
import { PANELS } from '../ids.ts';
import type { Services } from '../services.ts';
import { type FilledPanel, fillPanel } from './panel.ts';

export interface Panels extends Disposable {
  /** Fills a panel that was open before the window was reloaded. */
  restore(panel: WebviewPanel, state: unknown): void;
  /** Opens the market's panel, or brings the open one to the front. */
  openMarket(slug: string): void;
  /** Opens the market's settlement panel, or brings the open one to the front. */
  openSettlement(slug: string): void;
  /** Snapshots sent so far to the panels that are open now. */
  readonly snapshots: number;
}

/** One panel of each kind a market. */
export function createPanels(services: Services, extensionUri: Uri): Panels {
  const filled = new Map<string, FilledPanel>();
  const keyOf = (viewType: string, slug: string): string => `${viewType} ${slug}`;
  const fill = (panel: WebviewPanel, state: PanelState): void => {
    const key = keyOf(panel.viewType, state.slug);
    filled.set(key, fillPanel({ services, extensionUri, panel, state }));
    panel.onDidDispose(() => filled.delete(key));
  };
  const open = (viewType: string, slug: string): void => {
    const known = filled.get(keyOf(viewType, slug));
    if (known === undefined) fill(window.createWebviewPanel(viewType, slug, ViewColumn.Active), { slug });
    else known.panel.reveal();
  };
  return {
    restore(panel, stored) {
      // It may come from another version, or hold one panel twice.
      const state = readPanelState(stored);
      if (state === undefined || filled.has(keyOf(panel.viewType, state.slug))) panel.dispose();
      else fill(panel, state);
    },
    openMarket: (slug) => open(PANELS.market, slug),
    openSettlement: (slug) => open(PANELS.settlement, slug),
    get snapshots() {
      return [...filled.values()].reduce((sum, { connection }) => sum + connection.sent, 0);
    },
    dispose() {
      for (const { panel } of [...filled.values()]) panel.dispose();
    },
  };
}
