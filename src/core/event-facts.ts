import { HOUR_MS } from '../base/clock.ts';
import { windowOfAll } from './asset-terms.ts';
import { type EventGroup, lineType } from './grouping.ts';
import { type EventPhase, eventPhase, eventStart, isOver, isPaused, lifecycle } from './lifecycle.ts';
import type { Market } from './market.ts';
import { volumeOf } from './sort.ts';

/** What a calendar needs to know of an event. */
export interface EventFacts {
  readonly phase: EventPhase;
  /** Unix milliseconds. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** A season or a tournament, or a question without a start. */
  readonly isFuture: boolean;
  /** Markets whose trading has neither ended nor stopped for a while. */
  readonly open: number;
  readonly halted: number;
  readonly volume: number;
}

interface Entry {
  readonly facts: EventFacts;
  /** Unix milliseconds: between them time alone changes nothing. */
  readonly from: number;
  readonly until: number;
}

/** An event counts as starting soon for so long before its start, milliseconds. */
export const SOON_MS = 2 * HOUR_MS;

export function beginsSoon(start: number | undefined, now: number): boolean {
  return start !== undefined && start > now && start <= now + SOON_MS;
}

/** An event among others of several leagues. */
export interface DatedEvent {
  readonly group: EventGroup;
  readonly facts: EventFacts;
  /** Key of its league or category. */
  readonly category?: string;
}

/** What is live by its volume, then the soonest first; what is open by its end, what is over latest first. */
export function byTime<E extends DatedEvent>(events: readonly E[]): readonly E[] {
  const place = ({ facts: { phase, start, end } }: E): number => {
    if (phase === 'live') return 0;
    const time = phase === 'open' ? end : start;
    const isOver = phase === 'ended' || phase === 'awaitingSettlement';
    return time === undefined ? Number.MAX_VALUE : isOver ? -time : time;
  };
  return [...events].sort(
    (a, b) =>
      place(a) - place(b) || b.facts.volume - a.facts.volume || a.group.key.localeCompare(b.group.key),
  );
}

/** Works the facts of each event out once, until it is another object or begins. */
export class EventFactsMemo {
  readonly #entries = new WeakMap<object, Entry>();

  /** `from`: what the group was made from, where it is made at each call. */
  of(group: EventGroup, now: number, from: object = group): EventFacts {
    const known = this.#entries.get(from);
    if (known !== undefined && now >= known.from && now < known.until) return known.facts;
    const facts = factsOf(group, now);
    const { start = 0 } = facts;
    // The end of a window turns an event over too, without any news of it.
    const turns = [start, windowOfAll(group.markets)?.end ?? 0];
    const since = Math.max(0, ...turns.filter((ms) => ms <= now));
    const entry = {
      facts,
      from: since,
      until: Math.min(...turns.filter((ms) => ms > now), Number.POSITIVE_INFINITY),
    };
    this.#entries.set(from, entry);
    return facts;
  }
}

/** As of now. An upcoming event has others from its start on. */
export function factsOf({ event, markets }: EventGroup, now: number): EventFacts {
  const states = markets.map((market) => lifecycle(market));
  const halted = states.filter(isPaused).length;
  const running = states.filter((state) => !isOver(state)).length;
  const whole = event && { ...event, markets };
  const start = whole === undefined ? startOf(markets) : eventStart(whole);
  return {
    phase: whole === undefined ? phaseOf(running, start, now) : eventPhase(whole, now),
    start,
    end:
      windowOfAll(markets)?.end ??
      event?.endDate?.ms ??
      markets.find(({ endDate }) => endDate !== undefined)?.endDate?.ms,
    isFuture: markets.every((market) => FUTURES.has(lineType(market))),
    open: running - halted,
    halted,
    volume: event?.volume?.toNumber() ?? tradedIn(markets),
  };
}

/** Contracts traded as far as the markets tell. */
export function tradedIn(markets: readonly Market[]): number {
  return markets.reduce((sum, market) => sum + (volumeOf(market)?.toNumber() ?? 0), 0);
}

const FUTURES: ReadonlySet<string> = new Set(['future', 'other']);

function startOf(markets: readonly Market[]): number | undefined {
  return markets.find(({ gameStartTime }) => gameStartTime !== undefined)?.gameStartTime?.ms;
}

/** Of an event nobody names. */
function phaseOf(running: number, start: number | undefined, now: number): EventPhase {
  if (running === 0) return 'ended';
  return start !== undefined && start > now ? 'upcoming' : 'open';
}
