import { workspace } from 'vscode';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { TransportCircumstances } from './exchange/http/choose-transport.ts';
import type { OpenSocket } from './exchange/socket.ts';
import type { Transport } from './exchange/transport.ts';
import type { Config } from './features/config.ts';
import type { DiagnosisFacts } from './view/diagnosis.ts';

/** How services are reached. The build for browsers takes src/browser/network.ts instead. */
export interface Network {
  /** What one client sends and streams with; without `openSocket` there are no streams. */
  readonly open: () => Promise<{ readonly transport: Transport; readonly openSocket?: OpenSocket }>;
  /** What a diagnosis says of the way requests to the service go. */
  readonly facts: (url: string) => Promise<DiagnosisFacts['network']>;
  /** Whether requests to an address go there without the editor. */
  readonly isDirect: (url: string) => Promise<boolean>;
}

/** undici directly, or the editor's own fetch; nothing is loaded before the first request that takes it. */
export function networkOf(clock: Clock, log: Log, config: Config): Network {
  const choosing = () => import('./exchange/http/choose-transport.ts');
  return {
    open: async () => {
      const { createChosenTransport } = await choosing();
      const { createEditorTransport } = await import('./exchange/http/editor-transport.ts');
      const transport = createChosenTransport({
        circumstances: () => circumstances(config),
        log,
        direct: async () => (await import('./exchange/http/undici-transport.ts')).createUndiciTransport(),
        editor: () => createEditorTransport({ fetch: (input, init) => globalThis.fetch(input, init), clock }),
      });
      const openSocket: OpenSocket = async (request, signal) => {
        const { openWsSocket } = await import('./exchange/stream/ws-socket.ts');
        return openWsSocket(request, signal);
      };
      return { transport, openSocket };
    },
    facts: async (url) => (await choosing()).networkFacts(url, circumstances(config)),
    isDirect: async (url) =>
      (await choosing()).chooseTransport(new URL(url), circumstances(config)).via === 'direct',
  };
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
