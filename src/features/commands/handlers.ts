import type { Services } from '../services.ts';
import { cancelAllOrders, cancelMarketOrders, cancelOrder } from './cancel.ts';
import { cancelEverything } from './cancel-everything.ts';
import { resetDemo, switchConnection } from './connection.ts';
import { copyAsJson, copySlug } from './copy.ts';
import { diagnose, type Surroundings } from './diagnose.ts';
import { filterActivity } from './filter-activity.ts';
import { filterMarkets } from './filter-markets.ts';
import { clearFilter, loadMore, refresh } from './lists.ts';
import { type Openers, openMarket, openOrder, openSettlement, searchMarkets } from './open.ts';
import { setOddsFormat, showPortfolio, toggleHideAmounts } from './portfolio.ts';
import type { CommandHandlers } from './register.ts';
import { type CredentialsCheck, signIn, signOut } from './sign-in.ts';
import { sortMarkets } from './sort-markets.ts';

/** What each command does. */
export function commandHandlers(
  services: Services,
  openers: Openers,
  check: CredentialsCheck,
  surroundings: Surroundings,
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
    openOrder: (target) => openOrder(services, openers, target),
    showAway: () => openers.showAway(),
    dismissAway: () => services.away.dismiss(),
    cancelOrder: (target, all) => cancelOrder(services, openers, target, all),
    cancelMarketOrders: (target) => cancelMarketOrders(services, openers, target),
    cancelAllOrders: () => cancelAllOrders(services, openers),
    cancelEverything: () => cancelEverything(services, openers),
    openCancelRecord: () => openers.openCancelRecord(),
    copySlug: (target) => copySlug(services, target),
    copyAsJson: (target) => copyAsJson(services, target),
    showPortfolio: () => showPortfolio(services),
    toggleHideAmounts: () => toggleHideAmounts(services),
    setOddsFormat: (format) => setOddsFormat(services, format),
    diagnose: () => diagnose(services, surroundings, (name, text) => openers.showReport(name, text)),
    showLog: () => services.log.show(),
  };
}
