import { type ExtensionContext, l10n, Uri, type WebviewPanel, window } from 'vscode';
import { systemClock } from './base/clock.ts';
import { DisposableStore } from './base/lifecycle.ts';
import { connectionSource } from './connection-source.ts';
import type { Demo } from './demo/index.ts';
import { DEMO_PROFILE } from './demo/profile.ts';
import { customProfile, polymarketUS } from './exchange/service/profiles.ts';
import { checkCredentialsShape } from './exchange/service/sign.ts';
import { close } from './features/cancel/close.ts';
import { createLogFolder } from './features/cancel/log-folder.ts';
import { registerCancel } from './features/cancel/register.ts';
import type { Config } from './features/config.ts';
import { createCredentialStore } from './features/connection/credentials.ts';
import { syncSignedInContextKey } from './features/context-keys.ts';
import { createServices } from './features/create-services.ts';
import { registerOrderDocuments } from './features/documents/order-document.ts';
import { registerReportDocuments } from './features/documents/report-document.ts';
import { followWindow } from './features/focus.ts';
import { createLastFocusFile } from './features/last-focus.ts';
import { createLinks, type Links } from './features/links.ts';
import { createLog } from './features/log.ts';
import { type NewsFeature, registerNews } from './features/news/register.ts';
import type { Panels } from './features/panels/panels.ts';
import type { ReadOnlyDocuments } from './features/read-only-documents.ts';
import type { CommandHandlers, CommandRunner } from './features/register-commands.ts';
import type { Services } from './features/services.ts';
import { createStatusBar } from './features/status/status-bar.ts';
import type { Views } from './features/trees/views.ts';
import { fillSidebar, type Trees } from './sidebar.ts';
import type { CredentialSource } from './store/session/session.ts';

/** What `activate` has registered with the editor and the app fills. */
export interface Editor {
  readonly context: ExtensionContext;
  readonly config: Config;
  readonly views: Views;
  readonly documents: ReadOnlyDocuments;
}

/** The whole extension but its registrations. Tests reach into it; in production nobody is given it. */
export interface App extends CommandRunner {
  readonly services: Services;
  readonly trees: Trees;
  readonly news: NewsFeature;
  readonly credentials: CredentialSource;
  readonly demo: () => Promise<Demo>;
  readonly links: Links;
  readonly panels: () => Promise<Panels>;
  restorePanel(panel: WebviewPanel, state: unknown): Promise<void>;
  /** Where the extension keeps files. */
  readonly storage: Uri;
  /** Resolves once the window may close. */
  close(): Promise<void>;
}

/**
 * Puts the parts together. No request is made, no engine loaded and no demo begun before a view, a command or the status
 * bar of someone signed in needs it.
 */
export function createApp({ context, config, views, documents }: Editor): App {
  const own = new DisposableStore();
  context.subscriptions.push(own);
  const clock = systemClock;
  const log = own.add(createLog());
  const keys = own.add(createCredentialStore(context.secrets));
  const connections = connectionSource(context, clock, log, config, keys);
  const services = createServices(
    {
      clock,
      log,
      config,
      memory: context.globalState,
      profiles: { demo: DEMO_PROFILE, polymarketUS, custom: customProfile },
      factory: connections.factory,
      credentials: connections.credentials,
      lastFocus: createLastFocusFile(context.globalStorageUri),
      cancelLog: createLogFolder(Uri.joinPath(context.globalStorageUri, 'cancels').fsPath),
      resetDemo: async () => (await connections.demo()).reset(),
    },
    own,
  );
  const panels = once(async () => {
    const { createPanels } = await import('./features/panels/panels.ts');
    return own.add(createPanels(services, context.extensionUri));
  });
  const opened = {
    openMarket: async (slug: string) => (await panels()).openMarket(slug),
    openSettlement: async (slug: string) => (await panels()).openSettlement(slug),
  };
  const orders = own.add(registerOrderDocuments(documents, services));
  const cancel = own.add(registerCancel(documents, services));
  const reports = own.add(
    registerReportDocuments(documents, clock, () => l10n.t('This report is gone: make another.')),
  );
  const news = own.add(registerNews(documents, services));
  const statusBar = own.add(createStatusBar(services));
  const trees = own.add(fillSidebar(views, services, () => statusBar.begin()));
  const links = own.add(createLinks(services, opened));
  own.add(syncSignedInContextKey(services.session));
  own.add(followWindow(window, statusBar, services.live));
  const handlers = once(async (): Promise<CommandHandlers> => {
    const { commandHandlers } = await import('./features/command-handlers.ts');
    return commandHandlers(
      services,
      {
        ...opened,
        openOrder: (id) => orders.open(id),
        showAway: () => news.open(),
        showReport: (name, text) => reports.show(name, text),
      },
      ({ auth }, credentials) => checkCredentialsShape(auth, credentials),
      connections.surroundings,
      await cancel.handlers(),
    );
  });
  void services.cancels.recover();
  void greetSignedIn(services, keys, () => statusBar.begin());
  return {
    services,
    trees,
    news,
    credentials: keys,
    demo: connections.demo,
    links,
    panels,
    handlers,
    reporter: services.reporter,
    storage: context.globalStorageUri,
    restorePanel: async (panel, state) => (await panels()).restore(panel, state),
    close: () => close(own, services.cancelLog, clock),
  };
}

/** The status bar item of someone with a key shows from the start; on the demo it waits for the sidebar. */
async function greetSignedIn(
  { session }: Services,
  keys: CredentialSource,
  begin: () => void,
): Promise<void> {
  session.onDidChange(() => {
    if (session.profile.id !== 'demo' && session.canSign) begin();
  });
  const { profile } = session;
  if (profile.id === 'demo') return;
  // The session reports a storage that fails, once something is asked for.
  if ((await keys.get(profile).catch(() => undefined)) !== undefined) begin();
}

/** Makes the value with the first call. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
