import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Log } from '../../../src/base/log.ts';
import type { Exchange, OnRequestId, ProbeTarget } from '../../../src/exchange/exchange.ts';
import type { AuthScheme, Credentials } from '../../../src/exchange/profile.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import { HandshakeRefused } from '../../../src/exchange/socket.ts';
import type { TransportErrorKind } from '../../../src/exchange/transport.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';
import { VirtualClock } from '../../support/clock.ts';
import { honestSide } from '../../support/faulty.ts';
import { NullService } from '../../support/null-socket.ts';
import { customProfile } from '../../support/profile.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';
import { SOON, wanted } from './stream-support.ts';

/** Where each scheme puts what proves who asks: the one place that may depend on the secret. */
const PROOF: Readonly<Record<Exclude<AuthScheme, 'none'>, string>> = {
  ed25519: 'x-pm-signature',
  bearer: 'authorization',
  apiKey: 'x-api-key',
};

/** Whatever a service may answer, quoting what it was sent wherever it can. */
function answers(echo: string): readonly Answer[] {
  const said = JSON.stringify({ code: 16, message: `bad ${echo}`, details: [echo, { key: echo }] });
  const quoting = { 'x-request-id': echo, 'retry-after': '1', location: `https://evil.example/?k=${echo}` };
  const failures: readonly TransportErrorKind[] = [
    'connect',
    'tls',
    'reset',
    'timeout',
    'tooLarge',
    'protocol',
  ];
  return [
    { json: {} },
    { json: [] },
    { text: said },
    { text: `{"markets":[{"id":"${echo}","slug":7}],"orders":[{"id":"${echo}"}],"market":{"id":{}}` },
    {
      json: {
        markets: [{ id: echo }],
        orders: [{ state: echo }],
        positions: { [echo]: 1 },
        activities: [echo],
      },
    },
    { text: `<html>${echo}</html>` },
    ...encoded(echo).flatMap((form): Answer[] => [
      { text: `{"markets":[{"id":"${form}","slug":7}],"orders":[{"id":"${form}"}],"market":{"id":{}}}` },
      { text: `no JSON: ${form}` },
      { status: 401, text: `{"message":"${form}"}`, headers: { 'x-request-id': form } },
      { status: 400, text: form },
    ]),
    ...[204, 301, 302, 307, 308, 400, 401, 403, 404, 408, 409, 418, 422, 429, 500, 501, 502, 503].map(
      (status): Answer => ({ status, text: said, headers: quoting }),
    ),
    { status: 401, text: `invalid token ${echo}`, headers: { date: 'Tue, 01 Sep 2020 12:00:00 GMT' } },
    { status: 403, text: echo, headers: quoting },
    { status: 500, text: Buffer.from(`Bearer ${echo}`).toString('base64') },
    ...failures.map((fail): Answer => ({ fail })),
  ];
}

/** In base64, hexadecimal and JSON's numbers of characters. */
function encoded(echo: string): readonly string[] {
  const bytes = Buffer.from(`key ${echo}`);
  const numbered = [...echo].map((one) => `\\u00${Buffer.from(one).toString('hex')}`).join('');
  return [bytes.toString('base64'), bytes.toString('hex').toUpperCase(), encodeURIComponent(echo), numbered];
}

const { endpoints: readable, orderId } = honestSide();
const endpoints = [
  ...readable,
  { name: 'raw', call: (exchange: Exchange) => exchange.raw({ kind: 'order', id: orderId }) },
];
const PROBES: readonly ProbeTarget[] = ['public', 'account', 'marketsStream', 'accountStream'];

/** Every endpoint of the port, then every probe; what was found wrong by one of those is thrown as well. */
function calls(exchange: Exchange, onRequestId: OnRequestId): readonly Promise<unknown>[] {
  // The ids of these requests go into the cancellation log.
  const recorded: Exchange = {
    ...exchange,
    cancelOrder: (order) => exchange.cancelOrder(order, undefined, onRequestId),
    cancelOrders: (orders) => exchange.cancelOrders(orders, undefined, onRequestId),
    killSwitch: () => exchange.killSwitch(undefined, onRequestId),
  };
  return [
    ...endpoints.map(({ call }) => call(recorded)),
    ...PROBES.map(async (target) => {
      const probe = await exchange.diagnostics.probe(target);
      if (probe.error !== undefined) throw probe.error;
      return probe;
    }),
  ];
}

/** All a client says and sends while a service answers everything with one thing, with the proofs apart. */
async function everything(auth: AuthScheme, credentials: Credentials, answer: Answer, echo: string) {
  const clock = new VirtualClock();
  const transport = new FakeTransport([answer]);
  const said: unknown[] = [];
  const say = (...words: readonly unknown[]): void => {
    said.push(words);
  };
  const log: Log = { debug: (line) => say(line()), info: say, warn: say, error: say };
  const service = new NullService(clock);
  const refusal = { 'x-request-id': echo, date: echo };
  service.handshake = (_, index) => (index % 2 === 0 ? 'accept' : new HandshakeRefused(401, refusal));
  const exchange = createServiceExchange({
    profile: customProfile(auth),
    credentials,
    transport,
    openSocket: service.open,
    log,
    clock,
    random: () => 0.5,
  });
  const outcomes = await clock.run(Promise.allSettled(calls(exchange, say)));
  for (const stream of ['markets', 'account'] as const) {
    if (stream === 'markets') exchange.streams.wantMarkets(wanted(['a-b'], 'book'));
    else exchange.streams.wantAccount(true);
    await clock.advance(SOON);
    for (const socket of service.standing) {
      socket.receive(`{"error":"no subscription for ${echo}"}`);
      socket.receive(`not JSON ${echo}`);
      for (const form of encoded(echo)) socket.receive(`{"error":"no subscription for ${form}"}`);
      socket.drop(1_008, `policy: ${echo}`);
    }
    say(exchange.streams.state(stream));
  }
  exchange.dispose();
  assert.deepEqual(new Set(endpoints.map(({ name }) => name)), new Set(methodsOf(exchange)));
  const requests = [...transport.sent, ...service.requests];
  const proof = PROOF[auth as keyof typeof PROOF];
  const sent = requests.map(({ url, headers, ...rest }) => {
    const { [proof]: _, ...open } = headers;
    return { url: url.href, headers: open, ...rest };
  });
  const frames = service.sockets.flatMap((socket) => socket.sent);
  const all = inspect(
    { said, outcomes, sent, frames },
    { depth: 12, maxArrayLength: 1e4, maxStringLength: 1e6 },
  );
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [reasonText(one.reason)] : []));
  return {
    all: `${all}\n${failures.join('\n')}`,
    sent,
    proofs: requests.map(({ headers }) => headers[proof]),
  };
}

/** What can be asked of the service, as it is found on the port. */
function methodsOf(exchange: Exchange): readonly string[] {
  return Object.entries(exchange).flatMap(([name, member]) =>
    typeof member === 'function' && !['supports', 'permit', 'dispose'].includes(name) ? [name] : [],
  );
}

/** What any surface may take of an error: all of its own fields, and of what caused it. */
function reasonText(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return JSON.stringify([reason.name, reason.message, reason.stack, reason]) + reasonText(reason.cause);
}

describe('a marked secret', () => {
  for (const auth of ['ed25519', 'bearer', 'apiKey'] as const) {
    it(`${auth}: whatever the service answers, nothing said, thrown or sent depends on it but its one header`, async () => {
      const make = (mark: string): Credentials =>
        auth === 'ed25519' ? freshKey() : { keyId: '', secret: markedToken(mark) };
      const [first, second] = [make('one'), make('two')];
      const canary = new Canary(first.secret);
      // A key that signs is never sent, so nobody can quote it; a token is.
      const echoOf = ({ secret }: Credentials): string => (auth === 'ed25519' ? 'your key' : secret);
      const [theirs, others] = [answers(echoOf(first)), answers(echoOf(second))];
      for (const [index, answer] of theirs.entries()) {
        const seen = await everything(auth, first, answer, echoOf(first));
        assert.deepEqual(canary.find(seen.all), [], `answer ${index}`);
        const other = await everything(auth, second, others[index] ?? {}, echoOf(second));
        assert.deepEqual(seen.sent, other.sent, `answer ${index}`);
        const signed = seen.proofs.filter((proof) => proof !== undefined);
        assert.ok(signed.length >= 8, `answer ${index}`);
        for (const proof of signed) {
          if (auth === 'ed25519') assert.deepEqual(canary.find(Buffer.from(proof, 'base64')), []);
          else assert.equal(proof, auth === 'bearer' ? `Bearer ${first.secret}` : first.secret);
        }
      }
    });
  }

  it('is found by the search these tests rely on, in each form and in part', () => {
    for (const secret of [freshKey().secret, markedToken('x')]) {
      const bytes = Buffer.from(secret);
      const canary = new Canary(secret);
      for (const form of [
        secret,
        secret.slice(5, 17),
        encodeURIComponent(secret),
        bytes.toString('base64'),
        bytes.toString('base64url'),
        bytes.toString('hex'),
        Buffer.from(`x${secret}`).toString('base64'),
      ]) {
        assert.notDeepEqual(canary.find(`some ${form} text`), [], form);
      }
      assert.notDeepEqual(canary.find(Buffer.from(`some ${secret}`, 'utf16le')), []);
      assert.deepEqual(canary.find(`some ${secret.slice(5, 16)} text`), []);
    }
  });
});
