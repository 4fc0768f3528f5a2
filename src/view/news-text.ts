import type { FillNews, Happening } from '../core/happening.ts';
import type { Market } from '../core/market.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import { resolutionResult } from '../core/own-settlement.ts';
import { inBothTerms, winner } from '../core/pricing.ts';
import { inFull, namedMarket, namedPlace, orderTitle, outcomeName, pricedOutcome } from './order-text.ts';
import { ownResult } from './own-result.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';

/** One happening in words: `Bought 5 Otters at 45¢ · Otters at Herons`. */
export function newsSentence(news: Happening, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  if (news.kind === 'settled') {
    const { position, before } = news;
    const name = namedMarket(position, market, context);
    const resolved = { side: undefined, beforePosition: before, afterPosition: position };
    const outcome = resolutionResult(resolved, market && winner(market));
    const own = ownResult(before, market, outcome, context);
    const { realized } = position;
    const reported = realized && t('realised {0} as reported', format.signedMoney(realized));
    return joined([t('Settled: {0}', name), own?.sentence ?? reported]);
  }
  const { order } = news;
  const label = 'quantity' in news ? fillLabel(news, market, context) : endLabel(order, market, context);
  const place = namedPlace(label, order, market, context);
  return joined([label, place, 'reason' in news ? news.reason : undefined]);
}

/** `2 fills, 1 settlement`; what does not occur is left out. */
export function newsCounts(all: readonly Happening[], context: ViewContext): string {
  return countsText(
    all.map((news) => (news.kind === 'ended' ? endKind(news.order) : news.kind)),
    context,
  );
}

type Counted = 'fill' | 'busted' | 'settled' | 'cancelled' | 'expired' | 'rejected';

/** What an order that ended without filling is counted as. */
export function endKind({ state }: Order): Counted {
  return state === 'EXPIRED' ? 'expired' : state === 'REJECTED' ? 'rejected' : 'cancelled';
}

/** What happened to one's own orders is counted like them: hidden with the amounts. */
export function countsText(kinds: readonly Counted[], { t, format }: ViewContext): string {
  const some = (kind: Counted, one: string, many: (count: string) => string): string | undefined => {
    const count = kinds.filter((each) => each === kind).length;
    if (count === 0) return undefined;
    return count === 1 && !format.settings.hideAmounts ? one : many(format.ownCount(count));
  };
  return spokenParts([
    some('fill', t('1 fill'), (count) => t('{0} fills', count)),
    some('busted', t('1 fill taken back'), (count) => t('{0} fills taken back', count)),
    some('settled', t('1 settlement'), (count) => t('{0} settlements', count)),
    some('cancelled', t('1 order cancelled'), (count) => t('{0} orders cancelled', count)),
    some('expired', t('1 order expired'), (count) => t('{0} orders expired', count)),
    some('rejected', t('1 order rejected'), (count) => t('{0} orders rejected', count)),
  ]);
}

function endLabel(order: Order, market: Market | undefined, context: ViewContext): string {
  const { t } = context;
  const title = orderTitle(order, market, context);
  const kind = endKind(order);
  if (kind === 'rejected') return t('Order rejected: {0}', title);
  return kind === 'expired' ? t('Order expired: {0}', title) : t('Order cancelled: {0}', title);
}

/** A NO order at its NO price; without a price where it is not known. */
function fillLabel(fill: FillNews, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  const { order, price } = fill;
  const { long, buy } = orderOutcome(order);
  const verb = !isDirectionKnown(order) ? t('Traded') : buy ? t('Bought') : t('Sold');
  const what = `${verb} ${format.contracts(fill.quantity)} `;
  const name = outcomeName(order, market, long, context);
  const own = price && format.price(inBothTerms(price, long).own.value);
  const traded = own ? pricedOutcome({ names: [name], tail: '' }, what, own, inFull(context)) : what + name;
  return fill.kind === 'busted' ? t('Taken back by the exchange: {0}', traded) : traded;
}
