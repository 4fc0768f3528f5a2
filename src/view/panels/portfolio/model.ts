import type { Balance } from '../../../core/balance.ts';
import { isHeld } from '../../../core/figures.ts';
import { ownMoney } from '../../../core/own.ts';
import { type HeldLine, type Payouts, payoutsByOutcome } from '../../../core/payouts.ts';
import { eventLines } from '../../event-lines.ts';
import { eventKey } from '../../order-text.ts';
import type { KnownPosition } from '../../position-text.ts';
import { resultOf } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { portfolioFigures } from '../../status.ts';
import { signed, tinted } from '../account.ts';
import { ageLine, detailsOf, ownDetails } from '../frame.ts';
import { button, cell, failureNote, note, presentPairs, retry } from '../parts.ts';
import type { PortfolioInput } from './input.ts';
import { pnlSection } from './pnl.ts';
import { PORTFOLIO, type PortfolioContent, type PortfolioSnapshot } from './protocol.ts';
import { settlementsSection } from './settlements.ts';
import { ordersSection, positionsSection } from './tables.ts';

export function portfolioSnapshot(input: PortfolioInput, context: ViewContext): PortfolioSnapshot {
  const { t } = context;
  const { connection, positions, orders, activities } = input;
  const known = connection.isSignedIn ? positions.value : undefined;
  const absent = connection.isSignedIn
    ? note(t('Loading…'))
    : input.isUnreached
      ? note(t('{0} cannot be reached', connection.label), 'warn', retry(context))
      : note(t('Sign in to see your portfolio.'), 'dim', button(t('Sign in…'), 'signIn'));
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
      crumbs: [cell(names.length > 1 ? t('each currency by itself: {0}', names.join(', ')) : names.join())],
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
    figures: figures(input, held, context),
    history: input.history,
    pnl: pnlSection(input, held, context),
    positions: positionsSection(held, complete, context),
    orders: ordersSection(input, context),
    settlements: settlementsSection(input, all, context),
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

/** The figures of the status bar's tooltip, with the least and the most the positions can make. */
function figures(
  input: PortfolioInput,
  held: readonly KnownPosition[],
  context: ViewContext,
): PortfolioContent['figures'] {
  const { t } = context;
  const rows = portfolioFigures(input.currencies, context);
  const ends = exposure(held, input, context);
  return input.currencies.map(({ currency }, place) => {
    const end = ends.find((each) => each.currency === currency);
    const bound = (label: string, pick: 'worst' | 'best', how: string) => {
      const made = signed(end && ownMoney(end[pick], currency), context);
      const left = end?.missing === 0 ? undefined : t('{0} left out', end?.missing ?? 0);
      return [label, { ...made, aside: left ?? how }] as const;
    };
    const pairsOf = (of: (typeof rows)[number]['part']) =>
      rows
        .filter(({ part }) => part === of)
        .map(({ label, values, how }) => [label, { ...tinted(values[place] ?? ''), aside: how }] as const);
    return {
      currency: input.currencies.length > 1 ? currency : '',
      pairs: presentPairs([
        ...pairsOf('account'),
        ...pairsOf('positions'),
        bound(t('At worst'), 'worst', t('each event’s worst result, cost and fees off')),
        bound(t('At best'), 'best', t('each event’s best result, cost and fees off')),
        ...pairsOf('cash'),
        ...pairsOf('balance'),
      ]),
    };
  });
}

/** Over all events, one entry a currency: events are decided by themselves, so their ends add up. */
function exposure(
  held: readonly KnownPosition[],
  { groupOf, viewOf }: PortfolioInput,
  context: ViewContext,
): readonly Payouts[] {
  const byEvent = [...Map.groupBy(held, ({ position, market }) => eventKey(position, market))];
  const rules = byEvent.flatMap(([key, positions]) => {
    const own = positions.flatMap(({ market }) => market ?? []);
    const event = own[0] && groupOf(own[0]);
    const markets = new Map([...(event?.markets ?? []), ...own].map((market) => [market.slug, market]));
    const lines = event && eventLines({ ...event, markets: [...markets.values()] }, viewOf, context).lines;
    return positions.map(({ position }): HeldLine => {
      const line = lines?.find((each) => each.market.slug === position.marketSlug);
      const rule = line?.rule ?? { group: position.marketSlug, measure: 'answer', is: 'at', value: 1 };
      const longPays = line && resultOf(line.view)?.longPays;
      return { position, rule: { ...rule, group: `${key} ${rule.group}` }, longPays };
    });
  });
  return payoutsByOutcome(rules);
}
