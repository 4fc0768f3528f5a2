import type * as vscode from 'vscode';
import type { Topic } from '../../exchange/streams.ts';
import { Kept } from '../../view/panels/kept.ts';
import { settlementSnapshot, settlementTabTitle } from '../../view/panels/settlement.ts';
import type { PanelState } from '../../view/protocol/parts.ts';
import { settlementProtocol } from '../../view/protocol/settlement.ts';
import type { PanelDeps } from './deps.ts';
import { watchMarket } from './live.ts';
import { panelInput } from './readings.ts';
import type { Shell } from './shell.ts';
import { openShell } from './shell.ts';

/** The book tells first when a market ends. */
const TOPICS: ReadonlySet<Topic> = new Set(['book']);

/** Fills a webview panel with what a market settled at, or with how far it is from that. */
export function openSettlementPanel(
  deps: PanelDeps,
  panel: vscode.WebviewPanel,
  { slug }: PanelState,
  onClosed: () => void,
): Shell {
  const changed = (): void => {
    shell.setTitle(settlementTabTitle(slug, deps.books.detail(slug).market.value, deps.view()));
    shell.changed();
  };
  const live = watchMarket(deps, slug, ['market', 'book', 'settlement'], TOPICS, () => changed());
  const kept = new Kept();
  const shell = openShell({
    panel,
    deps,
    contract: settlementProtocol,
    script: 'settlement',
    handlers: {
      run: async (action) => {
        if (action.name === 'refresh') live.refresh();
        // Not waited for: a command may ask the user first, and tells its own failures.
        else
          deps
            .run(action, slug)
            .catch((cause: unknown) => deps.log.error('A button of a panel failed', cause));
        return null;
      },
    },
    snapshot: () => settlementSnapshot(panelInput(deps, slug, live.activity), deps.view(), kept),
    onVisible: (visible) => live.setVisible(visible),
    onClosed: () => {
      live.dispose();
      onClosed();
    },
  });
  live.setVisible(panel.visible);
  return shell;
}
