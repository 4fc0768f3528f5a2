import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A service on loopback that answers with recorded payloads, byte for byte where a recording is a whole reply. */
export interface RecordedService {
  readonly url: string;
  /** `METHOD /path`, in order of arrival. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

type Reply = { readonly status: number; readonly body: string | Buffer };

/** Starts it over the folder of recordings (`SAMPLES_DIR`). Reads only; nothing needs a key. */
export async function startRecordedService(folder: string): Promise<RecordedService> {
  const file = (name: string): Buffer => readFileSync(path.join(folder, name));
  const ok = (body: string | Buffer): Reply => ({ status: 200, body });
  const nested = marketsInActivities(JSON.parse(file('activities-full-page.json').toString('utf8')));
  const requests: string[] = [];

  const answer = (url: URL): Reply => {
    const first = Number(url.searchParams.get('offset') ?? 0) === 0;
    switch (url.pathname) {
      case '/v1/markets':
        return ok(first ? file('markets-basketball-hockey.subset.json') : '{"markets":[]}');
      case '/v1/events':
        return ok(first ? file('events-epl-soccer.truncated.json') : '{"events":[]}');
      case '/v1/orders/open':
        return ok(file('orders-real-objects.extracted.json'));
      case '/v1/portfolio/positions':
        return ok(file('positions-real-objects.extracted.json'));
      case '/v1/portfolio/activities':
        return ok(file('activities-full-page.json'));
      case '/v1/account/balances':
        return ok(file('balances.json'));
    }
    const slug = /^\/v1\/market\/slug\/(.+)$/.exec(url.pathname)?.[1];
    if (slug === 'tc-temp-nychigh-2026-08-25-lt79f') return ok(file('market-open-weather.json'));
    const market = slug === undefined ? undefined : nested.get(slug);
    if (market !== undefined) return ok(JSON.stringify({ market }));
    if (/^\/v1\/markets\/[^/]+\/settlement$/.test(url.pathname)) {
      return { status: 404, body: file('settlement-404-open-market.json') };
    }
    if (/^\/v1\/markets\/tc-temp-nychigh-2026-08-25-lt79f\/book$/.test(url.pathname)) {
      return ok(file('book-open-weather.json'));
    }
    return { status: 404, body: '{"code":5,"message":"Not Found","details":[]}' };
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push(`${request.method} ${url.pathname}`);
    request.resume();
    const { status, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, stop: () => close(server) };
}

/** Recorded activities carry their whole market; the by-slug endpoint sends the same object. */
function marketsInActivities(page: {
  readonly activities: readonly Record<string, { readonly market?: { readonly slug: string } } | null>[];
}): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const activity of page.activities) {
    for (const nested of Object.values(activity)) {
      if (nested?.market !== undefined) found.set(nested.market.slug, nested.market);
    }
  }
  return found;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
