import {
  type AccountBalanceChange,
  type Activity,
  type ActivityType,
  marketOf,
  type PositionResolution,
  realisedPnl,
  resolutionPayout,
  type TradeActivity,
} from '../core/activity.ts';
import type { Market } from '../core/market.ts';
import type { OpenEnum } from '../core/open-enum.ts';
import { orderOutcome } from '../core/order.ts';
import type { OwnMoney } from '../core/own.ts';
import { inBothTerms } from '../core/pricing.ts';
import { activityTooltip, resolutionTitle } from './activity-tooltip.ts';
import { loadMoreRow, type MoreToLoad } from './markets-tree.ts';
import { outcomePhrase, plainName } from './names.ts';
import { isDirectionKnown, namedPlace, outcomeName } from './order-text.ts';
import { joined, type Row, type RowIcon, type ViewContext } from './row.ts';

interface ActivityList {
  readonly activities: readonly Activity[];
  readonly market?: (slug: string) => Market | undefined;
  readonly more?: MoreToLoad | undefined;
}

/** Rows of the activity view, in the order they come. */
export function activityRows(list: ActivityList, context: ViewContext): readonly Row[] {
  const rows = list.activities.map((activity) => {
    const slug = marketOf(activity);
    return activityRow(activity, slug === undefined ? undefined : list.market?.(slug), context);
  });
  return list.more === undefined ? rows : [...rows, loadMoreRow('activity', list.more, context)];
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
    accessibilityLabel: [text.label, ...(text.spoken ?? text.details), when].filter(Boolean).join(', '),
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
  switch (type) {
    case 'TRADE':
      return t('Trade');
    case 'POSITION_RESOLUTION':
      return t('Settlement');
    case 'ACCOUNT_DEPOSIT':
    case 'ACCOUNT_ADVANCED_DEPOSIT':
      return t('Deposit');
    case 'ACCOUNT_WITHDRAWAL':
      return t('Withdrawal');
    case 'REFERRAL_BONUS':
      return t('Referral bonus');
    case 'TRANSFER':
      return t('Transfer');
    case 'TAKER_FEE_REBATE':
      return t('Fee rebate');
    case 'LIQUIDITY_PROGRAM':
      return t('Liquidity reward');
    default:
      return plainName(type);
  }
}

/** What an activity says, without when. */
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
  const name = namedPlace(label, trade.marketSlug, market, trade.ownOrder?.marketMetadata, context);
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
  const name = outcomeName(market, order.marketMetadata, long, context);
  const price = format.price(trade.price && inBothTerms(trade.price, long).own.value);
  return buy
    ? t('Bought {0} {1} at {2}', quantity, name, price)
    : t('Sold {0} {1} at {2}', quantity, name, price);
}

/** Trades usually stand as NEW or CLEARED for good; any other state is worth a word. */
function oddTradeState(trade: TradeActivity, { t }: ViewContext): readonly string[] {
  switch (trade.state) {
    case 'BUSTED':
      return [t('busted')];
    case 'REJECTED':
      return [t('rejected')];
    case 'INFLIGHT':
    case 'PENDING_RISK':
    case 'PENDING_CLEARED':
    case 'RETRY_REQUEST':
      return [t('clearing')];
    case undefined:
    case 'UNDEFINED':
    case 'NEW':
    case 'CLEARED':
    case 'CLEARING_ACKNOWLEDGED':
      return [];
    default:
      return [trade.state];
  }
}

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
  const name = namedPlace(label, resolution.marketSlug, market, before?.marketMetadata, context);
  const payout = resolutionPayout(resolution, market);
  const held = before?.netPosition?.abs();
  const paid =
    held === undefined || payout === undefined
      ? []
      : [t('{0} contracts paid {1}', format.contracts(held), format.money(payout))];
  return {
    label,
    details: [name, ...paid],
    icon: { id: 'pass' },
  };
}

function balanceText(
  type: OpenEnum<ActivityType>,
  change: AccountBalanceChange,
  context: ViewContext,
): ActivityText {
  const { t, format } = context;
  const name = activityTypeName(type, context);
  const label = change.amount === undefined ? name : t('{0} {1}', name, format.money(change.amount));
  const status = balanceStatusWord(change.status, context);
  return {
    label,
    details: [status, change.failureReason].filter((part) => part !== undefined),
    icon: {
      id: change.status === 'REJECTED' ? 'error' : change.status === 'PENDING' ? 'watch' : 'credit-card',
    },
  };
}

function balanceStatusWord(status: AccountBalanceChange['status'], { t }: ViewContext): string | undefined {
  switch (status) {
    case 'PENDING':
      return t('pending');
    case 'COMPLETED':
      return t('completed');
    case 'PARTIALLY_REFUNDED':
      return t('partly refunded');
    case 'REJECTED':
      return t('rejected');
    default:
      return status;
  }
}
