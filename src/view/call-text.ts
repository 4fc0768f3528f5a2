import type { ApiCall } from '../core/api-call.ts';
import { Decimal } from '../core/decimal.ts';
import { hidesSize } from './call-copies.ts';
import type { Translate } from './l10n.ts';
import { ABSENT, HIDDEN } from './numbers.ts';
import { joined, type ViewContext } from './row.ts';
import { streamName } from './stream-text.ts';

/** What a call is about; the lanes of the waterfall. */
export const CALL_KINDS = ['account', 'markets', 'events', 'prices'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

interface Endpoint {
  readonly kind: CallKind;
  readonly name: string;
}

/** What a call asks for, in words, and the lane it stands in. `nameOf`: what a market or event is called, by its slug. */
export function callEndpoint(
  { path, method, stream, query }: Pick<ApiCall, 'path' | 'method' | 'stream' | 'query'>,
  nameOf: (slug: string) => string | undefined,
  t: Translate,
): Endpoint {
  if (stream !== undefined)
    return { kind: stream === 'markets' ? 'prices' : 'account', name: streamName(stream, t) };
  const about = (encoded: string | undefined): string => {
    const slug = decoded(encoded ?? '');
    return nameOf(slug) ?? slug;
  };
  for (const [pattern, kind, words] of ENDPOINTS) {
    const found = pattern.exec(`${method} ${path}`);
    if (found !== null) return { kind, name: words(t, about(found[1] ?? asked(query))) };
  }
  return { kind: 'events', name: t('Other') };
}

/** What a list was asked about. */
function asked(query: ApiCall['query']): string | undefined {
  return query.find(([name]) => name === 'symbol')?.[1];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Words = (t: Translate, about: string) => string;

/** The first that fits. */
const ENDPOINTS: readonly (readonly [pattern: RegExp, kind: CallKind, words: Words])[] = [
  [/^POST .*\/orders\/open\/cancel$/, 'account', (t) => t('Kill switch')],
  [/^POST /, 'account', (t) => t('Cancel')],
  [/^GET \/v1\/account\/balances$/, 'account', (t) => t('Balances')],
  [/^GET \/v1\/portfolio\/positions$/, 'account', (t) => t('Positions')],
  [/^GET \/v1\/portfolio\/activities$/, 'account', (t) => t('Activity')],
  [/^GET \/v1\/orders\/open$/, 'account', (t) => t('Open orders')],
  [/^GET \/v1\/order\/([^/]+)$/, 'account', (t) => t('Order')],
  [/^GET \/v1\/markets\/([^/]+)\/book$/, 'prices', (t, about) => t('Book: {0}', about)],
  [/^GET \/v1\/markets\/([^/]+)\/bbo$/, 'prices', (t, about) => t('Best prices: {0}', about)],
  [/^GET \/v1\/markets\/([^/]+)\/settlement$/, 'prices', (t, about) => t('Settlement: {0}', about)],
  [/^GET \/v1\/price-history$/, 'prices', (t, about) => t('Price history: {0}', about)],
  [/^GET \/v1\/asset-prices\//, 'prices', (t) => t('Asset prices')],
  [/^GET \/v1\/market\/(?:slug|id)\/([^/]+)$/, 'markets', (t, about) => t('Market: {0}', about)],
  [/^GET \/v1\/markets$/, 'markets', (t) => t('Markets')],
  [/^GET \/v1\/search$/, 'markets', (t) => t('Search')],
  [/^GET \/v1\/events\/(?:slug\/)?([^/]+)$/, 'events', (t, about) => t('Event: {0}', about)],
  [/^GET \/v1\/events$/, 'events', (t) => t('Events')],
  [/^GET \/v2\/leagues\/([^/]+)\/events$/, 'events', (t, about) => t('Events of {0}', about)],
  [/^GET \/v2\/tags\/([^/]+)\/events$/, 'events', (t, about) => t('Events of {0}', about)],
  [/^GET \/v2\/leagues$/, 'events', (t) => t('Leagues')],
  [/^GET \/v2\/sports$/, 'events', (t) => t('Kinds of sport')],
  [/^GET \/v2\/tags$/, 'events', (t) => t('Topics')],
  [/^GET \/v1\/series$/, 'events', (t) => t('Series')],
];

export function requestLine({ method, path, search }: ApiCall): string {
  return `${method} ${path}${search}`;
}

/** When it was sent first; when it was asked for where it never was. */
export function startOf({ attempts, at }: ApiCall): number {
  return attempts[0]?.sentAt ?? at;
}

/** From then on until it was over, or until now; milliseconds. */
export function tookMs(call: ApiCall, now: number): number {
  return Math.max(0, (call.endedAt ?? now) - startOf(call));
}

/** `429 → 200`, `timeout`, `not sent`, `…` while it is under way. */
export function statusText({ attempts, endedAt, error }: ApiCall, t: Translate): string {
  const answers = attempts.map(({ status, problem }) => (status === undefined ? problem : String(status)));
  if (attempts.length === 0) return endedAt === undefined ? t('waiting') : t('not sent');
  // Several alike say no more than the last.
  const steps = answers.filter((answer, place) => answer !== answers[place - 1]);
  const isUnread = error === 'badReply' ? t('not readable') : undefined;
  return joined([steps.join(' → '), isUnread]) + (endedAt === undefined ? ' …' : '');
}

/** Whether its last answer is a good one. */
export function isGood({ attempts, error, endedAt }: ApiCall): boolean {
  const status = attempts.at(-1)?.status ?? 0;
  return endedAt === undefined || (error === undefined && status < 300);
}

/** A cache on the way says so itself; the extension has none of its own between a call and the service. */
export function cacheAge({ replyHeaders }: ApiCall): number | undefined {
  const header = (name: string) => replyHeaders.find(([each]) => each === name)?.[1];
  const age = Number(header('age') ?? Number.NaN);
  if (age > 0) return age;
  return /\bhit\b/i.test(`${header('cf-cache-status') ?? ''} ${header('x-cache') ?? ''}`) ? 0 : undefined;
}

export function sourceText(call: ApiCall, { t, format }: ViewContext): string {
  if (call.attempts.length === 0) return ABSENT;
  const age = cacheAge(call);
  if (age === undefined) return t('service');
  return age === 0 ? t('cache') : t('cache {0}', format.duration(age * 1000));
}

const KB = 1024;

/** A count, or milliseconds. */
export function wholeText(value: number, { format }: ViewContext): string {
  return format.quantity(Decimal.of(Math.round(value)));
}

/** Of the last answer: `900 B`, `14.8 KB`, `1.7 MB`; hidden where it would say how much there is of one's own. */
export function sizeText(call: ApiCall, { t, format }: ViewContext): string {
  const { bytes } = call;
  if (bytes === undefined) return ABSENT;
  if (hidesSize(call, format.settings)) return HIDDEN;
  if (bytes < KB) return t('{0} B', bytes);
  const isLarge = bytes >= KB * KB;
  const size = bytes / (isLarge ? KB * KB : KB);
  const places = size < 100 ? 1 : 0;
  const digits = format.quantity(Decimal.of(Number(size.toFixed(places))), places);
  return isLarge ? t('{0} MB', digits) : t('{0} KB', digits);
}
