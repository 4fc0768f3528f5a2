import type * as vscode from 'vscode';
import type { Topic } from '../../exchange/streams.ts';
import type { MarketPanelInput } from '../../view/panels/input.ts';
import { Kept } from '../../view/panels/kept.ts';
import { marketSnapshot, marketTabTitle } from '../../view/panels/market.ts';
import type { MarketSnapshot } from '../../view/protocol/market.ts';
import { marketProtocol } from '../../view/protocol/market.ts';
import type { PanelState } from '../../view/protocol/parts.ts';
import type { PanelDeps } from './deps.ts';
import { watchMarket } from './live.ts';
import { panelInput, readingOfPart } from './readings.ts';
import type { Shell } from './shell.ts';
import { openShell } from './shell.ts';

const TOPICS: ReadonlySet<Topic> = new Set(['book', 'trades']);

/** Fills a webview panel with one market and keeps it up to date while it is in view. */
export function openMarketPanel(
  deps: PanelDeps,
  panel: vscode.WebviewPanel,
  state: PanelState,
  onClosed: () => void,
): Shell {
  const { slug } = state;
  const input = (): MarketPanelInput => {
    const { quote, history, interval } = deps.books.detail(slug);
    return {
      ...panelInput(deps, slug, live.activity),
      quote: readingOfPart(quote),
      history: readingOfPart(history),
      interval,
      trades: deps.quotes.trades(slug),
      samples: deps.quotes.samples(slug),
      moved: deps.quotes.moved(slug),
      images: deps.images(),
    };
  };
  const changed = (): void => {
    shell.setTitle(marketTabTitle(slug, deps.books.detail(slug).market.value, deps.view()));
    shell.changed();
  };
  const live = watchMarket(deps, slug, ['market', 'book', 'history'], TOPICS, () => changed());
  const kept = new Kept();
  const shell = openShell({
    panel,
    deps,
    contract: marketProtocol,
    script: 'market',
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
      interval: async (interval) => {
        // Not waited for: how the read goes is part of the next snapshot.
        void deps.books.setInterval(slug, interval);
        return null;
      },
    },
    snapshot: (): MarketSnapshot => marketSnapshot(input(), deps.view(), kept),
    onVisible: (visible) => live.setVisible(visible),
    onClosed: () => {
      live.dispose();
      onClosed();
    },
  });
  if (state.interval !== undefined) void deps.books.setInterval(slug, state.interval);
  live.setVisible(panel.visible);
  return shell;
}
