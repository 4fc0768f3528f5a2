import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { DemoReply } from '../../../src/demo/api.ts';
import { type Body, bodyOf, type ReplyFault, type SentReply, sent } from './delivery.ts';

const MEGABYTE = 1024 * 1024;
/** More than any reply of the interface; the client takes 32 MB at most. */
const HUGE = 40;

const PAGE = '<!DOCTYPE html><html><head><title>Wi-Fi sign-in</title></head><body>Welcome</body></html>';

/** The bytes of a 200, and what its headers say of them. */
export const BODY_FAULTS: readonly ReplyFault[] = [
  body('empty', 'no body at all', () => ({ body: bodyOf('') })),
  body('blank', 'blanks only', () => ({ body: bodyOf(' \r\n\t ') })),
  body('html', 'a page, called one', () => typed('text/html', bodyOf(PAGE))),
  body('html-as-json', 'a page, called JSON', () => ({ body: bodyOf(PAGE) })),
  body('plain-text', 'a sentence, called text', () => typed('text/plain', bodyOf('Service is fine.'))),
  body('json-as-html', 'the right body, called a page', (reply) => typed('text/html', bodyOf(reply.body))),
  body('json-as-image', 'the right body, called a picture', (reply) =>
    typed('image/png', bodyOf(reply.body)),
  ),
  body('json-as-text', 'the right body, called text', (reply) => typed('text/plain', bodyOf(reply.body))),
  body('no-type', 'the right body, called nothing', (reply) => ({ headers: without(reply, 'content-type') })),
  body('xml', 'XML', () => typed('application/xml', bodyOf('<?xml version="1.0"?><markets/>'))),
  body('half-json', 'half the JSON, with the right length', ({ body: bytes }) => ({
    body: bodyOf(bytes.subarray(0, Math.floor(bytes.byteLength / 2))),
  })),
  body('trailing', 'the right body and more', (reply) => ({ body: joined(reply, '{"more":1}') })),
  body('script', 'JavaScript around the body', (reply) => ({
    body: bodyOf(`callback(${textOf(reply)});`),
  })),
  body('nan-literal', 'NaN as JavaScript writes it', () => ({
    body: bodyOf('{"markets":[{"id":NaN}],"orders":[NaN],"price":Infinity}'),
  })),
  body('byte-order-mark', 'a byte order mark before the body', (reply) => ({
    body: bodyOf(`\ufeff${textOf(reply)}`),
  })),
  body('utf-16', 'UTF-16', (reply) => ({ body: bodyOf(Buffer.from(textOf(reply), 'utf16le')) })),
  body('broken-utf-8', 'bytes no text has', () => ({
    body: bodyOf(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  })),
  body('null', 'null', () => ({ body: bodyOf('null') })),
  body('number', 'a number', () => ({ body: bodyOf('42') })),
  body('text', 'a text', () => ({ body: bodyOf('"fine"') })),
  body('list', 'an empty list', () => ({ body: bodyOf('[]') })),
  body('deep-lists', '300,000 brackets', () => ({
    body: bodyOf(`${'['.repeat(300_000)}${']'.repeat(300_000)}`),
  })),
  body('deep-objects', 'the right body with an object of 100,000 levels in it', (reply) => ({
    body: bodyOf(beside(reply, `"deep":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)),
  })),
  body('deep-numbers', 'the same around a number of 40 digits', (reply) => ({
    body: bodyOf(
      beside(
        reply,
        `"deep":${'[1234567890123456789012345678901234567890,'.repeat(100_000)}1${']'.repeat(100_000)}`,
      ),
    ),
  })),
  body('endless-digits', 'a number of a million digits', (reply) => ({
    body: bodyOf(beside(reply, `"digits":${'7'.repeat(1_000_000)}`)),
  })),
  body('huge', '40 MB', () => ({ body: HUGE_BODY })),
  body('gzip-bomb', '40 MB in 40 KB of gzip', () => encoded('gzip', GZIP_BOMB())),
  body('brotli-bomb', '40 MB in a few bytes of brotli', () => encoded('br', BROTLI_BOMB())),
  body('deflate-bomb', '40 MB in 40 KB of deflate', () => encoded('deflate', DEFLATE_BOMB())),
  body('gzip', 'gzip, as it may be', (reply) => encoded('gzip', gzipSync(reply.body))),
  body('not-gzip', 'called gzip, and is none', (reply) => encoded('gzip', reply.body)),
  body('cut-gzip', 'half of a gzip', (reply) => {
    const whole = gzipSync(reply.body);
    return encoded('gzip', whole.subarray(0, Math.floor(whole.byteLength / 2)));
  }),
  body('empty-gzip', 'no body at all, called gzip', () => encoded('gzip', new Uint8Array())),
  body('gzip-twice', 'compressed twice', (reply) => encoded('gzip, gzip', gzipSync(gzipSync(reply.body)))),
  body('unknown-encoding', 'an encoding that was not asked for', (reply) => encoded('zstd', reply.body)),
];

type Change = (reply: DemoReply) => Partial<SentReply>;

function body(name: string, what: string, change: Change): ReplyFault {
  return {
    name,
    what,
    group: 'body',
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, change(reply));
    },
  };
}

const HUGE_BODY: Body = { bytes: new Uint8Array(MEGABYTE).fill(0x20), times: HUGE };

/** Made when first asked for: it takes a tenth of a second. */
function once(make: () => Uint8Array): () => Uint8Array {
  const made: Uint8Array[] = [];
  return () => {
    const known = made[0] ?? make();
    made[0] = known;
    return known;
  };
}

const GZIP_BOMB = once(() => gzipSync(blanks()));
const DEFLATE_BOMB = once(() => deflateSync(blanks()));
const BROTLI_BOMB = once(() =>
  brotliCompressSync(blanks(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

function blanks(): Uint8Array {
  return new Uint8Array(HUGE * MEGABYTE).fill(0x20);
}

function typed(type: string, what: Body): Partial<SentReply> {
  return { headers: { 'content-type': type }, body: what };
}

function encoded(encoding: string, bytes: Uint8Array): Partial<SentReply> {
  return {
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: bodyOf(bytes),
  };
}

function textOf(reply: DemoReply): string {
  return new TextDecoder().decode(reply.body);
}

function joined(reply: DemoReply, more: string): Body {
  return bodyOf(textOf(reply) + more);
}

/** The reply with one more field in its outermost object. */
function beside(reply: DemoReply, field: string): string {
  const text = textOf(reply);
  return text.startsWith('{}') ? `{${field}}` : text.replace('{', `{${field},`);
}

function without({ headers }: DemoReply, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}
