import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { AskedWhatIf } from '../../core/what-if.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { whatIfOf } from '../../view/panels/market/what-if.ts';
import type {
  Action,
  ActionName,
  ChartSpan,
  PageEvent,
  PanelState,
  Snapshot,
} from '../../view/panels/protocol.ts';
import { settlementSnapshot } from '../../view/panels/settlement/model.ts';
import { settlementTabTitle } from '../../view/panels/tab-titles.ts';
import { COMMANDS, PANELS, VIEWS } from '../ids.ts';
import type { Services } from '../services.ts';
import { eventPanel } from './event-panel.ts';
import { marketPanel } from './market-panel.ts';
import { watchMarket } from './market-watch.ts';
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
  askWhatIf?(asked: AskedWhatIf | undefined): void;
  setInterval?(interval: ChartSpan): void;
  compare?(on: boolean): void;
  select?(rows: readonly string[]): void;
}

/** Fills a webview panel with a market or an event, and keeps it up to date while it is visible, until it is closed. */
export function fillPanel(
  services: Services,
  extensionUri: vscode.Uri,
  panel: vscode.WebviewPanel,
  state: PanelState,
) {
  const { slug } = state;
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
        : panel.viewType === PANELS.market
          ? marketPanel(services, slug, refresh)
          : settlementPanel(services, slug, refresh),
  );
  let showsDetails = state.details ?? false;
  const handle = (event: PageEvent): void => {
    if (event.type === 'ready') showsDetails = event.details;
    if (event.type === 'whatIf') content.askWhatIf?.(whatIfOf(event.long, event.buy, event.size));
    if (event.type === 'details') showsDetails = event.open;
    if (event.type === 'interval') content.setInterval?.(event.interval);
    if (event.type === 'compare') content.compare?.(event.on);
    if (event.type === 'select') content.select?.(event.rows);
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
  const [script] = Object.entries(PANELS).find(([, type]) => type === panel.viewType) ?? ['market'];
  const icon = (theme: string): vscode.Uri => file(extensionUri, 'media', `panel-${script}-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  const load = (): void => loadPage(panel, extensionUri, `${script}.js`, services);
  load();
  let images = services.config.get('images');
  own.add(
    services.onDidChangeView(() => {
      if (services.config.get('images') !== images) load();
      images = services.config.get('images');
    }),
  );
  if (state.interval !== undefined) content.setInterval?.(state.interval);
  if (state.compare === true) content.compare?.(true);
  content.setVisible(panel.visible);
  return { connection, dispose: () => own.dispose() };
}

function settlementPanel(services: Services, slug: string, changed: () => void): Filling {
  const activity = new ActivityStore(services.session, { marketSlug: slug });
  const parts = ['market', 'book', 'settlement'] as const;
  // The book is the first to say that a market ended.
  const topics = new Set(['book'] as const);
  const watch = watchMarket({ services, slug, parts, topics, activity, changed });
  return {
    ...watch,
    title: () => settlementTabTitle(slug, services.marketViews.withEvent(slug), services.view()),
    snapshot: (showsDetails) => settlementSnapshot({ ...watch.input(), showsDetails }, services.view()),
    slugs: () => [slug],
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
  const { name, orderId, rows = [], slug = panelSlug } = action;
  if (name === 'refresh') {
    content.refresh();
    return undefined;
  }
  if (name === 'showLeague' || name === 'showSeries') {
    const conditions = name === 'showLeague' ? { leagues: [slug] } : { series: [slug] };
    void show.change('markets', { conditions });
    return vscode.commands.executeCommand(`${VIEWS.markets}.focus`);
  }
  const slugs = content.slugs();
  const [marketSlug = slug] = slugs;
  const kind = name === 'addToWatchlist' ? 'position' : 'order';
  const targets = rows.map((id) => ({
    view: 'orders',
    subject: kind === 'order' ? { kind, id, marketSlug } : { kind, marketSlug: id },
  }));
  const named: Partial<Record<ActionName, readonly unknown[]>> = {
    openOrder: orderId === undefined ? [] : [orderId],
    cancelOrder: targets.length > 0 ? [targets[0], targets] : orderId === undefined ? [] : [orderId],
    addToWatchlist: [targets[0], targets],
    cancelAllOrders: [],
    deletePortfolioHistory: [],
    cancelMarketOrders: [{ view: 'orders', subject: { kind: 'orderMarket', marketSlug, slugs } }],
    signIn: [],
    showLog: [],
  };
  return vscode.commands.executeCommand(COMMANDS[name], ...(named[name] ?? [slug]));
}
