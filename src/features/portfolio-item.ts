import type { Total } from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import type { PortfolioCurrency } from '../store/account/portfolio.ts';
import { type StatusCurrency, type StatusItem, type StatusSum, statusItem } from '../view/status.ts';
import type { Services } from './services.ts';

/** The portfolio as the status bar and its quick pick say it; undefined until it was read. */
export function portfolioItem(services: Services): StatusItem | undefined {
  const { portfolio, session, config } = services;
  const { summary } = portfolio;
  if (summary === undefined) return undefined;
  return statusItem(
    {
      summary: { ...summary, currencies: summary.currencies.map(statusCurrency) },
      connection: {
        label: session.profile.label,
        isDemo: session.profile.id === 'demo',
        mark: services.connectionMark(),
      },
      truth: portfolioTruth(services, summary.at),
      template: config.get('statusBar.template'),
    },
    services.view(),
  );
}

/** A sum is as fresh as its oldest part: the account as of `at`, and every price a value was calculated from. */
function portfolioTruth({ portfolio, live }: Services, at: number): Freshness {
  const account = live.accountFreshness(at) ?? { source: 'rest', at, standing: 'stale' };
  const prices = portfolio.pricedSlugs.map((slug) => live.priceFreshness(slug));
  return prices.filter((truth) => truth !== undefined).reduce(worse, account);
}

function statusCurrency(of: PortfolioCurrency): StatusCurrency {
  return {
    currency: of.currency,
    positions: of.positions,
    value: statusSum(of.value),
    openPnl: statusSum(of.openPnl),
    realized: statusSum(of.realised),
    cash: of.cash,
    balance: of.balance,
    accountValue: of.accountValue && statusSum(of.accountValue),
  };
}

function statusSum({ sum, missing }: Total): StatusSum {
  return { amount: sum, missing };
}
