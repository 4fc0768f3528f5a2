import { isLoopbackHost } from '../profile.ts';

export interface StreamUrls {
  readonly markets: URL;
  readonly account: URL;
}

/**
 * Where the streams of a service are: on the host of the signed requests, with its path prefix. wss;
 * ws where the service itself is on this machine without TLS. Undefined where there could be no safe line.
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
