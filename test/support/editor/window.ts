import type { Clock } from '../../../src/base/clock.ts';
import { DisposableStore, toDisposable } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import { DEMO_PROFILE } from '../../../src/demo/profile.ts';
import { CallLog } from '../../../src/exchange/call-log.ts';
import { createUndiciTransport } from '../../../src/exchange/http/undici-transport.ts';
import type { ConnectionProfile, Credentials } from '../../../src/exchange/profile.ts';
import { customProfile, polymarketUS } from '../../../src/exchange/service/profiles.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { OpenSocket } from '../../../src/exchange/socket.ts';
import { openWsSocket } from '../../../src/exchange/stream/ws-socket.ts';
import { registerActivity } from '../../../src/features/activity/register.ts';
import { registerAgents } from '../../../src/features/agents/register.ts';
import { registerAlerts } from '../../../src/features/alerts/register.ts';
import type { Config } from '../../../src/features/config.ts';
import { registerEvents } from '../../../src/features/events/register.ts';
import {
  COMMANDS,
  type CommandName,
  PANELS,
  SETTINGS,
  type SettingName,
  type SettingValue,
  VIEWS,
  type ViewName,
} from '../../../src/features/ids.ts';
import { registerMarkets } from '../../../src/features/markets/register.ts';
import { registerOrders } from '../../../src/features/orders/register.ts';
import { fillPanel } from '../../../src/features/panels/panel.ts';
import { registerPositions } from '../../../src/features/positions/register.ts';
import type { Editor } from '../../../src/features/services.ts';
import { createServices } from '../../../src/features/services.ts';
import { registerStatus } from '../../../src/features/status/register.ts';
import { Views } from '../../../src/features/trees/views.ts';
import { registerWatchlist } from '../../../src/features/watchlist/register.ts';
import type { ExchangeFactory } from '../../../src/store/session/session.ts';
import { manifest } from '../../unit/tidy/manifest.ts';
import { MemoryLogFolder } from '../memory-log.ts';
import { PanelScreen, type StatusScreen, screens, type TreeScreen } from './screens.ts';
import * as stand from './vscode.ts';

export interface WindowOptions {
  readonly clock: Clock;
  readonly url: string;
  readonly credentials: Credentials;
  readonly dialect: 'seed' | 'current';
  readonly settings?: Partial<{ readonly [N in SettingName]: SettingValue<N> }>;
  /** Default: `ws`. */
  readonly openSocket?: OpenSocket;
  /** Default 20. */
  readonly requestsPerSecond?: number;
  /** Makes the client; default: one of the service on loopback. */
  readonly factory?: ExchangeFactory;
  /** The folder of all windows, with a slash at its end; default: one that is not there. */
  readonly storage?: URL;
  /** The folder of the extension, with a slash at its end; default: one that is not there. */
  readonly extension?: URL;
}

export type ExtensionWindow = ReturnType<typeof makeWindow>;

/** What `activate` puts together, over a service on loopback. Only `open-window.ts` may import this file by its name. */
export function makeWindow(options: WindowOptions) {
  const { clock, url, credentials, dialect } = options;
  screens.now = () => clock.now();
  screens.trees.clear();
  screens.status.length = 0;
  const own = new DisposableStore();
  const memory = new Map<string, unknown>();
  const callLog = new CallLog(clock.now());
  const services = createServices(
    {
      clock,
      callLog,
      log: { ...silentLog, show: () => {}, dispose: () => {} },
      config: configOf({
        connection: 'custom',
        'custom.publicUrl': url,
        'custom.wire': dialect,
        ...options.settings,
      }),
      memory: {
        get: (key) => memory.get(key),
        update: async (key, value) => {
          memory.set(key, value);
        },
      },
      profiles: { demo: DEMO_PROFILE, polymarketUS, custom: customProfile },
      factory:
        options.factory ?? (async (profile, signer) => client({ ...options, callLog }, profile, signer)),
      credentials: {
        get: async () => credentials,
        store: async () => {},
        delete: async () => {},
        onDidChange: () => ({ dispose: () => {} }),
      },
      lastFocus: { read: async () => undefined, write: async () => {} },
      cancelLog: new MemoryLogFolder(clock),
      resetDemo: async () => {},
    },
    own,
  );
  const focus = new Emitter<void>();
  const setFocused = (focused: boolean): void => {
    stand.window.state = { focused };
    focus.fire();
  };
  stand.window.onDidChangeWindowState = focus.event;
  setFocused(true);
  const views = own.add(new Views(async () => {}));
  const served = { open: async () => {}, renew: () => {}, dispose: () => {} };
  const handlers = new Map<string, (...args: readonly unknown[]) => unknown>();
  const given = {
    own,
    views,
    agents: { serve: () => {} },
    commands: {
      serve: (more: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>) => {
        for (const [name, handler] of Object.entries(more))
          handlers.set(COMMANDS[name as CommandName], handler);
      },
    },
    context: {
      extension: { packageJSON: manifest() },
      extensionUri: options.extension ?? new URL('file:///no-extension/'),
      globalStorageUri: options.storage ?? new URL('file:///no-storage/'),
    },
    documents: { serve: () => served },
  };
  const editor = given as unknown as Editor;
  for (const register of [
    registerWatchlist,
    registerAlerts,
    registerMarkets,
    registerEvents,
    registerOrders,
    registerPositions,
    registerActivity,
  ])
    register(editor, services);
  const agents = registerAgents(
    editor,
    services,
    async () => undefined,
    async () => true,
  );
  registerStatus(editor, services, { get: async () => undefined }, async () => {});
  return {
    services,
    agents,
    /** Runs a command of what is registered here, by its whole name. */
    run: async (id: string, ...args: readonly unknown[]): Promise<void> => {
      const handler = handlers.get(id);
      if (handler === undefined) throw new Error(`There is no command ${id}`);
      await handler(...args);
    },
    tree: (view: ViewName): TreeScreen => {
      const screen = screens.trees.get(VIEWS[view]);
      if (screen === undefined) throw new Error(`There is no view ${view}`);
      return screen;
    },
    /** What a view would show now. */
    content: (view: ViewName) => views.content(view),
    /** Undefined until something was written. */
    get status(): StatusScreen | undefined {
      return screens.status[0];
    },
    openPanel(slug: string, kind: keyof typeof PANELS = 'market'): PanelScreen {
      const screen = new PanelScreen(PANELS[kind]);
      const extensionUri = new URL('file:///extension/') as never;
      fillPanel(services, extensionUri, screen as never, { slug }, agents.calls);
      const open = own.add(toDisposable(() => screen.dispose()));
      screen.onDidDispose(() => own.release(open));
      return screen;
    },
    setFocused,
    dispose: () => own.dispose(),
  };
}

function client(
  options: WindowOptions & { readonly callLog: CallLog },
  profile: ConnectionProfile,
  credentials: Credentials | undefined,
) {
  const { callLog, clock, requestsPerSecond = 20, openSocket = openWsSocket } = options;
  const transport = createUndiciTransport();
  const random = (): number => 0.5;
  const shared = { profile, credentials, transport, clock, callLog, random, openSocket, requestsPerSecond };
  const exchange = createServiceExchange({ ...shared, log: silentLog });
  return {
    ...exchange,
    dispose: () => {
      exchange.dispose();
      transport.dispose();
    },
  };
}

function configOf(values: Partial<{ readonly [N in SettingName]: SettingValue<N> }>): Config {
  const now = new Map<SettingName, unknown>(Object.entries(values) as [SettingName, unknown][]);
  const changed = new Emitter<ReadonlySet<SettingName>>();
  return {
    get: (name) => (now.get(name) ?? SETTINGS[name].default) as never,
    set: async (name, value) => {
      now.set(name, value);
      changed.fire(new Set([name]));
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
