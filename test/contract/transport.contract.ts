import assert from 'node:assert/strict';
import {
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportReply,
  type TransportRequest,
} from '../../src/exchange/transport.ts';
import { createCertificate } from './certificate.ts';
import { BOMB_BYTES, closedPort, LARGE_BYTES, type RawServer, startRawServer } from './raw-server.ts';

const LIMITS = { connectMs: 2_000, headersMs: 5_000, bodyMs: 5_000, maxReplyBytes: 1_000_000 };

/** What every transport that opens connections has to do, tried against a server that misbehaves. */
export function transportContract(name: string, make: () => Transport): void {
  describe(`transport: ${name}`, () => {
    let server: RawServer;
    let transport: Transport;

    before(async () => {
      server = await startRawServer();
    });
    after(() => server.dispose());
    beforeEach(() => {
      transport = make();
    });
    afterEach(() => transport.dispose());

    const send = (
      path: string,
      part: Partial<TransportRequest> = {},
      signal: AbortSignal = new AbortController().signal,
      onHeaders?: () => void,
    ): Promise<TransportReply> => {
      const url = new URL(path, server.url);
      return transport.send(
        { method: 'GET', url, headers: {}, body: undefined, limits: LIMITS, ...part },
        signal,
        onHeaders,
      );
    };
    const text = async (path: string): Promise<string> => Buffer.from((await send(path)).body).toString();
    const fails = async (work: Promise<unknown>, kind: TransportErrorKind): Promise<void> => {
      const outcome = await work.catch((cause: unknown) => cause);
      assert.ok(outcome instanceof TransportError, `expected a TransportError, got ${String(outcome)}`);
      assert.equal(outcome.kind, kind, String(outcome.cause));
    };

    it('sends method, path, query, headers and body as they are', async () => {
      const reply = await send('/echo?a=1&a=%2F', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-test': 'yes' },
        body: '{"é":1}',
      });
      const seen = JSON.parse(Buffer.from(reply.body).toString()) as Record<string, unknown>;
      assert.equal(seen['method'], 'POST');
      assert.equal(seen['url'], '/echo?a=1&a=%2F');
      assert.equal(seen['body'], '{"é":1}');
      const headers = seen['headers'] as Record<string, string>;
      assert.equal(headers['x-test'], 'yes');
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['content-length'], '8');
      assert.equal(headers['transfer-encoding'], undefined);
      assert.match(headers['accept-encoding'] ?? '', /gzip/);
      assert.equal(headers['cookie'], undefined);
      // A server on this machine takes these for a browser's and refuses.
      assert.equal(headers['origin'], undefined);
    });

    it('says when the headers are there, which may be long before the body is', async () => {
      const leaving = new AbortController();
      let reply: Promise<unknown> | undefined;
      await new Promise<void>((resolve) => {
        reply = send('/drip', {}, leaving.signal, resolve);
        reply.catch(() => {});
      });
      leaving.abort();
      await fails(reply ?? Promise.resolve(), 'aborted');
    });

    const post = { method: 'POST', body: '{}', headers: { authorization: 'Bearer x' } } as const;
    const times = (path: string): number => server.requests.filter((each) => each.path === path).length;
    for (const path of ['/401', '/421', '/redirect', '/500']) {
      it(`sends a POST answered with ${path} once`, async () => {
        const before = times(path);
        assert.ok((await send(path, post)).status >= 300);
        assert.equal(times(path), before + 1);
      });
    }

    it('sends a POST once over a reused connection that then breaks', async () => {
      await send('/ok');
      // A connection is free again a moment after its reply is known.
      await new Promise((resolve) => setImmediate(resolve));
      const before = times('/reset');
      await fails(send('/reset', post), 'reset');
      assert.equal(times('/reset'), before + 1);
      assert.equal(server.requests.at(-1)?.connection, server.requests.at(-2)?.connection);
    });

    it('gives status, headers in lower case, and bytes', async () => {
      const reply = await send('/ok');
      assert.equal(reply.status, 200);
      assert.equal(reply.headers['x-pm-trace-id'], 'trace-1');
      assert.ok(Number.isFinite(Date.parse(reply.headers['date'] ?? '')));
      assert.equal(Buffer.from(reply.body).toString(), '{"hello":"wörld"}');
    });

    for (const path of ['/gzip', '/br', '/wrong-type']) {
      it(`reads ${path}`, async () => assert.equal(await text(path), '{"hello":"wörld"}'));
    }
    for (const path of ['/empty', '/empty-gzip', '/204', '/204-gzip']) {
      it(`${path} is an empty body`, async () => assert.equal(await text(path), ''));
    }

    const statuses: readonly [string, number][] = [
      ['/429', 429],
      ['/500', 500],
      ['/nowhere', 404],
      ['/html', 200],
    ];
    for (const [path, status] of statuses) {
      it(`${path} is a reply with its body`, async () => {
        const reply = await send(path);
        assert.equal(reply.status, status);
        assert.ok(reply.body.length > 0);
      });
    }
    for (const path of ['/429-empty-gzip', '/429-cut-gzip', '/429-half', '/429-stall', '/429-large']) {
      it(`${path} is a reply all the same`, async () => {
        const reply = await send(path, {
          limits: { ...LIMITS, bodyMs: 100, maxReplyBytes: LARGE_BYTES - 1 },
        });
        assert.equal(reply.status, 429);
        assert.equal(reply.headers['retry-after'], '7');
      });
    }
    it('a status that is there when the signal fires is returned, and its connection closed', async () => {
      const fresh = await startRawServer();
      const givenUpAfter = async (ms: number): Promise<TransportReply | undefined> => {
        const url = new URL('/429-stall', fresh.url);
        return send('/429-stall', { url }, AbortSignal.timeout(ms)).catch(() => undefined);
      };
      // When its headers are there, only the transport knows.
      let reply: TransportReply | undefined;
      for (let ms = 50; ms < 5_000 && reply === undefined; ms *= 2) reply = await givenUpAfter(ms);
      assert.equal(reply?.status, 429);
      await fresh.closed('/429-stall');
      await fresh.dispose();
    });

    for (const path of ['/redirect', '/redirect-away']) {
      it(`does not follow ${path}`, async () => {
        const before = server.requests.length;
        const { status } = await send(path);
        assert.ok(status >= 300 && status < 400, `${status}`);
        assert.equal(server.requests.length, before + 1);
      });
    }

    it('gives up a body larger than allowed', async () => {
      const limits = { ...LIMITS, maxReplyBytes: LARGE_BYTES - 1 };
      await fails(send('/large', { limits }), 'tooLarge');
      assert.equal((await send('/large-error', { limits })).body.length, 0);
      await fails(send('/endless', { limits }), 'tooLarge');
      assert.equal((await send('/large', { limits: { ...LIMITS, maxReplyBytes: LARGE_BYTES } })).status, 200);
    });
    it('gives up a body that is small when sent and huge when read', async () => {
      const limits = { ...LIMITS, maxReplyBytes: BOMB_BYTES - 1 };
      await fails(send('/bomb', { limits }), 'tooLarge');
    });

    it('a refused connection is `connect`', async () => {
      const url = new URL(`http://127.0.0.1:${await closedPort()}/ok`);
      await fails(send('/ok', { url }), 'connect');
    });
    it('a reset connection is `reset`', () => fails(send('/reset'), 'reset'));
    it('half a body is `reset`', () => fails(send('/half'), 'reset'));
    it('bytes that are not HTTP are `protocol`', () => fails(send('/garbage'), 'protocol'));
    it('bytes that are not what they are called are `protocol`', () => fails(send('/bad-gzip'), 'protocol'));
    it('no headers in time is `timeout`', () =>
      fails(send('/silent', { limits: { ...LIMITS, connectMs: 100, headersMs: 100 } }), 'timeout'));
    it('a body that stops coming is `timeout`', () =>
      fails(send('/stall', { limits: { ...LIMITS, bodyMs: 100 } }), 'timeout'));

    it('a certificate nobody vouches for is `tls`', async () => {
      const secure = await startRawServer(createCertificate());
      try {
        await fails(send('/ok', { url: new URL('/ok', secure.url) }), 'tls');
        assert.equal(secure.requests.length, 0);
      } finally {
        await secure.dispose();
      }
    });

    for (const path of ['/silent', '/drip']) {
      it(`the signal ends ${path} and closes its connection`, async () => {
        const fresh = await startRawServer();
        const controller = new AbortController();
        const call = send(path, { url: new URL(path, fresh.url) }, controller.signal);
        await fresh.arrived(path);
        controller.abort();
        await fails(call, 'aborted');
        await fresh.closed(path);
        await fresh.dispose();
      });
    }
    it('does not begin with a signal that has fired', async () => {
      const before = server.requests.length;
      await fails(send('/ok', {}, AbortSignal.abort()), 'aborted');
      assert.equal(server.requests.length, before);
    });
    it('disposing it ends what is under way', async () => {
      const fresh = await startRawServer();
      const call = send('/silent', { url: new URL('/silent', fresh.url) });
      await fresh.arrived('/silent');
      transport.dispose();
      const outcome = await call.catch((cause: unknown) => cause);
      assert.ok(outcome instanceof TransportError, String(outcome));
      await fresh.dispose();
    });

    it('keeps its connections, also after errors and bodies nobody wanted', async () => {
      const fresh = await startRawServer();
      const paths = ['/ok', '/500', '/gzip', '/429', '/bad-gzip', '/redirect', '/204', '/html', '/ok'];
      for (const path of paths) await send(path, { url: new URL(path, fresh.url) }).catch(() => {});
      // Two, not one: a connection is handed out again a moment after its reply has been read.
      const used = new Set(fresh.requests.map(({ connection }) => connection));
      assert.equal(fresh.requests.length, paths.length);
      assert.ok(used.size <= 2, `${used.size} connections`);
      await fresh.dispose();
    });
  });
}
