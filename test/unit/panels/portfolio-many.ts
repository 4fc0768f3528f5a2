import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { PortfolioInput } from '../../../src/view/panels/portfolio/input.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { anOrder } from '../../support/account-values.ts';
import { anEvent, aSide, aTeam, at, d, usd } from '../../support/values.ts';
import { held, winner } from './event-scene.ts';
import { portfolioScene, WEEK } from './portfolio-scene.ts';
import { read } from './scene.ts';

const PLACES = [
  'Mossgate',
  'Juniper Flats',
  'Kestrel Point',
  'New Avalon',
  'Ravensholm',
  'Zephyr Falls',
  'Tarn City',
];
const NICKNAMES = [
  'Archers',
  'Islanders',
  'Wolves',
  'Harriers',
  'Quarrymen',
  'Stags',
  'Lanterns',
  'Herons',
  'Vipers',
];

/**
 * An account with so many positions and orders, each in a game of its own. `round`: each one has other prices, so other
 * values in another order.
 */
export function manyRows(positions: number, orders: number, round = 0): PortfolioInput {
  const games = Array.from({ length: Math.max(positions, orders) }, (_, place) => game(place, round));
  const bySlug = new Map(games.map((each) => [each.market.slug, each]));
  const own = games.slice(0, positions).map(({ market, cents }, place) => {
    const quantity = 5 + ((place * 37) % 300);
    return held(
      market.slug,
      quantity,
      (quantity * 0.5).toFixed(2),
      '0.49',
      ((quantity * cents) / 100).toFixed(2),
    );
  });
  const resting = games.slice(0, orders).map(({ market }, place) =>
    anOrder({
      id: `ORDER-${place}`,
      marketSlug: market.slug,
      side: place % 3 === 0 ? 'SELL' : 'BUY',
      intent: place % 3 === 0 ? 'SELL_LONG' : 'BUY_LONG',
      price: usd(((20 + (place % 60)) / 100).toFixed(2)),
      quantity: d(100 + place),
      leavesQuantity: d(50 + place),
      cumQuantity: d(50),
      state: 'PARTIALLY_FILLED',
    }),
  );
  const scene = portfolioScene({
    held: own,
    orders: resting,
    markets: games.map(({ market }) => market),
    points: WEEK,
  });
  return {
    ...scene,
    positions: read(own.map((position) => knownPosition(position, bySlug.get(position.marketSlug)?.market))),
    marketOf: (slug) => bySlug.get(slug)?.market,
    viewOf: (market) => ({ market, event: market.events[0] }),
    groupOf: (market) => ({ key: market.slug, event: market.events[0], markets: [market] }),
  };
}

function game(place: number, round: number): { readonly market: Market; readonly cents: number } {
  const cents = 14 + ((place * 13) % 76) - (round % 3) * (place % 4);
  const known = GAMES.get(place) ?? gameWithoutPrices(place);
  GAMES.set(place, known);
  return { market: { ...winner(cents, cents + 2), slug: `aec-game-${place}`, ...known }, cents };
}

/** By place: prices change neither teams nor event, so that names are made of them once. */
const GAMES = new Map<number, Pick<Market, 'sides' | 'events'>>();

function gameWithoutPrices(place: number): Pick<Market, 'sides' | 'events'> {
  const [away, home] = [place, place + 3].map((number, side) => {
    const [city, nickname] = [
      PLACES[number % PLACES.length],
      NICKNAMES[(number * 2 + side) % NICKNAMES.length],
    ];
    return aTeam({
      id: `${place} ${side}`,
      name: `${city} ${nickname}`,
      alias: nickname,
      abbreviation: (city ?? '').slice(0, 3).toLowerCase(),
    });
  });
  const event: MarketEvent = anEvent({
    id: `game-${place}`,
    slug: `game-${place}`,
    title: `${away?.name} vs. ${home?.name}`,
    teams: [away, home].flatMap((team) => team ?? []),
    startTime: at('2026-03-15T19:00:00Z'),
  });
  const sides = [
    aSide(true, { description: home?.alias, team: home }),
    aSide(false, { description: away?.alias, team: away }),
  ];
  return { sides, events: [event] };
}
