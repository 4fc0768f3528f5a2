import {
  type Activity,
  type PositionResolution,
  realisedPnl,
  resolutionPayout,
  resolutionResult,
  type TradeActivity,
} from '../core/activity.ts';
import { Decimal } from '../core/decimal.ts';
import { isLong } from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import type { Position } from '../core/position.ts';
import { outcomePhrase, plainName } from './names.ts';
import { HIDDEN } from './numbers.ts';
import { type InMarket, namedMarket, outcomeName } from './order-text.ts';
import { positionTitle } from './position-text.ts';
import { field, plainLine, type Tooltip, type ViewContext } from './row.ts';

export function activityTooltip(
  activity: Activity,
  market: Market | undefined,
  title: string,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  return [
    { kind: 'title', text: title },
    ...activityFields(activity, market, context),
    ...field(t('Time'), format.exactTime(activity.time)),
    ...field(t('Type'), plainName(activity.type)),
  ];
}

function activityFields(activity: Activity, market: Market | undefined, context: ViewContext): Tooltip {
  const { t, format } = context;
  switch (activity.kind) {
    case 'trade':
      return tradeFields(activity.trade, market, context);
    case 'resolution':
      return resolutionFields(activity.resolution, market, context);
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
    ...field(t('Fee'), format.money(trade.fee)),
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
export function inMarket({ marketSlug }: InMarket, described: InMarket | undefined): InMarket {
  return { marketSlug, marketMetadata: described?.marketMetadata };
}

/** How a market ended, the same on the row and in its tooltip. */
export function resolutionTitle(
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
