import tls from 'node:tls';
import type { Log } from '../../base/log.ts';
import { type ConnectionProfile, isLoopbackHost } from '../profile.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from '../transport.ts';

/** The setting `predictionMarkets.transport`. */
type TransportSetting = 'auto' | 'direct' | 'editor';

export interface TransportCircumstances {
  readonly setting: TransportSetting;
  /** The editor's setting `http.proxy`; empty or undefined when there is none. */
  readonly editorProxy: string | undefined;
  /** The editor's setting `http.proxyStrictSSL`: when false, its own connections accept any certificate. */
  readonly editorStrictTls: boolean;
  /** The environment; HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY are read, in either case. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface TransportChoice {
  readonly via: 'direct' | 'editor';
  /** The editor may take over when no direct connection can be made at all, as long as it checks certificates. */
  readonly fallback: boolean;
  /** Why, for the log. Names no address of a proxy: it may hold a password. */
  readonly reason: string;
}

/** The way requests of an origin went last; nothing of one that was asked nothing yet. */
export type Ways = Map<string, TransportChoice['via']>;

export function chooseTransport(url: URL, circumstances: TransportCircumstances): TransportChoice {
  const { setting, editorProxy, env } = circumstances;
  if (setting !== 'auto') {
    return {
      via: setting,
      fallback: false,
      reason: `the setting predictionMarkets.transport is "${setting}"`,
    };
  }
  if (isLoopbackHost(url.hostname)) {
    return { via: 'direct', fallback: false, reason: `${url.hostname} is this machine` };
  }
  if ((editorProxy ?? '').trim() !== '') {
    return { via: 'editor', fallback: false, reason: 'the setting http.proxy names a proxy' };
  }
  const variable = proxyVariable(url, env);
  if (variable === undefined) return { via: 'direct', fallback: true, reason: 'no proxy is configured' };
  return noProxy(url, readVariable(env, 'no_proxy') ?? '')
    ? { via: 'direct', fallback: true, reason: 'NO_PROXY exempts the host' }
    : { via: 'editor', fallback: false, reason: `the environment variable ${variable} names a proxy` };
}

/** What makes the editor accept any certificate, for the log; undefined: it checks them. */
function uncheckedBecause({ editorStrictTls, env }: TransportCircumstances): string | undefined {
  if (!editorStrictTls) return 'http.proxyStrictSSL is off';
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? 'NODE_TLS_REJECT_UNAUTHORIZED is 0' : undefined;
}

interface ChosenTransportOptions {
  /** As they are now: settings of the editor may change meanwhile. */
  readonly circumstances: () => TransportCircumstances;
  /** Updated at each request; a diagnosis shows it. */
  readonly ways: Ways;
  /** Called once, when the first request goes directly: it may load the engine. */
  readonly direct: () => Promise<Transport>;
  readonly editor: () => Transport;
  readonly log: Log;
}

/**
 * Sends every request the way `chooseTransport` says and writes the choice to the log once per origin. Where it allows
 * the fallback, a request that certainly did not arrive (kind `connect` or `tls`, nothing ever came through directly)
 * is sent through the editor; when that gets a reply, the origin stays with the editor. Both only while the editor checks
 * certificates: otherwise an attacker who drops a connection would get what was meant for the service.
 */
export function createChosenTransport(options: ChosenTransportOptions): Transport {
  const { ways } = options;
  /** Origins a direct connection worked for: whatever fails later is no reason to go through the editor. */
  const direct = new Set<string>();
  /** Origins the editor got a reply from where no direct connection could be made. */
  const fallen = new Set<string>();
  const logged = new Set<string>();
  let engine: Promise<Transport> | undefined;
  let editor: Transport | undefined;
  let disposed = false;

  const logOnce = (level: 'info' | 'warn', line: string): void => {
    if (logged.has(line)) return;
    logged.add(line);
    options.log[level](line);
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
  const sendByEditor = (request: TransportRequest, signal: AbortSignal): Promise<TransportReply> => {
    editor ??= options.editor();
    return editor.send(request, signal);
  };

  return {
    send: async (request, signal): Promise<TransportReply> => {
      if (disposed) throw new TransportError('aborted', 'The connection was closed');
      const { origin, protocol } = request.url;
      const circumstances = options.circumstances();
      const { via, fallback, reason } = chooseTransport(request.url, circumstances);
      const unchecked = uncheckedBecause(circumstances);
      logOnce('info', `${origin}: ${via} connection, because ${reason}`);
      if (via === 'editor' && unchecked !== undefined && protocol === 'https:')
        logOnce('warn', `${origin}: certificates are not checked, because ${unchecked}`);
      if (via === 'editor' || (fallback && unchecked === undefined && fallen.has(origin))) {
        ways.set(origin, 'editor');
        return sendByEditor(request, signal);
      }
      ways.set(origin, 'direct');
      try {
        const reply = await (await loadEngine()).send(request, signal);
        direct.add(origin);
        fallen.delete(origin);
        return reply;
      } catch (cause) {
        if (!fallback || direct.has(origin) || !neverArrived(cause)) throw cause;
        if (unchecked !== undefined) {
          logOnce('warn', `${origin}: not through the editor, which checks no certificate: ${unchecked}`);
          throw cause;
        }
        const reply = await sendByEditor(request, signal);
        fallen.add(origin);
        ways.set(origin, 'editor');
        logOnce('warn', `${origin}: editor's connection from now on, because no direct one could be made`);
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

function proxyVariable(url: URL, env: TransportCircumstances['env']): string | undefined {
  const names = [url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy'];
  return names.find((name) => readVariable(env, name) !== undefined)?.toUpperCase();
}

/** The lower-case spelling wins, as it does in curl. */
function readVariable(env: TransportCircumstances['env'], name: string): string | undefined {
  const value = (env[name] || env[name.toUpperCase()] || '').trim();
  return value === '' ? undefined : value;
}

/** NO_PROXY: names separated by commas or spaces; `*`, `host`, `.domain`, `*.domain`, each with an optional port. */
function noProxy(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', itsPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\./, '');
      const matches = url.hostname === domain || url.hostname.endsWith(`.${domain}`);
      return matches && (itsPort === undefined || itsPort === port);
    });
}

/** What of this machine and its settings decides how requests travel. Names and counts only: an address of a proxy may hold a password. */
interface NetworkFacts {
  readonly via: 'inProcess' | 'direct' | 'editor' | 'mixed';
  readonly proxySetting: boolean;
  readonly proxyVariables: readonly string[];
  readonly strictTls: boolean;
  readonly unsafeEnvironment: boolean;
  readonly systemRoots: number;
  readonly extraRoots: boolean;
}

const VARIABLES: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

export function networkFacts(
  profile: ConnectionProfile,
  circumstances: TransportCircumstances,
  ways: Ways,
): NetworkFacts {
  const { env, editorProxy, editorStrictTls } = circumstances;
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  return {
    via: viaOf(profile, circumstances, ways),
    proxySetting: (editorProxy ?? '').trim() !== '',
    proxyVariables: VARIABLES.filter((name) => isSet(name) || isSet(name.toLowerCase())),
    strictTls: editorStrictTls,
    unsafeEnvironment: env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    systemRoots: tls.getCACertificates('system').length,
    extraRoots: isSet('NODE_EXTRA_CA_CERTS'),
  };
}

function viaOf(
  profile: ConnectionProfile,
  circumstances: TransportCircumstances,
  ways: Ways,
): NetworkFacts['via'] {
  if (profile.id === 'demo') return 'inProcess';
  const urls = [profile.publicUrl, profile.privateUrl].flatMap((text) => URL.parse(text) ?? []);
  const taken = new Set(urls.map((url) => ways.get(url.origin) ?? chooseTransport(url, circumstances).via));
  if (taken.size > 1) return 'mixed';
  return taken.has('editor') ? 'editor' : 'direct';
}
