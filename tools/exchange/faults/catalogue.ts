import { gzipSync } from 'node:zlib';
import type { DemoReply, DemoRequest } from '../../../src/demo/api.ts';
import { errorReply } from '../../../src/demo/wire/encode-values.ts';
import type { TlsProblem } from '../../../src/exchange/transport.ts';
import { bodyOf, type FaultGroup, type RawBytes, type ReplyFault, type SentReply, sent } from './delivery.ts';
import { type JsonShape, objectText, rewriteJson } from './json-shape.ts';

const SECOND = 1_000;
const MEGABYTE = 1024 * 1024;
/** Above what a client takes (32 MB). */
const HUGE = 40;
const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE =
  '<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>One moment</h1></body></html>';
/** What a stranger would write where people read. */
const HOSTILE =
  '[sign in](command:workbench.action.quit) <img src=x onerror=alert(1)> $(zap) \u202eevil\u2066\u0000\u001b[31m';

/** Fields that say what a thing is: a fault of other values leaves them alone. */
const IDENTITIES: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'marketSlug',
  'market_slug',
  'eventSlug',
  'tradeId',
  'transactionId',
  'canceledOrderIds',
]);
const POLLUTED = '{"polluted":true,"isAdmin":true,"toString":"polluted","value":"1"}';
const CODES: ReadonlySet<string> = new Set(['side', 'type', 'tif', 'intent', 'state']);

/** Every way a demo server can break a reply; one for each thing a client has to do differently. */
export const REPLY_FAULTS: readonly ReplyFault[] = [
  changed('time', 'no-headers', 'never any headers', () => ({ headersAfter: Number.POSITIVE_INFINITY })),
  changed('time', 'slow-body', 'ten pieces, a second apart', () => ({
    pieces: { count: 10, every: SECOND },
  })),
  changed('time', 'stalled-body', 'half the body, then silence', (reply) => ({
    ...halfOf(reply),
    end: 'silence',
  })),
  changed('time', 'dripping-body', 'the body, then a blank every second', () => ({ end: 'drip' })),

  { ...named('connection', 'refused', 'nobody listens'), deliver: () => ({ kind: 'none', how: 'connect' }) },
  tls('tls-untrusted', 'an untrusted certificate', 'certificate'),
  tls('tls-expired', 'an expired certificate', 'date'),
  raw('reset-before', 'the connection breaks before anything was done', 'reset', '', false),
  raw('reset-after', 'the connection breaks after it was done', 'reset', ''),
  changed('connection', 'cut-body', 'half the body, then the connection breaks', (reply) => ({
    ...halfOf(reply),
    end: 'break',
  })),
  raw('garbage', 'bytes that are not HTTP', 'protocol', '\u0007\u0000 this has never been HTTP\r\n\r\n'),
  raw(
    'huge-headers',
    'headers of 200 KB',
    'tooLarge',
    `HTTP/1.1 200 OK\r\n${Array.from({ length: 200 }, (_, at) => `x-${at}: ${'x'.repeat(1_000)}`).join('\r\n')}\r\n\r\n`,
  ),

  {
    ...named('status', 'status-204', 'no content, after it was done'),
    deliver: (request, answer) => ({ ...sent(answer(request), { body: bodyOf('') }), status: 204 }),
  },
  refusal('status-302', 'a redirect', 302, { headers: { location: '/sign-in' }, body: bodyOf('') }),
  refusal('status-400', 'refused', 400),
  refusal('status-401', 'the key is not accepted', 401),
  refusal('status-403', 'the key may not do this', 403),
  refusal('status-404', 'not found', 404),
  refusal('status-408', 'the service waited in vain', 408),
  refusal('status-429', 'too many requests', 429),
  refusal('status-429-in-a-day', 'too many requests, wait for a day', 429, {
    headers: { ...JSON_TYPE, 'retry-after': '86400' },
  }),
  refusal('status-429-nonsense', 'too many requests, wait for nonsense', 429, {
    headers: { ...JSON_TYPE, 'retry-after': 'soon, NaN' },
  }),
  refusal('status-429-cut-body', 'too many requests, half a body', 429, {
    headers: { ...JSON_TYPE, 'content-length': '1000', 'retry-after': '7' },
    end: 'break',
  }),
  failure('status-500', 'an error, after it was done', 500),
  failure('status-500-hostile', 'the same with a message full of markup', 500, {
    body: bodyOf(JSON.stringify({ code: 13, message: HOSTILE, details: [] })),
  }),
  failure('status-501', 'not implemented', 501),
  failure('status-503-page', 'maintenance, with a page', 503, {
    headers: { 'content-type': 'text/html', 'retry-after': '7' },
    body: bodyOf(PAGE),
  }),

  changed('bytes', 'empty', 'no body', () => ({ body: bodyOf('') })),
  changed('bytes', 'html', 'a page', () => typed('text/html', PAGE)),
  changed('bytes', 'json-as-text', 'the right body with a wrong type', (reply) =>
    typed('text/plain', reply.body),
  ),
  changed('bytes', 'half-json', 'half the JSON, with the right length', ({ body }) => ({
    body: bodyOf(body.subarray(0, Math.floor(body.byteLength / 2))),
  })),
  changed('bytes', 'null', 'null', () => ({ body: bodyOf('null') })),
  changed('bytes', 'deep-lists', '300,000 brackets', () => ({
    body: bodyOf(`${'['.repeat(300_000)}${']'.repeat(300_000)}`),
  })),
  changed('bytes', 'endless-digits', 'a number of a million digits', (reply) => ({
    body: bodyOf(withField(reply, `"digits":${'7'.repeat(1_000_000)}`)),
  })),
  changed('bytes', 'huge', '40 MB', () => ({
    body: { bytes: new Uint8Array(MEGABYTE).fill(0x20), times: HUGE },
  })),
  changed('bytes', 'gzip-bomb', '40 MB in 40 KB of gzip', () => ({
    headers: GZIP,
    body: bodyOf(gzipBomb()),
  })),
  changed('bytes', 'not-gzip', 'called gzip, and is not', () => ({ headers: GZIP })),

  replaced('missing-everything', 'an empty object', () => '{}'),
  reshaped('only-null', 'every value is null', { text: asNull, number: asNull, flag: asNull }),
  reshaped('lists-are-null', 'every list is null', { list: asNull }),
  reshaped('empty-texts', 'every text is empty, ids too', { text: () => '""' }),
  reshaped('wrong-types', 'texts are numbers, numbers are lists, flags are texts', {
    text: exceptIdentities(() => '7'),
    number: (value) => `[${value}]`,
    flag: (value) => `"${value ? 'maybe' : 'perhaps'}"`,
  }),
  reshaped('wrong-identities', 'ids and slugs are objects', {
    text: (value, key) => (IDENTITIES.has(key) ? `{"is":${quoted(value)}}` : quoted(value)),
  }),
  reshaped('same-identities', 'every id and slug is the same', {
    text: (value, key) => quoted(IDENTITIES.has(key) ? 'same' : value),
  }),
  reshaped('other-thing', 'the right reply about something else', {
    text: (value, key) => quoted(IDENTITIES.has(key) && value !== '' ? `other-${value}` : value),
  }),
  numbers('huge-numbers', '99 digits for every number', '9'.repeat(99)),
  numbers('negative-numbers', 'minus one million for every number', '-1000000'),
  reshaped('markup', 'markup, controls and half characters in every text but ids', {
    text: exceptIdentities((value) => `${quoted(`${value} ${HOSTILE}`).slice(0, -1)}\\ud800"`),
  }),
  reshaped('long-texts', '4,000 characters in every text but ids', {
    text: exceptIdentities((value) => quoted(value.padEnd(4_000, 'long '))),
  }),
  reshaped('impossible-times', 'times that never were', {
    text: (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? '"2026-02-30T25:61:00Z"' : quoted(value)),
  }),
  reshaped('unknown-codes', 'codes nobody listed', {
    text: (value) => quoted(/^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(value) ? `${value}_TOMORROW` : value),
    number: (value, key) => (CODES.has(key) ? '4711' : String(value)),
  }),
  reshaped('prototype', '`__proto__`, `constructor` and names twice in every object', {
    object: (fields) =>
      objectText([
        ['__proto__', POLLUTED],
        ...fields.map(([name]) => [name, '"first"'] as const),
        ...fields,
        ['constructor', `{"prototype":${POLLUTED}}`],
        ['to_string', '"x"'],
        ['then', '"x"'],
      ]),
  }),
  reshaped('odd-items', 'every list also has null, a number, a text, a list and an object', {
    list: (items) => `[${['null', '7', '"x"', '[]', '{}', ...items].join(',')}]`,
  }),
  reshaped('items-twice', 'every list has its elements twice', {
    list: (items) => `[${[...items, ...items].join(',')}]`,
  }),

  cursored('cursor-circle', 'the same page by two names, each of which names the other', (came) =>
    came === 'A' ? 'B' : 'A',
  ),
  cursored('cursor-without-end', 'the same page for ever, with a new cursor each time', (came) =>
    String(Number(came ?? '0') + 1),
  ),
  cursored('no-end-no-cursor', 'not the end, and no way on', () => ''),
  cursored('end-with-cursor', 'the end, and a cursor', () => 'more', true),
  {
    ...named('pages', 'repeating-pages', 'the first page whatever was asked for'),
    deliver: (request, answer) => sent(answer(without(request, 'offset', 'cursor'))),
  },
  {
    ...named('pages', 'empty-pages', 'nothing on the page'),
    deliver: (request, answer) =>
      changedPage(answer(request), (page) => {
        for (const [name, value] of Object.entries(page)) if (Array.isArray(value)) page[name] = [];
      }),
  },
];

type Change = (reply: DemoReply) => Partial<SentReply>;

function named(group: FaultGroup, name: string, what: string): Pick<ReplyFault, 'name' | 'what' | 'group'> {
  return { name, what, group };
}

function changed(group: FaultGroup, name: string, what: string, change: Change): ReplyFault {
  return {
    ...named(group, name, what),
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, change(reply));
    },
  };
}

function tls(name: string, what: string, how: TlsProblem): ReplyFault {
  return { ...named('connection', name, what), deliver: () => ({ kind: 'none', how }) };
}

function raw(name: string, what: string, reads: RawBytes['reads'], text: string, isDone = true): ReplyFault {
  return {
    ...named('connection', name, what),
    deliver: (request, answer) => {
      if (isDone) answer(request);
      return { kind: 'raw', bytes: new TextEncoder().encode(text), reads };
    },
  };
}

function refusal(name: string, what: string, status: number, part: Partial<SentReply> = {}): ReplyFault {
  return { ...named('status', name, what), deliver: () => errorAnswer(status, part) };
}

function failure(name: string, what: string, status: number, part: Partial<SentReply> = {}): ReplyFault {
  return {
    ...named('status', name, what),
    deliver: (request, answer) => {
      answer(request);
      return errorAnswer(status, part);
    },
  };
}

function errorAnswer(status: number, part: Partial<SentReply>): SentReply {
  const said = JSON.stringify(errorReply(status === 404 ? 5 : 13, `status ${status} on purpose`));
  return sent({ status, headers: JSON_TYPE, body: bodyOf(said).bytes }, part);
}

const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' };
const bombs: Uint8Array[] = [];

/** Made when first needed: it takes a tenth of a second. */
function gzipBomb(): Uint8Array {
  const bomb = bombs[0] ?? gzipSync(new Uint8Array(HUGE * MEGABYTE).fill(0x20));
  bombs[0] = bomb;
  return bomb;
}

function typed(type: string, body: Uint8Array | string): Partial<SentReply> {
  return { headers: { 'content-type': type }, body: bodyOf(body) };
}

/** Half the body with the length of the whole. */
function halfOf({ headers, body }: DemoReply): Partial<SentReply> {
  return {
    headers: { ...headers, 'content-length': String(body.byteLength) },
    body: bodyOf(body.subarray(0, Math.max(1, Math.floor(body.byteLength / 2)))),
  };
}

/** The reply with one more field in its outermost object. */
function withField({ body }: DemoReply, field: string): string {
  const text = new TextDecoder().decode(body);
  return text.startsWith('{}') ? `{${field}}` : text.replace('{', `{${field},`);
}

function replaced(name: string, what: string, change: (text: string) => string): ReplyFault {
  return changed('shape', name, what, ({ body }) => ({
    body: bodyOf(change(new TextDecoder().decode(body))),
  }));
}

function reshaped(name: string, what: string, shape: JsonShape): ReplyFault {
  return replaced(name, what, (text) => rewriteJson(JSON.parse(text), shape));
}

/** Every number, and every text that is one: prices are texts. */
function numbers(name: string, what: string, number: string): ReplyFault {
  return reshaped(name, what, {
    number: () => number,
    text: exceptIdentities((value) => (/^-?\d+(?:\.\d+)?$/.test(value) ? `"${number}"` : quoted(value))),
  });
}

function exceptIdentities(change: (value: string) => string): (value: string, key: string) => string {
  return (value, key) => (IDENTITIES.has(key) ? quoted(value) : change(value));
}

function asNull(): string {
  return 'null';
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

type Json = { [name: string]: unknown };

/** `next`: the cursor that is sent, given the one that came. */
function cursored(
  name: string,
  what: string,
  next: (came: string | null) => string,
  isEnd = false,
): ReplyFault {
  return {
    ...named('pages', name, what),
    deliver: (request, answer) =>
      // The demo does not know these cursors.
      changedPage(answer(without(request, 'cursor')), (page) => {
        // Only where there are pages: elsewhere these would be fields nobody knows.
        if (!('nextCursor' in page) && !('eof' in page)) return;
        page['nextCursor'] = next(request.query.get('cursor'));
        page['eof'] = isEnd;
      }),
  };
}

function changedPage(reply: DemoReply, change: (page: Json) => void): SentReply {
  const page = JSON.parse(new TextDecoder().decode(reply.body)) as Json;
  change(page);
  return sent(reply, { body: bodyOf(JSON.stringify(page)) });
}

function without(request: DemoRequest, ...names: readonly string[]): DemoRequest {
  const query = new URLSearchParams(request.query);
  for (const name of names) query.delete(name);
  return { ...request, query };
}
