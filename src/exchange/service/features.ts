import type { Clock } from '../../base/clock.ts';
import { ExchangeError } from '../errors.ts';
import type { Feature } from '../exchange.ts';
import type { ConnectionProfile } from '../profile.ts';

/** What is known about the endpoints a service may lack. */
export interface Features {
  supports(feature: Feature): 'yes' | 'no' | 'unknown';
  /**
   * Runs `call` and learns from how it ends. `item` names the thing asked for where a 404 may mean that the thing is
   * unknown rather than the endpoint; leave it out for lists.
   */
  use<T>(feature: Feature, item: string | undefined, call: () => Promise<T>): Promise<T>;
  /**
   * As `use`, of something that acts. `unsupported` then means that nothing was done: only the service's own router can say
   * so, in a 404, 405 or 501 in words no handler would use, and only of what is not known to work. Any other one may be
   * about something of what was named, which says nothing of the rest.
   */
  act<T>(feature: Feature, call: () => Promise<T>): Promise<T>;
}

/** So many different things unknown and none ever known: it is the endpoint that is missing. */
const ITEMS_TO_GIVE_UP = 3;

/** A 404 may come from something in front of the service that was wrong for a moment: it is asked again after this. */
const ASK_AGAIN_MS = 10 * 60_000;

/** `documented`: what is known to be there before anything was asked. */
export function createFeatures(clock: Pick<Clock, 'now'>, documented: readonly Feature[] = []): Features {
  const known = new Map<Feature, Known>(documented.map((feature) => [feature, 'works']));
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

  const refuseMissing = (feature: Feature): void => {
    const found = look(feature);
    if (found !== undefined && found !== 'works') throw unsupported(feature);
  };

  return {
    supports: (feature) => {
      const found = look(feature);
      if (found === undefined) return 'unknown';
      return found === 'works' ? 'yes' : 'no';
    },
    use: async (feature, item, call) => {
      refuseMissing(feature);
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
    act: async (feature, call) => {
      refuseMissing(feature);
      try {
        const result = await call();
        known.set(feature, 'works');
        return result;
      } catch (cause) {
        if (!(cause instanceof ExchangeError)) throw cause;
        if (!ROUTER.has(cause.details.status ?? 0)) throw cause;
        if (known.get(feature) === 'works' || !isAboutEndpoint(cause)) throw perhapsDone(cause);
        known.set(feature, { missingSince: clock.now() });
        throw unsupported(feature, cause);
      }
    },
  };
}

/**
 * Several cancels in one request are part of the public service's interface, and of the demo's. Of an
 * address somebody typed in nobody has said so, and it is not tried out on orders.
 */
export function documentedFeatures({ id }: ConnectionProfile): readonly Feature[] {
  return id === 'custom' ? [] : ['batchedCancel'];
}

/**
 * What only a router says, by status: it is about the path or the method, so no handler has seen the request. Whatever a
 * handler could say of one order of many is not among it: no words at all, nor "Not Found" or "resource not found", which
 * routers say as well. The page of something in between says nothing of the kind either.
 */
const ROUTER: ReadonlyMap<number, RegExp> = new Map([
  [
    404,
    /^404 page not found$|^cannot post \/\S*$|^no route(?:s)?(?: (?:matched|found))?(?: with those values)?[.!]?$/i,
  ],
  [405, /^(?:405:? )?method not allowed[.!]?$/i],
  [501, /^(?:(?:501:? )?not implemented|unimplemented|method not (?:allowed|implemented))[.!]?$/i],
]);

function isAboutEndpoint({ details: { status = 0, saidBy, serviceMessage = '' } }: ExchangeError): boolean {
  return saidBy === 'service' && ROUTER.get(status)?.test(serviceMessage) === true;
}

/** Part of what was asked for may have been done, so it has to be looked at. */
function perhapsDone(cause: ExchangeError): ExchangeError {
  return new ExchangeError(cause.code, cause.message, { ...cause.details, mayHaveArrived: true, cause });
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
