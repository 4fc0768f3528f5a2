import type { Clock } from '../../base/clock.ts';
import { ExchangeError } from '../errors.ts';
import type { OptionalEndpoint } from '../exchange.ts';

/** What is known about the endpoints a service may lack. */
export interface OptionalEndpoints {
  supports(endpoint: OptionalEndpoint): 'yes' | 'no' | 'unknown';
  /**
   * Runs `call` and learns from how it ends. `item` names the thing asked for where a 404 may mean that the thing is
   * unknown rather than the endpoint; leave it out for lists.
   */
  use<T>(endpoint: OptionalEndpoint, item: string | undefined, call: () => Promise<T>): Promise<T>;
}

/** So many different things unknown and none ever known: it is the endpoint that is missing. */
const ITEMS_TO_GIVE_UP = 3;

/** A 404 may come from something in front of the service that was wrong for a moment: it is asked again after this. */
const ASK_AGAIN_MS = 10 * 60_000;

/** `documented`: what is known to be there before anything was asked. */
export function createOptionalEndpoints(
  clock: Pick<Clock, 'now'>,
  documented: readonly OptionalEndpoint[] = [],
): OptionalEndpoints {
  const working = new Set(documented);
  /** Since when, Unix milliseconds. */
  const missing = new Map<OptionalEndpoint, number>();
  const missedItems = new Map<OptionalEndpoint, Set<string>>();

  /** Whether the failed call says that the endpoint itself is missing. */
  const saysMissing = (
    endpoint: OptionalEndpoint,
    item: string | undefined,
    error: ExchangeError,
  ): boolean => {
    const { status } = error.details;
    if (status === 501) return true;
    // A 404 for something that worked before is a passing trouble, or the thing asked for.
    if (status !== 404 || working.has(endpoint)) return false;
    if (item === undefined) return true;
    const items = missedItems.get(endpoint) ?? new Set();
    missedItems.set(endpoint, items.add(item));
    return items.size >= ITEMS_TO_GIVE_UP;
  };

  const isMissing = (endpoint: OptionalEndpoint): boolean => {
    const since = missing.get(endpoint);
    if (since === undefined) return false;
    // Less than 0: the machine's clock was set back, so how long ago it was is not known.
    const age = clock.now() - since;
    if (age >= 0 && age < ASK_AGAIN_MS) return true;
    missing.delete(endpoint);
    missedItems.delete(endpoint);
    return false;
  };

  return {
    supports: (endpoint) => {
      if (isMissing(endpoint)) return 'no';
      return working.has(endpoint) ? 'yes' : 'unknown';
    },
    use: async (endpoint, item, call) => {
      if (isMissing(endpoint)) throw unsupported(endpoint);
      try {
        const result = await call();
        working.add(endpoint);
        return result;
      } catch (cause) {
        if (!(cause instanceof ExchangeError) || !saysMissing(endpoint, item, cause)) throw cause;
        working.delete(endpoint);
        missing.set(endpoint, clock.now());
        throw unsupported(endpoint, cause);
      }
    },
  };
}

function unsupported(endpoint: OptionalEndpoint, cause?: ExchangeError): ExchangeError {
  return new ExchangeError('unsupported', `This service does not offer ${endpoint}.`, {
    ...cause?.details,
    mayHaveArrived: false,
    ...(cause === undefined ? {} : { cause }),
  });
}
