import assert from 'node:assert/strict';
import fc from 'fast-check';
import { settle } from '../../../support/clock.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { shop } from '../shop.ts';
import { KEY, market, PROFILE, usd } from '../values.ts';

describe('MarketsStore', () => {
  it('reads nothing until asked, then one page, and joins who asks meanwhile', async () => {
    const { markets, exchange, slugs, made } = shop(5);
    assert.equal(made.length, 0);
    const first = markets.load();
    assert.equal(markets.state.kind, 'loading');
    await Promise.all([first, markets.load(), markets.refresh()]);
    assert.equal(exchange.count('markets'), 1);
    assert.equal(markets.state.kind, 'ready');
    assert.equal(slugs(), 'm0 m1 m2');
    await markets.load();
    assert.equal(exchange.count('markets'), 1, 'what is loaded is not loaded again');
  });

  it('reads on until a page is empty, not until one is short', async () => {
    const { markets, slugs, asked } = shop(5);
    await markets.load();
    await markets.loadMore();
    assert.equal(slugs(), 'm0 m1 m2 m3 m4');
    assert.equal(markets.hasMore, true, 'a short page proves nothing');
    await markets.loadMore();
    assert.equal(markets.hasMore, false);
    await markets.loadMore();
    assert.deepEqual(asked(), [
      { limit: 3, offset: 0 },
      { limit: 3, offset: 3 },
      { limit: 3, offset: 5 },
    ]);
  });

  it('goes on behind what came where the service sends fewer than asked for', async () => {
    const { markets, exchange, asked } = shop(6, { pageSize: 500 });
    exchange.next('markets', () => ({
      items: exchange.markets_.slice(0, 2),
      lost: 1,
      problems: [],
      receivedAt: 0,
    }));
    await markets.load();
    await markets.loadMore();
    assert.deepEqual(asked()[1], { limit: 500, offset: 3 }, 'an unreadable one took a place too');
    assert.equal(markets.lost, 1);
  });

  it('counts a market once when pages overlap, and ends on a page with nothing new', async () => {
    const { markets, exchange, slugs } = shop(3);
    await markets.load();
    const again = [market('m1'), market('m2')];
    exchange.next('markets', () => ({ items: again, lost: 0, problems: [], receivedAt: 0 }));
    await markets.loadMore();
    assert.equal(slugs(), 'm0 m1 m2');
    assert.equal(markets.hasMore, false);
  });

  it('holds no more pages than it may', async () => {
    const { markets } = shop(9, { pageSize: 2, maxPages: 2 });
    await markets.load();
    await markets.loadMore();
    assert.equal(markets.hasMore, false);
    assert.equal(markets.markets.length, 4);
  });

  it('says which rows changed, keeps the objects of the others, and says all when a row went', async () => {
    const { markets, changes, exchange, put, slugs } = shop(3);
    await markets.load();
    const before = markets.get('m0');
    changes.length = 0;
    put('m1', { bestBidQuote: usd('0.44') });
    await markets.refresh();
    assert.deepEqual(
      changes.map((change) => (change === 'all' ? change : [...change])),
      [[], ['m1']],
    );
    assert.equal(markets.get('m0'), before);
    assert.equal(markets.get('m1')?.bestBidQuote?.value.text, '0.44');
    exchange.markets_ = exchange.markets_.slice(1);
    await markets.refresh();
    assert.deepEqual([changes.at(-1), slugs(), markets.get('m0')], ['all', 'm1 m2', undefined]);
  });

  it('reads all loaded pages again when asked', async () => {
    const { markets, put, exchange } = shop(6);
    await markets.load();
    await markets.loadMore();
    put('m5', { closed: true });
    await markets.refresh();
    assert.equal(exchange.count('markets'), 4);
    assert.equal(markets.get('m5')?.closed, true);
  });

  it('shows the old rows with the failure when a refresh fails, and does not loop', async () => {
    const { markets, exchange, slugs } = shop(3);
    exchange.next('markets', failure('server', { status: 503 }));
    await markets.load();
    assert.ok(markets.state.kind === 'failed' && markets.state.readAt === undefined);
    await markets.load();
    assert.equal(exchange.count('markets'), 1, 'a view that redraws does not try again by itself');
    await markets.refresh();
    exchange.next('markets', failure('timeout'));
    await markets.refresh();
    assert.ok(markets.state.kind === 'failed' && markets.state.readAt !== undefined);
    assert.equal(slugs(), 'm0 m1 m2');
  });

  it('keeps the list and says so when more could not be read', async () => {
    const { markets, exchange } = shop(6);
    await markets.load();
    exchange.next('markets', failure('network'));
    const more = markets.loadMore();
    assert.equal(markets.loadingMore, true);
    await more;
    assert.equal(markets.moreError?.code, 'network');
    assert.equal(markets.state.kind, 'ready');
    assert.equal(markets.hasMore, true);
  });

  it('never shows a late reply of another query or connection', async () => {
    for (const isQuery of [true, false]) {
      const { markets, exchange, session, slugs } = shop(3);
      const held = exchange.hold('markets');
      const first = markets.load();
      await settle();
      exchange.markets_ = [market('other')];
      if (isQuery) await markets.setQuery({ closed: false });
      else session.connect(PROFILE);
      held.release();
      await first;
      await settle();
      assert.deepEqual([slugs(), markets.state.kind], isQuery ? ['other', 'ready'] : ['', 'idle']);
    }
  });

  it('keeps public data when signing in, and reads on with the new client', async () => {
    const { markets, exchange, session, slugs } = shop(3);
    await markets.load();
    const held = exchange.hold('markets');
    const refresh = markets.refresh();
    await settle();
    await session.signIn(KEY);
    held.release();
    await refresh;
    assert.equal(markets.state.kind, 'ready');
    assert.equal(slugs(), 'm0 m1 m2');
  });

  it('reads the first page of a longer list when the clock asks, and all of it when a person does', async () => {
    const { markets, exchange, clock, slugs, put } = shop(6, { pageSize: 1 });
    await markets.load();
    while (markets.hasMore) await markets.loadMore();
    const before = exchange.count('markets');
    const readAt = clock.now();
    await clock.advance(30_000);
    for (const slug of ['m0', 'm5']) put(slug, { closed: true });
    exchange.markets_ = exchange.markets_.filter(({ slug }) => slug !== 'm3');
    await markets.refresh('poll');
    assert.equal(exchange.count('markets') - before, 1);
    assert.equal(markets.get('m0')?.closed, true);
    assert.match(slugs(), /\bm3\b/, 'it may have moved to a page that was not read');
    assert.deepEqual([markets.get('m5')?.closed, markets.readAt('m5')], [false, readAt]);
    await markets.refresh();
    assert.doesNotMatch(slugs(), /\bm3\b/);
    assert.equal(markets.get('m5')?.closed, true);
    assert.equal(markets.markets.length, 5);
  });

  it('lists every market exactly once however pages overlap or fall short', async () => {
    const shape = fc.record({
      total: fc.nat({ max: 40 }),
      pageSize: fc.integer({ min: 1, max: 9 }),
      served: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ total, pageSize, served }) => {
        const { markets, exchange } = shop(total, { pageSize });
        exchange.always('markets', () => {
          const [, page] = exchange.calls.at(-1)?.args ?? [];
          const { offset, limit } = page as { readonly offset: number; readonly limit: number };
          const most = Math.min(limit, served[exchange.count('markets') % (served.length + 1)] ?? limit);
          const items = exchange.markets_.slice(offset, offset + most);
          return { items, lost: 0, problems: [], receivedAt: 0 };
        });
        await markets.load();
        while (markets.hasMore) await markets.loadMore();
        assert.deepEqual(
          markets.markets.map(({ slug }) => slug),
          exchange.markets_.map(({ slug }) => slug),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('reads a single market once, and no list shows it because of that', async () => {
    const { markets, exchange, slugs } = shop(5);
    await markets.load();
    for (let time = 0; time < 2; time++) assert.equal((await markets.getOrRead('m4')).slug, 'm4');
    assert.equal(exchange.count('marketBySlug'), 1);
    assert.equal((await markets.getOrRead('m0')).slug, 'm0');
    assert.equal(exchange.count('marketBySlug'), 1, 'a listed one is known');
    assert.deepEqual([slugs(), markets.isInNoList('m4')], ['m0 m1 m2', true]);
  });

  it('holds 100,000 markets', async () => {
    const { markets } = shop(100_000, { pageSize: 10_000 });
    await markets.load();
    while (markets.hasMore) await markets.loadMore();
    assert.equal(markets.markets.length, 100_000);
    assert.equal(markets.get('m99999')?.slug, 'm99999');
  });
});
