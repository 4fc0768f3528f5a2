import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { Conditions } from '../../core/conditions.ts';
import { typedNumber } from '../../view/numbers.ts';
import { whatIfOf } from '../../view/panels/market/what-if.ts';
import type { Action, ActionName, PageEvent, PanelState } from '../../view/panels/protocol.ts';
import type { AgentCalls } from '../agent-tools.ts';
import { copyText } from '../copy-text.ts';
import { COMMANDS, PANELS, VIEWS } from '../ids.ts';
import type { Parts, Services } from '../services.ts';
import type { SurfaceServices } from '../surface.ts';
import { agentCallsPage } from './agent-calls-page.ts';
import { EventPage } from './event-page.ts';
import { callTarget, InspectorPage } from './inspector-page.ts';
import { MarketPage } from './market-page.ts';
import { type PanelPage, pageSurface } from './page.ts';
import { PageConnection } from './page-connection.ts';
import { pageHtml } from './page-html.ts';
import { PortfolioPage } from './portfolio-page.ts';
import { settlementPage } from './settlement-page.ts';

type Needed = ConstructorParameters<typeof MarketPage>[0] &
  ConstructorParameters<typeof PortfolioPage>[0] &
  ConstructorParameters<typeof InspectorPage>[0] &
  SurfaceServices &
  Parts<'log' | 'markets' | 'show'>;

export type FilledPanel = ReturnType<typeof fillPanel>;

/** Fills a webview panel with a market or an event, and keeps it up to date while it is visible, until it is closed. */
export function fillPanel(
  services: Needed,
  extensionUri: vscode.Uri,
  panel: vscode.WebviewPanel,
  state: PanelState,
  agents: AgentCalls,
) {
  const { slug } = state;
  const own = new DisposableStore();
  const page = own.add((PAGES[panel.viewType] ?? settlementPage)(services, slug, agents));
  let showsDetails = state.details ?? false;
  const refresh = (): void => {
    surface.refresh();
    page.refreshed?.();
  };
  const handle = (event: PageEvent): void => {
    if (event.type === 'ready') showsDetails = event.details;
    if (event.type === 'details') showsDetails = event.open;
    if (event.type === 'run')
      run(event.action, slug, { slugs: page.slugs(), refresh, page }, services).catch((cause: unknown) =>
        services.log.error('A button of a panel failed', cause),
      );
    TELL[event.type]?.(page, event as never, services);
  };
  const connection = own.add(
    new PageConnection({
      clock: services.clock,
      isVisible: panel.visible,
      snapshot: () => surface.draw(),
      post: (message) => void panel.webview.postMessage(message),
      handle,
    }),
  );
  const surface = own.add(
    pageSurface(services, page, slug, { showsDetails: () => showsDetails, due: () => connection.refresh() }),
  );
  own.add(panel.webview.onDidReceiveMessage((message) => connection.receive(message)));
  own.add(
    panel.onDidChangeViewState(() => {
      connection.setVisible(panel.visible);
      surface.setShown(panel.visible);
    }),
  );
  own.add(panel.onDidDispose(() => own.dispose()));
  own.add(dressPanel(services, extensionUri, panel, page));
  if (state.interval !== undefined) page.setInterval?.(state.interval);
  if (state.compare === true) page.compare?.(true);
  surface.setShown(panel.visible);
  return { connection, page, dispose: () => own.dispose() };
}

/** By the type of the panel. */
const PAGES: Readonly<Record<string, (services: Needed, slug: string, agents: AgentCalls) => PanelPage>> = {
  [PANELS.market]: (services, slug) => new MarketPage(services, slug),
  [PANELS.event]: (services, slug) => new EventPage(services, slug),
  [PANELS.settlement]: settlementPage,
  [PANELS.portfolio]: (services) => new PortfolioPage(services),
  [PANELS.inspector]: (services) => new InspectorPage(services),
  [PANELS.agentCalls]: (services, _, agents) => agentCallsPage(services, agents),
};

type EventOf<T extends PageEvent['type']> = Extract<PageEvent, { readonly type: T }>;

/** What a page does with what somebody chose on it. */
const TELL: {
  readonly [T in PageEvent['type']]?: (page: PanelPage, event: EventOf<T>, services: Parts<'view'>) => void;
} = {
  whatIf: (page, { long, buy, size }, { view }) =>
    page.askWhatIf?.(whatIfOf(long, buy, typedNumber(size, view().format.settings.locale))),
  interval: (page, { interval }) => page.setInterval?.(interval),
  compare: (page, { on }) => page.compare?.(on),
  select: (page, { rows }) => page.select?.(rows),
};

/** Gives a panel its icon, title and script, and keeps title and what the script may load up to date. */
function dressPanel(
  services: Pick<Needed, 'config' | 'events' | 'markets' | 'onDidChangeView' | 'view'>,
  extensionUri: vscode.Uri,
  panel: vscode.WebviewPanel,
  page: PanelPage,
): vscode.Disposable {
  const { config, events, markets, onDidChangeView } = services;
  const own = new DisposableStore();
  const [script] = Object.entries(PANELS).find(([, type]) => type === panel.viewType) ?? ['market'];
  const icon = (theme: string): vscode.Uri => file(extensionUri, 'media', `panel-${script}-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  const setTitle = (): void => {
    const title = page.title();
    if (panel.title !== title) panel.title = title;
  };
  // A hidden page has a title, too.
  for (const event of [markets.onDidChange, events.onDidChange]) own.add(event(setTitle));
  setTitle();
  const load = (): void => loadPage(panel, extensionUri, `${script}.js`, services);
  load();
  let images = config.get('images');
  own.add(
    onDidChangeView(() => {
      if (config.get('images') !== images) load();
      images = config.get('images');
      setTitle();
    }),
  );
  return own;
}

/** Loads the page into the panel. It may run its own script and read its own folder: no command links, no forms, no ports. */
function loadPage(
  { webview, title }: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  script: string,
  { config, view }: Parts<'config' | 'view'>,
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
    nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
  });
}

function file(extensionUri: vscode.Uri, ...parts: string[]): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, ...parts);
}

interface Shown {
  readonly slugs: readonly string[];
  readonly page: PanelPage;
  refresh(): void;
}

interface Clicked {
  readonly slug: string;
  readonly row: string | undefined;
}

type HereName = 'refresh' | 'inspectCall' | 'copyFieldNames' | 'showLeague' | 'showSeries';

/** What a button does that has no command behind it. */
const HERE: Readonly<Record<HereName, (by: Clicked, shown: Shown, services: Parts<'show'>) => unknown>> = {
  refresh: (_, { refresh }) => refresh(),
  inspectCall: ({ row }, { page }) => page.inspect?.(row),
  copyFieldNames: (_, { page }) => copyText(page.fieldNames ?? ''),
  showLeague: ({ slug }, _, { show }) => showMarkets(show, { leagues: [slug] }),
  showSeries: ({ slug }, _, { show }) => showMarkets(show, { series: [slug] }),
};

function showMarkets(show: Services['show'], conditions: Conditions): Thenable<unknown> {
  void show.change('markets', { conditions });
  return vscode.commands.executeCommand(`${VIEWS.markets}.focus`);
}

function isHere(name: ActionName): name is HereName {
  return Object.hasOwn(HERE, name);
}

/** Does what is behind a button; commands report their own failures. */
async function run(
  action: Action,
  panelSlug: string,
  shown: Shown,
  services: Parts<'show'>,
): Promise<unknown> {
  const { name, orderId, rows = [], slug = panelSlug } = action;
  if (isHere(name)) return HERE[name]({ slug, row: rows[0] }, shown, services);
  const { slugs } = shown;
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
    cancelMarketOrders: [{ view: 'orders', subject: { kind: 'orderMarket', marketSlug, slugs } }],
    ...ofCall(rows[0]),
  };
  return vscode.commands.executeCommand(
    COMMANDS[name],
    ...(named[name] ?? (OF_NOTHING.has(name) ? [] : [slug])),
  );
}

/** Commands that act on nothing in particular; the others on the market of the page. */
const OF_NOTHING: ReadonlySet<ActionName> = new Set([
  'agentAccess',
  'cancelAllOrders',
  'clearInspector',
  'copyCalls',
  'deletePortfolioHistory',
  'pauseInspector',
  'refreshMarkets',
  'resumeInspector',
  'showLog',
  'signIn',
  'startAgents',
  'stopAgents',
] as const);

/** What commands of the inspector act on. */
function ofCall(id: string | undefined): Partial<Record<ActionName, readonly unknown[]>> {
  const text = id === undefined ? [] : [id];
  return {
    openRaw: id === undefined ? [] : [callTarget(id)],
    copyAsCurl: text,
    copyAsTypeScript: text,
    copyAsPython: text,
  };
}
