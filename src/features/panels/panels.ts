import { commands, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { PanelReading, PricePoint } from '../../view/panels/input.ts';
import { pricePoints } from '../../view/panels/market/chart.ts';
import { marketSnapshot, marketTabTitle } from '../../view/panels/market/model.ts';
import { type Action, type PageEvent, type PanelState, readPanelState } from '../../view/panels/protocol.ts';
import { settlementSnapshot, settlementTabTitle } from '../../view/panels/settlement/model.ts';
import type { ViewContext } from '../../view/row.ts';
import { COMMANDS, PANELS } from '../ids.ts';
import type { Services } from '../services.ts';
import { type MarketWatch, newerPart, readingOfPart, watchMarket } from './market-watch.ts';
import { openPanelShell, type PanelShell } from './shell.ts';

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
  const shells = new Map<string, PanelShell>();
  const keyOf = (viewType: string, slug: string): string => `${viewType} ${slug}`;
  const fill = (panel: WebviewPanel, state: PanelState): void => {
    const openPanel = panel.viewType === PANELS.market ? openMarketPanel : openSettlementPanel;
    const key = keyOf(panel.viewType, state.slug);
    shells.set(key, openPanel({ services, extensionUri, panel, state }));
    panel.onDidDispose(() => shells.delete(key));
  };
  const open = (viewType: string, slug: string): void => {
    const shell = shells.get(keyOf(viewType, slug));
    if (shell === undefined) fill(window.createWebviewPanel(viewType, slug, ViewColumn.Active), { slug });
    else shell.panel.reveal();
  };
  return {
    restore(panel, stored) {
      // It may come from another version, or hold one panel twice.
      const state = readPanelState(stored);
      if (state === undefined || shells.has(keyOf(panel.viewType, state.slug))) panel.dispose();
      else fill(panel, state);
    },
    openMarket: (slug) => open(PANELS.market, slug),
    openSettlement: (slug) => open(PANELS.settlement, slug),
    get snapshots() {
      return [...shells.values()].reduce((sum, { sent }) => sum + sent, 0);
    },
    dispose() {
      for (const { panel } of [...shells.values()]) panel.dispose();
    },
  };
}

interface OpenPanelOptions {
  readonly services: Services;
  readonly extensionUri: Uri;
  readonly panel: WebviewPanel;
  readonly state: PanelState;
}

/** Fills a webview panel with one market and keeps it up to date while it is visible. */
export function openMarketPanel(options: OpenPanelOptions): PanelShell {
  const { services, state } = options;
  const { slug } = state;
  const { books, quotes, config } = services;
  const historyPoints = pointsOfLatest();
  let showsDetails = state.details ?? false;
  const shell = openPanelShell({
    ...common(options, marketTabTitle, () => watch),
    script: 'market',
    snapshot() {
      const { quote, history, interval } = books.detail(slug);
      return marketSnapshot(
        {
          ...watch.input(),
          showsDetails,
          quote: newerPart(quote, quotes.quote(slug)),
          history: historyPoints(readingOfPart(history)),
          interval,
          trades: quotes.trades(slug),
          samples: quotes.samples(slug),
          moved: quotes.moved(slug),
          images: config.get('images'),
        },
        services.view(),
      );
    },
    handle(event) {
      showsDetails = detailsShown(event) ?? showsDetails;
      if (event.type === 'interval') void books.setInterval(slug, event.interval);
      if (event.type === 'run') run(event.action, options, watch);
    },
  });
  const watch = watchMarket({
    services,
    slug,
    parts: ['market', 'book', 'history'],
    topics: new Set(['book', 'trades']),
    changed: () => shell.refresh(),
  });
  if (state.interval !== undefined) void books.setInterval(slug, state.interval);
  watch.setVisible(options.panel.visible);
  return shell;
}

/** Fills a webview panel with what a market settled at, or with how far it is from that. */
function openSettlementPanel(options: OpenPanelOptions): PanelShell {
  const { services, state } = options;
  let showsDetails = state.details ?? false;
  const shell = openPanelShell({
    ...common(options, settlementTabTitle, () => watch),
    script: 'settlement',
    snapshot: () => settlementSnapshot({ ...watch.input(), showsDetails }, services.view()),
    handle(event) {
      showsDetails = detailsShown(event) ?? showsDetails;
      if (event.type === 'run') run(event.action, options, watch);
    },
  });
  const watch = watchMarket({
    services,
    slug: state.slug,
    parts: ['market', 'book', 'settlement'],
    // The book is the first to say that a market ended.
    topics: new Set(['book']),
    changed: () => shell.refresh(),
  });
  watch.setVisible(options.panel.visible);
  return shell;
}

function common(
  { services, extensionUri, panel, state }: OpenPanelOptions,
  tabTitle: (slug: string, market: Market | undefined, context: ViewContext) => string,
  watch: () => MarketWatch,
) {
  const { slug } = state;
  return {
    panel,
    services,
    extensionUri,
    title: () => tabTitle(slug, services.books.detail(slug).market.value, services.view()),
    onVisible: (visible: boolean) => watch().setVisible(visible),
    onClosed: () => watch().dispose(),
  };
}

function detailsShown(event: PageEvent): boolean | undefined {
  if (event.type === 'ready') return event.details;
  return event.type === 'details' ? event.open : undefined;
}

/** Runs the command behind a button; commands report their own failures. */
function run(action: Action, { services, state }: OpenPanelOptions, watch: MarketWatch): void {
  if (action.name === 'refresh') {
    watch.reload();
    return;
  }
  commands
    .executeCommand(COMMANDS[action.name], ...argumentsOf(action, state.slug))
    .then(undefined, (cause: unknown) => services.log.error('A button of a panel failed', cause));
}

function argumentsOf({ name, orderId }: Action, slug: string): readonly unknown[] {
  switch (name) {
    case 'openOrder':
    case 'cancelOrder':
      return orderId === undefined ? [] : [orderId];
    case 'refresh':
    case 'signIn':
    case 'showLog':
      return [];
    default:
      return [slug];
  }
}

/** Prepares a history for drawing once, not for each snapshot: it may hold hundreds of thousands of samples. */
function pointsOfLatest() {
  let latest: readonly PriceSample[] | undefined;
  let points: readonly PricePoint[] = [];
  return (history: PanelReading<readonly PriceSample[]>): PanelReading<readonly PricePoint[]> => {
    if (history.value === undefined) return { ...history, value: undefined };
    if (history.value !== latest) points = pricePoints(history.value);
    latest = history.value;
    return { ...history, value: points };
  };
}
