import {
  currencyOf,
  isOpen,
  openPnl,
  type Total,
  total,
  totals,
  type ValuedPosition,
} from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import { eventKeyOf } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import type { MarketFacts } from '../core/market-view.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { eventSlugOf } from '../core/slug.ts';
import { asOfText, dimmed, spokenFreshness } from './freshness-text.ts';
import { namedEvent, namedPlace } from './order-text.ts';
import { marksOf, positionDescription, positionTitle, positionTooltip } from './position-text.ts';
import { stateOf } from './price-text.ts';
import { field, joined, type Row, type ViewContext } from './row.ts';

export interface PositionsTree {
  readonly positions: readonly Position[];
  readonly market?: (slug: string) => Market | undefined;
  readonly facts?: (slug: string) => MarketFacts;
  /** How true the list of positions is. */
  readonly freshness?: Freshness | undefined;
}

/** Root rows of the positions view: events, then what has expired, then one total a currency. */
export function positionsTree(tree: PositionsTree, context: ViewContext): readonly Row[] {
  const expired = tree.positions.filter((position) => position.expired === true);
  const byEvent = new Map<string, Position[]>();
  for (const position of tree.positions) {
    if (position.expired === true) continue;
    const key = eventKey(position, tree.market?.(position.marketSlug));
    const known = byEvent.get(key);
    if (known === undefined) byEvent.set(key, [position]);
    else known.push(position);
  }
  return [
    ...[...byEvent].map(([key, positions]) => eventRow(key, positions, tree, context)),
    ...(expired.length === 0 ? [] : [expiredRow(expired, tree, context)]),
    ...totalRows(tree, context),
  ];
}

/** Beside the title of the view: `$1,284.10 · ▲ $31.20 open`, once a currency; its time first where it is not fresh. */
export function positionsSummary(tree: PositionsTree, context: ViewContext): string {
  const { t, format } = context;
  const sums = totals(valued(tree)).flatMap(({ currency, value, openPnl: open }) =>
    value.counted === 0
      ? []
      : [
          atLeast(value, currency, format.money, context),
          t('{0} open', atLeast(open, currency, format.signedMoney, context)),
        ],
  );
  return sums.length === 0 ? '' : joined([asOfText(sumFreshness(tree, tree.positions), context), ...sums]);
}

/** A sum as it is, or `at least` it where parts are missing; nothing known at all is `–`. */
export function atLeast(
  sum: Total,
  currency: string,
  write: (amount: OwnMoney | undefined) => string,
  { t }: ViewContext,
): string {
  if (sum.counted > 0 && sum.missing === sum.counted) return write(undefined);
  const text = write(ownMoney(sum.sum, currency));
  return sum.missing === 0 ? text : t('at least {0}', text);
}

/** The row of one position. In a group that is no event, its market is named beside it. */
export function positionRow(
  position: Position,
  market: Market | undefined,
  facts: MarketFacts,
  context: ViewContext,
  account?: Freshness,
): Row {
  const expired = position.expired === true;
  const freshness = positionFreshness(position, facts, account);
  const label = positionTitle(position, market, context);
  const name = namedPlace(label, position.marketSlug, market, position.marketMetadata, context);
  const figures = positionDescription(position, market, facts, context);
  return {
    id: `position/${position.marketSlug}`,
    label,
    description: joined([expired ? name : undefined, figures, asOfText(freshness, context)]),
    ...dimmed(freshness),
    icon: { id: expired ? 'history' : isOpen(position) ? 'graph' : 'circle-outline' },
    accessibilityLabel: [
      label,
      name,
      ...spoken(position, market, facts, context),
      spokenFreshness(freshness, context),
    ]
      .filter((part) => part !== undefined)
      .join(', '),
    contextValue: expired ? 'position.expired' : 'position',
    urgentPart: joined([label, market && stateOf({ market, ...facts })]),
    subject: { kind: 'position', marketSlug: position.marketSlug },
    tooltip: () => positionTooltip(position, market, facts, context),
    collapsible: 'none',
    command: { id: expired ? 'openSettlement' : 'openMarket', args: [position.marketSlug] },
  };
}

/** An open position is shown with the present price beside it: it is as true as the worse of the two. */
function positionFreshness(
  position: Position,
  { freshness }: MarketFacts,
  account: Freshness | undefined,
): Freshness | undefined {
  if (account === undefined || freshness === undefined || !isOpen(position)) return account;
  return worse(account, freshness);
}

/** A sum is as true as its worst part. */
function sumFreshness(tree: PositionsTree, positions: readonly Position[]): Freshness | undefined {
  return positions
    .map((position) => positionFreshness(position, tree.facts?.(position.marketSlug) ?? {}, tree.freshness))
    .filter((freshness) => freshness !== undefined)
    .reduce<Freshness | undefined>(
      (worst, freshness) => (worst === undefined ? freshness : worse(worst, freshness)),
      undefined,
    );
}

function spoken(
  position: Position,
  market: Market | undefined,
  facts: MarketFacts,
  context: ViewContext,
): readonly string[] {
  const { t, format } = context;
  if (!isOpen(position)) return [t('realised {0}', format.signedMoneyWords(position.realized))];
  const pnl = openPnl(position, marksOf(market, facts));
  const [now, ...rest] = positionDescription(position, market, facts, context).split(' · ');
  const parts = [now, ...rest.filter((part) => !/^[▲▼]/.test(part))].filter((part) => part !== undefined);
  return pnl === undefined ? parts : [...parts, t('{0} open', format.signedMoneyWords(pnl))];
}

function eventRow(
  key: string,
  positions: readonly Position[],
  tree: PositionsTree,
  context: ViewContext,
): Row {
  const { t, format } = context;
  const [first] = positions;
  const slug = first?.marketSlug ?? key;
  const label = namedEvent(slug, tree.market?.(slug), first?.marketMetadata, context);
  const sums = totals(valued({ ...tree, positions }))
    .filter((sum) => sum.openPnl.counted > 0)
    .map((sum) => ({ sum, text: atLeast(sum.openPnl, sum.currency, format.signedMoney, context) }));
  const freshness = sums.length === 0 ? undefined : sumFreshness(tree, positions);
  const description = joined(sums.map(({ text }) => text));
  const words = sums.map(({ sum }) => atLeast(sum.openPnl, sum.currency, format.signedMoneyWords, context));
  return {
    id: `positions/${key}`,
    label,
    description: joined([description, asOfText(freshness, context)]),
    ...dimmed(freshness),
    accessibilityLabel: [
      label,
      ...words.map((word) => t('{0} open', word)),
      spokenFreshness(freshness, context),
    ]
      .filter((part) => part !== undefined)
      .join(', '),
    contextValue: 'positionEvent',
    urgentPart: '',
    tooltip: () => [
      { kind: 'title', text: label },
      ...field(t('Positions'), String(positions.length)),
      ...field(
        t('Open P&L'),
        description === ''
          ? undefined
          : t('{0} ({1})', description, t('sum of value − cost of open positions')),
      ),
    ],
    collapsible: 'expanded',
    children: () => positions.map((position) => rowIn(tree, position, context)),
  };
}

function expiredRow(expired: readonly Position[], tree: PositionsTree, context: ViewContext): Row {
  const { t, format } = context;
  const currencies = [...new Set(expired.map(currencyOf))];
  const sums = currencies.map((currency) => {
    const own = expired.filter((position) => currencyOf(position) === currency);
    return { currency, sum: total(own.map((position) => position.realized)) };
  });
  const text = (write: (amount: OwnMoney | undefined) => string): string =>
    joined(sums.map(({ sum, currency }) => t('settled {0}', atLeast(sum, currency, write, context))));
  return {
    id: 'positions/expired',
    label: t('Expired'),
    description: text(format.signedMoney),
    accessibilityLabel: `${t('Expired')}, ${text(format.signedMoneyWords)}`,
    contextValue: 'expired',
    tooltip: () => [
      { kind: 'title', text: t('Expired positions') },
      ...field(t('Positions'), String(expired.length)),
      ...sums.flatMap(({ sum, currency }) =>
        field(
          t('Realised P&L'),
          t(
            '{0} ({1})',
            atLeast(sum, currency, format.signedMoney, context),
            t('sum as reported, without fees'),
          ),
        ),
      ),
    ],
    collapsible: 'collapsed',
    children: () => expired.map((position) => rowIn(tree, position, context)),
  };
}

function totalRows(tree: PositionsTree, context: ViewContext): readonly Row[] {
  const { t, format } = context;
  const all = totals(valued(tree));
  const freshness = sumFreshness(tree, tree.positions);
  return all.map(({ currency, value, openPnl: open, realised }) => {
    const label = all.length === 1 || currency === '' ? t('Total') : t('Total {0}', currency);
    const text = (write: (amount: OwnMoney | undefined) => string) => [
      atLeast(value, currency, format.money, context),
      t('{0} open', atLeast(open, currency, write, context)),
      t('{0} realised', atLeast(realised, currency, write, context)),
    ];
    return {
      id: `positions/total/${currency}`,
      label,
      description: joined([...text(format.signedMoney), asOfText(freshness, context)]),
      ...dimmed(freshness),
      icon: { id: 'symbol-operator' },
      accessibilityLabel: [label, ...text(format.signedMoneyWords), spokenFreshness(freshness, context)]
        .filter((part) => part !== undefined)
        .join(', '),
      contextValue: 'total',
      urgentPart: '',
      tooltip: () => [
        { kind: 'title', text: label },
        ...totalLines(
          t('Value'),
          value,
          atLeast(value, currency, format.money, context),
          t('sum of the values of open positions'),
          context,
        ),
        ...totalLines(
          t('Open P&L'),
          open,
          atLeast(open, currency, format.signedMoney, context),
          t('sum of value − cost of open positions'),
          context,
        ),
        ...totalLines(
          t('Realised P&L'),
          realised,
          atLeast(realised, currency, format.signedMoney, context),
          t('sum as reported, open and expired, without fees'),
          context,
        ),
      ],
      collapsible: 'none',
    };
  });
}

function totalLines(label: string, sum: Total, figure: string, how: string, { t }: ViewContext) {
  const missing =
    sum.missing === 1 ? t('1 position has no figure') : t('{0} positions have no figure', sum.missing);
  return field(label, joined([t('{0} ({1})', figure, how), sum.missing === 0 ? undefined : missing]));
}

function rowIn(tree: PositionsTree, position: Position, context: ViewContext): Row {
  const slug = position.marketSlug;
  return positionRow(position, tree.market?.(slug), tree.facts?.(slug) ?? {}, context, tree.freshness);
}

function valued(tree: PositionsTree): readonly ValuedPosition[] {
  return tree.positions.map((position) => ({
    position,
    marks: marksOf(tree.market?.(position.marketSlug), tree.facts?.(position.marketSlug) ?? {}),
  }));
}

function eventKey(position: Position, market: Market | undefined): string {
  if (market !== undefined) return eventKeyOf(market, market.events[0]);
  const said = position.marketMetadata;
  return said?.eventSlug ?? eventSlugOf(position.marketSlug) ?? position.marketSlug;
}
