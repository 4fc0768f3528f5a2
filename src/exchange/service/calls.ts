import type { Log } from '../../base/log.ts';
import { ExchangeError } from '../errors.ts';
import type { Feature, OnRequestId, Problem, RatePermit } from '../exchange.ts';
import type { RequestContext, ServiceReply } from '../http/request.ts';
import { permitFor, request } from '../http/request.ts';
import type { ConnectionProfile } from '../profile.ts';
import type { Decoded, DecodedList } from '../wire/replies.ts';
import type { QueryPairs } from '../wire/requests.ts';
import { cleanLine } from '../wire/text.ts';
import { WireError } from '../wire/wire-error.ts';
import { createFeatures, documentedFeatures } from './features.ts';

/** How the endpoint files ask: one call an endpoint, decoding included. */
export interface Calls {
  readonly profile: ConnectionProfile;
  /** A single thing. */
  one<T>(asked: Asked, decode: (json: unknown) => Decoded<T>): Promise<T>;
  /** A list; its problems are part of it. */
  list<L extends DecodedList<unknown>>(asked: Asked, decode: (json: unknown) => L): Promise<L & Received>;
  /** A place in the rate for a POST. */
  permit(signal: AbortSignal | undefined): Promise<RatePermit>;
  /** Sent exactly once; what was asked for cannot be called back. */
  post<T>(asked: AskedPost, decode: (json: unknown) => T): Promise<T>;
  supports(feature: Feature): 'yes' | 'no' | 'unknown';
}

interface Received {
  /** When the reply arrived, Unix milliseconds. */
  readonly receivedAt: number;
}

interface Asked {
  readonly path: string;
  readonly query?: QueryPairs;
  readonly signed: boolean;
  readonly signal: AbortSignal | undefined;
  /** Not to be answered by an identical request that is out already. */
  readonly isUnshared?: boolean | undefined;
  /** The endpoint is one a service may lack. */
  readonly feature?: Feature;
  /** What a 404 may be about, for a feature that reads single things. */
  readonly item?: string;
}

interface AskedPost extends Omit<Asked, 'signal'> {
  readonly body: unknown;
  readonly permit: RatePermit | undefined;
  readonly onRequestId: OnRequestId | undefined;
}

export function createCalls(context: RequestContext): Calls {
  const features = createFeatures(context.clock, documentedFeatures(context.profile));

  const call = <T>(
    method: 'GET' | 'POST',
    asked: Asked & { readonly body?: unknown; readonly permit?: RatePermit | undefined },
    read: Read<T>,
  ): Promise<T> => {
    const { feature, item, path, query = [], signed, signal, isUnshared, body, permit } = asked;
    const run = async (): Promise<T> => {
      const reply = await request(context, { method, path, query, signed, signal, isUnshared, body, permit });
      try {
        return read(reply);
      } catch (cause) {
        throw cause instanceof WireError ? badReply(path, reply, cause) : cause;
      }
    };
    if (feature === undefined) return run();
    return method === 'POST' ? features.act(feature, run) : features.use(feature, item, run);
  };

  const badReply = (path: string, { requestId }: ServiceReply, cause: WireError): ExchangeError => {
    context.log.warn(`${path}: ${cause.message}`);
    const sentence = cause.isOtherThing
      ? 'The service answered about something else than was asked.'
      : 'The reply of the service is not what its interface says.';
    return new ExchangeError('badReply', sentence, {
      ...(requestId === undefined ? {} : { requestId }),
      ...(cause.isOtherThing ? { reason: 'otherThing' } : {}),
      mayHaveArrived: true,
      cause,
    });
  };

  return {
    profile: context.profile,
    one: (asked, decode) =>
      call('GET', asked, ({ json }) => {
        const { value, problems } = decode(json);
        reportProblems(context.log, asked.path, problems);
        return value;
      }),
    list: (asked, decode) =>
      call('GET', asked, ({ json, receivedAt }) => {
        const listing = decode(json);
        reportProblems(context.log, asked.path, listing.problems);
        return { ...listing, receivedAt };
      }),
    permit: (signal) => permitFor(context, signal),
    post: (asked, decode) =>
      call('POST', { ...asked, signal: undefined }, ({ json, requestId }) => {
        if (requestId !== undefined) asked.onRequestId?.(requestId);
        return decode(json);
      }),
    supports: features.supports,
  };
}

type Read<T> = (reply: ServiceReply) => T;

/**
 * Holds a reply about a single thing to what was asked for: a cache or a proxy that mixes replies up would otherwise make
 * one order look like another. `named` gives the names of the thing; one of them must be the one asked for, whatever its
 * case unless `exactly`: ids of orders may differ in that alone. A thing without any name is taken for the right one. Throws WireError.
 */
export function assertReplyMatches<T>(
  asked: string,
  decoded: Decoded<T>,
  named: (value: T) => readonly (string | undefined)[],
  exactly = false,
): Decoded<T> {
  const plain = (name: string): string => (exactly ? name : name.toLowerCase());
  const names = named(decoded.value).filter((name) => name !== undefined);
  const isRight = names.length === 0 || names.some((name) => plain(name) === plain(asked));
  if (!isRight) throw new WireError('badReply', 'what was asked for', 'something else', undefined, true);
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
  let more = 0;
  for (const { count = 1 } of problems.slice(MOST)) more += count;
  if (more > 0) log.warn(`${path}: ${more} more such problems`);
}
