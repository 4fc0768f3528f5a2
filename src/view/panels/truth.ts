import type { BookLevel } from '../../core/book.ts';
import { Decimal } from '../../core/decimal.ts';
import type { Freshness } from '../../core/freshness.ts';
import type { Lifecycle } from '../../core/lifecycle.ts';
import { isOver, isTrading } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import type { Money } from '../../core/money.ts';
import type { TruthLine } from '../protocol/parts.ts';
import { AGE } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { joined } from '../row.ts';
import { lifecycleWord } from '../states.ts';
import { lifecycleShown } from './head.ts';
import type { PanelInput, PriceLine } from './input.ts';

/**
 * The second line of a panel. What is not fresh says so first; what does not trade is not called live, whatever told it.
 * Ages are left open (AGE), for the page counts on by itself.
 */
export function truthLine(input: PanelInput, market: Market, context: ViewContext): TruthLine {
  const { t, format } = context;
  const { truth } = input;
  const state = lifecycleShown(input, market, input.settlement.value);
  const words = truth === undefined ? unread(context) : wordsOf(truth, input.line, state, context);
  const at = truth?.at;
  return {
    ...words,
    at,
    units: {
      second: t('{0} s', '{n}'),
      minute: t('{0} m', '{n}'),
      hour: t('{0} h', '{n}'),
      day: t('{0} d', '{n}'),
    },
    silent:
      at === undefined
        ? t('old: not updated any more')
        : t('old: as of {0}, not updated any more', format.moment(at)),
  };
}

/** Said beside own figures; `undefined` while they are fresh, for that is quiet. */
export function accountMark({ accountTruth }: PanelInput, { t, format }: ViewContext): string | undefined {
  if (accountTruth === undefined || accountTruth.standing === 'fresh') return undefined;
  const at = format.moment(accountTruth.at);
  return accountTruth.standing === 'cut' ? t('as of {0} · not connected', at) : t('old: as of {0}', at);
}

/** A book may come so much later than the best prices of it, milliseconds. */
const BOOK_LAG_MS = 5_000;

/**
 * Said above the book where it is past its limit, or the best prices told since are others and it did not follow: the
 * line of truth is that of the prices. `undefined` while both say the same, and where all is old anyway.
 */
export function bookMark(input: PanelInput, { t, format }: ViewContext): string | undefined {
  const { book, bookTruth, live, truth } = input;
  if (book.value === undefined || book.at === undefined || truth?.standing !== 'fresh') return undefined;
  if (bookTruth !== undefined && bookTruth.standing !== 'fresh')
    return t('old: as of {0}', format.moment(bookTruth.at));
  const quote = live?.book === undefined ? live?.bbo : undefined;
  if (quote === undefined || truth.at - book.at <= BOOK_LAG_MS) return undefined;
  const { bids, offers } = book.value;
  const same = isSamePrice(bids[0], quote.bestBid) && isSamePrice(offers[0], quote.bestAsk);
  return same ? undefined : t('old: as of {0}', format.moment(book.at));
}

/** A price that was not told is not known to be another. Nothing trades at 0 or 1: such a price is an empty side. */
function isSamePrice(level: BookLevel | undefined, price: Money | undefined): boolean {
  if (price === undefined) return true;
  const { value } = price;
  return level === undefined ? value.isZero || value.equals(Decimal.one) : level.price.equals(value);
}

type Words = Pick<TruthLine, 'standing' | 'text' | 'spoken'>;

function unread({ t }: ViewContext): Words {
  return { standing: 'unread', text: t('being read from the service'), spoken: '' };
}

function wordsOf(truth: Freshness, line: PriceLine, state: Lifecycle, context: ViewContext): Words {
  const { t, format } = context;
  const at = format.moment(truth.at);
  switch (truth.standing) {
    case 'cut':
      return {
        standing: 'cut',
        text: joined([
          t('as of {0} · not connected', at),
          line === 'stopped' ? t('the service refused the stream') : undefined,
        ]),
        spoken: t('Not connected: prices as of {0}', at),
      };
    case 'stale':
      return {
        standing: 'old',
        text: joined([t('old: as of {0}', at), lineWords(line, context)]),
        // Without the time, which moves on with each reading that comes too late.
        spoken: t('Prices are old'),
      };
    case 'fresh':
      return isTrading(state) || state === 'unknown'
        ? fresh(truth, line, context)
        : still(truth, state, context);
  }
}

function fresh({ source }: Freshness, line: PriceLine, context: ViewContext): Words {
  const { t } = context;
  const live = (text: string): Words => ({ standing: 'live', text, spoken: t('Prices are live') });
  if (line === 'live' && source === 'stream') return live(t('live · stream · {0} ago', AGE));
  return {
    standing: 'read',
    text: joined([readWords(source, line, context), lineWords(line, context)]),
    spoken: t('Prices are read now and then, not live'),
  };
}

function readWords(source: Freshness['source'], line: PriceLine, { t }: ViewContext): string {
  if (source === 'stream') return t('told by the stream, not live, {0} ago', AGE);
  return line === 'live'
    ? t('read from the service {0} ago · stream connected', AGE)
    : t('read from the service, not live, {0} ago', AGE);
}

/** Nothing moves, so nothing is live: whoever told it, it is the last there was. */
function still({ source }: Freshness, state: Lifecycle, context: ViewContext): Words {
  const { t } = context;
  const word = lifecycleWord(state, context);
  const what = isOver(state) ? t('last prices, not live') : t('no trading now, not live');
  const from = source === 'stream' ? t('stream heard {0} ago', AGE) : t('read from the service {0} ago', AGE);
  return { standing: 'still', text: joined([what, from]), spoken: t('Prices are not live: {0}', word) };
}

function lineWords(line: PriceLine, { t }: ViewContext): string | undefined {
  switch (line) {
    case 'connecting':
      return t('stream being connected');
    case 'lost':
      return t('stream not connected');
    case 'stopped':
      return t('the service refused the stream');
    default:
      return undefined;
  }
}
