import { type ExtensionContext, type Memento, workspace } from 'vscode';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Demo, DemoStateStore } from './demo/index.ts';
import { CallLog } from './exchange/call-log.ts';
import { ExchangeError } from './exchange/errors.ts';
import type { TransportCircumstances } from './exchange/http/choose-transport.ts';
import type { Transport } from './exchange/transport.ts';
import type { Config } from './features/config.ts';
import type { CredentialSource } from './store/session/keychain.ts';
import type { ExchangeFactory } from './store/session/session.ts';
import type { DiagnosisFacts } from './view/diagnosis.ts';

/** What a session connects with. Clients, transports and the demo are loaded with the first use. */
interface ConnectionSource {
  readonly factory: ExchangeFactory;
  /** What its clients send. */
  readonly callLog: CallLog;
  /** As stored; the demo is signed in by itself: it brings its own key, which is neither asked for nor stored. */
  readonly credentials: CredentialSource;
  /** The demo of this window, made when it is first needed. */
  readonly demo: () => Promise<Demo>;
  /** What a diagnosis says of the way requests to the service go. */
  readonly network: (url: string) => Promise<DiagnosisFacts['network']>;
  /** Whether requests to an address go there without the editor. */
  readonly isDirect: (url: string) => Promise<boolean>;
}

export function connectionSource(
  { globalState }: ExtensionContext,
  clock: Clock,
  log: Log,
  config: Config,
  keys: CredentialSource,
): ConnectionSource {
  const callLog = new CallLog(clock.now());
  const demo = demoSource(clock, globalState);
  return {
    callLog,
    factory: exchangeFactory({ clock, log, config, callLog }, demo),
    credentials: {
      get: async (profile) => (profile.id === 'demo' ? (await demo()).credentials : keys.get(profile)),
      store: (profile, credentials) => keys.store(profile, credentials),
      delete: (profile) => keys.delete(profile),
      onDidChange: keys.onDidChange,
    },
    demo,
    network: async (url) => {
      const { networkFacts } = await import('./exchange/http/choose-transport.ts');
      return networkFacts(url, circumstances(config));
    },
    isDirect: async (url) => {
      const { chooseTransport } = await import('./exchange/http/choose-transport.ts');
      return chooseTransport(new URL(url), circumstances(config)).via === 'direct';
    },
  };
}

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

interface Circumstances {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
  readonly callLog: CallLog;
}

/** The client of a connection: the same one for all, over the transport that reaches it. */
function exchangeFactory(
  { clock, log, config, callLog }: Circumstances,
  demo: () => Promise<Demo>,
): ExchangeFactory {
  return async (profile, credentials) => {
    if (profile.publicUrl === '') {
      throw new ExchangeError('refused', 'The settings of the custom connection are not complete.');
    }
    const { createServiceExchange } = await import('./exchange/service/service-exchange.ts');
    const transport =
      profile.id === 'demo' ? (await demo()).transport : await networkTransport(clock, log, config);
    const exchange = createServiceExchange({
      profile,
      credentials,
      transport,
      log,
      clock,
      callLog,
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
async function networkTransport(clock: Clock, log: Log, config: Config): Promise<Transport> {
  const { createChosenTransport } = await import('./exchange/http/choose-transport.ts');
  const { createEditorTransport } = await import('./exchange/http/editor-transport.ts');
  return createChosenTransport({
    circumstances: () => circumstances(config),
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
