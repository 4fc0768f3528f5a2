import type { Balance } from '../core/balance.ts';
import type { CurrencyTotals, Total } from '../core/figures.ts';
import type { Freshness } from '../core/freshness.ts';
import { type OwnDecimal, ownMoney } from '../core/own.ts';
import { asOfText, sourceText, spokenFreshness } from './freshness-text.ts';
import { atLeast } from './positions-tree.ts';
import { field, joined, type Tooltip, type ViewContext } from './row.ts';
import { capital } from './states.ts';

/** The portfolio figures of one currency. */
export interface StatusCurrency extends CurrencyTotals {
  readonly positions: number;
  readonly cash: OwnDecimal | undefined;
  readonly balance: Balance | undefined;
  readonly accountValue: Total | undefined;
}

export interface StatusInput {
  readonly summary: {
    readonly currencies: readonly StatusCurrency[];
    readonly openOrders: number | undefined;
    /** Unix milliseconds of the oldest read that went in. */
    readonly at: number;
  };
  /** `mark`: what it is marked with, undefined where that needs none. */
  readonly connection: {
    readonly label: string;
    readonly isDemo: boolean;
    readonly mark: string | undefined;
  };
  /** How fresh the figures are: as the worst of them. */
  readonly freshness: Freshness;
  /** Placeholders: value, openPnl, realised, cash, positions, orders, each as `${…}`. */
  readonly template: string;
}

export interface StatusItem {
  /** With the editor's `$(icon)` signs. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly tooltip: StatusTooltip;
}

/** Lines above, then one table, a column a currency. */
export interface StatusTooltip {
  readonly lines: Tooltip;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly label: string;
    readonly cells: readonly string[];
    readonly how: string;
  }[];
}

/** The status bar item: the template filled in, what is stale said first, the connection marked. */
export function statusItem(input: StatusInput, context: ViewContext): StatusItem {
  const { t } = context;
  const { connection, freshness } = input;
  const asOf = asOfText(freshness, context);
  const text = filled(input.template, values(input, 'signs', context));
  const icon = freshnessIcon(freshness) ?? (connection.isDemo ? '$(beaker)' : '$(graph)');
  return {
    text: [icon, connection.mark && noIcons(connection.mark), text, asOf]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
    accessibilityLabel: [
      t('Prediction markets, {0}', connection.label),
      filled(input.template, values(input, 'words', context)),
      spokenFreshness(freshness, context),
    ]
      .filter((part) => part !== undefined && part !== '')
      .join(', '),
    tooltip: statusTooltip(input, context),
  };
}

/** A placeholder nobody knows stays as it was typed, so that its author sees it. */
function filled(template: string, known: ReadonlyMap<string, string>): string {
  const text = template.replace(
    /\$\{(\w+)\}/g,
    (placeholder, name: string) => known.get(name) ?? placeholder,
  );
  return noIcons(text).replace(/\s+/g, ' ').trim();
}

/** The editor would take these for icons; only this file writes icons. */
function noIcons(text: string): string {
  return text.replace(/\$\(/g, '$ (');
}

function values(
  { summary }: StatusInput,
  style: 'signs' | 'words',
  context: ViewContext,
): ReadonlyMap<string, string> {
  const { t, format } = context;
  const { currencies, openOrders } = summary;
  const signed = style === 'signs' ? tight(format.signedMoney) : format.signedMoneyWords;
  const each = (write: (of: StatusCurrency) => string): string => joined(currencies.map(write));
  const count = currencies.reduce((sum, { positions }) => sum + positions, 0);
  return new Map([
    ['value', each((of) => atLeast(of.value, of.currency, format.money, context))],
    ['openPnl', each((of) => atLeast(of.openPnl, of.currency, signed, context))],
    ['realised', each((of) => atLeast(of.realised, of.currency, signed, context))],
    ['cash', each((of) => format.money(of.cash && ownMoney(of.cash, of.currency)))],
    ['positions', count === 1 ? t('1 position') : t('{0} positions', count)],
    ['orders', ordersText(openOrders, context)],
  ]);
}

function ordersText(count: number | undefined, { t }: ViewContext): string {
  if (count === undefined) return t('orders unknown');
  return count === 1 ? t('1 order') : t('{0} orders', count);
}

/** `▲$31.20`: no room for a blank. */
function tight(write: (amount: Parameters<ViewContext['format']['money']>[0]) => string): typeof write {
  return (amount) => write(amount).replace(/^([▲▼]) /, '$1');
}

function freshnessIcon({ standing }: Freshness): string | undefined {
  if (standing === 'fresh') return undefined;
  return standing === 'cut' ? '$(debug-disconnect)' : '$(warning)';
}

function statusTooltip({ summary, connection, freshness }: StatusInput, context: ViewContext): StatusTooltip {
  const { t, format } = context;
  const { currencies } = summary;
  const row = (label: string, cell: (of: StatusCurrency) => string, how: string) => ({
    label,
    cells: currencies.map(cell),
    how,
  });
  const missing = currencies.reduce((sum, { value }) => sum + value.missing, 0);
  const hasCash = currencies.some(({ cash }) => cash !== undefined);
  return {
    lines: [
      { kind: 'title', text: t('Portfolio on {0}', connection.label) },
      { kind: 'text', text: capital(sourceText(freshness, context)) },
      ...(freshness.standing === 'stale'
        ? [{ kind: 'text', text: t('Not current: too old.') } as const]
        : []),
      ...field(
        t('Open orders'),
        summary.openOrders === undefined ? t('unknown') : String(summary.openOrders),
      ),
      ...(missing === 0
        ? []
        : [
            {
              kind: 'text',
              text:
                missing === 1
                  ? t('1 position has no value and is left out.')
                  : t('{0} positions have no value and are left out.', missing),
            } as const,
          ]),
    ],
    columns: currencies.map(({ currency }) => currency),
    rows: [
      row(
        t('Value'),
        (of) => atLeast(of.value, of.currency, format.money, context),
        t('sum of the values of open positions'),
      ),
      row(
        t('Open P&L'),
        (of) => atLeast(of.openPnl, of.currency, format.signedMoney, context),
        t('sum of value − cost of open positions, fees included'),
      ),
      row(
        t('Realised P&L'),
        (of) => atLeast(of.realised, of.currency, format.signedMoney, context),
        t('sum as reported, open and expired, without fees'),
      ),
      ...(hasCash
        ? [
            row(t('Cash'), (of) => format.money(of.cash && ownMoney(of.cash, of.currency)), t('as reported')),
            row(
              t('Account value'),
              (of) =>
                of.accountValue === undefined
                  ? '–'
                  : atLeast(of.accountValue, of.currency, format.money, context),
              t('value + cash'),
            ),
            ...balanceRows(
              currencies.map(({ balance }) => balance),
              context,
            ),
          ]
        : []),
    ],
  };
}

/** One figure of the balances: a cell a currency, empty where that one is not served. */
interface BalanceRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly how: string;
}

type Figure = Exclude<keyof Balance, 'currency' | 'currentBalance' | 'lastUpdated'>;

/** What the service says of the cash beyond its sum. Buying power shows at zero too, the others where one has any. */
function balanceRows(
  balances: readonly (Balance | undefined)[],
  { t, format }: ViewContext,
): readonly BalanceRow[] {
  const row = (figure: Figure, label: string, how: string): BalanceRow[] => {
    const values = balances.map((balance) => balance?.[figure]);
    const isShown = values.some(
      (value) => value !== undefined && (!value.isZero || figure === 'buyingPower'),
    );
    if (!isShown) return [];
    const cells = values.map((value, index) =>
      value === undefined ? '' : format.money(ownMoney(value, balances[index]?.currency ?? '')),
    );
    return [{ label, cells, how }];
  };
  const reported = t('as reported');
  return [
    ...row('buyingPower', t('Buying power'), t('as reported: what new orders may cost')),
    ...row('openOrders', t('Reserved for open orders'), reported),
    ...row('unsettledFunds', t('Unsettled funds'), reported),
    ...row('pendingCredit', t('Pending credit'), reported),
    ...row('marginRequirement', t('Margin requirement'), reported),
    ...row('assetNotional', t('Assets, notional'), reported),
    ...row('assetAvailable', t('Assets, available'), reported),
    ...row('displayedCash', t('Displayed cash'), reported),
    ...row('availableToWithdraw', t('Available to withdraw'), reported),
  ];
}
