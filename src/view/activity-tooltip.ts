import {
  type AccountBalanceChange,
  type Activity,
  type BalanceTransaction,
  cashBy,
  cashOf,
  type PositionResolution,
  realisedOf,
  type TradeActivity,
  transactionsOf,
} from '../core/activity.ts';
import type { Market } from '../core/market.ts';
import { isDirectionKnown, orderOutcome } from '../core/order.ts';
import type { OrderFills } from '../core/order-fills.ts';
import type { OwnMoney } from '../core/own.ts';
import { areFeesSent } from '../core/own-settlement.ts';
import type { Position } from '../core/position.ts';
import { inBothTerms, type Outcome } from '../core/pricing.ts';
import { feeText } from './fee-text.ts';
import { outcomePhrase, plainName } from './names.ts';
import { bothPrices, type InMarket, namedMarket } from './order-text.ts';
import { outcomeSentence, ownResult, resultFields, whoWon } from './own-result.ts';
import { positionTitle } from './position-text.ts';
import { field, plainLine, type Tooltip, type ViewContext } from './row.ts';

/** The market of an activity, and of a resolution how it ended. */
export interface ActivityMarket {
  readonly market: Market | undefined;
  readonly outcome: Outcome | undefined;
}

export function activityTooltip(
  activity: Activity,
  about: ActivityMarket,
  title: string,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  return [
    { kind: 'title', text: title },
    ...activityFields(activity, about, context),
    ...field(t('Time'), format.exactTime(activity.time)),
    ...field(t('Type'), plainName(activity.type)),
  ];
}

function activityFields(activity: Activity, about: ActivityMarket, context: ViewContext): Tooltip {
  const { t, format } = context;
  switch (activity.kind) {
    case 'trade':
      return tradeFields(activity, about.market, context);
    case 'resolution':
      return resolutionFields(activity.resolution, about, context);
    case 'balance':
      return changeFields(activity.change, context);
    case 'unknown':
      return [
        ...plainLine(t('This version does not know this type of activity.')),
        ...activity.fields.flatMap(({ path, text }) => field(path, format.ownText(text))),
      ];
  }
}

/** Each transaction, counted where there are several. */
function changeFields(change: AccountBalanceChange, context: ViewContext): Tooltip {
  const all = transactionsOf(change);
  return all.flatMap((one, place) => [
    ...plainLine(all.length > 1 ? context.t('Transaction {0} of {1}', place + 1, all.length) : ''),
    ...transactionFields(one, context),
  ]);
}

function transactionFields(one: BalanceTransaction, context: ViewContext): Tooltip {
  const { t, format } = context;
  return [
    ...field(t('Amount'), format.money(one.amount)),
    ...field(t('Status'), one.status && plainName(one.status)),
    ...field(t('Description'), format.ownText(one.description)),
    ...field(t('Payment method'), one.paymentMethod),
    ...field(t('Reason'), format.ownText(one.failureReason)),
    ...field(t('Reason code'), one.failureCode),
    ...field(t('What to do'), format.ownText(one.failureAction)),
    ...field(t('Created'), format.exactTime(one.createTime)),
    ...field(t('Updated'), format.exactTime(one.updateTime)),
    ...one.metadata.flatMap(({ path, text }) => field(path, format.ownText(text))),
    ...field(t('Transaction id'), one.transactionId),
    ...field(t('External id'), one.externalId),
  ];
}

function tradeFields(
  activity: Activity & { readonly trade: TradeActivity },
  market: Market | undefined,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const { trade } = activity;
  const realised = realisedOf(trade);
  const cash = cashBy(activity, {});
  const taker = trade.isAggressor === undefined ? '' : trade.isAggressor ? t('taker') : t('maker');
  return [
    ...field(t('Market'), namedMarket(inMarket(trade, trade.ownOrder), market, context)),
    ...field(t('Price'), priceText(trade, market, context)),
    ...field(t('Contracts'), format.contracts(trade.qty)),
    ...field(t('You were'), taker),
    ...moneyFields(cash, trade, context),
    ...field(t('Cost basis'), format.money(trade.effectiveCostBasis ?? trade.costBasis)),
    ...field(
      realised?.isAsReported === false ? t('Realised P&L') : t('Realised P&L, as reported'),
      realised && realised.amount === undefined
        ? t('not known: {0}', whyNotRealised(trade, context))
        : format.signedMoney(realised?.amount),
    ),
    ...field(t('State'), trade.state && plainName(trade.state)),
    ...field(t('Updated'), format.exactTime(trade.updateTime)),
    ...field(t('Order id'), trade.ownOrder?.id),
    ...field(t('Trade id'), trade.id),
    ...field(t('Slug'), trade.marketSlug),
  ];
}

/** What a trade took or brought under one name, the fee in it; the cost as it was sent only where that is not known. */
function moneyFields(
  cash: OwnMoney | undefined,
  { cost, fee }: TradeActivity,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const amount = cash && format.money({ value: cash.value.abs(), currency: cash.currency });
  const isPaid = cash?.value.isNegative === true;
  const label = format.settings.hideAmounts ? t('Cash') : isPaid ? t('Paid, fee in') : t('Received, fee off');
  return [
    ...field(t('Fee'), feeText(fee, context)),
    ...(amount === undefined ? field(t('Cost, as reported'), format.money(cost)) : field(label, amount)),
  ];
}

/** Of fills of one order: what they come to, and when the first and the last of them were. */
export function fillsTooltip(
  { fills, together, orderId, realised }: OrderFills,
  market: Market | undefined,
  title: string,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const times = fills.flatMap(({ time }) => time ?? []).sort((a, b) => a.ms - b.ms);
  return [
    { kind: 'title', text: title },
    ...field(t('Market'), namedMarket(inMarket(together, together.ownOrder), market, context)),
    ...field(t('Fills'), format.ownCount(fills.length)),
    ...field(t('Average price'), priceText(together, market, context)),
    ...field(t('Contracts'), format.contracts(together.qty)),
    ...moneyFields(cashOf(fills, {}), together, context),
    ...field(
      realised?.isAsReported === true ? t('Realised P&L, as reported') : t('Realised P&L'),
      realised && realised.amount === undefined ? t('not known') : format.signedMoney(realised?.amount),
    ),
    ...field(t('First'), format.exactTime(times[0])),
    ...field(t('Last'), format.exactTime(times.at(-1))),
    ...field(t('Order id'), orderId),
    ...field(t('Slug'), together.marketSlug),
  ];
}

/** Of a trade whose realised P&L is not known. */
export function whyNotRealised({ costBasis, effectiveCostBasis }: TradeActivity, { t }: ViewContext): string {
  return (effectiveCostBasis ?? costBasis)?.value.isNegative === true
    ? t('the cost basis sent is below zero')
    : t('no cost basis was sent');
}

/** The service sends the long side's price; where the own order says that the short one was traded, its own comes first. */
function priceText(
  trade: TradeActivity,
  market: Market | undefined,
  context: ViewContext,
): string | undefined {
  if (trade.price === undefined) return undefined;
  const { t, format } = context;
  const { ownOrder } = trade;
  if (ownOrder !== undefined && isDirectionKnown(ownOrder) && !orderOutcome(ownOrder).long)
    return bothPrices(inBothTerms(trade.price, false), market, ownOrder, context);
  const price = format.price(trade.price.value);
  return market === undefined
    ? t('{0} for YES', price)
    : t('{0} for {1}', price, outcomePhrase(market, true, context));
}

/** The slug of an activity with the metadata its order or position has. */
export function inMarket({ marketSlug }: InMarket, described: InMarket | undefined): InMarket {
  return { marketSlug, marketMetadata: described?.marketMetadata };
}

/** How a market ended; a side this version does not know by its own name. */
export function resolutionTitle(
  { side, beforePosition: before }: PositionResolution,
  { market, outcome }: ActivityMarket,
  context: ViewContext,
): string {
  const { t } = context;
  if (outcome !== undefined) return whoWon(outcome, market, before, context);
  return side === undefined || side === 'NEUTRAL' ? t('Settled') : t('Settled: {0}', plainName(side));
}

function resolutionFields(
  resolution: PositionResolution,
  about: ActivityMarket,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const { market, outcome } = about;
  const { beforePosition: before, afterPosition: after } = resolution;
  // Nothing is held any more: what was named then is no side of anybody.
  const held = (position: Position | undefined): string | undefined =>
    position?.netPosition?.isZero === false ? positionTitle(position, market, context) : undefined;
  const own = ownResult(before, market, outcome, context);
  const costLabel = before && areFeesSent(before) ? t('Cost before, fees included') : t('Cost before');
  const result =
    own === undefined
      ? field(
          t('Outcome'),
          outcome === undefined ? t('not known') : outcomeSentence(outcome, market, before, context),
        )
      : resultFields(own, market, context);
  return [
    ...result,
    ...field(t('Market'), namedMarket(inMarket(resolution, before), market, context)),
    ...field(t('Contracts'), format.contracts(before?.netPosition?.abs())),
    ...field(t('Paid out'), format.money(own?.settled.payout)),
    ...field(t('Before'), held(before)),
    ...field(t('After'), held(after)),
    ...field(costLabel, format.money(before?.cost)),
    ...field(t('Realised P&L after, as reported'), format.signedMoney(after?.realized)),
    ...field(t('Side, as reported'), resolution.side && plainName(resolution.side)),
    ...field(t('Trade id'), resolution.tradeId),
    ...field(t('Slug'), resolution.marketSlug),
  ];
}
