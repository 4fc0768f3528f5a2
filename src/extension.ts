import { type ExtensionContext, ExtensionMode, l10n, type Memento, Uri, window, workspace } from 'vscode';
import { type Clock, systemClock } from './base/clock.ts';
import { DisposableStore } from './base/lifecycle.ts';
import type { Demo, DemoStateStore } from './demo/index.ts';
import { DEMO_PROFILE } from './demo/profile.ts';
import { ExchangeError } from './exchange/errors.ts';
import type { TransportCircumstances, Ways } from './exchange/http/choose-transport.ts';
import { customProfile, polymarketUS } from './exchange/service/profiles.ts';
import { checkCredentialsShape } from './exchange/service/sign.ts';
import type { Transport } from './exchange/transport.ts';
import { close } from './features/close.ts';
import { followUnknown } from './features/commands/cancel.ts';
import { followEverything } from './features/commands/cancel-everything.ts';
import type { Surroundings } from './features/commands/diagnose.ts';
import { commandHandlers } from './features/commands/handlers.ts';
import { registerCommands } from './features/commands/register.ts';
import { type Config, createConfig } from './features/config.ts';
import { createServices } from './features/create-services.ts';
import { createCredentialStore } from './features/credentials.ts';
import { registerCancelRecord } from './features/documents/cancel-record.ts';
import { registerOrderDocuments } from './features/documents/order-document.ts';
import { registerReportDocuments } from './features/documents/report-document.ts';
import { followWindow } from './features/focus.ts';
import { createIntentFile } from './features/journal.ts';
import { type Links, registerLinks } from './features/links.ts';
import { createLog, type HostLog } from './features/log.ts';
import { type NewsFeature, registerNews } from './features/news/register.ts';
import { panelDeps } from './features/panel-deps.ts';
import { type Panels, registerPanels } from './features/panels/panels.ts';
import type { Services } from './features/services.ts';
import { ownSignedInKey } from './features/signed-in.ts';
import { createStatusBar } from './features/status/status-bar.ts';
import { registerTrees, type Trees } from './features/trees/register.ts';
import type { CredentialSource, ExchangeFactory } from './store/session/session.ts';

const LEASE_KEY = 'live.lease';

/** What to wait for before this process ends: the editor calls `deactivate` with nothing in its hands. */
const closing = new Set<() => Promise<void>>();

/** What tests of the extension may reach into; nobody else is given anything. */
export interface TestApi {
  readonly services: Services;
  readonly trees: Trees;
  readonly news: NewsFeature;
  readonly credentials: CredentialSource;
  readonly demo: () => Promise<Demo>;
  readonly links: Links;
  readonly panels: Panels;
  /** Where the extension keeps files. */
  readonly storage: Uri;
}

/**
 * Registers what there is and returns. No request is made, no engine loaded and no demo begun before a view, a command
 * or the status bar of someone signed in needs it.
 */
export function activate(context: ExtensionContext): TestApi | undefined {
  const own = new DisposableStore();
  context.subscriptions.push(own);
  const clock = systemClock;
  const log = own.add(createLog());
  const config = own.add(createConfig());
  const keys = own.add(createCredentialStore(context.secrets));
  const ways: Ways = new Map();
  const demo = demoSource(clock, context.globalState);

  const services = createServices(
    {
      clock,
      log,
      config,
      memory: context.globalState,
      profiles: { demo: DEMO_PROFILE, polymarketUS, custom: customProfile },
      factory: exchangeFactory(clock, log, config, ways, demo),
      credentials: withDemoKey(keys, demo),
      lease: {
        get: () => context.globalState.get(LEASE_KEY),
        set: (value) => void context.globalState.update(LEASE_KEY, value),
      },
      intents: createIntentFile(Uri.joinPath(context.globalStorageUri, 'cancels').fsPath),
      resetDemo: async () => (await demo()).reset(),
    },
    own,
  );
  const panels = own.add(registerPanels(() => panelDeps(services, context.extensionUri)));
  const documents = own.add(registerOrderDocuments(services));
  const record = own.add(registerCancelRecord(services));
  const reports = own.add(registerReportDocuments(clock, () => l10n.t('This report is gone: make another.')));
  const news = own.add(registerNews(services));
  const statusBar = own.add(createStatusBar(services));
  const trees = own.add(registerTrees(services, () => statusBar.begin()));
  const links = own.add(registerLinks(services, panels));
  own.add(ownSignedInKey(services.session));
  own.add(followUnknown(services, record));
  own.add(followEverything(services, record));
  own.add(followWindow(window, statusBar, services));
  own.add(
    registerCommands(
      commandHandlers(
        services,
        {
          openMarket: (slug) => panels.openMarket(slug),
          openSettlement: (slug) => panels.openSettlement(slug),
          openOrder: (id) => documents.open(id),
          openCancelRecord: () => record.open(),
          openProof: (name, text) => record.openProof(name, text),
          showAway: () => news.open(),
          showReport: (name, text) => reports.show(name, text),
        },
        ({ auth }, credentials) => checkCredentialsShape(auth, credentials),
        surroundingsOf(context, config, ways),
      ),
      services.reporter,
    ),
  );
  closing.add(() => close(own, services.intents, clock));
  void services.cancels.recover();
  void greetSignedIn(services, keys, () => statusBar.begin());
  return context.extensionMode === ExtensionMode.Test
    ? { services, trees, news, credentials: keys, demo, links, panels, storage: context.globalStorageUri }
    : undefined;
}

/** Resolves once the window may close. */
export async function deactivate(): Promise<void> {
  await Promise.all([...closing].map((end) => end()));
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
  // A storage that fails is the session's to tell, once something is asked for.
  if ((await keys.get(profile).catch(() => undefined)) !== undefined) begin();
}

/** The demo of this window, made when it is first needed. */
function demoSource(clock: Clock, memento: Memento): () => Promise<Demo> {
  let made: Promise<Demo> | undefined;
  const key = 'demo.state';
  const stateStore: DemoStateStore = {
    load: () => memento.get(key),
    save: (state) => void memento.update(key, state),
  };
  return () => {
    made ??= import('./demo/index.ts').then(({ createDemo }) => createDemo({ clock, stateStore }));
    return made;
  };
}

/** The demo is signed in by itself: it brings its own key, which is neither asked for nor stored. */
function withDemoKey(keys: CredentialSource, demo: () => Promise<Demo>): CredentialSource {
  return {
    get: async (profile) => (profile.id === 'demo' ? (await demo()).credentials : keys.get(profile)),
    store: (profile, credentials) => keys.store(profile, credentials),
    delete: (profile) => keys.delete(profile),
    onDidChange: keys.onDidChange,
  };
}

/** The client of a connection: the same one for all, over the transport that reaches it. */
function exchangeFactory(
  clock: Clock,
  log: HostLog,
  config: Config,
  ways: Ways,
  demo: () => Promise<Demo>,
): ExchangeFactory {
  return async (profile, credentials) => {
    if (profile.publicUrl === '') {
      throw new ExchangeError('refused', 'The settings of the custom connection are not complete.');
    }
    const { createServiceExchange } = await import('./exchange/service/service-exchange.ts');
    const transport =
      profile.id === 'demo' ? (await demo()).transport : await networkTransport(clock, log, config, ways);
    const exchange = createServiceExchange({
      profile,
      credentials,
      transport,
      log,
      clock,
      random: Math.random,
      openSocket: async (request, signal) => {
        if (profile.id === 'demo') return (await demo()).openSocket(request, signal);
        const { openWsSocket } = await import('./exchange/stream/ws-socket.ts');
        return openWsSocket(request, signal);
      },
    });
    return {
      ...exchange,
      dispose: () => {
        exchange.dispose();
        transport.dispose();
      },
    };
  };
}

/** undici directly, or the editor's own fetch; neither is loaded before the first request that takes it. */
async function networkTransport(clock: Clock, log: HostLog, config: Config, ways: Ways): Promise<Transport> {
  const { createChosenTransport } = await import('./exchange/http/choose-transport.ts');
  const { createEditorTransport } = await import('./exchange/http/editor-transport.ts');
  return createChosenTransport({
    circumstances: () => circumstances(config),
    ways,
    log,
    direct: async () => (await import('./exchange/http/undici-transport.ts')).createUndiciTransport(),
    editor: () => createEditorTransport({ fetch: (input, init) => globalThis.fetch(input, init), clock }),
  });
}

/** What decides how requests travel, besides where to. */
function circumstances(config: Config): TransportCircumstances {
  const http = workspace.getConfiguration('http');
  return {
    setting: config.get('transport'),
    editorProxy: http.get<string>('proxy'),
    editorStrictTls: http.get<boolean>('proxyStrictSSL') !== false,
    env: process.env,
  };
}

/** What a diagnosis says of this machine. */
function surroundingsOf({ extension }: ExtensionContext, config: Config, ways: Ways): Surroundings {
  const { version } = extension.packageJSON as { readonly version: string };
  return {
    network: async (profile) => {
      const { networkFacts } = await import('./exchange/http/network-facts.ts');
      return networkFacts(profile, circumstances(config), ways);
    },
    versions: [
      ['Prediction Markets', version],
      ['Node', process.versions.node],
      [process.platform, process.arch],
    ],
  };
}
