import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { tradeKey } from '../../../src/core/trade.ts';
import type { World } from '../../../src/demo/world.ts';
import { seedFrame } from '../../../tools/exchange/seed.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { BOTH, type StreamBench, streamBench } from './stream-support.ts';
import { ALL, NOON, worldAt } from './support.ts';

/** Markets that trade. */
function openSlugs(world: World, count: number): string[] {
  return catalogueOf(world)
    .markets({}, ALL, NOON)
    .filter(({ slug }) => catalogueOf(world).book(slug, NOON)?.state === 'OPEN')
    .slice(0, count)
    .map(({ slug }) => slug);
}

/** The last frame of each market, as a client would keep it, against what the world says now. */
function agrees({ world, clock, dialect }: StreamBench, slug: string, text: string | undefined): void {
  const marketData = world.book(slug, clock.now()) ?? assert.fail(slug);
  const { requestId } = JSON.parse(text ?? '{}') as { requestId?: string };
  const asked = requestId ?? (JSON.parse(text ?? '{}') as { request_id?: string }).request_id;
  const envelope = { requestId: asked, subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA' };
  const frame = JSON.stringify({ ...envelope, marketData });
  assert.equal(text, dialect === 'seed' ? seedFrame(frame) : frame);
}

describe('markets stream of the demo', () => {
  for (const dialect of BOTH) {
    it(`tells the whole book at once and at every change (${dialect})`, async () => {
      const bench = streamBench({ dialect });
      const slugs = openSlugs(bench.world, 3);
      const stream = bench.connect('markets');
      stream.subscribe('MARKET_DATA', slugs);
      assert.deepEqual(
        stream.of('book').map(({ book }) => book.marketSlug),
        slugs,
      );
      let changes = 0;
      const versions = new Map(slugs.map((slug) => [slug, bench.world.bookVersion(slug, bench.clock.now())]));
      for (let tick = 0; tick < 160; tick++) {
        stream.forget();
        await bench.clock.advance(250);
        for (const slug of slugs) {
          const version = bench.world.bookVersion(slug, bench.clock.now());
          const sent = stream.texts.filter((text) => text.includes(`"${slug}"`));
          assert.equal(sent.length, version === versions.get(slug) ? 0 : 1, `${slug} at tick ${tick}`);
          if (sent.length > 0) agrees(bench, slug, sent[0]);
          changes += sent.length;
          versions.set(slug, version);
        }
      }
      assert.ok(changes > 4, `${changes} changes`);
    });

    it(`tells best prices and each trade once, none from before (${dialect})`, async () => {
      const bench = streamBench({ dialect });
      const slugs = openSlugs(bench.world, 25);
      const stream = bench.connect('markets');
      const lite = stream.subscribe('MARKET_DATA_LITE', slugs);
      const tape = stream.subscribe('TRADE', slugs);
      assert.equal(stream.of('trade').length, 0);
      await bench.clock.advance(90_000);
      const trades = stream.of('trade');
      const happened = slugs.flatMap((slug) =>
        catalogueOf(bench.world).trades(slug, NOON - 1, bench.clock.now() - 1),
      );
      assert.ok(trades.length > 10, `${trades.length} trades`);
      assert.deepEqual(
        trades.map(({ trade }) => tradeKey(trade)).sort(),
        happened.map((trade) => tradeKey(trade)).sort(),
      );
      assert.ok(trades.every(({ requestId }) => requestId === tape));
      for (const slug of slugs) {
        const last = stream.of('lite').findLast(({ quote }) => quote.marketSlug === slug);
        assert.equal(last?.requestId, lite);
        const now = catalogueOf(bench.world).bbo(slug, bench.clock.now());
        assert.equal(last.quote.bestBid?.value.text, now?.bestBid?.value.text, slug);
        assert.equal(last.quote.sharesTraded?.toNumber(), now?.sharesTraded?.toNumber(), slug);
      }
    });
  }

  it('says nothing more of what was unsubscribed, and rests when nothing is left', async () => {
    const bench = streamBench({}, worldAt({ churnMs: 100 }));
    const [slug = '', other = ''] = openSlugs(bench.world, 2);
    const stream = bench.connect('markets');
    const first = stream.subscribe('MARKET_DATA', [slug, other]);
    const second = stream.subscribe('MARKET_DATA', [slug]);
    stream.unsubscribe(first);
    stream.forget();
    await bench.clock.advance(1_000);
    assert.ok(stream.frames.length > 0 && stream.frames.every(({ requestId }) => requestId === second));
    stream.unsubscribe(second);
    stream.unsubscribe('never heard of');
    stream.forget();
    await bench.clock.advance(1_000);
    assert.deepEqual(stream.texts, []);
    assert.equal(bench.clock.pending, 1, 'the heartbeat only');
    stream.peer.gone();
    assert.equal(bench.clock.pending, 0);
    assert.equal(bench.streams.connections, 0);
  });

  it('answers what it cannot do with an error, and goes on', () => {
    const bench = streamBench();
    const stream = bench.connect('markets');
    const slugs = openSlugs(bench.world, 1);
    const error = (requestId: string | undefined) => {
      const frames = stream.frames.filter(({ kind }) => kind === 'error');
      assert.deepEqual(frames, [{ kind: 'error', requestId, text: 'invalid request' }]);
      stream.forget();
    };
    stream.subscribe('TRADE', slugs);
    error(
      stream.subscribe(
        'MARKET_DATA',
        Array.from({ length: 101 }, (_, place) => `m-${place}`),
      ),
    );
    error(stream.subscribe('MARKET_DATA', []));
    error(stream.subscribe('MARKET_DATA', slugs, { requestId: 'r-1' }) && 'r-1');
    stream.subscribe('ORDER');
    error(undefined);
    for (const text of ['', 'null', '{', '{"subscribe":{}}', '{"subscribe":{"requestId":"a"}}']) {
      stream.peer.receive(text);
      error(undefined);
    }
    stream.subscribe('MARKET_DATA', [...slugs, 'no-such-market']);
    assert.equal(stream.of('book').length, 1);
    assert.equal(stream.closed, undefined);
  });

  it('gives a sign of life every five seconds, subscribed or not', async () => {
    const bench = streamBench();
    const opened = [bench.connect('markets'), bench.connect('private')];
    await bench.clock.advance(30_000);
    for (const stream of opened) assert.equal(stream.of('heartbeat').length, 6);
  });
});
