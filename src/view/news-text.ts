import type { Happening } from '../core/happening.ts';
import type { Market } from '../core/market.ts';
import type { Money } from '../core/money.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import type { OwnDecimal } from '../core/own.ts';
import { inBothTerms } from '../core/pricing.ts';
import { inFull, namedMarket, namedPlace, orderTitle, outcomeName, pricedOutcome } from './order-text.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';

/** One happening in words: `Bought 5 Otters at 45¢ · Otters at Herons`. */
export function newsSentence(news: Happening, market: Market | undefined, context: ViewContext): string {
  const { t, format } = context;
  if (news.kind === 'settled') {
    const { position } = news;
    const name = namedMarket(position ?? news, market, context);
    const realised = position?.realized;
    return joined([t('Settled: {0}', name), realised && t('realised {0}', format.signedMoney(realised))]);
  }
  const { order } = news;
  const label = newsLabel(news, market, context);
  const place = namedPlace(label, order, market, context);
  return joined([label, place, 'reason' in news ? news.reason : undefined]);
}

/** `2 fills, 1 settlement`; what does not occur is left out. */
export function newsCounts(all: readonly Happening[], context: ViewContext): string {
  const counts = { fills: 0, busts: 0, settlements: 0, cancelled: 0, expired: 0, rejected: 0 };
  const names = { fill: 'fills', busted: 'busts', settled: 'settlements', rejected: 'rejected' } as const;
  for (const news of all) {
    if (news.kind !== 'ended') counts[names[news.kind]] += 1;
    else counts[news.order.state === 'EXPIRED' ? 'expired' : 'cancelled'] += 1;
  }
  return countsText(counts, context);
}

type Counted = 'fills' | 'busts' | 'settlements' | 'cancelled' | 'expired' | 'rejected';

export function countsText(counts: Readonly<Record<Counted, number>>, { t }: ViewContext): string {
  const { fills, busts, settlements, cancelled, expired, rejected } = counts;
  const some = (count: number, one: string, many: string): string | undefined =>
    count === 0 ? undefined : count === 1 ? one : many;
  return spokenParts([
    some(fills, t('1 fill'), t('{0} fills', fills)),
    some(busts, t('1 fill taken back'), t('{0} fills taken back', busts)),
    some(settlements, t('1 settlement'), t('{0} settlements', settlements)),
    some(cancelled, t('1 order cancelled'), t('{0} orders cancelled', cancelled)),
    some(expired, t('1 order expired'), t('{0} orders expired', expired)),
    some(rejected, t('1 order rejected'), t('{0} orders rejected', rejected)),
  ]);
}

function newsLabel(
  news: Exclude<Happening, { readonly kind: 'settled' }>,
  market: Market | undefined,
  context: ViewContext,
): string {
  const { t } = context;
  const { order } = news;
  if (!('quantity' in news)) {
    const title = orderTitle(order, market, context);
    if (news.kind === 'rejected') return t('Order rejected: {0}', title);
    return order.state === 'EXPIRED' ? t('Order expired: {0}', title) : t('Order cancelled: {0}', title);
  }
  const traded = tradedText(order, news.quantity, news.price, market, context);
  return news.kind === 'busted' ? t('Taken back by the exchange: {0}', traded) : traded;
}

/** A NO order at its NO price; without a price where it is not known. */
function tradedText(
  order: Order,
  quantity: OwnDecimal,
  long: Money | undefined,
  market: Market | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const { long: isLong, buy } = orderOutcome(order);
  const verb = !isDirectionKnown(order) ? t('Traded') : buy ? t('Bought') : t('Sold');
  const what = `${verb} ${format.contracts(quantity)} `;
  const name = outcomeName(order.marketMetadata, market, isLong, context);
  if (long === undefined) return `${what}${name}`;
  const price = format.price(inBothTerms(long, isLong).own.value);
  return pricedOutcome({ names: [name], tail: '' }, what, price, inFull(context));
}
