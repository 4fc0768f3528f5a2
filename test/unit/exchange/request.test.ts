import assert from 'node:assert/strict';
import type { ExchangeErrorCode } from '../../../src/exchange/errors.ts';
import type { ServiceRequest } from '../../../src/exchange/http/request.ts';
import type { ConnectionProfile } from '../../../src/exchange/profile.ts';
import { get, post, profile, setUp } from '../../support/request.ts';
import type { Answer } from '../../support/transport.ts';

describe('a request', () => {
  it('goes to the public base with its query, unsigned', async () => {
    const { transport, ask, clock } = setUp([{ json: { markets: [] } }]);
    const query = [
      ['slug', 'a b'],
      ['slug', 'c&d'],
      ['cursor', 'x+/='],
    ] as const;
    const { noteDecoded: _, ...reply } = await ask({ ...get, query });
    assert.deepEqual(reply, {
      json: { markets: [] },
      headers: {},
      receivedAt: clock.now(),
      requestId: undefined,
    });
    assert.equal(
      transport.sent[0]?.url.href,
      'https://public.example/base/v1/markets?slug=a+b&slug=c%26d&cursor=x%2B%2F%3D',
    );
    assert.deepEqual(transport.sent[0]?.headers, { accept: 'application/json' });
  });

  it('is signed with the path as sent, without the query, and goes to the private origin', async () => {
    const { transport, ask, clock } = setUp([{}]);
    await ask({ method: 'GET', path: '/v1/order/A%2FB', query: [['x', '1']], signed: true });
    assert.equal(transport.sent[0]?.url.href, 'https://private.example/v1/order/A%2FB?x=1');
    assert.equal(transport.sent[0]?.headers['x-signed'], `${clock.now()} GET /v1/order/A%2FB`);
  });

  it('is signed afresh for every attempt', async () => {
    const { transport, ask, clock } = setUp([{ status: 503 }, {}]);
    await clock.run(ask({ ...get, signed: true }));
    const stamps = transport.sent.map(({ headers }) => headers['x-signed']);
    assert.equal(stamps.length, 2);
    assert.notEqual(stamps[0], stamps[1]);
  });

  it('posts JSON', async () => {
    const { transport, ask } = setUp([{}]);
    assert.deepEqual((await ask(post)).json, {});
    assert.equal(transport.sent[0]?.body, '{"a":1}');
    assert.equal(transport.sent[0]?.headers['content-type'], 'application/json');
  });

  it('an empty body counts as {}', async () => {
    assert.deepEqual((await setUp([{ text: '' }]).ask(get)).json, {});
  });

  it('writes one line a try: method, path, status, duration, request id, and neither query nor header', async () => {
    const { lines, ask, clock } = setUp([
      { status: 503 },
      { json: {}, headers: { 'x-pm-trace-id': 'trace-7' } },
    ]);
    await clock.run(ask({ ...get, query: [['cursor', 'private-cursor']], signed: true }));
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /^GET \/v1\/markets → 503, 0 bytes, 0 ms$/);
    assert.match(lines[1] ?? '', /^GET \/v1\/markets → 200 \(trace-7\), 2 bytes, 0 ms$/);
    assert.ok(!lines.some((line) => line.includes('private-cursor') || line.includes('hush')));
  });
});

describe('where a request may go', () => {
  const address = async (part: Partial<ConnectionProfile>, asked: ServiceRequest) => {
    const { transport, failure } = setUp([{}], { profile: { ...profile, ...part } });
    const error = await failure(asked);
    assert.equal(transport.sent.length, 0);
    return error.code;
  };
  it('a path cannot lead a signed request to another origin', async () => {
    assert.equal(await address({}, { method: 'GET', path: '@evil.example/v1/x', signed: true }), 'refused');
    assert.equal(await address({}, { method: 'GET', path: '.evil.example/v1/x', signed: true }), 'refused');
  });
  it('plain http leaves this machine neither signed nor unsigned', async () => {
    assert.equal(await address({ privateUrl: 'http://private.example' }, post), 'refused');
    assert.equal(await address({ publicUrl: 'http://public.example' }, get), 'refused');
  });
});

describe('errors of a request', () => {
  const BRACKETS = '['.repeat(2 ** 21);
  const at = (seconds: number): string => new Date(Date.UTC(2026, 8, 1, 12) + seconds * 1_000).toUTCString();
  const table: readonly [asked: ServiceRequest, answer: Answer, code: ExchangeErrorCode, details: object][] =
    [
      [post, { status: 400 }, 'refused', { status: 400, mayHaveArrived: false }],
      [get, { status: 401 }, 'auth', { auth: 'noKey' }],
      // The clocks agree, there is no date, this machine's is behind, and ahead.
      [post, { status: 401, headers: { date: at(30) } }, 'auth', { auth: 'badKey' }],
      [post, { status: 401 }, 'auth', { auth: 'badKey' }],
      [post, { status: 401, headers: { date: at(47) } }, 'clockSkew', { skewSeconds: -47 }],
      [post, { status: 401, headers: { date: at(-31) } }, 'clockSkew', { skewSeconds: 31 }],
      [post, { status: 403, text: '<html>' }, 'auth', { auth: 'refused', serviceMessage: undefined }],
      [get, { status: 404, json: { message: 'no such' } }, 'notFound', { serviceMessage: 'no such' }],
      [get, { status: 404, json: { message: 'no such' } }, 'notFound', { saidBy: 'service' }],
      [get, { status: 404, text: '<html>no app</html>' }, 'notFound', { saidBy: 'other' }],
      [get, { status: 404 }, 'notFound', { saidBy: 'other' }],
      [post, { status: 429, headers: { 'retry-after': '3' } }, 'rateLimit', { retryAfterMs: 3_000 }],
      [post, { status: 429 }, 'rateLimit', { mayHaveArrived: false }],
      [post, { status: 500, text: 'plain words' }, 'server', { serviceMessage: 'plain words' }],
      [post, { status: 500 }, 'server', { mayHaveArrived: true }],
      [post, { status: 500, text: BRACKETS }, 'server', { saidBy: 'other', serviceMessage: undefined }],
      [get, { status: 302, headers: { location: 'https://evil.example' } }, 'badReply', { status: 302 }],
      [post, { status: 303 }, 'badReply', { reason: 'redirect', mayHaveArrived: true }],
      [get, { status: 308 }, 'badReply', { reason: 'redirect' }],
      [get, { status: 300 }, 'badReply', { reason: undefined }],
      [post, { status: 304 }, 'badReply', { reason: undefined, mayHaveArrived: true }],
      [post, { status: 408 }, 'timeout', { mayHaveArrived: true }],
      [post, { status: 499 }, 'refused', { mayHaveArrived: true }],
      [get, { text: '<html>' }, 'badReply', { status: 200 }],
      [post, { text: '<html>' }, 'badReply', { reason: 'page', mayHaveArrived: true }],
      [get, { text: BRACKETS }, 'badReply', { reason: 'tooLarge' }],
      [post, { fail: 'connect' }, 'network', { mayHaveArrived: false }],
      [post, { fail: 'tls' }, 'network', { mayHaveArrived: false }],
      [post, { fail: 'reset' }, 'network', { mayHaveArrived: true }],
      [post, { fail: 'timeout' }, 'timeout', { mayHaveArrived: true }],
      [get, { fail: 'tooLarge' }, 'badReply', {}],
      [get, { fail: 'protocol' }, 'badReply', {}],
    ];
  for (const [asked, answer, code, details] of table) {
    const name = `${asked.method} ${JSON.stringify(answer).slice(0, 80)}`;
    it(`${name} → ${code} ${JSON.stringify(details)}`, async () => {
      const { transport, failure } = setUp([answer]);
      const error = await failure(asked);
      assert.equal(error.code, code, error.message);
      for (const [key, value] of Object.entries(details)) {
        assert.deepEqual(error.details[key as keyof typeof error.details], value, key);
      }
      if (asked.method === 'POST') assert.equal(transport.sent.length, 1, 'a POST is sent once');
      assert.match(error.message, /^[A-Z].*[^ ]$/);
      assert.ok(!`${error.message}${error.stack}`.includes('hush'));
    });
  }

  it('waits until a date by the clock of the service', async () => {
    const { failure } = setUp([{ status: 429, headers: { 'retry-after': at(3_610), date: at(3_600) } }]);
    assert.equal((await failure(post)).details.retryAfterMs, 10_000);
  });

  it('a bearer token has no clock to be wrong', async () => {
    const { failure } = setUp([{ status: 401, headers: { date: at(900) } }], {
      profile: { ...profile, auth: 'bearer' },
    });
    assert.equal((await failure(post)).code, 'auth');
  });

  it('carries the request id', async () => {
    const { failure } = setUp([{ status: 400, headers: { 'x-request-id': ' r-1\u0000 ' } }]);
    assert.ok((await failure(post)).details.requestId?.startsWith('r-1'));
  });
});
