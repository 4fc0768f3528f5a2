import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import { marketTabTitle } from '../../view/panels/market.ts';
import { settlementTabTitle } from '../../view/panels/settlement.ts';
import type { PanelState } from '../../view/protocol/parts.ts';
import { panelStateShape } from '../../view/protocol/parts.ts';
import { PANELS } from '../ids.ts';
import type { PanelDeps } from './deps.ts';
import { openMarketPanel } from './market.ts';
import { openSettlementPanel } from './settlement.ts';
import type { Shell } from './shell.ts';
import { pageOptions } from './shell.ts';

export interface Panels extends Disposable {
  /** Opens the market's panel, or brings the open one to the front. */
  openMarket(slug: string): void;
  /** Opens the market's settlement panel, or brings the open one to the front. */
  openSettlement(slug: string): void;
  /** How many times the pages of the panels now open were told everything. */
  readonly snapshots: number;
}

/**
 * Registers both panels with the editor, restoring those that were open when the window was reloaded. `deps` is asked
 * for when the first panel needs it: registering itself starts nothing.
 */
export function registerPanels(deps: () => PanelDeps): Panels {
  const store = new DisposableStore();
  const market = store.add(
    panelsOf(PANELS.market, deps, openMarketPanel, (slug, needs) =>
      marketTabTitle(slug, needs.books.detail(slug).market.value, needs.view()),
    ),
  );
  const settlement = store.add(
    panelsOf(PANELS.settlement, deps, openSettlementPanel, (slug, needs) =>
      settlementTabTitle(slug, needs.books.detail(slug).market.value, needs.view()),
    ),
  );
  return {
    openMarket: (slug) => market.open(slug),
    openSettlement: (slug) => settlement.open(slug),
    get snapshots() {
      return market.snapshots + settlement.snapshots;
    },
    dispose: () => store.dispose(),
  };
}

type Fill = (deps: PanelDeps, panel: vscode.WebviewPanel, state: PanelState, onClosed: () => void) => Shell;

/** One panel a market: opened, brought to the front, or taken over from before a reload. */
function panelsOf(
  viewType: string,
  deps: () => PanelDeps,
  fill: Fill,
  title: (slug: string, deps: PanelDeps) => string,
): Disposable & { open(slug: string): void; readonly snapshots: number } {
  const shells = new Map<string, Shell>();
  const adopt = (panel: vscode.WebviewPanel, state: PanelState): void => {
    const { slug } = state;
    const shell = fill(deps(), panel, state, () => {
      if (shells.get(slug) === shell) shells.delete(slug);
    });
    shells.set(slug, shell);
  };
  const restoring = vscode.window.registerWebviewPanelSerializer(viewType, {
    async deserializeWebviewPanel(panel, state: unknown) {
      // What was kept may come from another version, or be one panel twice.
      if (panelStateShape(state) && state.slug !== '' && !shells.has(state.slug)) adopt(panel, state);
      else panel.dispose();
    },
  });
  return {
    open(slug) {
      const open = shells.get(slug);
      if (open !== undefined) {
        open.reveal();
        return;
      }
      const needs = deps();
      const panel = vscode.window.createWebviewPanel(
        viewType,
        title(slug, needs),
        vscode.ViewColumn.Active,
        pageOptions(needs.extensionUri),
      );
      adopt(panel, freshState(slug));
    },
    get snapshots() {
      return [...shells.values()].reduce((sum, { counts }) => sum + counts.snapshots, 0);
    },
    dispose() {
      restoring.dispose();
      for (const shell of [...shells.values()]) shell.dispose();
    },
  };
}

function freshState(slug: string): PanelState {
  return { slug, interval: undefined, folds: undefined, table: undefined, scroll: undefined };
}
