import assert from 'node:assert/strict';
import { envelope } from '../../../src/agents/answer.ts';
import { objectText } from '../../../tools/exchange/faults/json-shape.ts';
import { eventSlugOf } from '../../support/faulty.ts';
import { saying } from '../../support/hostile.ts';
import { answerOf, GONE, open, refusalOf, type Shown, side } from './tool-rig.ts';

describe('tools for agents that find markets', () => {
  let window = open();

  beforeEach(() => {
    window = open();
  });

  afterEach(() => window.tearDown());

  const answer = (tool: string, input?: object): Promise<Shown> => answerOf(window, tool, input);
  const refusal = (tool: string, input?: object): Promise<Shown> => refusalOf(window, tool, input);

  const rowsFound = async (input: object): Promise<readonly Shown[]> => {
    const all: Shown[] = [];
    for (let cursor: unknown = '0'; cursor !== null; ) {
      const page = await answer('search_markets', { ...input, limit: 100, cursor });
      all.push(...(page['markets'] as readonly Shown[]));
      cursor = page['nextCursor'];
    }
    return all;
  };
  const slugsOf = (rows: readonly Shown[]): readonly unknown[] => rows.map(({ slug }) => slug);

  it('find markets page by page, each answer small unless a limit asks for more', async () => {
    const first = await window.call('search_markets', { text: 'the' });
    const rows = first.answer['markets'] as readonly Shown[];
    assert.ok(Buffer.byteLength(JSON.stringify(first.answer)) <= 4_096);
    const cursor = first.answer['nextCursor'];
    assert.equal(cursor, String(rows.length));
    const next = await answer('search_markets', { text: 'the', cursor });
    assert.notEqual((next['markets'] as readonly Shown[])[0]?.['slug'], rows[0]?.['slug']);
    const large = await answer('search_markets', { text: 'the', limit: 60 });
    assert.equal((large['markets'] as readonly Shown[]).length, 60);
  });

  it('find a market by its slug and by its whole question, which the search of the service may not know', async () => {
    await answer('search_markets', { live: true });
    const known = [...window.markets.known()].filter(({ slug }) => !window.markets.isOwnAlone(slug));
    assert.ok(known.length > 20);
    for (const { slug, question } of known.slice(0, 20))
      for (const text of [slug, question]) {
        const found = slugsOf(await rowsFound({ text, ended: true }));
        assert.ok(found.includes(slug), `${text}: ${found.join()}`);
      }
  });

  it('name the event of a market as get_event takes it, or say that it is not known', async () => {
    let named = 0;
    for (const { slug } of (await rowsFound({ ended: true })).slice(0, 60)) {
      const { market } = await answer('get_market', { slug });
      const { event } = market as Shown;
      if (event === null) assert.match(JSON.stringify(market), /Its event was not read\./);
      else {
        await answer('get_event', { slug: event });
        named += 1;
      }
    }
    assert.ok(named > 0);
  });

  it('say that what was found is over, where that is why nothing is listed', async () => {
    await answer('search_markets', { live: true });
    const open = new Set(slugsOf(await rowsFound({})));
    const over = slugsOf(await rowsFound({ ended: true })).find((slug) => !open.has(slug));
    assert.ok(over !== undefined);
    const none = await answer('search_markets', { text: over });
    assert.deepEqual(
      [none['found'], none['note']],
      [0, 'Markets were found, but none fits the other fields. What is over needs `ended`.'],
    );
  });

  it('give the question of what is found, where it is not its name, and stay small with it', async () => {
    const { markets } = await answer('search_markets', { text: 'the', limit: 20 });
    let asked = 0;
    for (const { slug, untrusted } of markets as readonly Shown[]) {
      const { question, name } = untrusted as Shown;
      const { untrusted: words } = await answer('get_market', { slug });
      assert.equal(question ?? name, (words as Shown)['question']);
      if (question !== undefined) asked += 1;
    }
    assert.ok(asked > 0);
  });

  it('say as of when also past the end of what was found, and of an event without a line to be named', async () => {
    const past = await answer('search_markets', { text: 'the', cursor: '100000' });
    assert.deepEqual([past['markets'], past['source'], past['stale']], [[], 'rest', false]);
    assert.equal(past['asOf'], new Date(window.clock.now()).toISOString());
    window.plan.fault = saying({
      object: (fields) =>
        objectText(fields.map(([name, value]) => [name, name === 'markets' ? '[]' : value])),
    });
    const bare = await answer('get_event', { slug: eventSlugOf(side.slug) });
    assert.deepEqual([bare['lines'], bare['source'], bare['stale']], [[], 'rest', false]);
    assert.equal(bare['asOf'], new Date(window.clock.now()).toISOString());
  });

  it('give the reason beside the others where nothing was read', () => {
    const unread = envelope(window.sources, undefined, { count: { why: 'Nobody counts.' } });
    const why = 'No price or list of it was read.';
    assert.deepEqual(unread, {
      environment: 'real',
      asOf: null,
      source: null,
      ageSeconds: null,
      stale: true,
      count: null,
      why: { asOf: why, source: why, ageSeconds: why, count: 'Nobody counts.' },
    });
  });

  it('say as of when nothing was found', async () => {
    const none = await answer('search_markets', { text: 'xyzzy' });
    assert.deepEqual([none['found'], none['stale'], none['ageSeconds']], [0, false, 0]);
  });

  it('find nothing without a word of success where the service cannot be reached', async () => {
    window.plan.fault = GONE;
    for (const input of [{ text: 'xyzzy' }, { line: 'spread' }])
      assert.equal((await refusal('search_markets', input))['error'], 'network');
  });

  it('say that only a part was looked through, and how old it is, where no more can be read', async () => {
    const part = await answer('search_markets', { line: 'spread' });
    assert.equal(part['note'], 'Only the markets read so far were looked through.');
    window.plan.fault = GONE;
    await window.clock.advance(120_000);
    const none = await answer('search_markets', { text: 'xyzzy' });
    assert.deepEqual([none['found'], none['stale'], none['source']], [0, true, 'cache']);
    assert.ok(Number(none['ageSeconds']) >= 120);
  });

  it('say when a game was read beside its phase', async () => {
    const { market } = await answer('get_market', { slug: side.slug });
    const { event } = market as Shown;
    const shown = await answer('get_event', { slug: event });
    const at = window.clock.now();
    assert.equal(shown['gameAsOf'], new Date(at).toISOString());
    assert.equal(shown['gameAgeSeconds'], 0);
  });

  it('find by filter only what fits it', async () => {
    const all = (await answer('search_markets', { line: 'spread', limit: 100 }))[
      'markets'
    ] as readonly Shown[];
    assert.ok(all.length > 0);
    assert.ok(all.every(({ line }) => line === 'spread'));
    const wrong = await refusal('search_markets', { startsAfter: 'tomorrow' });
    assert.equal(wrong['why'], '"startsAfter" is no time.');
  });

  it('find what is live also where no event was read yet', async () => {
    assert.ok((await rowsFound({ live: true })).length > 0);
  });

  it('find by league, phase and start the markets of that one and no other', async () => {
    await window.clock.run(window.events.load());
    const all = await rowsFound({});
    const at = '2026-09-01T17:30:00.000Z';
    const isLive = ({ slug }: Shown): boolean =>
      window.marketViews.withEvent(String(slug))?.events[0]?.live === true;
    const isFrom = ({ startsAt }: Shown): boolean => startsAt !== null && String(startsAt) >= at;
    const isTo = ({ startsAt }: Shown): boolean => startsAt !== null && String(startsAt) <= at;
    const filters: readonly (readonly [object, (row: Shown) => boolean])[] = [
      [{ league: 'CFB' }, ({ slug }) => /^[a-z]+-cfb-/.test(String(slug))],
      [{ live: true }, isLive],
      [{ startsAfter: at }, isFrom],
      [{ startsBefore: at }, isTo],
      [{ startsAfter: at, startsBefore: at }, (row) => isFrom(row) && isTo(row)],
      [{ live: true, startsAfter: at }, (row) => isLive(row) && isFrom(row)],
    ];
    for (const [input, fits] of filters) {
      const found = slugsOf(await rowsFound(input));
      assert.deepEqual(found, slugsOf(all.filter(fits)), JSON.stringify(input));
      assert.ok(found.length > 0 && found.length < all.length, JSON.stringify(input));
    }
  });

  it('find by volume only markets of which so much is known to be traded', async () => {
    const unread = await answer('get_market', { slug: side.slug });
    assert.equal(unread['contractsTraded'], null);
    assert.match(String((unread['why'] as Shown)['contractsTraded']), /the order book may have it/);
    await answer('get_order_book', { slug: side.slug });
    const { contractsTraded } = await answer('get_market', { slug: side.slug });
    const traded = Number(contractsTraded);
    assert.ok(traded > 0);
    assert.deepEqual(slugsOf(await rowsFound({ minVolume: traded })), [side.slug]);
    assert.deepEqual(await rowsFound({ minVolume: traded + 1 }), []);
    assert.ok((await rowsFound({ minVolume: 0 })).length > 1);
  });

  it('say which markets a filter leaves out for what is not known of them, and only where it does', async () => {
    const noteOf = async (input: object): Promise<string> =>
      String((await answer('search_markets', input))['note'] ?? '');
    assert.match(await noteOf({ minVolume: 1 }), /whose own volume is not known is left out/);
    assert.doesNotMatch(await noteOf({ minVolume: 0 }), /is left out/);
    for (const input of [{ startsAfter: '2026-09-01T00:00:00Z' }, { startsBefore: '2026-12-01T00:00:00Z' }])
      assert.match(await noteOf(input), /whose start is not known is left out/);
  });

  it('say that a search may have found more than the service lists', async () => {
    const noteOf = async (events: number): Promise<unknown> => {
      const numbered = (event: string, place: number): string =>
        JSON.stringify({ ...JSON.parse(event), id: String(place), slug: `event-${place}` });
      window.plan.fault = saying({
        list: (items, key) =>
          `[${(key === 'events' && items.length > 1 ? Array(events).fill(items[0]).map(numbered) : items).join(',')}]`,
      });
      return (await answer('search_markets', { text: 'the', ended: true }))['note'];
    };
    assert.equal(await noteOf(49), undefined);
    assert.equal(await noteOf(50), 'The search of the service may have found more than it lists.');
  });
});
