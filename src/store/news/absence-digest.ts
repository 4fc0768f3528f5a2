import { ChangeSource } from '../../base/change-source.ts';
import type { Event } from '../../base/event.ts';
import { toDisposable } from '../../base/lifecycle.ts';
import { type Activity, isTakenBack, marketOf } from '../../core/activity.ts';
import type { Digest } from '../../core/happening.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import type { OwnDecimal } from '../../core/own.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { StreamMessage } from '../../exchange/streams.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PortfolioStore } from '../account/portfolio.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Gap } from '../live/gaps.ts';
import { readCursorPages } from '../reading/pages.ts';
import { asExchangeError } from '../session/failure.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { NewsStore } from './news.ts';

export interface AbsenceDigestParts {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly portfolio: PortfolioStore;
  readonly onGapOpen: Event<void>;
  readonly onGap: Event<Gap>;
  /** Frames, which show how far the clocks of machine and service are apart. */
  readonly onMessage: Event<StreamMessage>;
  readonly news: Pick<NewsStore, 'items'>;
}

/** Pages of the activity read at most. */
const MOST_PAGES = 5;
/** Orders that are gone are asked for one by one, so many at most. */
const MOST_ORDERS = 20;
/** The gap is by this machine's clock, what happened by the service's: they may be so far apart, or one cannot sign; milliseconds. */
const MOST_SKEW_MS = 120_000;
/** A frame takes its time, and the last one before a gap may never have arrived, milliseconds. */
const MARGIN_MS = 5_000;
/** A trade may be dated so much later than it was reported, milliseconds. */
const SLACK_MS = 2_000;
/** Prices alone are worth a word after so long, milliseconds. */
const LONG_MS = 900_000;

/** The account as it stood at a moment, as far as it was read. */
interface Standing {
  readonly orders: readonly Order[];
  /** Open and realised P&L together, by currency; without one where a part of it is missing. */
  readonly pnl: ReadonlyMap<string, OwnDecimal>;
  readonly listed: ReadonlySet<string>;
}

interface Part<T> {
  readonly items: readonly T[];
  readonly complete: boolean;
}

type Found = Pick<Digest, 'activities' | 'ended' | 'complete'>;

/** Reads what happened during an absence, and holds it until it is dismissed. */
export class AbsenceDigest extends ChangeSource {
  readonly #parts: AbsenceDigestParts;
  /** As it stood before the present absence, and before the first one the digest is about. */
  #before: Standing | undefined;
  #first: Standing | undefined;
  #digest: Digest | undefined;
  /** How far this machine's clock is ahead of the service's at most, milliseconds; undefined: no frame had a time. */
  #aheadMs: number | undefined;
  #reading = Promise.resolve();
  #abort = new AbortController();

  constructor(parts: AbsenceDigestParts) {
    super();
    this.#parts = parts;
    const { own } = this;
    own.add(toDisposable(() => this.#abort.abort()));
    own.add(parts.onGapOpen(() => this.#open()));
    own.add(parts.onGap((gap) => this.#request(gap)));
    own.add(parts.onMessage((message) => this.#compareClocks(message)));
    own.add(onVoid(parts.session, 'private', () => this.#forget()));
  }

  /** Absences in a row are one. Undefined when nothing happened. */
  get digest(): Digest | undefined {
    return this.#digest;
  }

  /** Somebody has read it: the next absence makes a new one. */
  dismiss(): void {
    this.#first = undefined;
    if (this.#digest === undefined) return;
    this.#digest = undefined;
    this.changes.fire();
  }

  #open(): void {
    const { kind } = this.#parts.positions.state;
    this.#before = kind === 'idle' || kind === 'loading' ? undefined : this.#standing();
  }

  #standing(): Standing {
    const { orders, positions, portfolio } = this.#parts;
    const summary = portfolio.summary;
    const whole = (summary?.currencies ?? []).filter(
      ({ openPnl, realised }) =>
        summary?.complete === true && openPnl.missing === 0 && realised.missing === 0,
    );
    return {
      orders: orders.orders,
      pnl: new Map(
        whole.map(({ currency, openPnl, realised }) => [currency, openPnl.sum.plus(realised.sum)]),
      ),
      listed: new Set(positions.positions.map(({ marketSlug }) => marketSlug)),
    };
  }

  #compareClocks(message: StreamMessage): void {
    const time = message.kind === 'order' ? message.execution.transactTime : undefined;
    if (time !== undefined) this.#aheadMs = Math.min(this.#aheadMs ?? MOST_SKEW_MS, message.at - time.ms);
  }

  #request(gap: Gap): void {
    if (gap.elsewhere) return;
    const before = this.#before;
    const { signal } = this.#abort;
    this.#reading = this.#reading.then(async () => {
      const found = await this.#read(gap, before?.orders, signal);
      if (!signal.aborted) this.#report(gap, before, found);
    });
  }

  /** Undefined when the service could not be asked. */
  async #read(
    { fromMs }: Gap,
    before: readonly Order[] | undefined,
    signal: AbortSignal,
  ): Promise<Found | undefined> {
    const { session } = this.#parts;
    const epoch = session.epoch('private');
    const from = fromMs - Math.max(this.#aheadMs ?? 0, -MOST_SKEW_MS) - MARGIN_MS;
    try {
      const exchange = await session.ensure();
      if (signal.aborted) return undefined;
      const activities = await activitiesSince(exchange, from, signal);
      const ended = await this.#ended(exchange, before ?? [], from, signal);
      const complete = before !== undefined && activities.complete && ended.complete;
      return { activities: activities.items, ended: ended.items, complete };
    } catch (cause) {
      if (signal.aborted) return undefined;
      const error = asExchangeError(cause, session.log);
      session.report('private', epoch, error);
      session.log.warn(`What happened while away could not be read: ${error.message}`);
      return undefined;
    }
  }

  #report(gap: Gap, before: Standing | undefined, found: Found | undefined): void {
    const first = this.#first ?? before;
    const change = first === undefined ? [] : pnlChange(first, this.#standing());
    const last = this.#digest;
    const known = new Set(last?.activities.map(keyOf));
    const activities = (found?.activities ?? []).filter(
      (each) => !known.has(keyOf(each)) && !this.#isReported(each),
    );
    const { items } = this.#parts.news;
    const ended = (found?.ended ?? []).filter(
      ({ id }) => !items.some((news) => 'reason' in news && news.order.id === id),
    );
    const isLong = gap.toMs - gap.fromMs >= LONG_MS && change.length > 0;
    const isNews = activities.length > 0 || ended.length > 0 || isLong || found === undefined;
    if (last === undefined && !isNews) return;
    this.#first = first;
    this.#digest = {
      fromMs: Math.min(last?.fromMs ?? gap.fromMs, gap.fromMs),
      toMs: gap.toMs,
      activities: [...activities, ...(last?.activities ?? [])],
      ended: [...ended, ...(last?.ended ?? [])],
      change,
      complete: gap.complete && found?.complete === true && last?.complete !== false,
    };
    this.changes.fire();
  }

  /** Whether it was in the news when it happened; of a trade taken back, whether that was. */
  #isReported(activity: Activity): boolean {
    const trade = activity.kind === 'trade' ? activity.trade : undefined;
    const kind = trade === undefined ? 'settled' : isTakenBack(trade) ? 'busted' : 'fill';
    return this.#parts.news.items.some((news) => {
      if (news.kind !== kind) return false;
      if (!('quantity' in news)) return news.marketSlug === marketOf(activity);
      // A fill may be of several trades: all of the order until then.
      const untilMs = news.at - (this.#aheadMs ?? 0) + SLACK_MS;
      return news.order.id === trade?.ownOrder?.id && (lastMs(activity) ?? 0) <= untilMs;
    });
  }

  /** Orders that are open no more; those that filled are among the activities. */
  async #ended(
    exchange: Exchange,
    before: readonly Order[],
    fromMs: number,
    signal: AbortSignal,
  ): Promise<Part<Order>> {
    const gone = before.filter(({ id }) => this.#parts.orders.get(id) === undefined);
    const asked = gone.slice(0, MOST_ORDERS);
    const read = await Promise.allSettled(asked.map(({ id }) => exchange.order(id, signal)));
    const orders = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    return {
      items: orders.filter(
        ({ state, lastTransactTime: time }) =>
          isTerminal(state) &&
          state !== 'FILLED' &&
          state !== 'REPLACED' &&
          (time === undefined || time.ms >= fromMs),
      ),
      complete: orders.length === gone.length,
    };
  }

  #forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#before = undefined;
    this.dismiss();
  }
}

/** Trades and resolutions at or after a moment by the service's clock; newest first, as the service lists them. */
async function activitiesSince(
  exchange: Exchange,
  fromMs: number,
  signal: AbortSignal,
): Promise<Part<Activity>> {
  const isOlder = ({ time }: Activity): boolean => time !== undefined && time.ms < fromMs;
  const read = await readCursorPages((cursor) => exchange.activities({}, cursor, signal), {
    keyOf: ({ key }) => key,
    maxPages: MOST_PAGES,
    enough: ({ items }) => items.some(isOlder),
  });
  return {
    items: read.items.filter(
      (each) => (each.kind === 'trade' || each.kind === 'resolution') && (lastMs(each) ?? -1) >= fromMs,
    ),
    complete: read.lost === 0 && (read.nextCursor === undefined || read.items.some(isOlder)),
  };
}

/**
 * What P&L changed by; only of currencies known in full at both times. A position that is listed no more took its result
 * with it: then nothing can be compared.
 */
function pnlChange(before: Standing, now: Standing): Digest['change'] {
  if ([...before.listed].some((slug) => !now.listed.has(slug))) return [];
  return [...now.pnl].flatMap(([currency, sum]) => {
    const then = before.pnl.get(currency);
    return then === undefined || then.equals(sum) ? [] : [{ currency, amount: sum.minus(then) }];
  });
}

/** When it happened, or was taken back; Unix milliseconds. */
function lastMs(activity: Activity): number | undefined {
  const undone =
    activity.kind === 'trade' && isTakenBack(activity.trade) ? activity.trade.updateTime : undefined;
  return (undone ?? activity.time)?.ms;
}

/** A trade that is taken back after it was reported is reported again. */
function keyOf(activity: Activity): string {
  return activity.kind === 'trade' && isTakenBack(activity.trade) ? `busted ${activity.key}` : activity.key;
}
