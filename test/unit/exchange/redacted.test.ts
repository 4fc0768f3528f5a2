import assert from 'node:assert/strict';
import type { AuthScheme, Credentials } from '../../../src/exchange/profile.ts';

import { redacted } from '../../../src/exchange/service/redacted.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { SocketError } from '../../../src/exchange/socket.ts';
import type { TransportReply, TransportRequest } from '../../../src/exchange/transport.ts';
import { REDACTED } from '../../../src/exchange/wire/text.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';
import { VirtualClock } from '../../support/clock.ts';
import { NullService } from '../../support/null-socket.ts';
import { FakeTransport } from '../../support/transport.ts';

const URL_ = new URL('https://private.example/v1/orders/open');
const LIMITS = { connectMs: 1, headersMs: 1, bodyMs: 1, maxReplyBytes: 1 };
const NEVER = new AbortController().signal;

/** Every way of writing something down. */
function ways(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    text.slice(1),
    text.slice(0, -1),
    encodeURIComponent(text),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    Buffer.from(`x-${text}`).toString('base64url'),
    JSON.stringify(text).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
  ];
}

async function replied(
  auth: AuthScheme,
  credentials: Credentials,
  answer: (
    request: TransportRequest,
  ) => Partial<Pick<TransportReply, 'status' | 'headers'>> & { text: string },
): Promise<{ readonly reply: TransportReply; readonly all: string; readonly sent: TransportRequest }> {
  const transport = new FakeTransport(answer);
  const headers = createSigner(auth, credentials).headers('GET', URL_.pathname, 1_700_000_000_000);
  const request = { method: 'GET', url: URL_, headers, body: undefined, limits: LIMITS } as const;
  const reply = await redacted(auth, credentials).transport(transport).send(request, NEVER);
  const text = Buffer.from(reply.body).toString();
  const [sent = request] = transport.sent;
  return { reply, all: `${text} ${JSON.stringify(reply.headers)}`, sent };
}

describe('what comes back from a service', () => {
  const token = { keyId: '', secret: markedToken('came') };

  it('has no token in it, good or bad, however it is written', async () => {
    const canary = new Canary(token.secret);
    for (const auth of ['bearer', 'apiKey'] as const) {
      for (const status of [200, 201, 302, 400, 401, 403, 500]) {
        for (const way of ways(token.secret)) {
          const { all, reply } = await replied(auth, token, () => ({
            status,
            headers: { 'x-request-id': way, 'www-authenticate': `Bearer ${way}` },
            text: `{"markets":[{"id":"${way.replace(/^"|"$/g, '')}","size":1.50}]}`,
          }));
          assert.deepEqual(canary.find(all), [], `${status} ${way}`);
          assert.ok(all.includes(REDACTED));
          const { markets } = JSON.parse(Buffer.from(reply.body).toString()) as { markets: { id: string }[] };
          assert.deepEqual(canary.find(markets[0]?.id ?? ''), [], `${status} ${way}`);
        }
      }
    }
  });

  it('has no signature in it: all of it goes from a good reply, and any part of it from a bad one', async () => {
    const key = freshKey();
    for (const status of [200, 400, 401, 500]) {
      const { all, sent } = await replied('ed25519', key, ({ headers }) => ({
        status,
        headers: { 'x-request-id': String(headers['x-pm-signature']) },
        text: JSON.stringify({ message: `bad signature ${headers['x-pm-signature']}`, headers }).replaceAll(
          '/',
          '\\/',
        ),
      }));
      const signature = sent.headers['x-pm-signature'] ?? '';
      assert.equal(signature.length, 88);
      assert.deepEqual(new Canary(signature).find(all), [], String(status));
      assert.ok(all.includes(`bad signature ${REDACTED}`));
    }
    const { all, sent } = await replied('ed25519', key, ({ headers }) => ({
      status: 401,
      text: ways(String(headers['x-pm-signature'])).join(' '),
    }));
    assert.deepEqual(new Canary(sent.headers['x-pm-signature'] ?? '').find(all), []);
  });

  it('is not searched for what is never sent: a key of another shape, however long', () => {
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    for (const times of [1_639, 1_000_000]) {
      const { log } = redacted('bearer', { keyId: '', secret: 'guava'.repeat(times) });
      log({ trace: say, debug: say, info: say, warn: say, error: say }).info('guavaguavaguava');
    }
    assert.deepEqual(said, ['guavaguavaguava', 'guavaguavaguava']);
  });

  it('has no key id in what is said of a failure, and is left alone where it is good', async () => {
    const key = freshKey('5f0c1d2e-9d51-4c66-8a57-2d3f0c9b7e11');
    const text = JSON.stringify({ message: `unknown key ${key.keyId}` });
    const bad = await replied('ed25519', key, () => ({ status: 401, text }));
    assert.ok(bad.all.startsWith(`{"message":"unknown key ${REDACTED}"}`));
    const good = await replied('ed25519', key, () => ({ text }));
    assert.ok(good.all.startsWith(text));
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const log = redacted('ed25519', key).log({ trace: say, debug: say, info: say, warn: say, error: say });
    log.debug(`key ${key.keyId}`);
    log.error(`secret ${key.secret}`);
    assert.deepEqual(said, [`key ${REDACTED}`, `secret ${REDACTED}`]);
  });

  it('is bounded where it is bad, and otherwise what came', async () => {
    const long = 'x'.repeat(200_000);
    assert.equal(
      (await replied('bearer', token, () => ({ status: 500, text: long }))).reply.body.length,
      65_536,
    );
    assert.equal((await replied('bearer', token, () => ({ text: long }))).reply.body.length, 200_000);
  });

  it('over a line has no token either: frames, a refused handshake, a goodbye', async () => {
    const clock = new VirtualClock();
    const service = new NullService(clock);
    const canary = new Canary(token.secret);
    const { openSocket } = redacted('bearer', token);
    const open = openSocket(service.open);
    const headers = { authorization: `Bearer ${token.secret}` };
    const request = { url: new URL('wss://private.example/ws'), headers, handshakeMs: 1, maxFrameBytes: 1 };
    const socket = await clock.run(open(request, NEVER));
    const heard: string[] = [];
    socket.onMessage((text) => heard.push(text));
    socket.onClose(({ reason }) => heard.push(reason));
    for (const way of ways(token.secret)) service.standing[0]?.receive(`{"error":"no ${way}"}`);
    service.standing[0]?.drop(1_008, `policy ${Buffer.from(token.secret).toString('base64')}`);
    assert.equal(heard.length, ways('').length + 1);
    for (const text of heard) {
      assert.ok(text.includes(REDACTED), text);
      assert.deepEqual(canary.find(text), [], text);
    }
    service.handshake = () =>
      new SocketError('refused', 'Refused', {
        status: 401,
        headers: { 'x-request-id': `for ${token.secret}` },
      });
    const cause: unknown = await clock.run(open(request, NEVER)).catch((reason: unknown) => reason);
    assert.ok(cause instanceof SocketError);
    assert.equal(cause.headers['x-request-id'], `for ${REDACTED}`);
  });

  it('over a line has no signature and key id of the handshake in what went wrong, and no signature in anything', async () => {
    const clock = new VirtualClock();
    const service = new NullService(clock);
    const key = freshKey('5f0c1d2e-9d51-4c66-8a57-2d3f0c9b7e11');
    const headers = createSigner('ed25519', key).headers('GET', '/ws', 1_700_000_000_000);
    const signature = headers['x-pm-signature'] ?? '';
    const open = redacted('ed25519', key).openSocket(service.open);
    const request = { url: new URL('wss://private.example/ws'), headers, handshakeMs: 1, maxFrameBytes: 1 };
    const socket = await clock.run(open(request, NEVER));
    const heard: string[] = [];
    socket.onMessage((text) => heard.push(text));
    socket.onClose(({ reason }) => heard.push(reason));
    const escaped = signature.replaceAll('/', '\\/');
    service.standing[0]?.receive(`{"error":"bad signature ${escaped} of key ${key.keyId}"}`);
    service.standing[0]?.receive(`{"error": {"message":"key ${key.keyId.slice(0, 14)}…"}}`);
    service.standing[0]?.receive(`{"err\\u006Fr":"key ${key.keyId.slice(-14)}"}`);
    service.standing[0]?.receive(`{"\\u0065\\u0072\\u0072\\u006f\\u0072":"key ${key.keyId}"}`);
    service.standing[0]?.receive(`{"error":"","id":"${key.keyId}","text":"${escaped}"}`);
    service.standing[0]?.drop(1_008, `bad ${signature.replaceAll('/', '\\u002f')} of ${key.keyId}`);
    assert.deepEqual(heard, [
      `{"error":"bad signature ${REDACTED} of key ${REDACTED}"}`,
      `{"error": {"message":"key ${REDACTED}…"}}`,
      `{"err\\u006Fr":"key ${REDACTED}"}`,
      `{"\\u0065\\u0072\\u0072\\u006f\\u0072":"key ${REDACTED}"}`,
      `{"error":"","id":"${key.keyId}","text":"${REDACTED}"}`,
      `bad ${REDACTED} of ${REDACTED}`,
    ]);
  });
});
