import type { DemoReply } from '../../../src/demo/api.ts';
import type { TlsProblem } from '../../../src/exchange/transport.ts';
import { bodyOf, type RawBytes, type ReplyFault, type SentReply, sent } from './delivery.ts';

const SECOND = 1_000;

/** Too slow, or slow. */
export const TIME_FAULTS: readonly ReplyFault[] = [
  timed('late-headers', 'headers after 5 s', () => ({ headersAfter: 5 * SECOND })),
  timed('slow-headers', 'headers after a minute', () => ({ headersAfter: 60 * SECOND })),
  timed('no-headers', 'never any headers', () => ({ headersAfter: Number.POSITIVE_INFINITY })),
  timed('slow-body', 'ten pieces, a second apart', () => ({ pieces: { count: 10, every: SECOND } })),
  timed('crawling-body', 'ten pieces, ten seconds apart', () => ({
    pieces: { count: 10, every: 10 * SECOND },
  })),
  timed('stalled-body', 'half the body, then silence', (reply) => ({
    headers: claiming(reply, reply.body.byteLength),
    body: bodyOf(half(reply)),
    end: 'silence',
  })),
  timed('no-body', 'headers, then silence', (reply) => ({
    headers: claiming(reply, reply.body.byteLength),
    body: bodyOf(''),
    end: 'silence',
  })),
  timed('dripping-body', 'the body, then a blank every second without end', () => ({ end: 'drip' })),
  timed('too-long-length', 'a length longer than the body', (reply) => ({
    headers: claiming(reply, reply.body.byteLength + 100),
    end: 'silence',
  })),
];

/** The connection, and what HTTP is made of. */
export const LINE_FAULTS: readonly ReplyFault[] = [
  { ...line('refused', 'the connection is refused'), deliver: () => ({ kind: 'none', how: 'connect' }) },
  tls('tls-untrusted', 'a certificate nobody vouches for', 'certificate'),
  tls('tls-expired', 'a certificate whose time is over', 'expired'),
  tls('tls-not-yet', 'a certificate whose time is yet to come', 'notYetValid'),
  tls('tls-other-host', 'a certificate for another host name', 'otherHost'),
  tls('tls-weak', 'a certificate with a key too short for today', 'certificate'),
  tls('tls-old', 'no version of TLS that is still allowed', 'handshake'),
  tls('tls-plain', 'no TLS where there should be some', 'noTls'),
  raw('reset-before', 'the connection breaks before anything was done', 'reset', () => '', false),
  raw('reset-after', 'the connection breaks after it was done', 'reset', () => ''),
  timed('cut-body', 'half the body, then the connection breaks', (reply) => ({
    headers: claiming(reply, reply.body.byteLength),
    body: bodyOf(half(reply)),
    end: 'break',
  })),
  raw(
    'cut-chunks',
    'chunks without the last one, then the connection breaks',
    'reset',
    (reply) => `${head('transfer-encoding: chunked')}${chunk(new TextDecoder().decode(half(reply)))}`,
  ),
  raw('bad-chunks', 'a chunk whose size is no number', 'protocol', (reply) => {
    return `${head('transfer-encoding: chunked')}size\r\n${new TextDecoder().decode(reply.body)}\r\n0\r\n\r\n`;
  }),
  raw('two-lengths', 'two lengths that differ', 'protocol', (reply) => {
    const { byteLength } = reply.body;
    const lengths = `content-length: ${byteLength}\r\ncontent-length: ${byteLength + 7}`;
    return `${head(lengths)}${new TextDecoder().decode(reply.body)}`;
  }),
  raw('negative-length', 'a length below zero', 'protocol', () => `${head('content-length: -5')}{}`),
  raw('garbage', 'bytes that are no HTTP', 'protocol', () => '\u0007\u0000 this has never been HTTP\r\n\r\n'),
  raw('bad-header', 'a header line without a name', 'protocol', () => `${head(': nameless')}{}`),
  raw('huge-headers', 'headers of 200 KB', 'tooLarge', () =>
    head(Array.from({ length: 200 }, (_, index) => `x-${index}: ${'x'.repeat(1_000)}`).join('\r\n')),
  ),
];

type Change = (reply: DemoReply) => Partial<SentReply>;

function timed(name: string, what: string, change: Change): ReplyFault {
  return {
    name,
    what,
    group: name === 'cut-body' ? 'line' : 'time',
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, change(reply));
    },
  };
}

function line(name: string, what: string): Pick<ReplyFault, 'name' | 'what' | 'group'> {
  return { name, what, group: 'line' };
}

function tls(name: string, what: string, how: TlsProblem): ReplyFault {
  return { ...line(name, what), deliver: () => ({ kind: 'none', how }) };
}

function raw(
  name: string,
  what: string,
  reads: RawBytes['reads'],
  text: (reply: DemoReply) => string,
  isDone = true,
): ReplyFault {
  return {
    ...line(name, what),
    deliver: (request, answer) => {
      const reply = isDone ? answer(request) : NOTHING;
      return { kind: 'raw', bytes: new TextEncoder().encode(text(reply)), reads };
    },
  };
}

const NOTHING: DemoReply = { status: 200, headers: {}, body: new Uint8Array() };

function head(lines: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${lines}\r\n\r\n`;
}

/** One chunk; the text is of ASCII or its size in bytes is counted. */
function chunk(text: string): string {
  return `${new TextEncoder().encode(text).byteLength.toString(16)}\r\n${text}\r\n`;
}

function claiming({ headers }: DemoReply, length: number): Readonly<Record<string, string>> {
  return { ...headers, 'content-length': String(length) };
}

function half({ body }: DemoReply): Uint8Array {
  return body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2)));
}
