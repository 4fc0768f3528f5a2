import { type Instant, parseInstant } from '../../core/instant.ts';
import type { MarketEvent } from '../../core/market.ts';
import type { EventQuery } from '../../core/query.ts';

/** Whether an event passes the filters as far as its own fields tell; a field that was not sent rules nothing out. */
export function matchesEvent(event: MarketEvent, query: EventQuery): boolean {
  return (
    same(event.active, query.active) &&
    same(event.closed, query.closed) &&
    same(event.live, query.live) &&
    same(event.ended, query.ended) &&
    oneOf(event.category, query.categories) &&
    during(event.startTime, query.startTimeMin, query.startTimeMax)
  );
}

/** True where either is absent. */
function same<T>(value: T | undefined, wanted: T | undefined): boolean {
  return value === undefined || wanted === undefined || value === wanted;
}

/** Letter case aside; true where the value is absent or nothing is wanted. */
function oneOf(value: string | undefined, wanted: readonly string[] | undefined): boolean {
  if (value === undefined || wanted === undefined || wanted.length === 0) return true;
  const lower = value.toLowerCase();
  return wanted.some((each) => each.toLowerCase() === lower);
}

/** Bounds included; a bound that is no date rules nothing out. */
function during(value: Instant | undefined, min: string | undefined, max: string | undefined): boolean {
  if (value === undefined) return true;
  const from = min === undefined ? undefined : parseInstant(min);
  const to = max === undefined ? undefined : parseInstant(max);
  return !(from !== undefined && value.ms < from.ms) && !(to !== undefined && value.ms > to.ms);
}
