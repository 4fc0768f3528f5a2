import type { Balance } from '../core/balance.ts';
import type { PortfolioCurrency } from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import { ownMoney } from '../core/own.ts';
import { asOfText, sourceText, spokenFreshness } from './freshness-text.ts';
import { type Failure, failureSentence } from './messages.ts';
import { ABSENT } from './numbers.ts';
import { sumText, sumTexts } from './positions-tree.ts';
import { field, joined, plainLine, spokenParts, type Tooltip, type ViewContext } from './row.ts';
import { capital } from './states.ts';

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
  /** Placeholders: value, openPnl, realised, cash, positions, orders, each as `${…}`. */
  readonly template: string;
}

export interface StatusItem {
  /** With the editor's `$(icon)` signs. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly tooltip: Tooltip;
}

/** The status bar item: the template filled in, what is stale said first, the connection marked. */
export function statusItem(input: StatusInput, context: ViewContext): StatusItem {
  const { t } = context;
  const { connection, freshness } = input;
  const figures = portfolioFigures(input.summary.currencies, context);
  const asOf = asOfText(freshness, context);
  // No room for the blank after the arrow.
  const signed: SignedMoney = (amount) => context.format.signedMoney(amount).replace(/^([▲▼]) /, '$1');
  const text = filled(input.template, input, signed, context);
  const icon = freshnessIcon(freshness) ?? (connection.isDemo ? '$(beaker)' : '$(graph)');
  return {
    text: [icon, noIcons(connection.mark), text, asOf].filter(Boolean).join(' '),
    accessibilityLabel: spokenParts([
      t('Prediction markets, {0}', connection.label),
      filled(input.template, input, context.format.signedMoneyWords, context),
      spokenFreshness(freshness, context),
    ]),
    tooltip: [
      ...statusLines(input, context),
      ...figures.flatMap(({ label, values, how }) => field(label, joined([...values, how]))),
    ],
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
  const sums = currencies.map((of) => sumTexts(of, context, signed));
  const positions = currencies.reduce((sum, of) => sum + of.positions, 0);
  const orders = openOrders === 1 ? t('1 order') : t('{0} orders', openOrders ?? 0);
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

function statusLines({ summary, connection, freshness }: StatusInput, context: ViewContext): Tooltip {
  const { t } = context;
  const { currencies, openOrders } = summary;
  const missing = currencies.reduce((sum, { value }) => sum + value.missing, 0);
  return [
    { kind: 'title', text: t('Portfolio on {0}', connection.label) },
    ...plainLine(capital(sourceText(freshness, context))),
    ...plainLine(freshness.standing === 'stale' ? t('Not current: too old.') : ''),
    ...plainLine(missing === 0 ? '' : t('Positions without a value, left out: {0}.', missing)),
    ...field(t('Open orders'), openOrders === undefined ? t('unknown') : String(openOrders)),
  ];
}

/** One figure of the whole portfolio, with a text for each currency. */
interface PortfolioFigure {
  readonly label: string;
  readonly values: readonly (string | undefined)[];
  readonly how: string;
}

/** Value, open and realised P&L; then, where balances are served, cash, account value and the other balances. */
export function portfolioFigures(
  currencies: readonly PortfolioCurrency[],
  context: ViewContext,
): readonly PortfolioFigure[] {
  const { t, format } = context;
  const sums = currencies.map((of) => sumTexts(of, context));
  const reported = t('as reported');
  const accounts = currencies.map(({ accountValue, currency }) =>
    accountValue === undefined ? ABSENT : sumText(accountValue, currency, format.money, context),
  );
  // What the service says beyond the sum. Buying power shows at zero too, the others where a currency has any.
  const balance = (of: BalanceFigure): readonly (string | undefined)[] => {
    const values = currencies.map((each) => each.balance?.[of]);
    const isZero = values.every((value) => value === undefined || (value.isZero && of !== 'buyingPower'));
    return values.map((value, index) =>
      value === undefined || isZero
        ? undefined
        : format.money(ownMoney(value, currencies[index]?.currency ?? '')),
    );
  };
  const ofPositions: readonly Figure[] = [
    [t('Value'), sums.map(({ value }) => value), t('sum of the values of open positions')],
    [t('Open P&L'), sums.map(({ open }) => open), t('sum of value − cost of open positions, fees included')],
    [
      t('Realised P&L'),
      sums.map(({ realised }) => realised),
      t('sum as reported, open and expired, without fees'),
    ],
  ];
  const ofBalances: readonly Figure[] = [
    [t('Cash'), currencies.map((of) => cashText(of, format)), reported],
    [t('Account value'), accounts, t('value + cash')],
    [t('Buying power'), balance('buyingPower'), t('as reported: what new orders may cost')],
    [t('Reserved for open orders'), balance('openOrders'), reported],
    [t('Unsettled funds'), balance('unsettledFunds'), reported],
    [t('Pending credit'), balance('pendingCredit'), reported],
    [t('Margin requirement'), balance('marginRequirement'), reported],
    [t('Assets, notional'), balance('assetNotional'), reported],
    [t('Assets, available'), balance('assetAvailable'), reported],
    [t('Displayed cash'), balance('displayedCash'), reported],
    [t('Available to withdraw'), balance('availableToWithdraw'), reported],
  ];
  const isCashKnown = currencies.some(({ cash }) => cash !== undefined);
  return [...ofPositions, ...(isCashKnown ? ofBalances : [])].flatMap(([label, values, how]) =>
    values.every((value) => value === undefined) ? [] : [{ label, values, how }],
  );
}

type Figure = readonly [label: string, values: readonly (string | undefined)[], how: string];
type BalanceFigure = Exclude<keyof Balance, 'currency' | 'currentBalance' | 'lastUpdated'>;
