import type { RateBudget } from '../core/api-call.ts';
import type { Balance, BalanceFigure, PendingWithdrawal } from '../core/balance.ts';
import { type PortfolioCurrency, total } from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import { type OwnDecimal, ownMoney } from '../core/own.ts';
import { asOfText, sourceText, spokenFreshness } from './freshness-text.ts';
import { type Failure, failureSentence } from './messages.ts';
import { ABSENT } from './numbers.ts';
import {
  awaitingTexts,
  lackingText,
  sumText,
  sumTexts,
  withoutLacking,
  worthLacking,
} from './positions-tree.ts';
import { field, joined, plainLine, spokenParts, type Tooltip, tight, type ViewContext } from './row.ts';
import { capital } from './states.ts';
import { type ShownStream, type ShownStreamState, standingWords } from './stream-text.ts';

export interface StatusInput {
  readonly summary: {
    readonly currencies: readonly PortfolioCurrency[];
    readonly openOrders: number | undefined;
    readonly at: number;
  };
  /** `mark`: what the text begins with. */
  readonly connection: {
    readonly label: string;
    readonly isDemo: boolean;
    readonly mark: string;
  };
  readonly freshness: Freshness;
  readonly service: ServiceState;
  /** Placeholders: value, openPnl, realised, cash, positions, orders, each as `${…}`. */
  readonly template: string;
}

/** What goes between here and the service. */
interface ServiceState {
  /** Requests sent in the minute before `at`. */
  readonly requests: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** Undefined while there is no client. */
  readonly budget: RateBudget | undefined;
  readonly streams: Readonly<Record<ShownStream, ShownStreamState>>;
}

export interface StatusItem {
  /** With the editor's `$(icon)` signs. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly tooltip: Tooltip;
  /** What it shows is not current. */
  readonly isOld: boolean;
}

/** The status bar item: the template filled in, what is stale said first, the connection marked. */
export function statusItem(input: StatusInput, context: ViewContext): StatusItem {
  const { t } = context;
  const { connection, freshness } = input;
  const figures = portfolioFigures(input.summary.currencies, context);
  const asOf = asOfText(freshness, context);
  // No room for the blank after the arrow.
  const signed: SignedMoney = (amount) => tight(context.format.signedMoney(amount));
  const { currencies } = input.summary;
  const saysSums = /\$\{(?:value|openPnl)\}/.test(input.template);
  const lacking = saysSums ? currencies.flatMap((of) => worthLacking(of, context)) : [];
  const text = joined([...lacking, filled(input.template, input, signed, context)]);
  const icon = freshnessIcon(freshness) ?? (connection.isDemo ? '$(beaker)' : '$(graph)');
  return {
    text: [icon, noIcons(connection.mark), text, asOf].filter(Boolean).join(' '),
    accessibilityLabel: spokenParts([
      t('Prediction markets, {0}', connection.label),
      ...lacking,
      filled(input.template, input, context.format.signedMoneyWords, context),
      spokenFreshness(freshness, context),
    ]),
    tooltip: [
      ...statusLines(input, context),
      // Above the figures: those may be more than a window shows.
      ...serviceLines(input.service, context),
      ...figures.flatMap(({ label, values, how }) => field(label, joined([...values, how]))),
    ],
    isOld: freshness.standing !== 'fresh',
  };
}

/** What the item says while nothing of the account is known and the service does not answer. `at`: the last try. */
export function unreachedItem(
  connection: StatusInput['connection'] & { readonly addresses: readonly string[] },
  failure: Failure,
  at: number,
  context: ViewContext,
): StatusItem {
  const { t, format } = context;
  const text = t('{0} cannot be reached', connection.mark);
  const tooltip: Tooltip = [
    { kind: 'title', text },
    ...field(t('Address'), connection.addresses.join(', ')),
    ...plainLine(failureSentence(failure, context)),
    ...field(t('Tried last'), format.moment(at)),
  ];
  return {
    text: `$(debug-disconnect) ${noIcons(text)}`,
    accessibilityLabel: t('Prediction markets, {0}', text),
    tooltip,
    isOld: true,
  };
}

type SignedMoney = ViewContext['format']['signedMoney'];

/** A placeholder nobody knows stays as it was typed, so that its author sees it. */
function filled(
  template: string,
  { summary }: StatusInput,
  signed: SignedMoney,
  context: ViewContext,
): string {
  const { t, format } = context;
  const { currencies, openOrders } = summary;
  const sums = currencies.map((of) => sumTexts(withoutLacking(of), context, signed));
  const positions = currencies.reduce((sum, of) => sum + of.positions, 0);
  const isOne = openOrders === 1 && !format.settings.hideAmounts;
  const orders = isOne ? t('1 order') : t('{0} orders', format.ownCount(openOrders ?? 0));
  const known = new Map([
    ['value', joined(sums.map(({ value }) => value))],
    ['openPnl', joined(sums.map(({ open }) => open))],
    ['realised', joined(sums.map(({ realised }) => realised))],
    ['cash', joined(currencies.map((of) => cashText(of, format)))],
    ['positions', positions === 1 ? t('1 position') : t('{0} positions', positions)],
    ['orders', openOrders === undefined ? t('orders unknown') : orders],
  ]);
  const text = template.replace(
    /\$\{(\w+)\}/g,
    (placeholder, name: string) => known.get(name) ?? placeholder,
  );
  return noIcons(text).replace(/\s+/g, ' ').trim();
}

function cashText({ cash, currency }: PortfolioCurrency, format: ViewContext['format']): string {
  return format.money(cash && ownMoney(cash, currency));
}

/** The editor would take these for icons; only this file writes icons. */
function noIcons(text: string): string {
  return text.replace(/\$\(/g, '$ (');
}

function freshnessIcon({ standing }: Freshness): string | undefined {
  if (standing === 'fresh') return undefined;
  return standing === 'cut' ? '$(debug-disconnect)' : '$(warning)';
}

function staleReason({ standing, quietSince }: Freshness, { t, format }: ViewContext): string {
  if (standing !== 'stale') return '';
  return quietSince !== undefined
    ? t('Not current: nothing was heard from the stream since {0}.', format.moment(quietSince))
    : t('Not current: too old.');
}

/** The rate and both streams at a glance. A tooltip is as old as its item, so the rate has its time. */
function serviceLines({ requests, at, budget, streams }: ServiceState, { t, format }: ViewContext): Tooltip {
  const { perSecond = 0, free = 0, pausedMs = 0 } = budget ?? {};
  const rate = [
    t('{0} in the minute to {1}', requests, format.moment(at)),
    pausedMs > 0
      ? t('none until {0}: the service asks for a pause', format.moment(at + pausedMs))
      : perSecond > 0
        ? t('{0} of {1} a second left then', free, perSecond)
        : undefined,
  ];
  const standing = t(
    'prices {0}, account {1}',
    standingWords(streams.markets, t),
    standingWords(streams.account, t),
  );
  return [...field(t('Requests'), joined(rate)), ...field(t('Streams'), standing)];
}

function statusLines({ summary, connection, freshness }: StatusInput, context: ViewContext): Tooltip {
  const { t, format } = context;
  const { currencies, openOrders } = summary;
  const missing = currencies.reduce((sum, { value }) => sum + value.missing, 0);
  return [
    { kind: 'title', text: t('Portfolio on {0}', connection.label) },
    ...plainLine(capital(sourceText(freshness, context))),
    ...plainLine(staleReason(freshness, context)),
    ...plainLine(missing === 0 ? '' : t('Positions without a value, left out: {0}.', missing)),
    ...field(t('Open orders'), openOrders === undefined ? t('unknown') : format.ownCount(openOrders)),
  ];
}

/** One figure of the whole portfolio, with a text for each currency. */
interface PortfolioFigure {
  readonly part: 'positions' | 'cash' | 'account' | 'balance';
  readonly label: string;
  readonly values: readonly (string | undefined)[];
  readonly how: string;
  /** Of those that have a tile of their own. */
  readonly isTile: boolean;
  /** Gains and losses it says. */
  readonly made: readonly OwnDecimal[] | undefined;
}

type Figure = readonly [
  label: string,
  values: PortfolioFigure['values'],
  how: string,
  isTile?: boolean,
  made?: PortfolioFigure['made'],
];

/** Of the positions; then, where balances are served, cash and what of it is bound, the account value, other balances. */
export function portfolioFigures(
  currencies: readonly PortfolioCurrency[],
  context: ViewContext,
): readonly PortfolioFigure[] {
  const isCashKnown = currencies.some(({ cash }) => cash !== undefined);
  const parts: readonly (readonly [PortfolioFigure['part'], readonly Figure[]])[] = [
    ['positions', positionFigures(currencies, context)],
    ...(isCashKnown
      ? ([
          ['cash', cashFigures(currencies, context)],
          ['account', accountFigures(currencies, context)],
          ['balance', balanceFigures(currencies, context)],
        ] as const)
      : []),
  ];
  return parts.flatMap(([part, figures]) =>
    figures.flatMap(([label, values, how, isTile = false, made]) =>
      values.every((value) => value === undefined) ? [] : [{ part, label, values, how, isTile, made }],
    ),
  );
}

function positionFigures(currencies: readonly PortfolioCurrency[], context: ViewContext): readonly Figure[] {
  const { t } = context;
  const sums = currencies.map((of) => sumTexts(of, context));
  const waits = currencies.map((of) =>
    of.awaiting.value.counted === 0 ? undefined : awaitingTexts(of, context),
  );
  return [
    [t('Value'), sums.map(({ value }) => value), t('sum of the values of all held'), true],
    [
      t('of it awaiting settlement'),
      waits.map((each) => each?.value),
      t('value of what ended and is not paid out'),
    ],
    [t('Open P&L'), sums.map(({ open }) => open), t('sum of value − cost of all held'), true],
    [
      t('Open P&L awaiting settlement'),
      waits.map((each) => each?.open),
      t('P&L of what ended and is not paid out'),
      false,
      currencies.map((of) => of.awaiting.openPnl.sum),
    ],
    [
      t('Realised P&L'),
      sums.map(({ realised }) => realised),
      t('sum as reported, open and expired, without fees'),
      true,
    ],
  ];
}

/** Cash as reported, and what of it cannot be spent. */
function cashFigures(currencies: readonly PortfolioCurrency[], context: ViewContext): readonly Figure[] {
  const { t, format } = context;
  const reported = t('as reported');
  const amount = (of: BalanceFigure) => balanceTexts(of, currencies, context);
  const withdrawals = currencies.map(({ balance }) => balance?.pendingWithdrawals ?? []);
  return [
    [t('Cash'), currencies.map((of) => cashText(of, format)), reported, true],
    [t('of it margin'), amount('marginRequirement'), t('as reported: what shorts may have to pay')],
    [t('of it reserved'), amount('balanceReservation'), reported],
    [t('reserved, deposits'), amount('depositReservation'), reported],
    [t('reserved, bonus'), amount('bonusReservation'), reported],
    [t('of it bonus'), amount('displayedBonus'), reported],
    [t('bonus on hold'), amount('bonusHold'), reported],
    [
      t('of it on its way out'),
      currencies.map(({ balance, currency }) => leavingText(balance, currency, context)),
      t('sum of the withdrawals below'),
    ],
    ...withdrawals.flatMap((all, place) =>
      all.map((withdrawal): Figure => {
        const own = withdrawal.balance && ownMoney(withdrawal.balance, currencies[place]?.currency ?? '');
        return [
          t('Withdrawal'),
          currencies.map((_, other) => (other === place ? own && format.money(own) : undefined)),
          withdrawalText(withdrawal, context),
        ];
      }),
    ),
  ];
}

/** The sum of the pending withdrawals; undefined where there are none. */
export function leavingText(
  balance: Balance | undefined,
  currency: string,
  context: ViewContext,
): string | undefined {
  const all = balance?.pendingWithdrawals ?? [];
  if (all.length === 0) return undefined;
  const sum = total(all.map((each) => each.balance && ownMoney(each.balance, '')));
  return sumText(sum, currency, context.format.money, context);
}

/** Where it goes and how far it is. Names and ids of accounts are hidden with the amounts. */
function withdrawalText(withdrawal: PendingWithdrawal, { t, format }: ViewContext): string {
  const { description, acknowledged, creationTime } = withdrawal;
  const { name, destinationAccountName, bankId, id } = format.settings.hideAmounts ? NAMELESS : withdrawal;
  return joined([
    format.ownText(description),
    name && t('from {0}', name),
    destinationAccountName && t('to {0}', destinationAccountName),
    bankId && t('bank {0}', bankId),
    creationTime && format.dateTime(creationTime),
    acknowledged === undefined ? undefined : acknowledged ? t('acknowledged') : t('not acknowledged yet'),
    id && t('id {0}', id),
  ]);
}

const NAMELESS: Partial<PendingWithdrawal> = {};

function accountFigures(currencies: readonly PortfolioCurrency[], context: ViewContext): readonly Figure[] {
  const { t, format } = context;
  const accounts = currencies.map((of) => {
    const { accountValue, currency } = of;
    if (accountValue === undefined) return ABSENT;
    return sumText(accountValue, currency, format.money, context, lackingText(accountValue, of, context));
  });
  return [[t('Account value'), accounts, t('cash − margin + value'), true]];
}

/** What the service says beyond the sum. */
function balanceFigures(currencies: readonly PortfolioCurrency[], context: ViewContext): readonly Figure[] {
  const { t, format } = context;
  const reported = t('as reported');
  const amount = (of: BalanceFigure) => balanceTexts(of, currencies, context);
  const updated = currencies.map(({ balance }) =>
    balance?.lastUpdated === undefined ? undefined : format.dateTime(balance.lastUpdated),
  );
  return [
    [t('Buying power'), amount('buyingPower'), t('as reported: what new orders may cost'), true],
    [t('Reserved for open orders'), amount('openOrders'), reported],
    [t('Unsettled funds'), amount('unsettledFunds'), reported],
    [t('Pending credit'), amount('pendingCredit'), reported],
    [t('Available soon'), amount('displayedAvailableSoon'), reported],
    [t('Assets, notional'), amount('assetNotional'), reported],
    [t('Assets, available'), amount('assetAvailable'), reported],
    [t('Displayed cash'), amount('displayedCash'), reported],
    [t('Available to withdraw'), amount('availableToWithdraw'), reported],
    [t('Balance changed'), updated, reported],
  ];
}

/** Buying power shows at zero too, the others where a currency has any. */
function balanceTexts(
  of: BalanceFigure,
  currencies: readonly PortfolioCurrency[],
  { format }: ViewContext,
): readonly (string | undefined)[] {
  const values = currencies.map(({ balance }) => balance?.[of]);
  if (values.every((value) => value === undefined || (value.isZero && of !== 'buyingPower')))
    return values.map(() => undefined);
  return values.map(
    (value, place) => value && format.money(ownMoney(value, currencies[place]?.currency ?? '')),
  );
}
