import { filterActivity } from './activity/filter-activity.ts';
import { type CredentialsCheck, signIn, signOut } from './connection/sign-in.ts';
import { resetDemo, switchConnection } from './connection/switch-connection.ts';
import { diagnose, type Surroundings } from './diagnose/diagnose.ts';
import type { CancelHandlers } from './ids.ts';
import { copyAsJson, copySlug } from './lists/copy.ts';
import { clearFilter, loadMore, refresh } from './lists/lists.ts';
import { filterMarkets } from './markets/filter-markets.ts';
import { type MarketOpeners, openMarket, openSettlement, searchMarkets } from './markets/open-market.ts';
import { sortMarkets } from './markets/sort-markets.ts';
import { openOrder } from './orders/open-order.ts';
import { setOddsFormat, showPortfolio, toggleHideAmounts } from './portfolio/show-portfolio.ts';
import type { CommandHandlers } from './register-commands.ts';
import type { Services } from './services.ts';

/** What opens panels and documents. */
interface Openers extends MarketOpeners {
  openOrder(orderId: string): Promise<void>;
  showAway(): Promise<void>;
  /** Shows a text as a read-only document. */
  showReport(name: string, text: string): Promise<void>;
}

/** What each command does. Loaded with the first command, so this is the one file that joins the features. */
export function commandHandlers(
  services: Services,
  openers: Openers,
  check: CredentialsCheck,
  surroundings: Surroundings,
  cancel: CancelHandlers,
): CommandHandlers {
  return {
    signIn: () => signIn(services, check),
    signOut: () => signOut(services),
    switchConnection: async (to) => {
      // From a view's menu the editor passes the focused row.
      await switchConnection(services, { to: typeof to === 'string' ? to : undefined });
    },
    resetDemo: () => resetDemo(services),
    refresh: (view) => refresh(services, typeof view === 'string' ? view : undefined),
    refreshMarkets: () => refresh(services, 'markets'),
    refreshEvents: () => refresh(services, 'events'),
    refreshOrders: () => refresh(services, 'orders'),
    refreshPositions: () => refresh(services, 'positions'),
    refreshActivity: () => refresh(services, 'activity'),
    searchMarkets: (text) => searchMarkets(services, openers, text),
    filterMarkets: () => filterMarkets(services),
    filterActivity: () => filterActivity(services),
    clearFilter: (view) => clearFilter(services, view),
    sortMarkets: () => sortMarkets(services),
    loadMore: (target) => loadMore(services, target),
    openMarket: (target) => openMarket(services, openers, target),
    openSettlement: (target) => openSettlement(services, openers, target),
    openOrder: (target) => openOrder(services, (id) => openers.openOrder(id), target),
    showAway: () => openers.showAway(),
    dismissAway: () => services.away.dismiss(),
    ...cancel,
    copySlug: (target) => copySlug(services, target),
    copyAsJson: (target) => copyAsJson(services, target),
    showPortfolio: () => showPortfolio(services),
    toggleHideAmounts: () => toggleHideAmounts(services),
    setOddsFormat: (format) => setOddsFormat(services, format),
    diagnose: () => diagnose(services, surroundings, (name, text) => openers.showReport(name, text)),
    showLog: () => services.log.show(),
  };
}
