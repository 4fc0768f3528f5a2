import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isArmed } from '../../core/alert.ts';
import type { PriceSample } from '../../core/book.ts';
import type { WhatIf } from '../../core/what-if.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import type { MarketPanelInput, PanelInput, PricePoint } from '../../view/panels/input.ts';
import { pricePoints } from '../../view/panels/market/chart.ts';
import { marketSnapshot, marketTabTitle } from '../../view/panels/market/model.ts';
import { whatIfOf } from '../../view/panels/market/what-if.ts';
import type { Action, ActionName, PageEvent, PanelState, Snapshot } from '../../view/panels/protocol.ts';
import { settlementSnapshot, settlementTabTitle } from '../../view/panels/settlement/model.ts';
import { COMMANDS, PANELS, VIEWS } from '../ids.ts';
import type { Services } from '../services.ts';
import { eventPanel } from './event-panel.ts';
import { newerPart, readingOfPart, watchMarket } from './market-watch.ts';
import { PageConnection } from './page-connection.ts';
import { pageHtml } from './page-html.ts';
import { portfolioPanel } from './portfolio-panel.ts';

export type FilledPanel = ReturnType<typeof fillPanel>;

/** What one kind of panel shows and does. */
interface Filling extends Disposable {
  title(): string;
  snapshot(showsDetails: boolean): Snapshot;
  /** The markets its orders are in. */
  slugs(): readonly string[];
  refresh(): void;
  setVisible(visible: boolean): void;
  askWhatIf?(asked: WhatIf | undefined): void;
}

/** Fills a webview panel with a market or an event, and keeps it up to date while it is visible, until it is closed. */
export function fillPanel(
  services: Services,
  extensionUri: vscode.Uri,
  panel: vscode.WebviewPanel,
  state: PanelState,
) {
  const { slug } = state;
  const { books } = services;
  const own = new DisposableStore();
  const refresh = (): void => {
    const title = content.title();
    if (panel.title !== title) panel.title = title;
    connection.refresh();
  };
  const content = own.add<Filling>(
    panel.viewType === PANELS.portfolio
      ? portfolioPanel(services, refresh)
      : panel.viewType === PANELS.event
        ? eventPanel(services, slug, refresh)
        : oneMarket(services, slug, panel.viewType === PANELS.market, refresh),
  );
  let showsDetails = state.details ?? false;
  const handle = (event: PageEvent): void => {
    if (event.type === 'ready') showsDetails = event.details;
    if (event.type === 'whatIf') content.askWhatIf?.(whatIfOf(event.long, event.buy, event.size));
    if (event.type === 'details') showsDetails = event.open;
    if (event.type === 'interval') void books.setInterval(slug, event.interval);
    if (event.type === 'run')
      run(event.action, slug, content, services)?.then(undefined, (cause: unknown) =>
        services.log.error('A button of a panel failed', cause),
      );
  };
  const connection = own.add(
    new PageConnection({
      clock: services.clock,
      isVisible: panel.visible,
      snapshot: () => content.snapshot(showsDetails),
      post: (message) => void panel.webview.postMessage(message),
      handle,
    }),
  );
  own.add(panel.webview.onDidReceiveMessage((message) => connection.receive(message)));
  own.add(
    panel.onDidChangeViewState(() => {
      connection.setVisible(panel.visible);
      content.setVisible(panel.visible);
    }),
  );
  own.add(panel.onDidDispose(() => own.dispose()));
  panel.title = content.title();
  const icon = (theme: string): vscode.Uri => file(extensionUri, 'media', `panel-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  const [script] = Object.entries(PANELS).find(([, type]) => type === panel.viewType) ?? ['market'];
  const load = (): void => loadPage(panel, extensionUri, `${script}.js`, services);
  load();
  let images = services.config.get('images');
  own.add(
    services.onDidChangeView(() => {
      if (services.config.get('images') !== images) load();
      images = services.config.get('images');
    }),
  );
  if (state.interval !== undefined) void books.setInterval(slug, state.interval);
  content.setVisible(panel.visible);
  return { connection, dispose: () => own.dispose() };
}

/** What the panels of one market show and do. */
function oneMarket(services: Services, slug: string, isMarket: boolean, changed: () => void) {
  const { books, session } = services;
  const { parts, topics, titleOf, snapshotOf } = isMarket
    ? marketPanel(services, slug)
    : settlementPanel(services);
  const activity = new ActivityStore(session, { marketSlug: slug });
  const watch = watchMarket({ services, slug, parts, topics, activity, changed });
  if (isMarket) watch.own.add(services.alerts.onDidChange(changed));
  let whatIf: WhatIf | undefined;
  return {
    ...watch,
    askWhatIf(asked: WhatIf | undefined): void {
      whatIf = asked;
    },
    title: (): string => titleOf(slug, books.detail(slug).market.value, services.view()),
    snapshot: (showsDetails: boolean): Snapshot => snapshotOf({ ...watch.input(), showsDetails, whatIf }),
    slugs: () => [slug],
  };
}

function marketPanel(services: Services, slug: string) {
  const { alerts, books, quotes, config } = services;
  // Prepared once, not for each snapshot: a history may hold hundreds of thousands of samples.
  let samples: readonly PriceSample[] | undefined;
  let points: readonly PricePoint[] | undefined;
  const scores: { readonly ms: number; readonly label: string }[] = [];
  return {
    parts: ['market', 'book', 'history'] as const,
    topics: new Set(['book', 'trades'] as const),
    titleOf: marketTabTitle,
    snapshotOf: (input: PanelInput & Pick<MarketPanelInput, 'whatIf'>) => {
      const detail = books.detail(slug);
      const history = readingOfPart(detail.history);
      if (history.value !== samples) points = history.value && pricePoints(history.value);
      samples = history.value;
      const score = input.event?.score;
      const isNew = score !== undefined && score !== '' && scores.at(-1)?.label !== score;
      if (isNew) scores.push({ ms: services.clock.now(), label: score });
      return marketSnapshot(
        {
          ...input,
          quote: newerPart(detail.quote, quotes.quote(slug)),
          history: { ...history, value: points },
          interval: detail.interval,
          trades: quotes.trades(slug),
          samples: quotes.samples(slug),
          moved: quotes.moved(slug),
          alerts: alerts.items.filter((alert) => alert.market === slug && isArmed(alert)),
          images: config.get('images'),
          scores: [...scores],
        },
        services.view(),
      );
    },
  };
}

function settlementPanel(services: Services) {
  return {
    parts: ['market', 'book', 'settlement'] as const,
    // The book is the first to say that a market ended.
    topics: new Set(['book'] as const),
    titleOf: settlementTabTitle,
    snapshotOf: (input: PanelInput) => settlementSnapshot(input, services.view()),
  };
}

/** Loads the page into the panel. It may run its own script and read its own folder: no command links, no forms, no ports. */
function loadPage(
  { webview, title }: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  script: string,
  { config, view }: Services,
): void {
  webview.options = {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [file(extensionUri, 'dist', 'webview')],
  };
  const page = (name: string): string =>
    webview.asWebviewUri(file(extensionUri, 'dist', 'webview', name)).toString();
  webview.html = pageHtml({
    cspSource: webview.cspSource,
    scriptUri: page(script),
    styleUri: page('panel.css'),
    language: vscode.env.language,
    title,
    loading: view().t('Loading…'),
    images: config.get('images'),
    nonce: randomBytes(16).toString('base64url'),
  });
}

function file(extensionUri: vscode.Uri, ...parts: string[]): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, ...parts);
}

/** Runs the command behind a button; commands report their own failures. */
function run(
  action: Action,
  panelSlug: string,
  content: Filling,
  { show }: Services,
): Thenable<unknown> | undefined {
  const { name, orderId, orderIds, slug = panelSlug } = action;
  if (name === 'refresh') {
    content.refresh();
    return undefined;
  }
  if (name === 'showLeague') {
    void show.change('markets', { conditions: { leagues: [slug] } });
    return vscode.commands.executeCommand(`${VIEWS.markets}.focus`);
  }
  const slugs = content.slugs();
  const [marketSlug = slug] = slugs;
  const targets =
    orderIds?.map((id) => ({ view: 'orders', subject: { kind: 'order', id, marketSlug } })) ?? [];
  const named: Partial<Record<ActionName, readonly unknown[]>> = {
    openOrder: orderId === undefined ? [] : [orderId],
    cancelOrder: targets.length > 0 ? [targets[0], targets] : orderId === undefined ? [] : [orderId],
    cancelAllOrders: [],
    cancelMarketOrders: [{ view: 'orders', subject: { kind: 'orderMarket', marketSlug, slugs } }],
    signIn: [],
    showLog: [],
  };
  return vscode.commands.executeCommand(COMMANDS[name], ...(named[name] ?? [slug]));
}
