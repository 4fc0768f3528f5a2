import type { Log } from '../../base/log.ts';
import type { Market } from '../../core/market.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { ConnectionProfile, Dialect } from '../../exchange/profile.ts';
import { asExchangeError } from './failure.ts';
import type { ExchangeFactory } from './session.ts';

export interface AddressFinding {
  /** Undefined where no market was listed from which to tell, or none could be read. */
  readonly dialect: Dialect | undefined;
  /** Why markets could not be read; `cancelled` once the signal fired. */
  readonly error: ExchangeError | undefined;
}

/** Enough markets for one that has its usual fields. */
const PAGE = { limit: 5, offset: 0 } as const;

/**
 * Finds out what answers at the public address of a connection, by reading some markets. It has no key, so nothing is
 * signed, whatever is stored for that address. Never rejects.
 */
export async function probeAddress(
  factory: ExchangeFactory,
  profile: ConnectionProfile,
  log: Log,
  signal: AbortSignal,
): Promise<AddressFinding> {
  try {
    const exchange = await factory({ ...profile, auth: 'none' }, undefined);
    try {
      const { items } = await exchange.markets({}, PAGE, signal);
      return { dialect: dialectOf(items), error: undefined };
    } finally {
      exchange.dispose();
    }
  } catch (cause) {
    return { dialect: undefined, error: asExchangeError(cause, log) };
  }
}

/** The older dialect has no such fields (interface.md 9.2, 9.3); today's may leave out some of them. */
function dialectOf(markets: readonly Market[]): Dialect | undefined {
  if (markets.length === 0) return undefined;
  const isCurrent = markets.some(
    ({ status, tickSize, feeCoefficient, sides }) =>
      (status ?? tickSize ?? feeCoefficient ?? sides.find(({ price, quote }) => price ?? quote)) !==
      undefined,
  );
  return isCurrent ? 'current' : 'seed';
}
