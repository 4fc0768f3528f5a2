import { commands, type Uri, type WebviewPanel } from 'vscode';
import type { PriceSample } from '../../core/book.ts';
import type { Market } from '../../core/market.ts';
import type { PanelReading, PricePoint } from '../../view/panels/input.ts';
import { pricePoints } from '../../view/panels/market/chart.ts';
import { marketSnapshot, marketTabTitle } from '../../view/panels/market/model.ts';
import type { Action, PageEvent, PanelState } from '../../view/panels/protocol.ts';
import { settlementSnapshot, settlementTabTitle } from '../../view/panels/settlement/model.ts';
import type { ViewContext } from '../../view/row.ts';
import { COMMANDS } from '../ids.ts';
import type { Services } from '../services.ts';
import { type MarketWatch, readingOfPart, watchMarket } from './market-watch.ts';
import { openPanelShell, type PanelShell } from './shell.ts';

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
          quote: readingOfPart(quote),
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
export function openSettlementPanel(options: OpenPanelOptions): PanelShell {
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
