import { gzipSync } from 'node:zlib';
import type { DemoReply } from '../../../src/demo/api.ts';
import { errorReply } from '../../../src/demo/wire/encode.ts';
import { bodyOf, type ReplyFault, type SentReply, sent } from './delivery.ts';

/** Answered before anything was done: the service, or what stands in front of it, does not want to. */
const REFUSED = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 413, 414, 415, 417, 418, 421, 422, 423, 424, 425,
  426, 428, 429, 431, 451, 499,
];
/** Answered after it was done: something broke on the way back. */
const BROKEN = [500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 530, 599];

const PAGE =
  '<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>One moment, please</h1></body></html>';

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' };
const WORDS = JSON.stringify(errorReply(13, 'words beside a status'));
const HALF_GZIP = gzipSync(WORDS).subarray(0, 20);

/** Every answer but 200. */
export const STATUS_FAULTS: readonly ReplyFault[] = [
  status('201', 'created, with the body', 201, (reply) => ({ body: bodyOf(reply.body) })),
  status('204', 'no content', 204, () => ({ body: bodyOf('') })),
  status('205', 'reset content', 205, () => ({ body: bodyOf('') })),
  status('206', 'part of the content', 206, (reply) => ({
    body: bodyOf(reply.body.subarray(0, Math.ceil(reply.body.byteLength / 3))),
  })),
  status('300', 'several choices', 300, () => ({ body: bodyOf('[]') })),
  redirect(301, 'https://elsewhere.invalid/v1/markets'),
  redirect(302, '/sign-in'),
  redirect(303, '//elsewhere.invalid/'),
  status('304', 'not modified', 304, () => ({ body: bodyOf('') })),
  redirect(307, 'http://elsewhere.invalid/'),
  redirect(308, 'javascript:alert(1)'),
  ...REFUSED.map((code) => failure(code, false)),
  ...BROKEN.map((code) => failure(code, true)),
  page('403-page', 'forbidden, with a page of a firewall', 403, {}),
  page('404-page', 'not found, with a page', 404, {}),
  page('502-page', 'bad gateway, with a page', 502, {}),
  page('503-page', 'maintenance, with a page', 503, { 'retry-after': '7' }),
  page('429-in-a-day', 'too many, wait for a day', 429, { 'retry-after': '86400' }),
  page('429-nonsense', 'too many, wait for nonsense', 429, { 'retry-after': 'soon, NaN' }),
  page('429-past', 'too many, wait until last year', 429, {
    'retry-after': 'Wed, 01 Jan 2025 00:00:00 GMT',
  }),
  message('500-hostile', 'a message with markup, links and control characters', hostile()),
  message('500-long', 'a message of 100 KB', 'x'.repeat(100_000)),
  message('500-object', 'a message that is no text', { deep: ['er'] }),
  ...[401, 404, 429].flatMap((code) => [
    unread(code, 'empty-gzip', 'no body, called gzip', { headers: GZIP, body: bodyOf('') }),
    unread(code, 'cut-gzip', 'half of a gzip', { headers: GZIP, body: bodyOf(HALF_GZIP) }),
    unread(code, 'unknown-encoding', 'an encoding that was not asked for', {
      headers: { ...GZIP, 'content-encoding': 'zstd' },
    }),
    unread(code, 'cut-body', 'half a body, then the connection breaks', {
      headers: { ...JSON_TYPE, 'content-length': '1000' },
      end: 'break',
    }),
  ]),
  unread(429, 'huge', '40 MB', { body: { bytes: new Uint8Array(MEGABYTE).fill(0x20), times: 40 } }),
  unread(429, 'stalled', 'half a body, then silence', {
    headers: { ...JSON_TYPE, 'content-length': '1000' },
    end: 'silence',
    group: 'time',
  }),
  unread(429, 'dripping', 'a body, then a blank every second without end', { end: 'drip', group: 'time' }),
];

/** What a stranger would write where people read. */
function hostile(): string {
  return '[sign in](command:workbench.action.quit) <img src=x onerror=alert(1)> $(zap) \u202eevil\u2066\u0000\u001b[31m';
}

function status(
  name: string,
  what: string,
  code: number,
  change: (reply: DemoReply) => Parameters<typeof sent>[1],
): ReplyFault {
  return {
    name: `status-${name}`,
    what,
    group: 'status',
    deliver: (request, answer) => {
      const reply = answer(request);
      return { ...sent(reply, change(reply)), status: code };
    },
  };
}

function redirect(code: number, location: string): ReplyFault {
  return {
    name: `status-${code}`,
    what: `a redirect to ${location}`,
    group: 'status',
    deliver: () => sent({ status: code, headers: { location }, body: new Uint8Array() }),
  };
}

function failure(code: number, isDone: boolean): ReplyFault {
  const body = JSON.stringify(errorReply(code === 404 ? 5 : 13, `status ${code} on purpose`));
  return {
    name: `status-${code}`,
    what: isDone ? `${code}, after it was done` : `${code}`,
    group: 'status',
    deliver: (request, answer) => {
      if (isDone) answer(request);
      return sent({ status: code, headers: JSON_TYPE, body: bodyOf(body).bytes });
    },
  };
}

function page(
  name: string,
  what: string,
  code: number,
  headers: Readonly<Record<string, string>>,
): ReplyFault {
  return {
    name: `status-${name}`,
    what,
    group: 'status',
    deliver: () =>
      sent({
        status: code,
        headers: { 'content-type': 'text/html', ...headers },
        body: bodyOf(PAGE).bytes,
      }),
  };
}

function message(name: string, what: string, said: unknown): ReplyFault {
  const body = JSON.stringify({ code: 13, message: said, details: [] });
  return {
    name: `status-${name}`,
    what,
    group: 'status',
    deliver: (request, answer) => {
      answer(request);
      return sent({ status: 500, headers: JSON_TYPE, body: bodyOf(body).bytes });
    },
  };
}

/** A status that says enough, with a body that does not come or cannot be read. It asks to wait for seven seconds. */
function unread(
  code: number,
  name: string,
  what: string,
  { group = 'status', headers = JSON_TYPE, ...part }: Partial<SentReply> & Partial<Pick<ReplyFault, 'group'>>,
): ReplyFault {
  return {
    name: `status-${code}-${name}`,
    what: `${code}; ${what}`,
    group,
    deliver: () => {
      const body = bodyOf(WORDS).bytes;
      return sent({ status: code, headers: { ...headers, 'retry-after': '7' }, body }, part);
    },
  };
}
