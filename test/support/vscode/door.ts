import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server takes requests for: a cookie nobody can guess. It has no password that would be taken in its place. */
interface Lock {
  /** For the server's environment; it takes them out of it before it starts anything. */
  readonly env: Readonly<Record<'HASHED_PASSWORD' | 'CODE_SERVER_COOKIE_SUFFIX', string>>;
  /** Under the name for this start, and under the only one that the code-server of VS Code 1.105 knows. */
  readonly cookies: readonly string[];
}

/** Where a browser gets that cookie, with a token in the address; the server itself reads no token from an address. */
export interface Door {
  /** An address; whatever else its query holds is handed on to the server's own. */
  readonly url: string;
  close(): void;
}

/** A lock of its own for each start, so that two servers on one machine leave each other's cookie alone. */
export function makeLock(): Lock {
  const [name, value] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
  return {
    // The server compares the cookie with the hash of its password. This one is the hash of nothing that is known.
    env: { HASHED_PASSWORD: value, CODE_SERVER_COOKIE_SUFFIX: name },
    cookies: [`code-server-session-${name}`, 'code-server-session'].map(
      (full) => `${full}=${value}; Path=/; HttpOnly; SameSite=Strict`,
    ),
  };
}

/**
 * Opens a door on loopback to a server on `authority` (`host:port`). A client with the token gets the cookie, which a
 * browser sends to every port of this host, and is sent on to the server; anybody else gets a 403.
 */
export async function openDoor(authority: string, { cookies }: Lock): Promise<Door> {
  const token = randomBytes(32).toString('hex');
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer({ method, headers, url = '' }: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Connection', 'close');
    const [path, ...query] = url.split('?');
    const searchParams = new URLSearchParams(query.join('?'));
    const isKnown = isSame(searchParams.get('tkn') ?? '', token);
    if (!isKnown || method !== 'GET' || headers.host !== host || path !== '/') {
      response.writeHead(403).end();
      return;
    }
    searchParams.delete('tkn');
    response.writeHead(302, {
      Location: `http://${authority}/?${searchParams}`,
      'Set-Cookie': [...cookies],
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
    response.end();
  }

  return { url: `http://${host}/?tkn=${token}`, close: () => server.close() };
}

/** Compares in a time that says nothing of how much is right. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
