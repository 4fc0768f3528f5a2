import type { Log } from '../../base/log.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../exchange/errors.ts';
import type { Exchange, OnRequestId } from '../../exchange/exchange.ts';
import type { RatePermit } from '../../exchange/rate-permit.ts';
import { asExchangeError, refusesKey } from '../session/failure.ts';
import type { Intent } from './cancel-intent.ts';
import { type Answer, answerOf, notEchoed } from './cancel-outcome.ts';

/** What one request came to: as a whole, and for each of the orders it was sent for. */
export interface Replies {
  readonly request: Answer;
  readonly answers: readonly Answer[];
}

export async function askForOne(
  exchange: Exchange,
  { order }: Intent,
  turn: RatePermit,
  log: Log,
): Promise<Answer> {
  let requestId: string | undefined;
  try {
    await exchange.cancelOrder({ id: order.id, marketSlug: order.marketSlug }, turn, (id) => {
      requestId = id;
    });
    return { kind: 'accepted', requestId };
  } catch (cause) {
    return answerOf(asExchangeError(cause, log));
  }
}

export async function askForAll(
  exchange: Exchange,
  intents: readonly Intent[],
  turn: RatePermit,
  log: Log,
): Promise<Replies> {
  const refs = intents.map(({ order }) => ({ id: order.id, marketSlug: order.marketSlug }));
  return repliesTo(intents, (heard) => exchange.cancelOrders(refs, turn, heard), log);
}

/** One request for whatever is open when it arrives; `intents`: what is known to be. */
export async function askForEverything(
  exchange: Exchange,
  intents: readonly Intent[],
  turn: RatePermit,
  log: Log,
): Promise<Replies> {
  return repliesTo(intents, (heard) => exchange.cancelAllOpen(turn, heard), log);
}

/** By the ids the service names. */
async function repliesTo(
  intents: readonly Intent[],
  ask: (heard: OnRequestId) => Promise<readonly string[]>,
  log: Log,
): Promise<Replies> {
  let requestId: string | undefined;
  try {
    const ids = await ask((id) => {
      requestId = id;
    });
    const accepted = new Set(ids);
    const answers = intents.map(
      ({ order: { id } }): Answer =>
        // Naming fewer ids than were sent is no refusal either: their records tell.
        accepted.has(id) ? { kind: 'accepted', requestId } : { kind: 'perhaps', error: notEchoed(requestId) },
    );
    return { request: { kind: 'accepted', requestId }, answers };
  } catch (cause) {
    const request = answerOfAll(asExchangeError(cause, log));
    return { request, answers: intents.map(() => request) };
  }
}

const BEFORE: ReadonlySet<ExchangeErrorCode> = new Set(['clockSkew', 'rateLimit', 'unsupported']);

/**
 * A refusal of a request for several orders may be about one of them, when others were acted on already: the interface
 * does not say what such a reply stands for (live interface §8), so each order has to be looked at. Only what is turned
 * away before anything is looked at had certainly no effect: for the key (401), for too many requests (429), or by the
 * service's own router, which knows of no such endpoint.
 */
function answerOfAll(error: ExchangeError): Answer {
  const answer = answerOf(error);
  const { details } = error;
  const isBefore = refusesKey(error) || BEFORE.has(error.code);
  if (answer.kind !== 'noEffect' || details.status === undefined || isBefore) return answer;
  const perhaps = new ExchangeError(error.code, error.message, {
    ...details,
    mayHaveArrived: true,
    cause: error,
  });
  return { kind: 'perhaps', error: perhaps };
}
