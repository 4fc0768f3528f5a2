import assert from 'node:assert/strict';
import { setUp } from '../../support/client.ts';

const slug = 'wnr-abc-xyz';

describe('raw replies', () => {
  it('are what was sent, with the request, and name the fields nobody reads', async () => {
    const reply = {
      market: { id: '7', slug, hue: 3, marketSides: [{ id: '1', long: true, aura: { deep: 1 } }] },
      trace: 'x',
    };
    const { exchange, clock } = setUp([{ json: reply }]);
    const raw = await clock.run(exchange.raw({ kind: 'market', slug }));
    assert.equal(raw.request, `GET /v1/market/slug/${slug}`);
    assert.equal(raw.isOwn, false);
    assert.deepEqual(raw.json, reply);
    assert.deepEqual([...raw.unread].sort(), ['market.hue', 'market.marketSides[0].aura', 'trace']);
  });

  it('name unread fields in camelCase where the service writes snake_case', async () => {
    const reply = { order: { id: 'A1', market_slug: slug, leaves_quantity: 3, new_thing: 1 } };
    const { exchange, clock } = setUp([{ json: reply }]);
    const raw = await clock.run(exchange.raw({ kind: 'order', id: 'A1' }));
    assert.deepEqual([...raw.unread], ['order.newThing']);
    assert.equal(raw.isOwn, true);
  });

  it('are shown where no decoder can read them, and of another order have no value', async () => {
    const replies = [{ json: { other: 1 } }, { json: { order: { id: 'B', marketSlug: slug } } }];
    const { exchange, clock } = setUp(replies);
    const odd = await clock.run(exchange.raw({ kind: 'balances' }));
    assert.deepEqual([odd.json, odd.value], [{ other: 1 }, undefined]);
    const other = await clock.run(exchange.raw({ kind: 'order', id: 'A' }));
    assert.equal(other.value, undefined);
  });

  it('of a position and of an activity are that part of their page, wherever it is', async () => {
    const page = (json: object) => ({ json });
    const trade = (id: string) => ({ type: 'ACTIVITY_TYPE_TRADE', trade: { id, marketSlug: slug, odd: id } });
    const replies = [
      page({ positions: { other: { netPosition: '1' } }, nextCursor: 'c', eof: false }),
      page({ positions: { [slug]: { netPosition: '4', glow: true } }, eof: true }),
      page({ activities: [trade('1'), trade('2')], eof: true }),
    ];
    const { exchange, clock, transport } = setUp(replies, { dialect: 'current' });
    const position = await clock.run(exchange.raw({ kind: 'position', slug }));
    assert.deepEqual(position.json, { netPosition: '4', glow: true });
    assert.deepEqual([...position.unread], ['glow']);
    assert.equal(position.part, `positions.${slug}`);
    assert.match(String(transport.sent[0]?.url), /market=wnr-abc-xyz/);
    const listed = { activities: [trade('2')], eof: true };
    const key = await keyOf(listed);
    const activity = await clock.run(
      exchange.raw({ kind: 'activity', key, type: 'TRADE', marketSlug: slug }),
    );
    assert.equal(activity.part, 'activities[1]');
    assert.deepEqual([...activity.unread], ['trade.odd']);
  });

  it('of a group are the first page it was read from', async () => {
    const { exchange, clock, transport } = setUp(
      [{ json: { events: [{ id: '1' }] } }, { json: { events: [] } }, { json: { markets: [] } }],
      { dialect: 'current' },
    );
    const league = await clock.run(exchange.raw({ kind: 'leagueEvents', slug: 'cfb' }));
    assert.deepEqual([league.request, league.isOwn], ['GET /v2/leagues/cfb/events', false]);
    await clock.run(exchange.raw({ kind: 'tagEvents', slug: 'weather' }));
    await clock.run(exchange.raw({ kind: 'categoryMarkets', category: 'Climate' }));
    assert.deepEqual(
      transport.sent.slice(1).map(({ url }) => String(url).replace(/^https?:\/\/[^/]+/, '')),
      [
        '/v2/tags/weather/events?active=true&closed=false',
        '/v1/markets?categories=Climate&active=true&closed=false',
      ],
    );
  });

  it('of something that is listed no more are not found', async () => {
    const { exchange, failure } = setUp([{ json: { positions: {}, eof: true } }]);
    assert.equal((await failure(exchange.raw({ kind: 'position', slug }))).code, 'notFound');
  });

  it('nested without end are read no deeper than any reply of the interface', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const { exchange, clock } = setUp([
      { text: `{"market":{"slug":"${slug}","marketSides":[{"team":${deep}}]}}` },
    ]);
    const raw = await clock.run(exchange.raw({ kind: 'market', slug }));
    assert.deepEqual([...raw.unread], ['market.marketSides[0].team']);
  });
});

async function keyOf(reply: object): Promise<string> {
  const { decodeActivities } = await import('../../../src/exchange/wire/portfolio.ts');
  return decodeActivities(reply).items[0]?.key ?? '';
}
