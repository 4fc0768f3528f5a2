import { type Freshness, worse } from '../core/freshness.ts';
import type { PortfolioStore } from '../store/account/portfolio.ts';
import type { Live } from '../store/live/live.ts';

interface Parts {
  readonly portfolio: PortfolioStore;
  readonly live: Live;
}

/** A sum is as fresh as its oldest part: the account as of `at`, and every price a value was calculated from. */
export function portfolioFreshness({ portfolio, live }: Parts, at: number): Freshness {
  const account = live.accountFreshness(at) ?? { source: 'rest', at, standing: 'stale' };
  const prices = portfolio.pricedSlugs.map((slug) => live.priceFreshness(slug));
  return prices.filter((freshness) => freshness !== undefined).reduce(worse, account);
}
