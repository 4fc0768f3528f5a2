import type { MarketFrame } from '../engine/market-frame.ts';

/** Markets one event after the other, a market of each at a time: neighbours belong to different events. */
export function spread(markets: readonly MarketFrame[]): MarketFrame[] {
  const turns = new Map<number, number>();
  return markets
    .map((market) => {
      const turn = turns.get(market.event.id) ?? 0;
      turns.set(market.event.id, turn + 1);
      return { market, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ market }) => market);
}

/** So many of the first list, then one of the second, until both are used up. */
export function interleaved<T>(first: readonly T[], second: readonly T[], many: number): T[] {
  const result: T[] = [];
  for (let place = 0; place * many < first.length || place < second.length; place++) {
    result.push(...first.slice(place * many, (place + 1) * many), ...second.slice(place, place + 1));
  }
  return result;
}
