import tls from 'node:tls';
import type { ConnectionProfile } from '../profile.ts';
import { chooseTransport, type TransportCircumstances, type Ways } from './choose-transport.ts';

/** What of this machine and its settings decides how requests travel. Names and counts only: an address of a proxy may hold a password. */
export interface NetworkFacts {
  readonly via: 'inProcess' | 'direct' | 'editor' | 'mixed';
  readonly proxySetting: boolean;
  readonly proxyVariables: readonly string[];
  readonly strictTls: boolean;
  readonly unsafeEnvironment: boolean;
  readonly systemRoots: number | undefined;
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
    systemRoots: systemRoots(),
    extraRoots: isSet('NODE_EXTRA_CA_CERTS'),
  };
}

/** As requests went, or would go where there was none. */
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

/** Node 22 before 22.15 cannot tell. */
function systemRoots(): number | undefined {
  return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system').length : undefined;
}
