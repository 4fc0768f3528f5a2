import type { Balance } from '../../../core/balance.ts';
import type { PortfolioCurrency } from '../../../core/figures.ts';
import type { EventGroup } from '../../../core/grouping.ts';
import type { Market } from '../../../core/market.ts';
import { looksSame, type MarketView } from '../../../core/market-view.ts';
import { type OwnDecimal, ownMoney } from '../../../core/own.ts';
import { areFeesSent } from '../../../core/own-settlement.ts';
import { type HeldLine, type Payouts, payoutsByOutcome } from '../../../core/payouts.ts';
import { eventLines } from '../../event-lines.ts';
import { eventKey } from '../../order-text.ts';
import type { KnownPosition } from '../../position-text.ts';
import { awaitingText, lackingText, sumText, sumTexts, withoutLacking } from '../../positions-tree.ts';
import { resultOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { leavingText, portfolioFigures } from '../../status.ts';
import { signed, signedSum } from '../account-sections.ts';
import { cell, pair, presentPairs } from '../parts.ts';
import type { Cell } from '../protocol.ts';
import type { PortfolioInput } from './input.ts';
import type { Tile, TileStrip } from './protocol.ts';

/** What the account comes to, a strip a currency, each figure with what it lacks before it and how it was made below. */
export function tileStrips(
  input: PortfolioInput,
  held: readonly KnownPosition[],
  context: ViewContext,
): readonly TileStrip[] {
  const ends = exposure(held, input, context);
  const rest = restPairs(input.currencies, context);
  return input.currencies.map((of, place) => {
    const { currency } = of;
    const end = ends.find((each) => each.currency === currency);
    return {
      currency: input.currencies.length > 1 ? currency : '',
      tiles: [
        ...accountTiles(of, held, context),
        ...cashTiles(of, context),
        ...endTiles(end, currency, context),
      ].filter(({ value }) => value.text !== ''),
      restName: context.t('All figures of the balance'),
      rest: rest[place] ?? [],
    };
  });
}

function accountTiles(
  of: PortfolioCurrency,
  held: readonly KnownPosition[],
  context: ViewContext,
): readonly Tile[] {
  const { t, format } = context;
  const { accountValue, currency, value, openPnl, realised } = of;
  const whole = sumTexts(withoutLacking(of), context);
  const worth = accountValue && sumText({ ...accountValue, missing: 0 }, currency, format.money, context);
  const hasFees = held.every(({ position }) => areFeesSent(position));
  return [
    tile(t('Account value'), worth ?? '', t('cash − margin + value'), {
      lacking: accountValue && lackingText(accountValue, of, context),
    }),
    tile(
      of.positions === 1 ? t('Value of 1 position') : t('Value of {0} positions', of.positions),
      whole.value,
      awaitingText(of, context) ?? t('as reported, or best bid'),
      { lacking: lackingText(value, of, context), isUrgent: true },
    ),
    tile(
      t('Open P&L'),
      signedSum(whole.open, openPnl.sum, context),
      hasFees ? t('value − cost, fees in') : t('value − cost'),
      {
        lacking: lackingText(openPnl, of, context),
        isUrgent: true,
      },
    ),
    tile(
      t('Realised P&L'),
      signedSum(sumTexts(of, context).realised, realised.sum, context),
      t('as reported, without fees'),
    ),
  ];
}

function cashTiles(of: PortfolioCurrency, context: ViewContext): readonly Tile[] {
  const { cash, balance, currency } = of;
  const { t, format } = context;
  const money = (amount: PortfolioCurrency['cash']): string =>
    amount === undefined ? '' : format.money(ownMoney(amount, currency));
  const resting = balance?.openOrders;
  return [
    tile(t('Cash'), money(cash), boundCash(balance, currency, context) || t('as reported')),
    tile(
      t('Buying power'),
      money(balance?.buyingPower),
      resting === undefined || resting.isZero
        ? t('as reported')
        : t('{0} reserved for orders', money(resting)),
    ),
  ];
}

/** What of the cash is not free; empty where all of it is. */
function boundCash(balance: Balance | undefined, currency: string, context: ViewContext): string {
  const { t, format } = context;
  const money = (amount: OwnDecimal | undefined): string | undefined =>
    amount === undefined || amount.isZero ? undefined : format.money(ownMoney(amount, currency));
  const parts: readonly (readonly [text: string | undefined, says: (amount: string) => string])[] = [
    [money(balance?.marginRequirement), (amount) => t('{0} margin', amount)],
    [money(balance?.balanceReservation), (amount) => t('{0} reserved', amount)],
    [money(balance?.displayedBonus), (amount) => t('{0} bonus', amount)],
    [leavingText(balance, currency, context), (amount) => t('{0} on its way out', amount)],
  ];
  const said = joined(parts.map(([text, says]) => text && says(text)));
  return said && t('of it {0}', said);
}

function endTiles(end: Payouts | undefined, currency: string, context: ViewContext): readonly Tile[] {
  const { t } = context;
  const bound = (name: string, pick: 'worst' | 'best', how: string): Tile => {
    const missing = end?.missing ?? 0;
    const value = signed(end && ownMoney(end[pick], currency), context);
    return {
      name,
      value: { ...value, aside: how },
      lacking: missing === 0 ? undefined : t('without {0}', missing),
    };
  };
  return [
    bound(t('At worst'), 'worst', t('each event’s worst result')),
    bound(t('At best'), 'best', t('each event’s best result')),
  ];
}

function tile(
  name: string,
  value: Cell | string,
  how: string,
  more: Omit<Tile, 'name' | 'value'> = {},
): Tile {
  return { name, value: { ...pair(name, value).value, aside: how }, ...more };
}

/** What the tiles do not say, a list a currency. */
function restPairs(currencies: readonly PortfolioCurrency[], context: ViewContext) {
  const figures = portfolioFigures(currencies, context).filter(({ isTile }) => !isTile);
  return currencies.map((_, place) =>
    presentPairs(
      figures.map(({ label, values, how, made }) => {
        const text = values[place];
        return [label, text && cell(text, context.format.moneySign(made?.[place]), { aside: how })];
      }),
    ),
  );
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
    const decided = event && decidedLines({ ...event, markets: [...markets.values()] }, viewOf, context);
    return positions.map(({ position }): HeldLine => {
      const { marketSlug } = position;
      const { rule, longPays } = decided?.get(marketSlug) ?? {};
      const { group, ...is } = rule ?? { group: marketSlug, measure: 'answer', is: 'at', value: 1 };
      return { position, rule: { ...is, group: `${key} ${group}` }, longPays };
    });
  });
  return payoutsByOutcome(rules);
}

type DecidedLines = ReadonlyMap<string, Pick<HeldLine, 'rule' | 'longPays'>>;

const DECIDED = new WeakMap<
  Market,
  { readonly views: readonly MarketView[]; readonly context: ViewContext; readonly lines: DecidedLines }
>();

/** By slug how each line is decided, and its result: made again only when a market of the event has changed. */
function decidedLines(
  group: EventGroup,
  viewOf: (market: Market) => MarketView,
  context: ViewContext,
): DecidedLines {
  const views = group.markets.map(viewOf);
  const [first] = group.markets;
  const known = first && DECIDED.get(first);
  const isSame = known?.context === context && known.views.length === views.length;
  if (isSame && views.every((view, place) => looksSame(view, known.views[place] ?? view))) return known.lines;
  const bySlug = new Map(views.map((view) => [view.market.slug, view]));
  const { lines } = eventLines(group, (market) => bySlug.get(market.slug) ?? viewOf(market), context);
  const made = new Map(
    lines.map(({ market, rule, view }) => [market.slug, { rule, longPays: resultOf(view)?.longPays }]),
  );
  if (first !== undefined) DECIDED.set(first, { views, context, lines: made });
  return made;
}
