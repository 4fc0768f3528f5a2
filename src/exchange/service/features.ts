import type { Clock } from '../../base/clock.ts';
import { ExchangeError } from '../errors.ts';
import type { Feature } from '../exchange.ts';

/** What is known about the endpoints a service may lack. */
export interface Features {
  supports(feature: Feature): 'yes' | 'no' | 'unknown';
  /**
   * Runs `call` and learns from how it ends. `item` names the thing asked for where a 404 may mean that the thing is
   * unknown rather than the endpoint; leave it out for lists.
   */
  use<T>(feature: Feature, item: string | undefined, call: () => Promise<T>): Promise<T>;
}

/** So many different things unknown and none ever known: it is the endpoint that is missing. */
const ITEMS_TO_GIVE_UP = 3;

/** A 404 may come from something in front of the service that was wrong for a moment: it is asked again after this. */
const ASK_AGAIN_MS = 10 * 60_000;

/** `documented`: what is known to be there before anything was asked. */
export function createFeatures(clock: Pick<Clock, 'now'>, documented: readonly Feature[] = []): Features {
  const working = new Set(documented);
  /** Since when, Unix milliseconds. */
  const missing = new Map<Feature, number>();
  const missedItems = new Map<Feature, Set<string>>();

  /** Whether the failed call says that the endpoint itself is missing. */
  const saysMissing = (feature: Feature, item: string | undefined, error: ExchangeError): boolean => {
    const { status } = error.details;
    if (status === 501) return true;
    // A 404 for something that worked before is a passing trouble, or the thing asked for.
    if (status !== 404 || working.has(feature)) return false;
    if (item === undefined) return true;
    const items = missedItems.get(feature) ?? new Set();
    missedItems.set(feature, items.add(item));
    return items.size >= ITEMS_TO_GIVE_UP;
  };

  const isMissing = (feature: Feature): boolean => {
    const since = missing.get(feature);
    if (since === undefined) return false;
    // Less than 0: the machine's clock was set back, so how long ago it was is not known.
    const age = clock.now() - since;
    if (age >= 0 && age < ASK_AGAIN_MS) return true;
    missing.delete(feature);
    missedItems.delete(feature);
    return false;
  };

  return {
    supports: (feature) => {
      if (isMissing(feature)) return 'no';
      return working.has(feature) ? 'yes' : 'unknown';
    },
    use: async (feature, item, call) => {
      if (isMissing(feature)) throw unsupported(feature);
      try {
        const result = await call();
        working.add(feature);
        return result;
      } catch (cause) {
        if (!(cause instanceof ExchangeError) || !saysMissing(feature, item, cause)) throw cause;
        working.delete(feature);
        missing.set(feature, clock.now());
        throw unsupported(feature, cause);
      }
    },
  };
}

function unsupported(feature: Feature, cause?: ExchangeError): ExchangeError {
  return new ExchangeError('unsupported', `This service does not offer ${feature}.`, {
    ...cause?.details,
    mayHaveArrived: false,
    ...(cause === undefined ? {} : { cause }),
  });
}
