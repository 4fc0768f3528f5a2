import type { Market } from '../../../../src/core/market.ts';
import { createWorld, type World } from '../../../../src/demo/world.ts';
import { hasNamedSides } from '../../../../src/view/market-rows.ts';
import { outcomeLabel, rowOutcome } from '../../../../src/view/row-names.ts';
import { churnFor } from '../../../../tools/exchange/service.ts';
import { catalogueOf } from '../../../support/read-world.ts';
import { aContext } from '../../../support/view.ts';

/** What the list of markets asks for first, page by page. */
const AS_LISTED = { active: true, closed: false };
const LISTED = 200;
const context = aContext();

export function longName(market: Market): string {
  return rowName(market, true);
}

function rowName(market: Market, long: boolean): string {
  return outcomeLabel(rowOutcome(market, long, context), '99¢ ', '').slice(4);
}

/**
 * Open markets between two names whose offer moves five times within the next minute, in the order they are listed in.
 * A team that plays twice is the other side somewhere: only a name of one market tells which row is meant.
 */
export function movingMarkets(world: World, now: number): readonly Market[] {
  const every = catalogueOf(world).markets(AS_LISTED, { limit: 1_000, offset: 0 }, now).filter(hasNamedSides);
  const listed = catalogueOf(world).markets(AS_LISTED, { limit: LISTED, offset: 0 }, now);
  return listed.filter((market) => {
    if (!hasNamedSides(market)) return false;
    const name = longName(market);
    const isNamedSo = (other: Market) => [true, false].some((long) => rowName(other, long) === name);
    if (every.some((other) => other.slug !== market.slug && isNamedSo(other))) return false;
    const offers = Array.from({ length: 60 }, (_, second) =>
      String(catalogueOf(world).bbo(market.slug, now + second * 1000)?.bestAsk?.value),
    );
    const moves = offers.filter((offer, index) => index > 0 && offer !== offers[index - 1]).length;
    return moves >= 5 && isTradedFor(world, market.slug, now);
  });
}

/** Both sides can be bought from now on: near its end a game may have a side nobody sells. */
function isTradedFor(world: World, slug: string, now: number): boolean {
  const moments = Array.from({ length: 9 }, (_, minute) =>
    catalogueOf(world).bbo(slug, now + minute * 60_000),
  );
  return moments.every(
    (bbo) => bbo?.bestAsk !== undefined && bbo.bestBid !== undefined && bbo.state === 'OPEN',
  );
}

/**
 * A world that has at least two of them at this hour, and what a test needs besides: which leagues play is a matter of seed
 * and time.
 */
export function seedOfMovingMarkets(
  frames: number,
  now: number,
  suits: (world: World) => boolean = () => true,
): number {
  const churnMs = churnFor(frames);
  for (let seed = 7; seed < 100; seed += 1) {
    const world = createWorld({ seed, epochMs: now, ...(churnMs === undefined ? {} : { churnMs }) });
    if (movingMarkets(world, now).length >= 2 && suits(world)) return seed;
  }
  throw new Error('In no world moves a market whose row differs from all others');
}
