import { Uri } from 'vscode';
import { systemClock } from './base/clock.ts';
import { DisposableStore } from './base/disposable.ts';
import { connectionSource } from './connection-source.ts';
import type { Demo } from './demo/index.ts';
import { DEMO_PROFILE } from './demo/profile.ts';
import { customProfile, polymarketUS } from './exchange/service/profiles.ts';
import { registerActivity } from './features/activity/register.ts';
import { type AgentsFeature, registerAgents } from './features/agents/register.ts';
import { registerAlerts } from './features/alerts/register.ts';
import { createLogFolder } from './features/cancel/log-folder.ts';
import { registerCancel } from './features/cancel/register.ts';
import { createCredentialStore } from './features/connection/credentials.ts';
import { registerConnection } from './features/connection/register.ts';
import type { CredentialsCheck } from './features/connection/sign-in.ts';
import { registerDiagnose } from './features/diagnose/register.ts';
import { registerDocuments } from './features/documents/register.ts';
import { registerEvents } from './features/events/register.ts';
import { registerFollow } from './features/followed-games/register.ts';
import { createLog, type Reporter } from './features/host-log.ts';
import { registerInFiles } from './features/in-files/register.ts';
import { registerInspector } from './features/inspector/register.ts';
import { createLastFocusFile } from './features/last-focus.ts';
import { registerListCommands } from './features/list-commands/register.ts';
import { registerMarkets } from './features/markets/register.ts';
import { type NewsFeature, registerNews } from './features/news/register.ts';
import { registerOrders } from './features/orders/register.ts';
import { type PanelsFeature, registerPanels } from './features/panels/register.ts';
import { registerPositions } from './features/positions/register.ts';
import { registerRaw } from './features/raw/register.ts';
import { createServices, type Editor, type Services } from './features/services.ts';
import { registerShow } from './features/show/register.ts';
import { registerStatus } from './features/status/register.ts';
import { registerDecorations } from './features/trees/tree-item.ts';
import type { Views } from './features/trees/views.ts';
import { registerWatchlist } from './features/watchlist/register.ts';
import type { CredentialSource } from './store/session/keychain.ts';

/** The whole extension but its registrations. Tests reach into it; in production nobody is given it. */
export interface App {
  readonly services: Services;
  readonly trees: Views;
  readonly news: NewsFeature;
  readonly panels: PanelsFeature;
  readonly agents: AgentsFeature;
  readonly credentials: CredentialSource;
  readonly demo: () => Promise<Demo>;
  readonly reporter: Reporter;
  readonly storage: Uri;
  /** Resolves once the window may close. */
  close(): Promise<void>;
}

/**
 * Makes the services and has each feature fill its part of the editor. No request is made, no engine loaded and no demo
 * begun before a view, a command or the status bar of someone signed in needs it.
 */
export function createApp(registered: Omit<Editor, 'own'>): App {
  const { context, config } = registered;
  const own = new DisposableStore();
  const editor = { ...registered, own };
  context.subscriptions.push(own);
  const clock = systemClock;
  const log = own.add(createLog());
  const keys = own.add(createCredentialStore(context.secrets));
  const { isDirect, ...connections } = connectionSource(context, clock, log, config, keys);
  const { globalState: memory, globalStorageUri: storage } = context;
  const services = createServices(
    {
      ...{ clock, log, config, memory, callLog: connections.callLog },
      profiles: { demo: DEMO_PROFILE, polymarketUS, custom: customProfile },
      factory: connections.factory,
      credentials: connections.credentials,
      lastFocus: createLastFocusFile(storage),
      cancelLog: createLogFolder(Uri.joinPath(storage, 'cancels').fsPath),
      resetDemo: async () => (await connections.demo()).reset(),
    },
    own,
  );
  own.add(registerDecorations());
  registerListCommands(editor, services);
  registerWatchlist(editor, services);
  registerShow(editor, services);
  registerMarkets(editor, services);
  registerEvents(editor, services);
  registerOrders(editor, services);
  registerRaw(editor, services);
  const documents = registerDocuments(editor, services);
  registerPositions(editor, services);
  registerActivity(editor, services);
  registerAlerts(editor, services);
  registerInFiles(editor, services);
  registerFollow(editor, services);
  const agents = registerAgents(editor, services, registerCancel(editor, services).cancelForAgent, isDirect);
  const news = registerNews(editor, services);
  const panels = registerPanels(editor, services, documents.openLink, agents.calls);
  registerInspector(editor, services, panels.panels);
  registerStatus(editor, services, keys, panels.openPortfolio);
  registerConnection(editor, services, credentialsCheck);
  registerDiagnose(editor, services, connections.network);
  void services.cancels.recover();
  return {
    services,
    trees: editor.views,
    news,
    panels,
    agents,
    credentials: keys,
    demo: connections.demo,
    reporter: services.reporter,
    storage,
    close: () => {
      own.dispose();
      return services.cancelLog.close();
    },
  };
}

async function credentialsCheck(): Promise<CredentialsCheck> {
  const { checkCredentialsShape } = await import('./exchange/service/sign.ts');
  return ({ auth }, given) => checkCredentialsShape(auth, given);
}
