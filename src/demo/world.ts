import { Emitter } from '../base/event.ts';
import type { PriceInterval, TimeRange } from '../core/book.ts';
import type { OffsetPage } from '../core/request-queries.ts';
import { wordsOf } from '../core/search-query.ts';
import { Account, type WorldCancelResult } from './account/account.ts';
import { pointsDecimal } from './engine/amounts.ts';
import { bookJson, lastChange, quoteJson } from './engine/book.ts';
import type { EventFrame, MarketFrame } from './engine/events.ts';
import {
  type Asked,
  EVENT_PARAMETERS,
  filterOf,
  listOf,
  MARKET_PARAMETERS,
  type MarketParameters,
  ordered,
} from './engine/filter.ts';
import { HISTORY_MS, historyOf, payoutOf, stateOf } from './engine/pricing.ts';
import { leagueOfTag } from './engine/tags.ts';
import { type Turnover, tapeOf, turnoverOf } from './engine/tape.ts';
import { Universe } from './engine/universe.ts';
import { eventJson, type MarketDetail, marketJson } from './engine/values.ts';
import { type DemoAction, type DemoState, isEpoch } from './state.ts';
import { numeric, type WireObject } from './wire/encode-values.ts';

const MINUTE_MS = 60_000;

export interface WorldOptions {
  /** Integer; the same seed gives the same events, teams and prices. */
  readonly seed: number;
  /** Unix milliseconds at which the account's past ends and the user takes over. Between 2021 and 2069. */
  readonly epochMs: number;
  /** At least so many markets are listed at any time; up to 100,000. Default 600. */
  readonly markets?: number;
  /** `large`: 250 positions, 300 open orders, 5,000 activities. */
  readonly account?: 'normal' | 'large';
  readonly actions?: readonly DemoAction[];
  /**
   * Interval in milliseconds (at least 1; rounded) at which each market's book is replaced, one market after the other:
   * sizes each time, the best prices by a tick about every second time. Undefined: as prices move.
   */
  readonly churnMs?: number;
}

export const DEFAULT_MARKETS = 600;
export const MOST_MARKETS = 100_000;

/** @throws RangeError when the seed is no integer, the epoch outside of 2021–2069 or `markets` outside of 1–100,000. */
export function createWorld(options: WorldOptions): World {
  const { seed, epochMs, markets = DEFAULT_MARKETS, churnMs } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError('The seed must be an integer');
  if (!isEpoch(epochMs)) throw new RangeError('The epoch must lie between 2021 and 2069');
  if (!Number.isInteger(markets) || markets < 1 || markets > MOST_MARKETS) {
    throw new RangeError(`markets must be between 1 and ${MOST_MARKETS}`);
  }
  const churn = churnMs === undefined ? undefined : Math.max(1, Math.round(churnMs));
  return new World(options, new Universe(seed, markets, churn));
}

/** The demo's world: everything is a function of the options, the actions and `now` (Unix milliseconds). */
export class World {
  readonly seed: number;
  readonly epochMs: number;
  readonly #universe: Universe;
  readonly #size: 'normal' | 'large';
  readonly #acted = new Emitter<DemoState>();
  readonly #actions = new Map<string, DemoAction>();
  #account: Account | undefined;

  /** Fires after every action of this world, not for those merged in. */
  readonly onDidAct = this.#acted.event;

  constructor(options: WorldOptions, universe: Universe) {
    this.seed = options.seed;
    this.epochMs = options.epochMs;
    this.#universe = universe;
    this.#size = options.account ?? 'normal';
    for (const action of options.actions ?? []) this.#actions.set(action.id, action);
  }

  /** Seed, epoch and what was done so far; give it to `createWorld` to have the same world again. */
  get state(): DemoState {
    return { seed: this.seed, epochMs: this.epochMs, actions: [...this.#actions.values()] };
  }

  /** `more`: parameters besides those of the interface. */
  markets(asked: Asked, page: OffsetPage, now: number, more?: MarketParameters): readonly WireObject[] {
    // Asked for by slug, a list shows prices as a single market does (interface.md 7.1).
    const sense = asked['slug'] === undefined ? 'list' : 'single';
    const tags = String(asked['includeTag']) === 'true';
    return this.#frames(asked, page, now, more).map((frame) => this.#market(frame, now, { sense, tags }));
  }

  marketById(id: string, now: number): WireObject | undefined {
    return this.#single(this.#universe.marketById(Number(id)), now);
  }

  marketBySlug(slug: string, now: number): WireObject | undefined {
    return this.#single(this.frame(slug, now), now);
  }

  events(asked: Asked, page: OffsetPage, now: number): readonly WireObject[] {
    const isWanted = filterOf(EVENT_PARAMETERS, { seed: this.seed, now, asked }) ?? (() => true);
    return this.#eventsWhere(isWanted, page, now);
  }

  eventById(id: string, now: number): WireObject | undefined {
    return this.#wholeEvent(this.#universe.eventById(Number(id)), now);
  }

  eventBySlug(slug: string, now: number): WireObject | undefined {
    return this.#wholeEvent(this.#universe.eventBySlug(slug), now);
  }

  /** Events of a league, by its code: the games, or the futures. */
  leagueEvents(code: string, futures: boolean, page: OffsetPage, now: number): readonly WireObject[] {
    const isWanted = ({ subject, tags }: EventFrame): boolean =>
      (subject.kind === 'question') === futures && tags.some((tag) => leagueOfTag(tag)?.code === code);
    return this.#eventsWhere(isWanted, page, now);
  }

  /** Events of a tag that `asked` lets through. */
  tagEvents(tag: number, asked: Asked, page: OffsetPage, now: number): readonly WireObject[] {
    const passes = filterOf(EVENT_PARAMETERS, { seed: this.seed, now, asked }) ?? (() => true);
    const isWanted = (event: EventFrame): boolean => event.tags.includes(tag) && passes(event);
    return this.#eventsWhere(isWanted, page, now);
  }

  search(text: string, page: OffsetPage, now: number): readonly WireObject[] {
    const words = wordsOf(text);
    // 26 is no part of 2026.
    const isWanted = ({ title, slug, description }: EventFrame): boolean => {
      const own = wordsOf(`${title} ${slug} ${description}`);
      return words.every((word) => own.some((each) => each.startsWith(word)));
    };
    return this.#eventsWhere(isWanted, page, now);
  }

  #eventsWhere(isWanted: (event: EventFrame) => boolean, { offset, limit }: OffsetPage, now: number) {
    const found = this.#universe.listed(now).filter(isWanted);
    return found.slice(offset, offset + limit).map((event) => this.#event(event, now));
  }

  book(slug: string, now: number): WireObject | undefined {
    const frame = this.frame(slug, now);
    return frame && bookJson(this.seed, frame, this.account.own(frame, now), now);
  }

  bbo(slug: string, now: number): WireObject | undefined {
    const frame = this.frame(slug, now);
    return frame && quoteJson(this.seed, frame, this.account.own(frame, now), now);
  }

  /**
   * Another text whenever `book` or `bbo` may differ, the same as long as they hold still; made without making them.
   * `undefined` for an unknown slug.
   */
  bookVersion(slug: string, now: number): string | undefined {
    const frame = this.frame(slug, now);
    if (frame === undefined) return undefined;
    const own = this.account.own(frame, now);
    // Two changes in one millisecond can only be something done to an order of the account.
    const orders = own.resting.map(({ left }) => left);
    return [lastChange(this.seed, frame, own, now), own.prints.length, ...orders].join();
  }

  /**
   * The tape: trades after `afterMs` until and including `untilMs`, oldest first; the same ones however the span is cut.
   * Empty while nothing trades and for an unknown slug.
   */
  trades(slug: string, afterMs: number, untilMs: number): readonly WireObject[] {
    const frame = this.frame(slug, untilMs);
    if (frame === undefined) return [];
    return tapeOf(this.seed, frame, this.account.own(frame, untilMs), afterMs, untilMs);
  }

  /** Oldest first, `stepMs` apart, from its listing at the earliest; empty for an unknown slug. */
  priceHistory(slug: string, interval: PriceInterval, stepMs: number, now: number): readonly WireObject[] {
    const frame = this.frame(slug, now);
    if (frame === undefined) return [];
    const from = Math.floor((now - HISTORY_MS[interval]) / stepMs) * stepMs;
    return historyOf(this.seed, frame, from, Math.min(now, frame.event.resolvedMs), stepMs);
  }

  /** As stored, a minute apart. */
  pricesBetween(slug: string, { from, to }: TimeRange, now: number): readonly WireObject[] {
    const frame = this.frame(slug, now);
    if (frame === undefined) return [];
    const end = Math.min(to, now, frame.event.resolvedMs);
    return historyOf(this.seed, frame, Math.ceil(from / MINUTE_MS) * MINUTE_MS, end, MINUTE_MS);
  }

  /** `undefined` until the market is resolved. */
  settlement(slug: string, now: number): WireObject | undefined {
    const frame = this.frame(slug, now);
    if (frame === undefined || stateOf(frame, now) !== 'resolved') return undefined;
    return { slug, settlement: numeric(pointsDecimal(payoutOf(this.seed, frame), 0)) };
  }

  cancel(orderId: string, marketSlug: string, now: number): WorldCancelResult {
    const outcome = this.account.cancellable(orderId, marketSlug, now);
    if (outcome === 'cancelled') this.act({ kind: 'cancel', id: `cancel:${orderId}`, atMs: now, orderId });
    return outcome;
  }

  /** Takes over actions of another window; true when there were new ones. */
  merge(actions: readonly DemoAction[]): boolean {
    const fresh = actions.filter((action) => !this.#actions.has(action.id));
    for (const action of fresh) this.#actions.set(action.id, action);
    if (fresh.length > 0) this.#account?.setActions(this.state.actions);
    return fresh.length > 0;
  }

  /** Does what was not done yet. */
  act(action: DemoAction): void {
    if (this.merge([action])) this.#acted.fire(this.state);
  }

  /** Made when somebody first asks for it or for a price its orders may be in. */
  get account(): Account {
    if (this.#account === undefined) {
      this.#account = new Account(this.#universe, this.epochMs, this.#size);
      this.#account.setActions(this.state.actions);
    }
    return this.#account;
  }

  /** A market nobody has heard of yet is not found, though its slug could be worked out. */
  frame(slug: string, now: number): MarketFrame | undefined {
    const frame = this.#universe.marketBySlug(slug);
    return frame !== undefined && frame.event.listedMs <= now ? frame : undefined;
  }

  #single(frame: MarketFrame | undefined, now: number): WireObject | undefined {
    if (frame === undefined || frame.event.listedMs > now) return undefined;
    return this.#market(frame, now, { sense: 'single', tags: true });
  }

  #wholeEvent(event: EventFrame | undefined, now: number): WireObject | undefined {
    return event === undefined || event.listedMs > now ? undefined : this.#event(event, now);
  }

  #market(frame: MarketFrame, now: number, detail: Omit<MarketDetail, 'own'>): WireObject {
    return marketJson(this.seed, frame, now, { ...detail, own: this.account.own(frame, now) });
  }

  #event(event: EventFrame, now: number): WireObject {
    const frames = this.#universe.marketsOf(event);
    const detail = { sense: 'list', tags: false } as const;
    const markets = frames.map((frame) => this.#market(frame, now, detail));
    const turnovers = frames.map((frame) => turnoverOf(this.seed, frame, now));
    const sum = (field: keyof Turnover) => turnovers.reduce((total, each) => total + each[field], 0);
    const turnover = {
      volume: sum('volume'),
      liquidity: sum('liquidity'),
      openInterest: sum('openInterest'),
    };
    return eventJson(this.seed, event, now, { markets, turnover });
  }

  /** A page of everything listed: whole events are skipped by their size. */
  #cut(page: OffsetPage, now: number): readonly MarketFrame[] {
    const frames: MarketFrame[] = [];
    let skip = page.offset;
    for (const event of this.#universe.listed(now)) {
      const size = this.#universe.sizeOf(event);
      if (skip >= size) {
        skip -= size;
        continue;
      }
      frames.push(...this.#universe.marketsOf(event).slice(skip));
      skip = 0;
      if (frames.length >= page.limit) break;
    }
    return frames.slice(0, page.limit);
  }

  /** Markets asked for by name are found even when they are listed no more. */
  #frames(asked: Asked, page: OffsetPage, now: number, more?: MarketParameters): readonly MarketFrame[] {
    const basis = { seed: this.seed, now, asked };
    const filters = [MARKET_PARAMETERS, more].flatMap((each) => (each && filterOf(each, basis)) ?? []);
    const isWanted =
      filters.length === 0 ? undefined : (frame: MarketFrame) => filters.every((isPassed) => isPassed(frame));
    if (isWanted === undefined && asked['orderBy'] === undefined) return this.#cut(page, now);
    const [slugs, ids] = [listOf(asked['slug']), listOf(asked['id'])];
    const named = [
      ...slugs.flatMap((slug) => this.#universe.marketBySlug(String(slug)) ?? []),
      ...ids.flatMap((id) => this.#universe.marketById(Number(id)) ?? []),
    ];
    const isNamed = slugs.length + ids.length > 0;
    const among = isNamed
      ? [...new Set(named)].filter(({ event }) => event.listedMs <= now)
      : this.#universe.listed(now).flatMap((event) => this.#universe.marketsOf(event));
    const found = isWanted === undefined ? among : among.filter(isWanted);
    return ordered(found, basis).slice(page.offset, page.offset + page.limit);
  }
}
