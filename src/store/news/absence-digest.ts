import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { type Activity, isTakenBack } from '../../core/activity.ts';
import { isTerminal, type Order } from '../../core/order.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { OrdersStore } from '../account/orders.ts';
import type { PortfolioStore } from '../account/portfolio.ts';
import type { PositionsStore } from '../account/positions.ts';
import type { Gap } from '../live/gaps.ts';
import { readCursorPages } from '../reading/cursor-pages.ts';
import { remember } from '../reading/remember.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { NewsStore } from './news.ts';
import { type AmountChange, pnlChange, type Standing, Standings, standingOf } from './standing.ts';

/** What happened to the account while nobody listened, taken from the service afterwards. */
export interface Digest {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Trades and resolutions of that time, newest first. */
  readonly activities: readonly Activity[];
  /** Orders that were open before and ended without having filled: cancelled, expired, rejected. */
  readonly ended: readonly Order[];
  /** P&L of the account, open and realised together, now against then. */
  readonly change: readonly AmountChange[];
  /** False when not everything of that time could be read. */
  readonly complete: boolean;
}

export interface AbsenceDigestParts {
  readonly session: Session;
  readonly orders: OrdersStore;
  readonly positions: PositionsStore;
  readonly portfolio: PortfolioStore;
  readonly onGap: Event<Gap>;
  /** What was told of already when it happened. */
  readonly news?: Pick<NewsStore, 'hasTold' | 'hasToldEnd' | 'takeBack'>;
}

/** Pages of the activity read at most. */
const MOST_PAGES = 5;
/** Orders that are gone are asked for one by one, so many at most. */
const MOST_ORDERS = 20;
/**
 * The gap is by this machine's clock, what happened by the service's: looked at is so much more, milliseconds. A clock
 * that is farther off cannot sign. What that brings of before was told of already.
 */
const SKEW_MS = 120_000;
/** What digests told of, remembered. */
const MOST_TOLD = 5_000;
/** Prices alone are worth a word after so long, milliseconds. */
const LONG_MS = 900_000;
/** What could not be read is tried again after this, doubling, so many times. */
const RETRY_MS = 15_000;
const TRIES = 4;

interface Part<T> {
  readonly items: readonly T[];
  readonly complete: boolean;
}

interface Found {
  readonly activities: Part<Activity>;
  readonly ended: Part<Order>;
}

/** After an absence it finds out what happened meanwhile. It keeps that until somebody has dealt with it. */
export class AbsenceDigest implements Disposable {
  readonly #parts: AbsenceDigestParts;
  readonly #changes = new Emitter<void>();
  readonly #own = new DisposableStore();
  readonly #standings: Standings;
  /** As it stood before the first absence the digest tells of. */
  #before: Standing | undefined;
  #digest: Digest | undefined;
  /** Absences that are not told of yet, joined. */
  #owed: Gap | undefined;
  readonly #told = new Map<string, true>();
  #busy = false;
  #failures = 0;
  #timer: Disposable | undefined;
  #abort = new AbortController();
  #epoch: number;

  constructor(parts: AbsenceDigestParts) {
    this.#parts = parts;
    this.#epoch = parts.session.epoch('private');
    const own = this.#own;
    own.add(this.#changes);
    this.#standings = own.add(new Standings(parts.session.clock, (at) => this.#standing(at)));
    own.add(parts.portfolio.onDidChange(() => this.#remember()));
    own.add(parts.onGap((gap) => !gap.elsewhere && this.#owe(gap)));
    own.add(parts.session.onDidChange(() => this.#followSession()));
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** Absences in a row are one. Undefined when nothing happened, or nobody was away. */
  get digest(): Digest | undefined {
    return this.#digest;
  }

  /** Somebody has read it. */
  dismiss(): void {
    this.#before = undefined;
    if (this.#digest === undefined) return;
    this.#digest = undefined;
    this.#changes.fire();
  }

  dispose(): void {
    this.#stop();
    this.#own.dispose();
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#abort.abort();
  }

  #remember(): void {
    const { kind } = this.#parts.portfolio.state;
    if (kind !== 'idle' && kind !== 'loading') this.#standings.note();
  }

  #standing(at: number): Standing {
    const { orders, positions, portfolio } = this.#parts;
    return standingOf(at, orders.orders, portfolio, positions);
  }

  #owe(gap: Gap): void {
    const fromMs = Math.min(this.#owed?.fromMs ?? gap.fromMs, gap.fromMs);
    this.#owed = { ...gap, fromMs };
    this.#failures = 0;
    if (!this.#busy) void this.#find();
  }

  async #find(): Promise<void> {
    this.#timer?.dispose();
    const { signal } = this.#abort;
    this.#busy = true;
    while (this.#owed !== undefined && !signal.aborted) {
      const gap = this.#owed;
      const read = await this.#read(gap, signal);
      if (signal.aborted) return;
      if (read === undefined && ++this.#failures < TRIES) {
        const wait = RETRY_MS * 2 ** (this.#failures - 1);
        this.#timer = this.#parts.session.clock.setTimeout(() => void this.#find(), wait);
        break;
      }
      if (this.#owed === gap) this.#owed = undefined;
      this.#tell(gap, read);
    }
    this.#busy = false;
  }

  /** Undefined when the service could not be asked. */
  async #read({ fromMs }: Gap, signal: AbortSignal): Promise<Found | undefined> {
    const { session } = this.#parts;
    const epoch = session.epoch('private');
    const before = this.#standings.at(fromMs);
    try {
      const exchange = await session.ensure();
      if (signal.aborted) return undefined;
      const activities = await activitiesSince(exchange, fromMs - SKEW_MS, signal);
      const ended = await this.#ended(exchange, before?.orders ?? [], fromMs - SKEW_MS, signal);
      const isComplete = before !== undefined && ended.complete;
      return { activities, ended: { ...ended, complete: isComplete } };
    } catch (cause) {
      if (signal.aborted) return undefined;
      const error = asExchangeError(cause, session.log);
      session.report('private', epoch, error);
      session.log.warn(`What happened while away could not be read: ${error.message}`);
      return undefined;
    }
  }

  #tell(gap: Gap, read: Found | undefined): void {
    const before = this.#before ?? this.#standings.at(gap.fromMs);
    const change = before === undefined ? [] : pnlChange(before, this.#standing(gap.toMs));
    const since = this.#digest;
    const { news } = this.#parts;
    const activities = (read?.activities.items ?? []).filter(
      (each) => !this.#told.has(toldKey(each)) && news?.hasTold(each) !== true,
    );
    const ended = (read?.ended.items ?? []).filter(
      ({ id }) => !this.#told.has(id) && news?.hasToldEnd(id) !== true,
    );
    const happened = activities.length > 0 || ended.length > 0;
    const isLong = gap.toMs - gap.fromMs >= LONG_MS;
    if (since === undefined && !happened && !(isLong && change.length > 0) && read !== undefined) return;
    this.#before = before;
    for (const key of [...activities.map(toldKey), ...ended.map(({ id }) => id)])
      remember(this.#told, key, true, MOST_TOLD);
    for (const each of activities)
      if (each.kind === 'trade' && isTakenBack(each.trade)) news?.takeBack(each.trade);
    const complete = gap.complete && read?.activities.complete === true && read.ended.complete;
    this.#digest = {
      fromMs: Math.min(since?.fromMs ?? gap.fromMs, gap.fromMs),
      toMs: gap.toMs,
      activities: distinct([...activities, ...(since?.activities ?? [])], ({ key }) => key),
      ended: distinct([...ended, ...(since?.ended ?? [])], ({ id }) => id),
      change,
      complete: complete && since?.complete !== false,
    };
    this.#changes.fire();
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

  #followSession(): void {
    const epoch = this.#parts.session.epoch('private');
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#stop();
    this.#abort = new AbortController();
    this.#busy = false;
    this.#owed = undefined;
    this.#standings.clear();
    this.#told.clear();
    this.dismiss();
  }
}

/** Trades and resolutions at or after a moment; newest first, as the service lists them. */
async function activitiesSince(
  exchange: Exchange,
  fromMs: number,
  signal: AbortSignal,
): Promise<Part<Activity>> {
  const isOlder = ({ time }: Activity): boolean => time !== undefined && time.ms < fromMs;
  const read = await readCursorPages((cursor) => exchange.activities({}, cursor, signal), {
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

/** When it happened, or was taken back; Unix milliseconds. */
function lastMs(activity: Activity): number | undefined {
  const undone =
    activity.kind === 'trade' && isTakenBack(activity.trade) ? activity.trade.updateTime : undefined;
  return (undone ?? activity.time)?.ms;
}

/** A trade that is taken back after it was told is told again. */
function toldKey(activity: Activity): string {
  return activity.kind === 'trade' && isTakenBack(activity.trade) ? `busted ${activity.key}` : activity.key;
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map([...items].reverse().map((item) => [keyOf(item), item])).values()].reverse();
}
