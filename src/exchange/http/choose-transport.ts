import type { Log } from '../../base/log.ts';
import { isLoopbackHost } from '../profile.ts';
import { type Transport, TransportError } from '../transport.ts';

export interface TransportCircumstances {
  /** The setting `predictionMarkets.transport`. */
  readonly setting: 'auto' | 'direct' | 'editor';
  /** The editor's setting `http.proxy`; empty or undefined when there is none. */
  readonly editorProxy: string | undefined;
  /** The editor's setting `http.proxyStrictSSL`: when false, its own connections accept any certificate. */
  readonly editorStrictTls: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface TransportChoice {
  readonly via: 'direct' | 'editor';
  /** The editor may take over when no direct connection can be made at all. */
  readonly fallback: boolean;
  /** Why, for the log. Names no address of a proxy: it may hold a password. */
  readonly reason: string;
}

export function chooseTransport(url: URL, circumstances: TransportCircumstances): TransportChoice {
  const { setting } = circumstances;
  if (setting !== 'auto') {
    const reason = `the setting predictionMarkets.transport is "${setting}"`;
    return { via: setting, fallback: false, reason };
  }
  if (isLoopbackHost(url.hostname))
    return { via: 'direct', fallback: false, reason: `${url.hostname} is this machine` };
  const proxy = proxySource(circumstances);
  if (proxy !== undefined) return { via: 'editor', fallback: false, reason: `${proxy} names a proxy` };
  // An attacker who drops a connection must not get what was meant for the service.
  const fallback = uncheckedBecause(circumstances) === undefined;
  return { via: 'direct', fallback, reason: 'no proxy is configured' };
}

const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const;

/** The setting or variable that names a proxy. What is exempt from it (`http.noProxy`, NO_PROXY) the editor knows. */
function proxySource({ editorProxy, env }: TransportCircumstances): string | undefined {
  const isSet = (value: string | undefined): boolean => (value ?? '').trim() !== '';
  if (isSet(editorProxy)) return 'http.proxy';
  return PROXY_VARIABLES.find((name) => isSet(env[name]) || isSet(env[name.toLowerCase()]));
}

/** What makes the editor accept any certificate; undefined: it checks them. */
function uncheckedBecause({ editorStrictTls, env }: TransportCircumstances): string | undefined {
  if (!editorStrictTls) return 'http.proxyStrictSSL';
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : undefined;
}

/** What a diagnosis says of the way requests to `url` go. Names only: an address of a proxy may hold a password. */
export function networkFacts(url: string, circumstances: TransportCircumstances) {
  const parsed = URL.parse(url);
  const isByEditor = parsed !== null && chooseTransport(parsed, circumstances).via === 'editor';
  return {
    proxy: isByEditor ? proxySource(circumstances) : undefined,
    unchecked: uncheckedBecause(circumstances),
  };
}

interface ChosenTransportOptions {
  /** As they are now: settings of the editor may change meanwhile. */
  readonly circumstances: () => TransportCircumstances;
  /** Called once, when the first request goes directly: it may load the engine. */
  readonly direct: () => Promise<Transport>;
  readonly editor: () => Transport;
  readonly log: Log;
}

/**
 * Sends every request the way `chooseTransport` says and writes the choice to the log once per origin. Where it allows
 * the fallback, a request that certainly did not arrive (kind `connect` or `tls`, nothing ever came through directly)
 * is sent through the editor; when that gets a reply, the origin stays with the editor.
 */
export function createChosenTransport(options: ChosenTransportOptions): Transport {
  /** By origin, the way that worked: where it was the direct one, whatever fails later is no reason for another. */
  const proven = new Map<string, TransportChoice['via']>();
  const logged = new Set<string>();
  let engine: Promise<Transport> | undefined;
  let editor: Transport | undefined;
  let disposed = false;

  const logOnce = (line: string): void => {
    if (logged.has(line)) return;
    logged.add(line);
    options.log.info(line);
  };
  const loadEngine = async (): Promise<Transport> => {
    engine ??= options.direct();
    try {
      return await engine;
    } catch (cause) {
      engine = undefined;
      throw new TransportError('connect', 'The HTTP engine could not be loaded', cause);
    }
  };

  return {
    send: async (request, signal, onHeaders) => {
      if (disposed) throw new TransportError('aborted', 'The connection was closed');
      const { origin } = request.url;
      const { via, fallback, reason } = chooseTransport(request.url, options.circumstances());
      logOnce(`${origin}: ${via} connection, because ${reason}`);
      editor ??= options.editor();
      if (via === 'editor' || (fallback && proven.get(origin) === 'editor'))
        return editor.send(request, signal, onHeaders);
      try {
        const reply = await (await loadEngine()).send(request, signal, onHeaders);
        proven.set(origin, 'direct');
        return reply;
      } catch (cause) {
        if (!fallback || proven.has(origin) || !neverArrived(cause)) throw cause;
        const reply = await editor.send(request, signal, onHeaders);
        proven.set(origin, 'editor');
        logOnce(`${origin}: editor's connection from now on, because no direct one could be made`);
        return reply;
      }
    },
    dispose: () => {
      disposed = true;
      editor?.dispose();
      engine?.then(
        (transport) => transport.dispose(),
        () => {},
      );
    },
  };
}

/** Only what certainly never arrived is sent again. */
function neverArrived(cause: unknown): boolean {
  return cause instanceof TransportError && (cause.kind === 'connect' || cause.kind === 'tls');
}
