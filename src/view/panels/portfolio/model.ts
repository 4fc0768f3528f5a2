import type { Balance } from '../../../core/balance.ts';
import { isHeld } from '../../../core/figures.ts';
import type { KnownPosition } from '../../position-text.ts';
import type { ViewContext } from '../../row.ts';
import { button, failureNote, note, retry, signInNote } from '../parts.ts';
import { ageLine, detailsOf, ownDetails } from '../shared-sections.ts';
import type { PortfolioInput } from './input.ts';
import { ordersSection } from './orders.ts';
import { pnlSection } from './pnl.ts';
import { positionsSection } from './positions.ts';
import { PORTFOLIO, type PortfolioContent, type PortfolioSnapshot } from './protocol.ts';
import { settlementsSection } from './settlements.ts';
import { tileStrips } from './tiles.ts';

export function portfolioSnapshot(input: PortfolioInput, context: ViewContext): PortfolioSnapshot {
  const { t } = context;
  const { connection, positions, orders, activities } = input;
  const known = connection.isSignedIn ? positions.value : undefined;
  const absent = connection.isSignedIn
    ? note(t('Loading…'))
    : input.isUnreached
      ? note(t('{0} cannot be reached', connection.label), 'warn', retry(context))
      : signInNote(t('Sign in to see your portfolio.'), connection, context);
  const failure = connection.isSignedIn ? positions.failure : undefined;
  return {
    slug: PORTFOLIO,
    busy: [positions, orders, activities].some(({ busy }) => busy),
    note:
      failure === undefined
        ? known === undefined
          ? absent
          : undefined
        : failureNote(positions, failure, context),
    content: known && content(input, known, context),
  };
}

function content(
  input: PortfolioInput,
  all: readonly KnownPosition[],
  context: ViewContext,
): PortfolioContent {
  const { t } = context;
  const { connection, currencies, orders, complete } = input;
  const held = all.filter(({ position }) => isHeld(position));
  const names = currencies.map(({ currency }) => currency).filter((name) => name !== '');
  return {
    head: {
      crumbs: [],
      facts:
        names.length > 1
          ? [t('each currency by itself: {0}', names.join(', '))]
          : names.map((name) => t('everything in {0}', name)),
      title: t('Portfolio'),
      state: {
        text: t('Positions: {0}', held.length),
        tone: 'own',
        mark: held.length > 0 ? 'filled' : 'hollow',
      },
      game:
        orders.value === undefined
          ? t('orders unknown')
          : t('Orders: {0}', context.format.ownCount(orders.value.length)),
      connection: connection.isDemo ? t('DEMO exchange') : connection.label,
      demo: connection.isDemo,
      buttons: [button(t('Refresh'), 'refresh')],
    },
    freshness: ageLine(input.freshness, input.stream, undefined, context),
    figures: tileStrips(input, held, context),
    history: input.history,
    pnl: pnlSection(input, held, context),
    positions: positionsSection(held, complete, context),
    orders: ordersSection(input, context),
    settlements: settlementsSection(input, all, context),
    asked: input.asked,
    details: detailsOf(
      input.showsDetails,
      [
        ...currencies.flatMap(({ currency, balance }) =>
          balance === undefined ? [] : [balanceDetails(currency, balance, context)],
        ),
        ...all.map(({ position }) => [position.marketSlug, { kind: 'position', value: position }] as const),
        ...ownDetails(orders.value, input.activities.value, (slug) => input.marketOf(slug), context),
      ],
      context,
    ),
  };
}

/** Where cash goes is hidden with the amounts: it has names and numbers of accounts. */
function balanceDetails(currency: string, balance: Balance, { t, format }: ViewContext) {
  const value = format.settings.hideAmounts ? { ...balance, pendingWithdrawals: [] } : balance;
  return [t('Balance {0}', currency), { kind: 'balance', value }] as const;
}
