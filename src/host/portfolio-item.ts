import type { Total } from '../core/figures.ts';
import { readAt } from '../store/load-state.ts';
import type { PortfolioCurrency } from '../store/portfolio.ts';
import { type StatusCurrency, type StatusItem, type StatusSum, statusItem } from '../view/status.ts';
import type { Services } from './services.ts';

/** Older than this is called stale, milliseconds: a window without focus reads every five minutes. */
const STALE_MS = 6 * 60_000;

/** The portfolio as the status bar and its quick pick say it; undefined until it was read. */
export function portfolioItem(services: Services): StatusItem | undefined {
  const { portfolio, session, config, clock } = services;
  const { summary, state } = portfolio;
  if (summary === undefined) return undefined;
  const at = readAt(state) ?? summary.at;
  return statusItem(
    {
      summary: { ...summary, currencies: summary.currencies.map(statusCurrency) },
      connection: { label: session.profile.label, isDemo: session.profile.id === 'demo' },
      stale: state.kind === 'failed' || clock.now() - at > STALE_MS,
      template: config.get('statusBar.template'),
    },
    services.view(),
  );
}

function statusCurrency(of: PortfolioCurrency): StatusCurrency {
  return {
    currency: of.currency,
    positions: of.positions,
    value: statusSum(of.value),
    openPnl: statusSum(of.openPnl),
    realized: statusSum(of.realised),
    cash: of.cash,
    accountValue: of.accountValue && statusSum(of.accountValue),
  };
}

function statusSum({ sum, missing }: Total): StatusSum {
  return { amount: sum, missing };
}
