import { MARKETS, SEED } from '../../src/demo/index.ts';
import { createWorld } from '../../src/demo/world.ts';
import { catalogueOf } from '../../test/support/read-world.ts';

/** How many markets are watched, and how many of the list are looked at for them. */
const WATCHED = 5;
const LISTED = 200;

/**
 * Settings that fill the lists that are empty in a new profile: saved queries, markets of the demo to watch, and an alert of
 * each kind. `now`: when the window opens, Unix milliseconds.
 */
export function ownLists(now: number): Readonly<Record<string, unknown>> {
  const world = createWorld({ seed: SEED, markets: MARKETS, epochMs: now });
  const listed = catalogueOf(world).markets(
    { active: true, closed: false },
    { limit: LISTED, offset: 0 },
    now,
  );
  const slugs = listed.filter((_, place) => place % (LISTED / WATCHED) === 0).map(({ slug }) => slug);
  const [live, ...others] = slugs;
  const alerts = [
    { market: live, what: 'price', side: 'long', atLeast: '0.99' },
    { market: live, what: 'spread', atMost: '0', paused: true },
    { market: others[0], what: 'price', side: 'short', atMost: '0.01' },
    { market: others[1], what: 'start', atMost: '5' },
    { market: others[2], what: 'state', state: 'settled' },
    { market: others[3], what: 'pnl', atLeast: '1', fired: new Date(now - 600_000).toISOString() },
  ];
  return {
    'predictionMarkets.savedQueries': [
      { name: 'Live', show: { live: true } },
      { name: 'All that starts tomorrow', show: { starts: 'tomorrow' } },
    ],
    'predictionMarkets.watchlist': { '': slugs.slice(0, 3), 'Later on': slugs.slice(3) },
    'predictionMarkets.alerts': alerts.map((alert, place) => ({ id: `${place}`, ...alert })),
  };
}
