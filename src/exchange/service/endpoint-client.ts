import type { Log } from '../../base/log.ts';
import type { RawReply } from '../../core/raw-reply.ts';
import type { CallLog } from '../call-log.ts';
import { ExchangeError } from '../errors.ts';
import type { OnRequestId, OptionalEndpoint, Problem, RatePermit } from '../exchange.ts';
import type { RequestContext, ServiceReply } from '../http/request.ts';
import { permitFor, request } from '../http/request.ts';
import type { ConnectionProfile } from '../profile.ts';
import { parseJson } from '../wire/json.ts';
import type { Decoded, DecodedList } from '../wire/replies.ts';
import type { QueryPairs } from '../wire/requests.ts';
import { cleanLine } from '../wire/text.ts';
import { notingReads, withinDepth } from '../wire/unread.ts';
import { WireError } from '../wire/wire-error.ts';
import { createOptionalEndpoints } from './optional-endpoints.ts';

/** How the endpoint files ask: one call an endpoint, decoding included. */
export interface EndpointClient {
  readonly profile: ConnectionProfile;
  one<T>(asked: ReadCall, decode: (json: unknown) => Decoded<T>): Promise<T>;
  /** A list; its problems are part of it, and when the reply arrived, Unix milliseconds. */
  list<L extends DecodedList<unknown>>(
    asked: ReadCall,
    decode: (json: unknown) => L,
  ): Promise<L & { readonly receivedAt: number }>;
  /** The reply as it came, with what a decoder makes of it; one that cannot be decoded is a reply too. */
  raw(asked: ReadCall, decode: (json: unknown) => unknown): Promise<RawReply>;
  /** The stored reply of a call that was recorded. Throws ExchangeError `notFound` where it is not stored any more. */
  recorded(id: string): RawReply;
  permit(signal: AbortSignal | undefined): Promise<RatePermit>;
  /** Sent exactly once and signed; what was asked for cannot be called back. */
  post<T>(asked: PostCall, decode: (json: unknown) => T): Promise<T>;
  supports(endpoint: OptionalEndpoint): 'yes' | 'no' | 'unknown';
}

export interface ReadCall {
  readonly path: string;
  readonly query?: QueryPairs;
  readonly signed: boolean;
  readonly signal: AbortSignal | undefined;
  readonly permit?: RatePermit | undefined;
  /** The endpoint is one a service may lack. */
  readonly optional?: OptionalEndpoint;
  /** What a 404 may be about, for an endpoint that reads single things. */
  readonly item?: string;
}

interface PostCall {
  readonly path: string;
  readonly body: unknown;
  readonly permit: RatePermit | undefined;
  readonly onRequestId: OnRequestId | undefined;
}

export function createEndpointClient(context: RequestContext): EndpointClient {
  const { profile, clock, log } = context;
  // Of an address somebody typed in nobody has published that it takes several cancels in one request, and it is not
  // tried out on orders.
  const optionalEndpoints = createOptionalEndpoints(clock, profile.id === 'custom' ? [] : ['batchedCancel']);

  const read = <T>(path: string, reply: ServiceReply, decode: (json: unknown) => T): T => {
    const startedAt = clock.steady();
    try {
      const value = decode(reply.json);
      reply.noteDecoded(clock.steady() - startedAt);
      return value;
    } catch (cause) {
      if (!(cause instanceof WireError)) throw cause;
      log.warn(`${path}: ${cause.message}`);
      throw badReply(reply, cause);
    }
  };
  const get = <T>(
    asked: ReadCall,
    decode: (json: unknown) => unknown,
    use: (reply: ServiceReply) => T,
  ): Promise<T> => {
    const { optional, item, path, query = [], signed, signal, permit } = asked;
    const sent = { method: 'GET', path, query, signed, signal, permit, decode } as const;
    const run = async (): Promise<T> => use(await request(context, sent));
    return optional === undefined ? run() : optionalEndpoints.use(optional, item, run);
  };

  return {
    profile,
    one: (asked, decode) =>
      get(asked, decode, (reply) => {
        const { value, problems } = read(asked.path, reply, decode);
        reportProblems(log, asked.path, problems);
        return value;
      }),
    list: (asked, decode) =>
      get(asked, decode, (reply) => {
        const listing = read(asked.path, reply, decode);
        reportProblems(log, asked.path, listing.problems);
        return { ...listing, receivedAt: reply.receivedAt };
      }),
    raw: (asked, decode) => get(asked, decode, (reply) => rawReply(asked, reply, decode)),
    recorded: (id) => recordedReply(context.callLog, id),
    permit: (signal) => permitFor(context, signal),
    post: async ({ path, body, permit, onRequestId }, decode) => {
      const reply = await request(context, { method: 'POST', path, signed: true, body, permit, decode });
      if (reply.requestId !== undefined) onRequestId?.(reply.requestId);
      return read(path, reply, decode);
    },
    supports: optionalEndpoints.supports,
  };
}

function rawReply(
  { path, query = [], signed }: ReadCall,
  { json: sentJson, receivedAt, requestId }: ServiceReply,
  decode: (json: unknown) => unknown,
): RawReply {
  const json = withinDepth(sentJson);
  const sent = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const request = `GET ${path}${sent === '' ? '' : `?${sent}`}`;
  return { request, part: undefined, receivedAt, requestId, isOwn: signed, json, ...decoded(json, decode) };
}

/** What a decoder makes of a reply, and what it does not read of it. */
function decoded(json: unknown, decode: (json: unknown) => unknown): Pick<RawReply, 'unread' | 'value'> {
  const noted = notingReads(json);
  try {
    const value = decode(noted.json);
    return { unread: noted.unread(), value };
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    return { unread: new Set(), value: undefined };
  }
}

function recordedReply(callLog: CallLog, id: string): RawReply {
  const call = callLog.get(id);
  const { reply, decode } = callLog.stored(id) ?? {};
  if (call === undefined || reply === undefined)
    throw new ExchangeError('notFound', 'The reply is not stored any more.', { mayHaveArrived: true });
  const header = (name: string) => call.replyHeaders.find(([each]) => each === name)?.[1];
  const json = withinDepth(jsonOrText(reply));
  return {
    request: `${call.method} ${call.path}${call.search}`,
    part: undefined,
    receivedAt: call.endedAt ?? call.at,
    requestId: header('x-pm-trace-id') ?? header('x-request-id'),
    isOwn: call.isSigned,
    json,
    // The decoder knows good replies only.
    ...(call.error === undefined && decode !== undefined
      ? decoded(json, decode)
      : { unread: new Set(), value: undefined }),
  };
}

/** What is no JSON stands as it is. */
function jsonOrText(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function badReply({ requestId }: ServiceReply, cause: WireError): ExchangeError {
  const sentence = cause.isOtherThing
    ? 'The service answered about something else than was asked.'
    : 'The reply of the service is not what its interface says.';
  return new ExchangeError('badReply', sentence, {
    ...(requestId === undefined ? {} : { requestId }),
    ...(cause.isOtherThing ? { reason: 'otherThing' } : {}),
    mayHaveArrived: true,
    cause,
  });
}

/**
 * Checks that a reply about a single thing is about what was asked for: a cache or a proxy that mixes replies up would
 * otherwise make one order look like another. `nameOf` gives the id or slug of the thing; it must be the one asked for,
 * whatever its case unless `exactly`: ids of orders may differ in that alone. A thing without a name is taken for the right
 * one. Throws WireError.
 */
export function assertReplyMatches<T>(
  asked: string,
  decoded: Decoded<T>,
  nameOf: (value: T) => string | undefined,
  exactly = false,
): Decoded<T> {
  const name = nameOf(decoded.value) ?? asked;
  const isRight = exactly ? name === asked : name.toLowerCase() === asked.toLowerCase();
  if (!isRight) throw new WireError('what was asked for', 'something else', undefined, true);
  return decoded;
}

/** A reply can be broken in every row; the first few say what is wrong. */
const MOST = 20;
const LONGEST_NAME = 100;

/** Writes what could not be read of a reply: which field of which item, and why. */
export function reportProblems(log: Log, path: string, problems: readonly Problem[]): void {
  for (const { item, field, reason } of problems.slice(0, MOST)) {
    // What names the item may be anything a stranger wrote, line breaks included.
    const named = cleanLine(item).slice(0, LONGEST_NAME);
    log.warn(`${path}: ${field === '' ? '' : `${field} of `}${named}: ${reason}`);
  }
  if (problems.length > MOST) log.warn(`${path}: at least ${problems.length - MOST} more such problems`);
}
