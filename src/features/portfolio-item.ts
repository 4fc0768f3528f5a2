import { type Freshness, worse } from '../core/freshness.ts';
import { type StatusItem, statusItem } from '../view/status.ts';
import type { Services } from './services.ts';

/** The portfolio as the status bar and its quick pick say it; undefined until it was read. */
export function portfolioItem(services: Services): StatusItem | undefined {
  const { portfolio, session, config } = services;
  const { summary } = portfolio;
  if (summary === undefined) return undefined;
  return statusItem(
    {
      summary,
      connection: {
        label: session.profile.label,
        isDemo: session.profile.id === 'demo',
        mark: services.connectionMark(),
      },
      freshness: portfolioFreshness(services, summary.at),
      template: config.get('statusBar.template'),
    },
    services.view(),
  );
}

/** A sum is as fresh as its oldest part: the account as of `at`, and every price a value was calculated from. */
function portfolioFreshness({ portfolio, live }: Services, at: number): Freshness {
  const account = live.accountFreshness(at) ?? { source: 'rest', at, standing: 'stale' };
  const prices = portfolio.pricedSlugs.map((slug) => live.priceFreshness(slug));
  return prices.filter((freshness) => freshness !== undefined).reduce(worse, account);
}
