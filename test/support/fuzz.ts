import { decodeClientFrame } from '../../src/demo/wire/decode-requests.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../src/exchange/wire/book.ts';
import { decodeServerFrame } from '../../src/exchange/wire/decode-frame.ts';
import { parseJson } from '../../src/exchange/wire/json.ts';
import { decodeLeagues, decodeSports } from '../../src/exchange/wire/league.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../../src/exchange/wire/market.ts';
import { decodeCancelledIds, decodeOpenOrders, decodeOrder } from '../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../src/exchange/wire/portfolio.ts';
import { decodeErrorBody } from '../../src/exchange/wire/replies.ts';
import { decodeSeries, decodeTags } from '../../src/exchange/wire/tag.ts';
import { WireError } from '../../src/exchange/wire/wire-error.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { flawIn, rowTexts, type SurfaceData, shownTexts } from './surfaces.ts';
import { aContext } from './view.ts';

/** Every so many payloads all surfaces are made, not the rows alone: panels and details cost ten times as much. */
const WHOLE_EVERY = 12;
const context = aContext();

/** What a payload did that none may do; undefined when it did nothing wrong. `number`: which one it is in its run. */
export function flawOf(payload: string, number: number): string | undefined {
  const { stackTraceLimit } = Error;
  // Most payloads are refused, by one error for each decoder: their stacks would be most of the work.
  Error.stackTraceLimit = 0;
  try {
    return frameFlaw(payload) ?? bodyFlaw(payload, number % WHOLE_EVERY === 0) ?? pollution();
  } catch (cause) {
    return `threw ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function frameFlaw(payload: string): string | undefined {
  const { frame, problems, broken } = decodeServerFrame(payload);
  for (const stream of ['markets', 'private'] as const) decodeClientFrame(payload, stream);
  const said = frame?.kind === 'error' ? frame.text : broken;
  return tooMany(problems.length, payload) ?? (said === undefined ? undefined : flawIn(said));
}

function bodyFlaw(payload: string, whole: boolean): string | undefined {
  const bytes = new TextEncoder().encode(payload);
  const { message } = decodeErrorBody(bytes);
  if (message !== undefined) {
    const sentence = failureSentence(
      { code: 'refused', message: '', details: { serviceMessage: message } },
      context,
    );
    const flaw = flawIn(sentence);
    if (flaw !== undefined && flawIn(payload) === undefined) return `a failure says ${flaw}`;
  }
  const body = decoded(() => parseJson(bytes));
  if (body === undefined) return undefined;
  const data = decodeAs(body.value, payload);
  if (typeof data === 'string') return data;
  const texts = isNothing(data) ? [] : whole ? shownTexts(data, context) : rowTexts(data, context);
  let size = 0;
  for (const { where, text } of texts) {
    const flaw = flawIn(text);
    if (flaw !== undefined) return `${where} shows ${flaw}: ${text.slice(0, 200)}`;
    size += text.length;
  }
  return size > MOST_TEXT + 200 * payload.length
    ? `shows ${size} characters for ${payload.length}`
    : undefined;
}

const MOST_TEXT = 20_000;

function isNothing(data: SurfaceData): boolean {
  return Object.values(data).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );
}

/** What every decoder makes of it, or what one did that it must not. */
function decodeAs(body: unknown, payload: string): SurfaceData | string {
  const lists = {
    markets: decoded(() => decodeMarkets(body)),
    events: decoded(() => decodeEvents(body)),
    orders: decoded(() => decodeOpenOrders(body)),
    positions: decoded(() => decodePositions(body)),
    activities: decoded(() => decodeActivities(body)),
    balances: decoded(() => decodeBalances(body)),
    leagues: decoded(() => decodeLeagues(body)),
    sports: decoded(() => decodeSports(body)),
    tags: decoded(() => decodeTags(body)),
    series: decoded(() => decodeSeries(body)),
  };
  const ones = {
    market: decoded(() => decodeMarket(body)),
    event: decoded(() => decodeEvent(body)),
    order: decoded(() => decodeOrder(body)),
    book: decoded(() => decodeBook(body, 'asked')),
    quote: decoded(() => decodeBestQuote(body, 'asked')),
    settlement: decoded(() => decodeSettlement(body, 'asked')),
    history: decoded(() => decodePriceHistory(body)),
  };
  decoded(() => decodeCancelledIds(body));
  for (const each of [...Object.values(lists), ...Object.values(ones)]) {
    const flaw = tooMany(each?.value.problems.length ?? 0, payload);
    if (flaw !== undefined) return flaw;
  }
  const [market, event, order] = [ones.market?.value.value, ones.event?.value.value, ones.order?.value.value];
  return {
    markets: [...(market === undefined ? [] : [market]), ...(lists.markets?.value.items ?? [])],
    events: [...(event === undefined ? [] : [event]), ...(lists.events?.value.items ?? [])],
    orders: [...(order === undefined ? [] : [order]), ...(lists.orders?.value.items ?? [])],
    positions: lists.positions?.value.items,
    activities: lists.activities?.value.items,
    balances: lists.balances?.value.items,
    leagues: lists.leagues?.value.items,
    sports: lists.sports?.value.items,
    tags: lists.tags?.value.items,
    series: lists.series?.value.items,
    book: ones.book?.value.value,
    quote: ones.quote?.value.value,
    settlement: ones.settlement?.value.value,
    history: ones.history?.value.value,
  };
}

/** Undefined where it threw what a decoder may throw; anything else goes through. */
function decoded<T>(decode: () => T): { readonly value: T } | undefined {
  try {
    return { value: decode() };
  } catch (cause) {
    if (cause instanceof WireError) return undefined;
    throw cause;
  }
}

/** Every problem is about something in the payload, and nothing takes less than a character. */
function tooMany(problems: number, payload: string): string | undefined {
  return problems > payload.length ? `${problems} problems in ${payload.length} characters` : undefined;
}

function pollution(): string | undefined {
  for (const prototype of [Object.prototype, Array.prototype, Function.prototype]) {
    if (Object.keys(prototype).length > 0) return `a prototype has ${Object.keys(prototype).join(', ')}`;
  }
  return 'polluted' in {} ? 'every object is polluted' : undefined;
}
