import {
  AUTH_SCHEMES,
  type ConnectionProfile,
  type CustomSettings,
  DIALECTS,
  isLoopbackHost,
  type SettingProblem,
} from '../profile.ts';

type ProfileResult =
  | { readonly ok: true; readonly profile: ConnectionProfile }
  /** `setting` is the full id of the setting to change. */
  | { readonly ok: false; readonly setting: string; readonly problem: SettingProblem };

/** Builds the custom connection from its settings, or names the wrong setting and what is wrong with it. */
export function customProfile(settings: CustomSettings): ProfileResult {
  const publicUrl = checkBaseUrl('custom.publicUrl', settings.publicUrl);
  if (!publicUrl.ok) return publicUrl;
  const privateUrl =
    settings.privateUrl.trim() === '' ? publicUrl : checkBaseUrl('custom.privateUrl', settings.privateUrl);
  if (!privateUrl.ok) return privateUrl;
  const auth = AUTH_SCHEMES.find((scheme) => scheme === settings.auth);
  if (auth === undefined) return wrong('custom.auth', 'notAChoice');
  const dialect = DIALECTS.find((one) => one === settings.wire);
  if (dialect === undefined) return wrong('custom.wire', 'notAChoice');
  const label = new URL(publicUrl.url).host;
  return {
    ok: true,
    profile: { id: 'custom', label, publicUrl: publicUrl.url, privateUrl: privateUrl.url, auth, dialect },
  };
}

type BaseUrl = { readonly ok: true; readonly url: string } | Extract<ProfileResult, { readonly ok: false }>;

/** https, or http to this machine; no user info, query or fragment; a path prefix loses its last slash. */
function checkBaseUrl(setting: string, text: string): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return wrong(setting, 'empty');
  // Parsing would drop a tab or line break, and read a backslash as a slash: what stands there is not what is meant.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(trimmed)) {
    return wrong(setting, 'badCharacters');
  }
  // It would also make do with one slash, or three.
  const url = /^[a-z]+:\/\/[^/]/i.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return wrong(setting, 'notAnAddress');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return wrong(setting, 'notHttps');
  }
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(trimmed)) {
    return wrong(setting, 'userInfo');
  }
  // The parser lets pass what no host is called, and the name stands in notices and lists that read more than text.
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
    return wrong(setting, 'badHost');
  }
  // `search` and `hash` are empty for a bare `?` or `#`, which would still end up in the text.
  if (/[?#]/.test(trimmed)) return wrong(setting, 'queryOrFragment');
  return { ok: true, url: url.origin + url.pathname.replace(/\/+$/, '') };
}

function wrong(setting: string, problem: SettingProblem): Extract<ProfileResult, { readonly ok: false }> {
  return { ok: false, setting: `predictionMarkets.${setting}`, problem };
}

/** The public service this interface belongs to: its hosts and scheme. */
export const polymarketUS: ConnectionProfile = {
  id: 'polymarketUS',
  label: 'Polymarket US',
  publicUrl: 'https://gateway.polymarket.us',
  privateUrl: 'https://api.polymarket.us',
  auth: 'ed25519',
  dialect: 'current',
};

export interface StreamUrls {
  readonly markets: URL;
  readonly account: URL;
}

/**
 * Where the streams of a service are: on the host of the signed requests, with its path prefix. wss;
 * ws where the service itself is on this machine without TLS. Undefined where there could be no safe stream.
 */
export function streamUrls(privateUrl: string): StreamUrls | undefined {
  if (!URL.canParse(privateUrl)) return undefined;
  const { protocol, hostname, host, username, password } = new URL(privateUrl);
  if (username !== '' || password !== '') return undefined;
  const plain = protocol === 'http:' && isLoopbackHost(hostname);
  if (protocol !== 'https:' && !plain) return undefined;
  const base = privateUrl.replace(/^https?:/i, plain ? 'ws:' : 'wss:');
  const [markets, account] = [URL.parse(`${base}/v1/ws/markets`), URL.parse(`${base}/v1/ws/private`)];
  // A belt: the handshakes are signed, so they go where signed requests go, whatever a profile may hold.
  return markets?.host === host && account?.host === host ? { markets, account } : undefined;
}
