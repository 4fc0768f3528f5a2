import assert from 'node:assert/strict';
import type { Market } from '../../src/core/market.ts';
import type { MarketQuery } from '../../src/core/request-queries.ts';
import type { Asked } from '../../src/demo/engine/filter.ts';
import { decodeMarket } from '../../src/exchange/wire/market.ts';
import { catalogueOf } from '../support/read-world.ts';
import { failsWith, fields, plain, type Subject } from './subject.ts';

const MARKET_FIELDS = [
  'id',
  'slug',
  'question',
  'category',
  'active',
  'closed',
  'archived',
  'startDate',
  'endDate',
  'line',
  'ep3Status',
  'sportsMarketTypeV2',
] as const satisfies readonly (keyof Market)[];

const EVERYTHING = { limit: 100_000, offset: 0 };

export function marketContract(open: () => Promise<Subject>): void {
  it('markets come page by page, every one once, as the world has them', async () => {
    const { exchange, world, now } = await open();
    const markets: Market[] = [];
    for (let offset = 0; ; ) {
      const { items, lost, problems } = await exchange.markets({}, { limit: 250, offset });
      assert.deepEqual({ lost, problems }, { lost: 0, problems: [] });
      if (items.length === 0) break;
      markets.push(...items);
      offset += items.length;
    }
    assert.equal(markets.length, world.markets({}, EVERYTHING, now).length);
    assert.equal(new Set(markets.map(({ id }) => id)).size, markets.length);
    for (const market of markets) {
      const known = catalogueOf(world).marketBySlug(market.slug, now);
      assert.deepEqual(fields(market, MARKET_FIELDS), fields(known, MARKET_FIELDS));
      const sides = ({ sides }: Market) =>
        new Map(
          sides.map(({ long, id, description, team }) => [long, { id, description, team: team?.name }]),
        );
      assert.deepEqual(sides(market), known === undefined ? undefined : sides(known));
    }
  });

  const queries: readonly (MarketQuery & Asked)[] = [
    { active: true, closed: false },
    { closed: true },
    { categories: ['sports'] },
    { sportsMarketTypes: ['MONEYLINE', 'TOTAL'] },
    { sportsMarketTypes: ['SPREAD'], active: true },
    { marketTypes: ['futures'] },
  ];
  for (const query of queries) {
    it(`markets by ${JSON.stringify(query)} are those the world has`, async () => {
      const { exchange, world, now } = await open();
      const page = { limit: 100, offset: 0 };
      const { items } = await exchange.markets(query, page);
      const slugs = items.map(({ slug }) => slug);
      const [some, all] = [query, {}].map((asked) => world.markets(asked, page, now).map(({ slug }) => slug));
      assert.deepEqual(slugs, some);
      assert.ok(slugs.length > 0);
      assert.notDeepEqual(slugs, all);
    });
  }

  it('one market is found by id and by slug, several by their slugs', async () => {
    const { exchange, world, now } = await open();
    const [first, second] = catalogueOf(world).markets({}, { limit: 2, offset: 10 }, now);
    assert.ok(first !== undefined && second !== undefined);
    const [byId, bySlug] = [
      await exchange.marketById(first.id ?? ''),
      await exchange.marketBySlug(first.slug),
    ];
    assert.deepEqual(plain(byId), plain(bySlug));
    assert.deepEqual(fields(byId, MARKET_FIELDS), fields(first, MARKET_FIELDS));
    const { items } = await exchange.markets({ slugs: [second.slug, first.slug] }, EVERYTHING);
    assert.deepEqual(new Set(items.map(({ slug }) => slug)), new Set([first.slug, second.slug]));
  });

  it('the course of an asset ends where its market settled, and an unknown one has no points', async () => {
    const { exchange, world, now, onlySeed } = await open();
    if (onlySeed) return;
    const settled = world
      .markets({}, EVERYTHING, now)
      .map((market) => decodeMarket({ market }).value)
      .find(({ assetTerms }) => assetTerms?.settlementPrice !== undefined);
    const { assetTerms: terms } = settled ?? {};
    assert.ok(terms?.asset !== undefined && terms.windowEnd !== undefined);
    const span = { from: terms.windowEnd.ms - 3_600_000, to: terms.windowEnd.ms, bucket: '1M' } as const;
    const course = await exchange.assetCourse(terms.asset, span);
    assert.equal(course.points.length, 61);
    const last = course.points.at(-1)?.close;
    assert.ok(last?.equals(terms.settlementPrice?.value ?? last.negated()));
    assert.deepEqual((await exchange.assetCourse('crypto:none', span)).points, []);
  });

  it('an unknown market is `notFound`, with what the service says', async () => {
    const { exchange } = await open();
    for (const call of [
      () => exchange.marketBySlug('no-such-market'),
      () => exchange.marketById('2147483000'),
    ]) {
      const error = await failsWith(call(), 'notFound');
      assert.equal(error.details.status, 404);
      assert.ok((error.details.serviceMessage ?? '').length > 0);
      assert.ok((error.details.requestId ?? '').length > 0);
    }
  });

  it('a settlement is the world’s, and undefined until there is one', async () => {
    const { exchange, world, now } = await open();
    const prices = new Set<string>();
    let open_ = 0;
    for (const { slug } of catalogueOf(world).markets({}, EVERYTHING, now)) {
      const known = catalogueOf(world).settlement(slug, now);
      if (known === undefined ? open_ > 2 : prices.has(known.price.toString())) continue;
      assert.deepEqual(plain(await exchange.settlement(slug)), plain(known));
      if (known === undefined) open_ += 1;
      else prices.add(known.price.toString());
    }
    assert.ok(prices.has('0') && prices.has('1') && open_ > 0, `${[...prices]}, ${open_} open`);
    assert.equal(await exchange.settlement('no-such-market'), undefined);
  });

  it('what only some services have is there, or missing as a feature', async () => {
    const { exchange, world, now, onlySeed } = await open();
    const [event] = catalogueOf(world).events({ live: true }, { limit: 1, offset: 0 }, now);
    const slug = event?.markets[0]?.slug;
    assert.ok(event?.slug !== undefined && slug !== undefined);
    if (onlySeed) {
      await failsWith(exchange.events({}, EVERYTHING), 'unsupported');
      await failsWith(exchange.search('a', 5), 'unsupported');
      await failsWith(exchange.priceHistory(slug, '1D'), 'unsupported');
      await failsWith(exchange.balances(), 'unsupported');
      await failsWith(exchange.book(slug), 'notFound');
      assert.equal(exchange.supports('events'), 'no');
      return;
    }
    const { items, lost, problems } = await exchange.events({ live: true }, EVERYTHING);
    assert.deepEqual({ lost, problems }, { lost: 0, problems: [] });
    assert.deepEqual(
      items.map(({ id, markets }) => [id, markets.map((market) => market.slug)]),
      catalogueOf(world)
        .events({ live: true }, EVERYTHING, now)
        .map(({ id, markets }) => [id, markets.map((market) => market.slug)]),
    );
    assert.equal((await exchange.eventById(event.id)).title, event.title);
    assert.equal((await exchange.eventBySlug(event.slug)).title, event.title);
    const found = await exchange.search(event.title ?? '', 20);
    assert.ok(found.items.some(({ id }) => id === event.id));
    const book = ['marketSlug', 'bids', 'offers', 'state'] as const;
    assert.deepEqual(
      fields(await exchange.book(slug), book),
      fields(catalogueOf(world).book(slug, now), book),
    );
    const bbo = ['marketSlug', 'bestBid', 'bestAsk', 'state'] as const;
    assert.deepEqual(fields(await exchange.bbo(slug), bbo), fields(catalogueOf(world).bbo(slug, now), bbo));
    const history = await exchange.priceHistory(slug, '1D');
    assert.ok(history.length > 0);
    for (const [index, { ms }] of history.entries()) assert.ok(ms > (history[index - 1]?.ms ?? 0));
    const [from, to] = [history.at(-13)?.ms ?? 0, history.at(-1)?.ms ?? 0];
    const minutes = await exchange.priceHistory(slug, { from, to });
    assert.ok(minutes.length >= 60 && minutes.every(({ ms }) => ms >= from && ms <= to), `${minutes.length}`);
    assert.deepEqual(await exchange.priceHistory('no-such-market', '1D'), []);
    assert.equal(exchange.supports('book'), 'yes');
    await failsWith(exchange.book('no-such-market'), 'notFound');
    assert.equal(exchange.supports('book'), 'yes');
  });
}
