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
  /** Takes over a panel that was open before the window was reloaded. */
  restore(panel: vscode.WebviewPanel, state: unknown): void;
  /** Opens the market's panel, or brings the open one to the front. */
  openMarket(slug: string): void;
  /** Opens the market's settlement panel, or brings the open one to the front. */
  openSettlement(slug: string): void;
  /** How many times the pages of the panels now open were told everything. */
  readonly snapshots: number;
}

export function createPanels(deps: PanelDeps): Panels {
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
    restore: (panel, state) => (panel.viewType === PANELS.market ? market : settlement).restore(panel, state),
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
  deps: PanelDeps,
  fill: Fill,
  title: (slug: string, deps: PanelDeps) => string,
): Disposable & Pick<Panels, 'restore' | 'snapshots'> & { open(slug: string): void } {
  const shells = new Map<string, Shell>();
  const adopt = (panel: vscode.WebviewPanel, state: PanelState): void => {
    const { slug } = state;
    const shell = fill(deps, panel, state, () => {
      if (shells.get(slug) === shell) shells.delete(slug);
    });
    shells.set(slug, shell);
  };
  return {
    restore(panel, state) {
      // What was kept may come from another version, or be one panel twice.
      if (panelStateShape(state) && state.slug !== '' && !shells.has(state.slug)) adopt(panel, state);
      else panel.dispose();
    },
    open(slug) {
      const open = shells.get(slug);
      if (open !== undefined) {
        open.reveal();
        return;
      }
      const panel = vscode.window.createWebviewPanel(
        viewType,
        title(slug, deps),
        vscode.ViewColumn.Active,
        pageOptions(deps.extensionUri),
      );
      adopt(panel, freshState(slug));
    },
    get snapshots() {
      return [...shells.values()].reduce((sum, { counts }) => sum + counts.snapshots, 0);
    },
    dispose() {
      for (const shell of [...shells.values()]) shell.dispose();
    },
  };
}

function freshState(slug: string): PanelState {
  return { slug, interval: undefined, folds: undefined, table: undefined, scroll: undefined };
}
