import {
  type AccountBalanceChange,
  type Activity,
  type ActivityType,
  marketOf,
  type PositionResolution,
  realisedPnl,
  resolutionPayout,
  resolutionResult,
  type TradeActivity,
} from '../core/activity.ts';
import { Decimal } from '../core/decimal.ts';
import { isLong } from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import type { OpenEnum } from '../core/open-enum.ts';
import { orderOutcome } from '../core/order.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { inBothTerms } from '../core/pricing.ts';
import { loadMoreRow } from './markets-tree.ts';
import { outcomePhrase, plainName } from './names.ts';
import { HIDDEN } from './numbers.ts';
import {
  type InMarket,
  isDirectionKnown,
  namedMarket,
  namedPlace,
  outcomeName,
  ownOutcome,
} from './order-text.ts';
import { positionTitle } from './position-text.ts';
import {
  field,
  joined,
  plainLine,
  type Row,
  type RowIcon,
  spokenParts,
  type Tooltip,
  type ViewContext,
} from './row.ts';
import { outcomeLabel } from './row-names.ts';
import { named } from './states.ts';

interface ActivityList {
  readonly activities: readonly Activity[];
  readonly market?: (slug: string) => Market | undefined;
  /** Whether more is being read; absent where there is none. */
  readonly isLoadingMore?: boolean | undefined;
}

export function activityRows(list: ActivityList, context: ViewContext): readonly Row[] {
  const rows = list.activities.map((activity) => {
    const slug = marketOf(activity);
    return activityRow(activity, slug === undefined ? undefined : list.market?.(slug), context);
  });
  const { isLoadingMore } = list;
  return isLoadingMore === undefined ? rows : [...rows, loadMoreRow('activity', isLoadingMore, context)];
}

export function activityRow(activity: Activity, known: Market | undefined, context: ViewContext): Row {
  const text = activityText(activity, known, context);
  const slug = marketOf(activity);
  const when = whenText(activity.time, context);
  return {
    id: `activity/${activity.key}`,
    label: text.label,
    description: joined([...text.details, when]),
    icon: text.icon,
    accessibilityLabel: spokenParts([text.label, ...(text.spoken ?? text.details), when]),
    contextValue: slug === undefined ? 'activity' : 'activity.market',
    subject: { kind: 'activity', key: activity.key, marketSlug: slug },
    tooltip: () => activityTooltip(activity, known, text.label, context),
    collapsible: 'none',
    ...(slug === undefined
      ? {}
      : { command: { id: activity.kind === 'resolution' ? 'openSettlement' : 'openMarket', args: [slug] } }),
  };
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** An age while it means something, then the date. */
function whenText(time: Activity['time'], { format }: ViewContext): string | undefined {
  if (time === undefined) return undefined;
  return format.settings.now() - time.ms < WEEK_MS ? format.ago(time) : format.dateTime(time);
}

/** Words of an activity type; an unlisted one by its own name, made readable. */
export function activityTypeName(type: OpenEnum<ActivityType>, { t }: ViewContext): string {
  const words: Readonly<Record<string, string>> = {
    TRADE: t('Trade'),
    POSITION_RESOLUTION: t('Settlement'),
    ACCOUNT_DEPOSIT: t('Deposit'),
    ACCOUNT_ADVANCED_DEPOSIT: t('Deposit'),
    ACCOUNT_WITHDRAWAL: t('Withdrawal'),
    REFERRAL_BONUS: t('Referral bonus'),
    TRANSFER: t('Transfer'),
    TAKER_FEE_REBATE: t('Fee rebate'),
    LIQUIDITY_PROGRAM: t('Liquidity reward'),
  };
  return Object.hasOwn(words, type) ? named(words, type) : plainName(type);
}

interface ActivityText {
  readonly label: string;
  readonly details: readonly string[];
  /** The details in words, where signs stand for them. */
  readonly spoken?: readonly string[];
  readonly icon: RowIcon;
}

export function activityText(
  activity: Activity,
  known: Market | undefined,
  context: ViewContext,
): ActivityText {
  switch (activity.kind) {
    case 'trade':
      return tradeText(activity.trade, known, context);
    case 'resolution':
      return resolutionText(activity.resolution, known, context);
    case 'balance':
      return balanceText(activity.type, activity.change, context);
    case 'unknown':
      return { label: activityTypeName(activity.type, context), details: [], icon: { id: 'question' } };
  }
}

function tradeText(trade: TradeActivity, known: Market | undefined, context: ViewContext): ActivityText {
  const { t, format } = context;
  const market = known ?? trade.market;
  const label = tradeLabel(trade, market, context);
  const name = namedPlace(label, inMarket(trade, trade.ownOrder), market, context);
  const odd = oddTradeState(trade, context);
  const realised = realisedPnl(trade);
  const details = (write: (amount: OwnMoney) => string): readonly string[] => {
    if (realised === undefined || realised.amount.value.isZero) return [name, ...odd];
    const figure = write(realised.amount);
    const text = realised.isAsReported ? t('realised {0} as reported', figure) : t('realised {0}', figure);
    return [name, text, ...odd];
  };
  return {
    label,
    details: details(format.signedMoney),
    spoken: details(format.signedMoneyWords),
    icon: tradeIcon(trade),
  };
}

/** Without the own order the side is not known: the label names the trade alone. */
function tradeLabel(trade: TradeActivity, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const quantity = format.contracts(trade.qty);
  const order = trade.ownOrder;
  if (order === undefined || !isDirectionKnown(order)) {
    const name = market === undefined ? undefined : outcomePhrase(market, true, context);
    const price = format.price(trade.price?.value);
    return name === undefined
      ? t('Traded {0} at {1}', quantity, price)
      : t('Traded {0}, {2} at {1}', quantity, price, name);
  }
  const { long, buy } = orderOutcome(order);
  const name = outcomeName(order.marketMetadata, market, long, context);
  const price = format.price(trade.price && inBothTerms(trade.price, long).own.value);
  return buy
    ? t('Bought {0} {1} at {2}', quantity, name, price)
    : t('Sold {0} {1} at {2}', quantity, name, price);
}

/** Trades usually stand as NEW or CLEARED for good; any other state is worth a word. */
function oddTradeState({ state }: TradeActivity, { t }: ViewContext): readonly string[] {
  if (state === undefined || ORDINARY_STATES.has(state)) return [];
  const clearing = t('clearing');
  const words: Readonly<Record<string, string>> = {
    BUSTED: t('busted'),
    REJECTED: t('rejected'),
    INFLIGHT: clearing,
    PENDING_RISK: clearing,
    PENDING_CLEARED: clearing,
    RETRY_REQUEST: clearing,
  };
  return [named(words, state)];
}

const ORDINARY_STATES: ReadonlySet<string> = new Set([
  'UNDEFINED',
  'NEW',
  'CLEARED',
  'CLEARING_ACKNOWLEDGED',
]);

function tradeIcon(trade: TradeActivity): RowIcon {
  if (trade.state === 'BUSTED' || trade.state === 'REJECTED') return { id: 'error' };
  if (trade.ownOrder === undefined || !isDirectionKnown(trade.ownOrder)) return { id: 'arrow-swap' };
  return orderOutcome(trade.ownOrder).buy
    ? { id: 'arrow-small-right', color: 'charts.green' }
    : { id: 'arrow-small-left', color: 'charts.red' };
}

function resolutionText(
  resolution: PositionResolution,
  known: Market | undefined,
  context: ViewContext,
): ActivityText {
  const { t, format } = context;
  const market = known ?? resolution.market;
  const before = resolution.beforePosition;
  const label = resolutionTitle(resolution, market, context);
  const name = namedPlace(label, inMarket(resolution, before), market, context);
  const payout = resolutionPayout(resolution, market);
  const held = before?.netPosition?.abs();
  const paid = t('{0} contracts paid {1}', format.contracts(held), format.money(payout));
  const isPaid = held !== undefined && payout !== undefined;
  const own = ownResult(resolution, market, payout, context);
  const details = isPaid ? [name, paid] : [name];
  return own === undefined
    ? { label, details, icon: { id: 'pass' } }
    : {
        label: own.label,
        details: own.hasPaid ? [t('paid {0}', format.money(payout)), name] : [name],
        icon: own.icon,
        spoken: [label, ...details],
      };
}

/** `Won +$15.45 Islanders 1H`: what came of it for the account, paid − cost with fees in; without a cost what was paid. */
function ownResult(
  resolution: PositionResolution,
  market: Market | undefined,
  payout: OwnMoney | undefined,
  context: ViewContext,
): { readonly label: string; readonly icon: RowIcon; readonly hasPaid: boolean } | undefined {
  const { t, format } = context;
  const before = resolution.beforePosition;
  const result = resolutionResult(resolution, market)?.winner;
  if (before?.netPosition === undefined || before.netPosition.isZero || result === undefined)
    return undefined;
  const long = isLong(before);
  const end = result === 'void' ? 'void' : (result === 'long') === long ? 'won' : 'lost';
  const word = { won: t('Won'), lost: t('Lost'), void: t('Void') }[end];
  const { cost } = before;
  const gain =
    payout === undefined || cost === undefined || payout.currency !== cost.currency
      ? undefined
      : ownMoney(payout.value.minus(cost.value), cost.currency);
  const text = format.money(gain);
  const sign = format.settings.hideAmounts || text.startsWith('−') ? '' : '+';
  const amount =
    gain !== undefined
      ? ` ${sign}${text}`
      : payout === undefined
        ? ''
        : t(', paid {0}', format.money(payout));
  const outcome = ownOutcome(before.marketMetadata, market, long, context);
  return {
    label: outcomeLabel(outcome, `${word}${amount} `, ''),
    icon: OWN_RESULT_ICONS[end],
    hasPaid: end !== 'lost' && gain !== undefined && payout !== undefined,
  };
}

/** A shape for each, its colour as the last signal. */
const OWN_RESULT_ICONS = {
  won: { id: 'pass', color: 'charts.green' },
  lost: { id: 'error', color: 'charts.red' },
  void: { id: 'circle-slash' },
} as const;

function balanceText(
  type: OpenEnum<ActivityType>,
  { amount, status, failureReason }: AccountBalanceChange,
  context: ViewContext,
): ActivityText {
  const { t, format } = context;
  const name = activityTypeName(type, context);
  const words: Readonly<Record<string, string>> = {
    PENDING: t('pending'),
    COMPLETED: t('completed'),
    PARTIALLY_REFUNDED: t('partly refunded'),
    REJECTED: t('rejected'),
  };
  return {
    label: amount === undefined ? name : t('{0} {1}', name, format.money(amount)),
    details: [status && named(words, status), failureReason].filter((part) => part !== undefined),
    icon: { id: status === 'REJECTED' ? 'error' : status === 'PENDING' ? 'watch' : 'credit-card' },
  };
}

function activityTooltip(
  activity: Activity,
  known: Market | undefined,
  title: string,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  return [
    { kind: 'title', text: title },
    ...activityFields(activity, known, context),
    ...field(t('Time'), format.exactTime(activity.time)),
    ...field(t('Type'), plainName(activity.type)),
  ];
}

function activityFields(activity: Activity, known: Market | undefined, context: ViewContext): Tooltip {
  const { t, format } = context;
  switch (activity.kind) {
    case 'trade':
      return tradeFields(activity.trade, known ?? activity.trade.market, context);
    case 'resolution':
      return resolutionFields(activity.resolution, known ?? activity.resolution.market, context);
    case 'balance': {
      const { change } = activity;
      return [
        ...field(t('Amount'), format.money(change.amount)),
        ...field(t('Status'), change.status && plainName(change.status)),
        ...field(t('Description'), change.description),
        ...field(t('Reason'), change.failureReason),
        ...field(t('Created'), format.exactTime(change.createTime)),
        ...field(t('Updated'), format.exactTime(change.updateTime)),
        ...field(t('Transaction id'), change.transactionId),
      ];
    }
    case 'unknown':
      return [
        ...plainLine(t('This version does not know this type of activity.')),
        ...activity.fields.flatMap(({ path, text }) => field(path, rawText(text, context))),
      ];
  }
}

function tradeFields(trade: TradeActivity, market: Market | undefined, context: ViewContext): Tooltip {
  const { t, format } = context;
  const realised = realisedPnl(trade);
  const taker = trade.isAggressor === undefined ? '' : trade.isAggressor ? t('taker') : t('maker');
  return [
    ...field(t('Market'), namedMarket(inMarket(trade, trade.ownOrder), market, context)),
    ...field(t('Price'), longPriceText(trade, market, context)),
    ...field(t('Contracts'), format.contracts(trade.qty)),
    ...field(t('You were'), taker),
    ...field(t('Cost'), format.money(trade.cost)),
    ...field(t('Cost basis'), format.money(trade.effectiveCostBasis ?? trade.costBasis)),
    ...field(
      realised?.isAsReported === false ? t('Realised P&L') : t('Realised P&L, as reported'),
      format.signedMoney(realised?.amount),
    ),
    ...field(t('State'), trade.state && plainName(trade.state)),
    ...field(t('Updated'), format.exactTime(trade.updateTime)),
    ...field(t('Order id'), trade.ownOrder?.id),
    ...field(t('Trade id'), trade.id),
    ...field(t('Slug'), trade.marketSlug),
  ];
}

/** The service sends the long side's price, whichever side was traded. */
function longPriceText(
  trade: TradeActivity,
  market: Market | undefined,
  context: ViewContext,
): string | undefined {
  if (trade.price === undefined) return undefined;
  const { t, format } = context;
  const price = format.price(trade.price.value);
  return market === undefined
    ? t('{0} for YES', price)
    : t('{0} for {1}', price, outcomePhrase(market, true, context));
}

/** The slug of an activity with the metadata its order or position has. */
function inMarket({ marketSlug }: InMarket, described: InMarket | undefined): InMarket {
  return { marketSlug, marketMetadata: described?.marketMetadata };
}

/** How a market ended, the same on the row and in its tooltip. */
function resolutionTitle(
  resolution: PositionResolution,
  market: Market | undefined,
  context: ViewContext,
): string {
  const { t } = context;
  const { side, beforePosition: before } = resolution;
  const result = resolutionResult(resolution, market)?.winner;
  if (result === 'void') return t('Void, both sides paid');
  if (result === undefined) return side === undefined ? t('Settled') : t('Settled: {0}', plainName(side));
  const long = result === 'long';
  // Metadata names the side that was held, which is the winner only if it won.
  const held = before !== undefined && isLong(before) === long ? before.marketMetadata : undefined;
  return t('{0} won', outcomeName(held, market, long, context));
}

/** A value of a field nobody knows: any number may be an amount of the account. */
function rawText(text: string, { format }: ViewContext): string {
  return format.settings.hideAmounts && Decimal.parse(text) !== undefined ? HIDDEN : text;
}

function resolutionFields(
  resolution: PositionResolution,
  market: Market | undefined,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const { beforePosition: before, afterPosition: after } = resolution;
  const held = (position: Position | undefined): string | undefined =>
    position && positionTitle(position, market, context);
  return [
    ...field(t('Market'), namedMarket(inMarket(resolution, before), market, context)),
    ...field(t('Outcome'), resolutionTitle(resolution, market, context)),
    ...field(t('Contracts'), format.contracts(before?.netPosition?.abs())),
    ...field(t('Paid out'), format.money(resolutionPayout(resolution, market))),
    ...field(t('Before'), held(before)),
    ...field(t('After'), held(after)),
    ...field(t('Cost before'), format.money(before?.cost)),
    ...field(t('Realised P&L after, as reported'), format.signedMoney(after?.realized)),
    ...field(t('Trade id'), resolution.tradeId),
    ...field(t('Slug'), resolution.marketSlug),
  ];
}
