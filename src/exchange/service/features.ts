import type { Clock } from '../../base/clock.ts';
import { ExchangeError } from '../errors.ts';
import type { Feature } from '../exchange.ts';

/** What is known about the endpoints a service may lack. */
export interface Features {
  supports(feature: Feature): 'yes' | 'no' | 'unknown';
  /**
   * Runs `call` and learns from how it ends. `item` names the thing asked for where a 404 may mean that the thing is
   * unknown rather than the endpoint; leave it out for lists and actions.
   */
  use<T>(feature: Feature, item: string | undefined, call: () => Promise<T>): Promise<T>;
}

/** So many different things unknown and none ever known: it is the endpoint that is missing. */
const ITEMS_TO_GIVE_UP = 3;

/** A 404 may come from something in front of the service that was wrong for a moment: it is asked again after this. */
const ASK_AGAIN_MS = 10 * 60_000;

export function createFeatures(clock: Pick<Clock, 'now'>): Features {
  const known = new Map<Feature, Known>();
  const missed = new Map<Feature, Set<string>>();

  /** Whether the failed call says that the endpoint itself is missing. */
  const isMissing = (feature: Feature, item: string | undefined, error: ExchangeError): boolean => {
    const { status } = error.details;
    if (status === 501) return true;
    // A 404 for something that worked before is a passing trouble, or the thing asked for.
    if (status !== 404 || known.get(feature) === 'works') return false;
    if (item === undefined) return true;
    const items = missed.get(feature) ?? new Set();
    missed.set(feature, items.add(item));
    return items.size >= ITEMS_TO_GIVE_UP;
  };

  /** What is known now; a lack that was learned too long ago is forgotten. */
  const look = (feature: Feature): Known | undefined => {
    const found = known.get(feature);
    // A time still to come means that the machine's clock was set back: how long ago it was is not known.
    if (found === undefined || found === 'works') return found;
    const age = clock.now() - found.missingSince;
    if (age >= 0 && age < ASK_AGAIN_MS) return found;
    known.delete(feature);
    missed.delete(feature);
    return undefined;
  };

  return {
    supports: (feature) => {
      const found = look(feature);
      if (found === undefined) return 'unknown';
      return found === 'works' ? 'yes' : 'no';
    },
    use: async (feature, item, call) => {
      const found = look(feature);
      if (found !== undefined && found !== 'works') throw unsupported(feature);
      try {
        const result = await call();
        known.set(feature, 'works');
        return result;
      } catch (cause) {
        if (!(cause instanceof ExchangeError) || !isMissing(feature, item, cause)) throw cause;
        known.set(feature, { missingSince: clock.now() });
        throw unsupported(feature, cause);
      }
    },
  };
}

/** That an endpoint works, or since when (Unix milliseconds) it is taken to be missing. */
type Known = 'works' | { readonly missingSince: number };

const NAMES: Readonly<Record<Feature, string>> = {
  events: 'a list of events',
  event: 'single events',
  book: 'order books',
  bbo: 'best bids and offers',
  search: 'a search',
  priceHistory: 'a price history',
  balances: 'balances',
  batchedCancel: 'cancelling several orders at once',
  openEndedCancel: 'cancelling whatever is open',
};

function unsupported(feature: Feature, cause?: ExchangeError): ExchangeError {
  return new ExchangeError('unsupported', `This service does not offer ${NAMES[feature]}.`, {
    ...cause?.details,
    mayHaveArrived: false,
    ...(cause === undefined ? {} : { cause }),
  });
}
