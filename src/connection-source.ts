import type { ExtensionContext, Memento } from 'vscode';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Demo, DemoStateStore } from './demo/index.ts';
import { CallLog } from './exchange/call-log.ts';
import { ExchangeError } from './exchange/errors.ts';
import type { Config } from './features/config.ts';
import { inBrowser } from './features/platform.ts';
import type { Network } from './network.ts';
import type { CredentialSource } from './store/session/keychain.ts';
import type { ExchangeFactory } from './store/session/session.ts';

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
  readonly network: Network['facts'];
  readonly isDirect: Network['isDirect'];
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
  const network = async () => (await import('./network.ts')).networkOf(clock, log, config);
  return {
    callLog,
    factory: exchangeFactory({ clock, log, network, callLog }, demo),
    credentials: {
      get: async (profile) => {
        if (profile.id === 'demo') return (await demo()).credentials;
        return inBrowser ? undefined : keys.get(profile);
      },
      store: (profile, credentials) => keys.store(profile, credentials),
      delete: (profile) => keys.delete(profile),
      onDidChange: keys.onDidChange,
    },
    demo,
    network: async (url) => (await network()).facts(url),
    isDirect: async (url) => (await network()).isDirect(url),
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
  readonly network: () => Promise<Network>;
  readonly callLog: CallLog;
}

/** The client of a connection: the same one for all, over the transport that reaches it. */
function exchangeFactory(
  { clock, log, network, callLog }: Circumstances,
  demo: () => Promise<Demo>,
): ExchangeFactory {
  return async (profile, credentials) => {
    if (profile.publicUrl === '') {
      throw new ExchangeError('refused', 'The settings of the custom connection are not complete.');
    }
    const { createServiceExchange } = await import('./exchange/service/service-exchange.ts');
    const { transport, openSocket } = await (profile.id === 'demo' ? demo() : (await network()).open());
    const exchange = createServiceExchange({
      profile,
      credentials,
      transport,
      log,
      clock,
      callLog,
      random: Math.random,
      openSocket,
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
