import type { Book, BookLevel } from '../core/book.ts';
import { Decimal, minDecimal } from '../core/decimal.ts';
import { fee, MAKER_REBATE } from '../core/figures.ts';
import { isOver, isPaused, stateAt } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import { lifecycleNow } from '../core/pricing.ts';
import { type BookWalk, walkBook } from '../core/what-if.ts';
import {
  type AnswerStamp,
  envelope,
  type Figure,
  figure,
  figures,
  stampOf,
  type ToolAnswer,
  ToolRefusal,
} from './answer.ts';
import {
  atCents,
  cents,
  type KnownMarket,
  moneyText,
  notForArithmetic,
  readMarket,
  wordsOf,
} from './market-facts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';

interface KnownBook {
  readonly known: KnownMarket;
  readonly book: Book;
  readonly stamp: AnswerStamp | undefined;
}

/** Market and book, each read now unless it is fresh. Throws ToolRefusal where the service has no book of it. */
async function readBook(sources: AgentSources, slug: string): Promise<KnownBook> {
  const { clock, quotes, books, live } = sources;
  const since = clock.now();
  const known = await readMarket(sources, slug, since);
  const streamed = quotes.book(slug);
  const isFresh = streamed !== undefined && live.freshness.market(slug, streamed.at)?.standing === 'fresh';
  const watch = books.watch(slug, ['book']);
  try {
    if (!isFresh) await watch.refresh();
    const part = books.detail(slug).book;
    const found = quotes.book(slug) ?? (part.value && { value: part.value, at: part.at ?? since });
    if (found === undefined) {
      if (part.state.kind === 'failed' && !part.unsupported) throw part.state.error;
      throw new ToolRefusal(
        'noBook',
        'The service has no order book of this market.',
        'Call get_market for its prices.',
      );
    }
    const { market } = known;
    const stated = lifecycleNow(market, quotes.live(slug, sources.markets.readAt(slug)));
    const state = stateAt(stated, market, clock.now());
    const stamp = stampOf(live.freshness.market(slug, found.at), since);
    return { known: { ...known, state, stamp }, book: found.value, stamp };
  } finally {
    watch.dispose();
  }
}

export async function getOrderBook(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { known, book, stamp } = await readBook(sources, input.text('slug') ?? '');
  const depth = input.number('depth') ?? 5;
  const { bids, offers, unreadable } = book;
  const other = (price: Decimal): number => cents(Decimal.one.minus(price));
  const levels = (
    some: readonly BookLevel[],
    isLost: boolean | undefined,
    pricesOf: (price: Decimal) => Readonly<Record<string, number>>,
  ) =>
    figure(
      isLost === true && some.length === 0
        ? undefined
        : some
            .slice(0, depth)
            .map(({ price, quantity }) => ({ ...pricesOf(price), contracts: quantity.toString() })),
      UNREADABLE,
    );
  const count = ({ length }: readonly BookLevel[], isLost: boolean | undefined) =>
    figure(isLost === true ? undefined : length, UNREADABLE);
  const { state } = known;
  const isTraded = !isPaused(state) && !isOver(state) && state !== 'upcoming';
  return {
    ...envelope(sources, stamp),
    market: { slug: known.market.slug, state: known.state },
    ...figures({
      offers: levels(offers, unreadable?.offers, (price) => ({
        buyYesAtCents: cents(price),
        sellNoAtCents: other(price),
      })),
      bids: levels(bids, unreadable?.bids, (price) => ({
        sellYesAtCents: cents(price),
        buyNoAtCents: other(price),
      })),
    }),
    levels: figures({ offers: count(offers, unreadable?.offers), bids: count(bids, unreadable?.bids) }),
    note: `${isTraded ? '' : `Nobody can trade at these prices now: it is ${state}. `}One book for both sides; any orders of this account are in it.`,
    untrusted: wordsOf(known, sources),
  };
}

/** What a trade nobody places would come to. Nothing is sent. Throws ToolRefusal for prices that are stale, paused or over. */
export async function whatIf(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { contracts, amount } = sizeOf(input);
  const { known, book, stamp } = await readBook(sources, input.text('slug') ?? '');
  refuseBarred(known, stamp, input.flag('allowStale'));
  const long = input.text('side') !== 'no';
  const buy = input.text('action') !== 'sell';
  if (book.unreadable?.[long === buy ? 'offers' : 'bids'] === true)
    throw new ToolRefusal('badReply', `${UNREADABLE} ${NOTHING}`, LATER_WHOLE, stamp);
  const limitCents = input.number('limitPriceCents');
  const limit = limitCents === undefined ? undefined : Decimal.of(limitCents).dividedBy(HUNDRED);
  const within = withinLimit(book, long, buy, limit);
  const size = contracts ?? contractsFor(within, long, buy, amount);
  const { market } = known;
  const walk = size.isZero ? undefined : walkBook(within, { long, buy, size }, market.feeCoefficient);
  return {
    ...envelope(sources, stamp),
    market: { slug: market.slug, state: known.state },
    asked: {
      action: buy ? 'buy' : 'sell',
      side: long ? 'yes' : 'no',
      contracts: size.toString(),
      ...(contracts === undefined ? { amountUsd: amount.toString() } : {}),
    },
    ...figures({
      result: figure(
        walk && {
          ...resultOf(walk, size, { long, buy }, known),
          ...(contracts === undefined
            ? { amountLeft: moneyText(amount.minus(walk.amount), currencyOf(market)) }
            : {}),
        },
        'Nobody is there at that price, or the amount pays for no contract.',
      ),
      makerFee: makerFee(sources, known, limit, contracts ?? amount.dividedBy(limit ?? Decimal.one)),
    }),
    note: 'Worked out of the book, any orders of this account in it. Nothing was sent: this tool cannot trade. makerFee: if all of it rests at the limit; a negative fee is received.',
    untrusted: wordsOf(known, sources),
  };
}

function sizeOf(input: ToolInput): { readonly contracts: Decimal | undefined; readonly amount: Decimal } {
  const [contracts, amount] = [input.number('contracts'), input.number('amountUsd')];
  if ((contracts === undefined) === (amount === undefined))
    throw new ToolRefusal('wrongInput', 'How much is not clear.', 'Pass either contracts or amountUsd.');
  return {
    contracts: contracts === undefined ? undefined : Decimal.of(contracts),
    amount: Decimal.of(amount ?? 0),
  };
}

function refuseBarred(known: KnownMarket, stamp: AnswerStamp | undefined, allowStale: boolean): void {
  const barred = notForArithmetic(known);
  if (barred === undefined || (allowStale && (barred === 'stale' || barred === 'halted'))) return;
  if (barred === 'over')
    throw new ToolRefusal('over', `Trading has ended. ${NOTHING}`, 'Call get_settlement.', stamp);
  if (barred === 'upcoming')
    throw new ToolRefusal('upcoming', `Trading is not open yet. ${NOTHING}`, 'Try again once it is.', stamp);
  if (barred === 'halted')
    throw new ToolRefusal('halted', `Trading is paused: ${known.state}. ${NOTHING}`, LATER, stamp);
  throw new ToolRefusal(
    'stale',
    `The price is not fresh, and reading it again did not help. ${NOTHING}`,
    LATER,
    stamp,
  );
}

const NOTHING = 'Nothing was worked out from it.';
const UNREADABLE = 'Not all levels of this side of the book could be read.';
const LATER_WHOLE = 'Try again in a minute; tell the person if it goes on. Do not guess.';
const LATER =
  'Try again later. Or pass allowStale and tell the person as of when the prices are, and that they may be gone.';

/** The book without what is beyond a limit in the terms of the side. */
function withinLimit(book: Book, long: boolean, buy: boolean, limit: Decimal | undefined): Book {
  if (limit === undefined) return book;
  const most = long ? limit : Decimal.one.minus(limit);
  const takesOffers = long === buy;
  const fits = ({ price }: BookLevel): boolean =>
    takesOffers ? !price.greaterThan(most) : !price.lessThan(most);
  return takesOffers
    ? { ...book, offers: book.offers.filter(fits) }
    : { ...book, bids: book.bids.filter(fits) };
}

const HUNDRED = Decimal.of(100);
/** Most levels of the book that an answer lists. */
const MOST_LEVELS = 10;

/** Whole contracts that an amount pays for, or that bring it, without fees. */
function contractsFor(book: Book, long: boolean, buy: boolean, amount: Decimal): Decimal {
  let left = amount;
  let contracts = Decimal.zero;
  for (const { price, quantity } of long === buy ? book.offers : book.bids) {
    const each = long ? price : Decimal.one.minus(price);
    if (each.isZero) break;
    const some = minDecimal(quantity, left.dividedBy(each));
    contracts = contracts.plus(some);
    left = left.minus(some.times(each));
    if (some.lessThan(quantity)) break;
  }
  return Decimal.of(Math.floor(contracts.toNumber()));
}

/** What all of it costs if it rests at its limit: less than nothing, as a maker is paid. */
function makerFee(
  { session }: AgentSources,
  { market }: KnownMarket,
  limit: Decimal | undefined,
  contracts: Decimal,
): Figure {
  if (session.profile.id === 'custom') return { why: 'It is not known whether this service pays makers.' };
  if (limit === undefined) return { why: 'It needs a limit price to rest at.' };
  const rebate = fee(MAKER_REBATE, Decimal.of(Math.floor(contracts.toNumber())), limit);
  return { value: moneyText(rebate.isZero ? rebate : rebate.negated(), currencyOf(market)) };
}

function currencyOf({ bestAskQuote, bestBidQuote }: Market): string {
  return bestAskQuote?.currency ?? bestBidQuote?.currency ?? '';
}

function resultOf(
  walk: BookWalk,
  size: Decimal,
  { long, buy }: { readonly long: boolean; readonly buy: boolean },
  { market }: KnownMarket,
): ToolAnswer {
  const { filled, average, slippage, amount, taken, breakEven } = walk;
  const currency = currencyOf(market);
  const own = (price: Decimal): number => cents(long ? price : Decimal.one.minus(price));
  const none = 'The market sends no fee coefficient.';
  const words = buy ? 'cost' : 'proceeds';
  return {
    filledContracts: filled.toString(),
    unfilledContracts: size.minus(filled).toString(),
    averageCents: cents(average),
    slippageCents: cents(slippage),
    [words]: moneyText(amount, currency),
    ...figures({
      takerFee: figure(walk.fee && moneyText(walk.fee, currency), none),
      breakEvenCents: figure(breakEven && cents(breakEven), none),
      paysIfItWins: figure(buy ? moneyText(filled, currency) : undefined, 'It sells.'),
    }),
    ...(taken.length > MOST_LEVELS ? { levelsInAll: taken.length } : {}),
    levels: taken.slice(0, MOST_LEVELS).map(({ price, quantity }) => ({
      [atCents(buy ? 'buy' : 'sell', long)]: own(price),
      contracts: quantity.toString(),
      ...figures({
        fee: figure(
          market.feeCoefficient && moneyText(fee(market.feeCoefficient, quantity, price), currency),
          none,
        ),
      }),
    })),
  };
}
