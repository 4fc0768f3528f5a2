import { isLoopbackHost } from '../http/loopback.ts';

export interface StreamUrls {
  readonly markets: URL;
  readonly account: URL;
}

/**
 * Where the streams of a service are (live interface §1): on the host of the signed requests, its path prefix kept. wss;
 * ws where the service itself is on this machine without TLS. Undefined where there could be no safe line.
 */
export function streamUrls(privateUrl: string): StreamUrls | undefined {
  if (!URL.canParse(privateUrl)) return undefined;
  const { protocol, hostname } = new URL(privateUrl);
  const plain = protocol === 'http:' && isLoopbackHost(hostname);
  if (protocol !== 'https:' && !plain) return undefined;
  const base = privateUrl.replace(/^https?:/i, plain ? 'ws:' : 'wss:');
  return { markets: new URL(`${base}/v1/ws/markets`), account: new URL(`${base}/v1/ws/private`) };
}
