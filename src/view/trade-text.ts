import {
  type Activity,
  cashBy,
  isTakenBack,
  type RealisedPnl,
  realisedOf,
  type TradeActivity,
  tradeSide,
} from '../core/activity.ts';
import type { Market } from '../core/market.ts';
import type { OwnMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { inBothTerms } from '../core/pricing.ts';
import { inMarket } from './activity-tooltip.ts';
import { namedPlace, ownOutcome, pricedOutcome } from './order-text.ts';
import { tight, type ViewContext } from './row.ts';
import { capital, named } from './states.ts';

/** What is known beside a trade. */
interface AboutTrade {
  readonly market: Market | undefined;
  readonly held: Position | undefined;
  /** Default: its own. */
  readonly realised?: RealisedPnl | undefined;
}

/** What a row says of a trade, and of several fills of one order as of one trade. */
export function tradeText(trade: TradeActivity, about: AboutTrade, context: ViewContext) {
  const { market } = about;
  const label = tradeLabel(trade, about, context);
  const { format } = context;
  const quantity = format.rowContracts(trade.qty);
  return {
    label,
    movable: { inLabel: ` ${quantity}`, part: `×${quantity}`, isFirst: true as const },
    details: tradeDetails(trade, about, format.signedMoney, context),
    spoken: tradeDetails(trade, about, format.signedMoneyWords, context),
    place: namedPlace(label, inMarket(trade, trade.ownOrder), market, context),
    isOff: isTakenBack(trade),
  };
}

/** What a purchase took, and what a sale made or brought; of a trade that does not stand, which it was. */
function tradeDetails(
  trade: TradeActivity,
  { held, realised = realisedOf(trade) }: AboutTrade,
  write: (amount: OwnMoney | undefined) => string,
  context: ViewContext,
): readonly string[] {
  const { t } = context;
  const made =
    realised === undefined || realised.amount?.value.isZero === true
      ? undefined
      : realised.amount === undefined
        ? t('realised not known')
        : realised.isAsReported
          ? t('{0} realised as reported', tight(write(realised.amount)))
          : t('{0} realised', tight(write(realised.amount)));
  const side = tradeSide(trade, held);
  const parts = isTakenBack(trade)
    ? [side && (side.buy ? t('bought') : t('sold')), made]
    : [made === undefined ? cashText(trade, context) : undefined, made, oddTradeState(trade, context)];
  return parts.filter((part) => part !== undefined);
}

/** `$12.02 paid` or `$19.80 received`, fee in: words are what the edge of a view may cut; undefined where that is not known or hidden. */
function cashText(trade: TradeActivity, { t, format }: ViewContext): string | undefined {
  const cash = cashOfTrade(trade);
  if (cash === undefined || cash.value.isZero || format.settings.hideAmounts) return undefined;
  const amount = format.money({ value: cash.value.abs(), currency: cash.currency });
  return cash.value.isNegative ? t('{0} paid', amount) : t('{0} received', amount);
}

function cashOfTrade(trade: TradeActivity): OwnMoney | undefined {
  const activity: Activity = { kind: 'trade', type: 'TRADE', key: trade.id, time: undefined, trade };
  return cashBy(activity, {});
}

/**
 * `Sold 30 Islanders 66¢`; where nothing tells the side, both prices: `Traded 12 Rovers 42¢ or No 58¢`. A trade that does not stand
 * says so first, where no view cuts it: `Busted 30 Islanders 66¢`.
 */
function tradeLabel(trade: TradeActivity, { market, held }: AboutTrade, context: ViewContext): string {
  const { t, format } = context;
  const quantity = format.rowContracts(trade.qty);
  const side = tradeSide(trade, held);
  const off = isTakenBack(trade) ? capital(oddTradeState(trade, context) ?? '') : undefined;
  const verb = off ?? (side === undefined ? t('Traded') : side.buy ? t('Bought') : t('Sold'));
  const metadata = trade.ownOrder?.marketMetadata;
  const priced = (before: string, long: boolean): string => {
    const price = trade.price && inBothTerms(trade.price, long).own.value;
    const isNamed = market !== undefined || metadata !== undefined || side !== undefined;
    const outcome = isNamed
      ? ownOutcome(inMarket(trade, trade.ownOrder), market, long, context)
      : { names: [long ? t('Yes') : t('No')], tail: '' };
    return pricedOutcome(outcome, before, format.price(price), context);
  };
  const first = priced(`${verb} ${quantity} `, side?.long ?? true);
  return side === undefined ? t('{0} or {1}', first, priced('', false)) : first;
}

/** Trades usually stand as NEW or CLEARED for good; any other state is worth a word. */
function oddTradeState({ state }: TradeActivity, { t }: ViewContext): string | undefined {
  if (state === undefined || ORDINARY_STATES.has(state)) return undefined;
  const clearing = t('clearing');
  const words: Readonly<Record<string, string>> = {
    BUSTED: t('busted'),
    REJECTED: t('rejected'),
    INFLIGHT: clearing,
    PENDING_RISK: clearing,
    PENDING_CLEARED: clearing,
    RETRY_REQUEST: clearing,
  };
  return named(words, state);
}

const ORDINARY_STATES: ReadonlySet<string> = new Set([
  'UNDEFINED',
  'NEW',
  'CLEARED',
  'CLEARING_ACKNOWLEDGED',
]);
