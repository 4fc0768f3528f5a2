import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AuthScheme, Credentials } from '../../../src/exchange/profile.ts';
import { Redactor } from '../../../src/exchange/service/redact.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { HandshakeRefused } from '../../../src/exchange/socket.ts';
import { REDACTED } from '../../../src/exchange/wire/text.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';
import { VirtualClock } from '../../support/clock.ts';
import { NullService } from '../../support/null-socket.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';

const NEVER = new AbortController().signal;
const token = markedToken('tok');
const canary = new Canary(token);

function bearer(secret: string): Redactor {
  return new Redactor('bearer', { keyId: '', secret });
}

/** Every form that is promised, as it stands in a JSON string. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64'),
    Buffer.from(`Bearer ${secret}`).toString('base64'),
    Buffer.from(`{"a":"${secret}"}`).toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    secret.replaceAll('/', '\\/'),
    [...secret].map((one) => `\\u00${Buffer.from(one).toString('hex')}`).join(''),
  ];
}

describe('Redactor.text', () => {
  it('hides a token in every form and leaves everything else', () => {
    for (const form of formsOf(token)) {
      const clean = bearer(token).text(`said "${form}" (key 7).`);
      assert.match(clean, /^said ".*•••.*" \(key 7\)\.$/);
      assert.deepEqual(canary.find(clean), [], clean);
    }
    assert.equal(bearer(token).text(`no ${token}, no ${token}`), `no ${REDACTED}, no ${REDACTED}`);
    assert.equal(bearer(token).text('Invalid token.'), 'Invalid token.');
    assert.equal(new Redactor('bearer', undefined).text(token), token);
  });

  it('hides twelve characters in a row, not eleven', () => {
    for (let from = 0; from + 12 <= token.length; from += 1) {
      const text = `é${'.'.repeat(from)}${token.slice(from, from + 12)}`;
      assert.equal(bearer(token).text(text), `é${'.'.repeat(from)}${REDACTED}`);
      assert.equal(bearer(token).text(text.slice(0, -1)), text.slice(0, -1));
    }
  });

  it('hides a token of fewer than twelve characters as a whole only', () => {
    assert.equal(bearer('hunter22').text('it was hunter22! hunter2?'), `it was ${REDACTED}! hunter2?`);
  });

  it('hides the secret of a signing key and the signature a request had', () => {
    const key = freshKey();
    const redactor = new Redactor('ed25519', key);
    assert.equal(redactor.text(`key ${key.secret}`), `key ${REDACTED}`);
    assert.equal(redactor.text('bad signature c2ln==', 'c2ln=='), `bad signature ${REDACTED}`);
  });

  it('hides it between any texts, and in linear time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        assert.equal(bearer(token).text(before + token + after), before + REDACTED + after);
      }),
      { numRuns: 50 },
    );
    assert.equal(bearer('ab'.repeat(40)).text('ab'.repeat(500_000)), REDACTED);
  });

  it('does not look for a key of a shape that is never sent, however long', () => {
    for (const times of [1_639, 1_000_000]) {
      assert.equal(bearer('guava'.repeat(times)).text('guavaguavaguava'), 'guavaguavaguava');
    }
  });

  it('is applied to every line of the log', () => {
    const said: unknown[] = [];
    const say = (...words: unknown[]): void => void said.push(words.join(' '));
    const log = bearer(token).log({ debug: (line) => say(line()), info: say, warn: say, error: say });
    log.debug(() => `no ${token}`);
    for (const level of ['info', 'warn'] as const) log[level](`no ${token}`);
    log.error('it broke', new Error(`bad ${token}`));
    const line = `no ${REDACTED}`;
    assert.deepEqual(said, [line, line, line, `it broke Error: bad ${REDACTED}`]);
  });
});

async function replied(auth: AuthScheme, credentials: Credentials, answer: (signature: string) => Answer) {
  const url = new URL('https://private.example/v1/orders/open');
  const headers = createSigner(auth, credentials)('GET', url.pathname, 1_700_000_000_000);
  const limits = { connectMs: 1, headersMs: 1, bodyMs: 1, maxReplyBytes: 1 };
  const transport = new FakeTransport(({ headers: sent }) => answer(String(sent['x-pm-signature'])));
  const request = { method: 'GET', url, headers, body: undefined, limits } as const;
  const reply = await new Redactor(auth, credentials).transport(transport).send(request, NEVER);
  return { headers: reply.headers, text: Buffer.from(reply.body).toString() };
}

describe('Redactor.transport', () => {
  const credentials: Credentials = { keyId: '', secret: token };

  it('hides a token in good and bad replies, which stay JSON', async () => {
    for (const auth of ['bearer', 'apiKey'] as const) {
      for (const status of [200, 201, 302, 400, 401, 403, 500]) {
        for (const form of formsOf(token)) {
          const { headers, text } = await replied(auth, credentials, () => ({
            status,
            headers: { 'x-request-id': form, 'www-authenticate': `Bearer ${form}` },
            text: `{"markets":[{"id":"${form}","size":1.50}]}`,
          }));
          const { markets } = JSON.parse(text) as { markets: [{ id: string; size: number }] };
          assert.equal(markets[0].size, 1.5);
          for (const clean of [text, markets[0].id, ...Object.values(headers)]) {
            assert.deepEqual(canary.find(clean), [], `${status} ${form}`);
          }
          assert.ok(markets[0].id.includes(REDACTED) && text.includes('"size":1.50'));
        }
      }
    }
  });

  it('hides a part of a token in bad replies only: a cursor may begin as the token does', async () => {
    const text = `{"nextCursor":"${token.slice(0, 20)}"}`;
    assert.equal((await replied('bearer', credentials, () => ({ text }))).text, text);
    const bad = await replied('bearer', credentials, () => ({ status: 400, text }));
    assert.equal(bad.text, `{"nextCursor":"${REDACTED}"}`);
  });

  it('makes a string of a number that holds the token', async () => {
    const digits = { keyId: '', secret: '123456' };
    const { text } = await replied('apiKey', digits, () => ({ text: '{"a":1234567,"b":[12345]}' }));
    assert.deepEqual(JSON.parse(text), { a: `${REDACTED}7`, b: [12345] });
  });

  it('hides the signature where the service quotes it in a failure', async () => {
    const { headers, text } = await replied('ed25519', freshKey(), (signature) => ({
      status: 401,
      headers: { 'x-request-id': signature },
      text: JSON.stringify({ message: `bad signature ${signature}` }).replaceAll('/', '\\/'),
    }));
    assert.equal(text, `{"message":"bad signature ${REDACTED}"}`);
    assert.equal(headers['x-request-id'], REDACTED);
  });

  it('cuts the body of a failure at 64 KB', async () => {
    const text = 'x'.repeat(200_000);
    assert.equal((await replied('bearer', credentials, () => ({ status: 500, text }))).text.length, 65_536);
    assert.equal((await replied('bearer', credentials, () => ({ text }))).text.length, 200_000);
  });
});

describe('Redactor.openSocket', () => {
  const request = { url: new URL('wss://private.example/ws'), handshakeMs: 1, maxFrameBytes: 1 };

  async function connect(redactor: Redactor, headers: Readonly<Record<string, string>> = {}) {
    const clock = new VirtualClock();
    const service = new NullService(clock);
    const open = redactor.openSocket(service.open);
    const socket = await clock.run(open({ ...request, headers }, NEVER));
    const heard: string[] = [];
    socket.onMessage((text) => heard.push(text));
    socket.onClose(({ reason }) => heard.push(reason));
    return { clock, service, open, heard };
  }

  it('hides a token in frames, in the reason of a close and in a refused handshake', async () => {
    const { clock, service, open, heard } = await connect(bearer(token));
    for (const form of formsOf(token)) {
      service.standing[0]?.receive(`{"error":"no ${form}"}`);
      service.standing[0]?.receive(`{"marketSlug":"${form}"}`);
    }
    service.standing[0]?.drop(1_008, `policy ${Buffer.from(token).toString('base64')}`);
    assert.equal(heard.length, 2 * formsOf(token).length + 1);
    for (const text of heard) {
      assert.ok(text.includes(REDACTED), text);
      assert.deepEqual(canary.find(text), [], text);
    }
    const headers = { 'x-request-id': `for ${token}` };
    service.handshake = () => new HandshakeRefused(401, headers);
    await assert.rejects(clock.run(open({ ...request, headers: {} }, NEVER)), {
      headers: { 'x-request-id': `for ${REDACTED}` },
    });
  });

  it('hides the signature of the handshake in what went wrong', async () => {
    const key = freshKey();
    const headers = createSigner('ed25519', key)('GET', '/ws', 1_700_000_000_000);
    const signature = headers['x-pm-signature'] ?? '';
    const { service, heard } = await connect(new Redactor('ed25519', key), headers);
    service.standing[0]?.receive(`{"error":"bad signature ${signature.replaceAll('/', '\\/')}"}`);
    service.standing[0]?.drop(1_008, `bad ${signature}`);
    assert.deepEqual(heard, [`{"error":"bad signature ${REDACTED}"}`, `bad ${REDACTED}`]);
  });
});
