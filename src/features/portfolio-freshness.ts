import { type Freshness, worse } from '../core/freshness.ts';
import type { Services } from './services.ts';

/** A sum is as fresh as its oldest part: the account as of `at`, and every price a value was calculated from. */
export function portfolioFreshness({ portfolio, live }: Services, at: number): Freshness {
  const account = live.accountFreshness(at) ?? { source: 'rest', at, standing: 'stale' };
  const prices = portfolio.pricedSlugs.map((slug) => live.priceFreshness(slug));
  return prices.filter((freshness) => freshness !== undefined).reduce(worse, account);
}
