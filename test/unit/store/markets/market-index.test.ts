import assert from 'node:assert/strict';
import type { Market } from '../../../../src/core/market.ts';
import type { ListedTopic } from '../../../../src/core/topic.ts';
import { EventsStore } from '../../../../src/store/markets/events.ts';
import { MarketIndex } from '../../../../src/store/markets/market-index.ts';
import { MarketsStore } from '../../../../src/store/markets/markets.ts';
import { aTopic } from '../../../support/topic.ts';
import { lakeGame } from '../../../support/values.ts';
import { event, market, PROFILE, rig } from '../values.ts';

function shelf() {
  const base = rig();
  const markets = new MarketsStore(base.session);
  const events = new EventsStore(base.session, markets);
  const leagues = new Map<string, string>();
  const places = { topics: [] as ListedTopic[], of: new Map<string, readonly string[]>() };
  const index = new MarketIndex({
    ...base,
    markets,
    events,
    catalogue: {
      listingOf: ({ id }) => ({ league: leagues.get(id), topics: places.of.get(id) ?? [] }),
      get topics() {
        return places.topics;
      },
    },
    eventOf: (one) => events.ofMarket(one.slug),
  });
  const put = (...slugs: readonly string[]): void => markets.upsert(slugs.map(of), 1);
  const read = (): string[] => index.categories().map(({ key, marketCount }) => `${key} ${marketCount}`);
  return { ...base, markets, events, leagues, places, index, put, read };
}

const of = (slug: string): Market => market(slug, { category: slug.split('-')[0], events: [] });

describe('MarketIndex', () => {
  it('has every known market by category, and groups that did not change stay the same', () => {
    const { index, put, read } = shelf();
    put('climate-a', 'climate-b', 'culture-a');
    assert.deepEqual(read(), ['climate 2', 'culture 1']);
    const [, culture] = index.categories();
    put('climate-c');
    assert.deepEqual(read(), ['climate 3', 'culture 1']);
    assert.equal(index.categories()[1], culture);
  });

  it('an event of topics stands in each of them and in no category; a game stays in its league too', () => {
    const { events, places, read } = shelf();
    const { sides } = lakeGame();
    const listed = [
      event('vote', { markets: [market('vote', { category: 'elections' })] }),
      event('other', { markets: [market('other', { category: 'elections' })] }),
      event('final', { markets: [market('final', { category: 'sports', sides })] }),
    ];
    events.upsert(listed, 1);
    assert.deepEqual(read(), ['elections 2', 'nba 1']);
    places.of.set('vote', ['politics', 'economy']).set('final', ['featured']);
    places.topics = [aTopic('politics', 'Politics')];
    assert.deepEqual(read().sort(), ['economy 1', 'elections 1', 'featured 1', 'nba 1', 'politics 1']);
  });

  it('puts an event under the league the service lists it in, also when that is learnt later', () => {
    const { events, leagues, read } = shelf();
    const own = market('nba-a', { category: 'sports' });
    events.upsert([event('e', { markets: [own] })], 1);
    assert.equal(read().length, 1);
    leagues.set('e', 'cup');
    events.upsert([event('e', { markets: [own], score: '1–0' })], 2);
    assert.deepEqual(read(), ['cup 1']);
  });

  it('takes a great many in over several turns, saying when it is done, and forgets another connection', async () => {
    const { clock, markets, index, read, session } = shelf();
    clock.msPerLook = 0.01;
    let done = 0;
    index.onDidChange(() => (done += 1));
    markets.upsert(
      Array.from({ length: 60_000 }, (_, place) => of(`climate-${place}`)),
      1,
    );
    index.categories();
    const first = index.size;
    await clock.advance(1_000);
    assert.ok(first < 60_000 && done > 0, `${first} at once, ${done} times done`);
    assert.deepEqual(read(), ['climate 60000']);
    session.connect(PROFILE);
    assert.deepEqual(read(), []);
  });
});
