import assert from 'node:assert/strict';
import { getEvent } from '../../../src/agents/event-tools.ts';
import { checkInput, type InputSchema } from '../../../src/agents/schema.ts';
import type { AgentSources } from '../../../src/agents/sources.ts';
import type { Market } from '../../../src/core/market.ts';
import { sent } from '../../../tools/exchange/faults/delivery.ts';
import { objectText } from '../../../tools/exchange/faults/json-shape.ts';
import { toolSchemas } from '../../support/agent-window.ts';
import { eventSlugOf } from '../../support/faulty.ts';
import { saying } from '../../support/hostile.ts';
import { answerOf, GONE, open, refusalOf, type Shown, side } from './tool-rig.ts';

/** A service that says another thing in fields of some names. */
const replacing = (changes: Readonly<Record<string, string>>) =>
  saying({ text: (value, key) => JSON.stringify(changes[key ?? ''] ?? value) });

describe('tools for agents about markets', () => {
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

  it('say first where they are, as of when, and how old it is', async () => {
    for (const [tool, input] of [
      ['get_market', { slug: side.slug }],
      ['search_markets', { text: 'the' }],
      ['get_order_book', { slug: side.slug }],
      ['get_price_history', { slug: side.slug }],
      ['get_settlement', { slug: side.settledSlug }],
      ['what_if', { slug: side.slug, contracts: 5 }],
    ] as const) {
      const shown = await answer(tool, input);
      const [environment, asOf, source, age, stale] = Object.entries(shown);
      assert.deepEqual(environment, ['environment', 'real'], tool);
      assert.deepEqual(asOf, ['asOf', new Date(window.clock.now()).toISOString()], tool);
      assert.deepEqual(source, ['source', 'rest'], tool);
      assert.deepEqual(age, ['ageSeconds', 0], tool);
      assert.deepEqual(stale, ['stale', false], tool);
    }
  });

  it('name a price by what is done at it, in cents, for both sides', async () => {
    const shown = await answer('get_market', { slug: side.slug });
    const prices = ['buyYesAtCents', 'sellYesAtCents', 'buyNoAtCents', 'sellNoAtCents'].map((name) =>
      Number(shown[name]),
    );
    const [buyYes = 0, sellYes = 0, buyNo = 0, sellNo = 0] = prices;
    assert.deepEqual(prices, [95, 94, 6, 5]);
    // A buy is never answered with the bid.
    assert.ok(buyYes > sellYes && buyNo > sellNo);
    assert.equal(buyYes + sellNo, 100);
    assert.equal(sellYes + buyNo, 100);
    assert.equal(shown['feeToBuy100Yes'], '0.28 USD');
    assert.equal(shown['breakEvenYesCents'], 95.28);
    assert.match(
      String(shown['pays']),
      /^A contract of the side that wins pays 100 cents, the other nothing/,
    );
  });

  it('give null and a reason for a price that is not there, never one in its place', async () => {
    window.plan.fault = replacing({ value: '' });
    const shown = await answer('get_market', { slug: side.slug });
    for (const name of ['buyYesAtCents', 'sellYesAtCents', 'buyNoAtCents', 'sellNoAtCents', 'midYesCents']) {
      assert.equal(shown[name], null, name);
      assert.ok((shown['why'] as Shown)[name], name);
    }
    assert.equal((shown['why'] as Shown)['buyNoAtCents'], 'The price is not known.');
    assert.equal(shown['breakEvenYesCents'], null);
    assert.doesNotMatch(JSON.stringify(shown), /\b50\b|0\.5\b/);
  });

  it('say of each level of the book what it means for both sides', async () => {
    const { offers, bids } = await answer('get_order_book', { slug: side.slug, depth: 1 });
    assert.deepEqual(offers, [{ buyYesAtCents: 95, sellNoAtCents: 5, contracts: '109' }]);
    assert.deepEqual(bids, [{ sellYesAtCents: 94, buyNoAtCents: 6, contracts: '177' }]);
  });

  it('work a trade out of the book, level by level, with its fee', async () => {
    const shown = await answer('what_if', { slug: side.slug, contracts: 150 });
    const { why: _, ...result } = shown['result'] as Shown;
    assert.deepEqual(result, {
      filledContracts: '150',
      unfilledContracts: '0',
      averageCents: 95.5467,
      slippageCents: 0.5467,
      cost: '143.32 USD',
      takerFee: '0.38 USD',
      breakEvenCents: 95.8,
      paysIfItWins: '150.00 USD',
      levels: [
        { buyYesAtCents: 95, contracts: '109', fee: '0.31 USD' },
        { buyYesAtCents: 97, contracts: '41', fee: '0.07 USD' },
      ],
    });
  });

  it('say how many levels a trade takes where it lists only the first', async () => {
    window.plan.fault = saying({
      list: (items) => `[${[...items, ...items, ...items, ...items].join(',')}]`,
    });
    const { offers } = await answer('get_order_book', { slug: side.slug, depth: 50 });
    const { result } = await answer('what_if', { slug: side.slug, contracts: 1_000_000 });
    const { levels, levelsInAll } = result as Shown;
    assert.equal((levels as readonly Shown[]).length, 10);
    assert.equal(levelsInAll, (offers as readonly Shown[]).length);
  });

  it('say of each level that its fee is not known, where the market sends no fee coefficient', async () => {
    window.plan.fault = saying({
      object: (fields) => objectText(fields.filter(([name]) => name !== 'feeCoefficient')),
    });
    const { result } = await answer('what_if', { slug: side.slug, contracts: 150 });
    const { levels, takerFee } = result as Shown;
    assert.equal(takerFee, null);
    assert.deepEqual(
      (levels as readonly Shown[]).map(({ fee, why }) => [fee, why]),
      Array(2).fill([null, { fee: 'The market sends no fee coefficient.' }]),
    );
  });

  it('take no level beyond the limit, and no more than an amount pays for', async () => {
    const within = await answer('what_if', { slug: side.slug, contracts: 150, limitPriceCents: 95 });
    assert.equal((within['result'] as Shown)['filledContracts'], '109');
    assert.equal((within['result'] as Shown)['unfilledContracts'], '41');
    const no = await answer('what_if', { slug: side.slug, side: 'no', contracts: 500, limitPriceCents: 6 });
    assert.equal((no['result'] as Shown)['filledContracts'], '177');
    const paid = await answer('what_if', { slug: side.slug, amountUsd: 10 });
    assert.equal((paid['asked'] as Shown)['contracts'], '10');
    const none = await answer('what_if', { slug: side.slug, contracts: 5, limitPriceCents: 1 });
    assert.equal(none['result'], null);
  });

  it('say how much of an amount is left, where the book ends before it does too', async () => {
    const left = async (input: object): Promise<readonly number[]> => {
      const { result } = await answer('what_if', { slug: side.slug, ...input });
      const { amountLeft, cost, proceeds } = result as Shown;
      return [amountLeft, cost ?? proceeds].map((money) => Number.parseFloat(String(money)));
    };
    assert.deepEqual(await left({ amountUsd: 10 }), [0.5, 9.5]);
    for (const action of ['buy', 'sell']) {
      const [rest = 0, used = 0] = await left({ amountUsd: 1_000_000, action });
      assert.ok(rest > 900_000 && used > 0 && Math.abs(rest + used - 1_000_000) < 0.01, action);
    }
    const { result } = await answer('what_if', { slug: side.slug, contracts: 5 });
    assert.equal((result as Shown)['amountLeft'], undefined);
  });

  it('count and work out nothing of levels that could not be read, all or some', async () => {
    for (const left of [0, 1]) {
      window.plan.fault = saying({
        list: (items, key) =>
          `[${(key === 'offers' ? ['{"qty":"9"}', ...items.slice(0, left)] : items).join(',')}]`,
      });
      const book = await answer('get_order_book', { slug: side.slug });
      const { offers, bids, why } = book['levels'] as Shown;
      assert.deepEqual([offers, typeof bids], [null, 'number']);
      assert.match(JSON.stringify(why), /could be read/);
      for (const size of [{ contracts: 5 }, { amountUsd: 5 }]) {
        const refused = await refusal('what_if', { slug: side.slug, ...size });
        assert.equal(refused['error'], 'badReply');
        assert.match(String(refused['why']), /^Not all levels .* Nothing was worked out/);
        assert.ok((await answer('what_if', { slug: side.slug, action: 'sell', ...size }))['result']);
      }
      await window.clock.advance(120_000);
    }
  });

  it('say of a book at which nobody can trade now that it is so', async () => {
    const noteOf = async (): Promise<string> =>
      String((await answer('get_order_book', { slug: side.slug }))['note']);
    assert.match(await noteOf(), /^One book for both sides/);
    window.plan.fault = replacing({ status: 'MARKET_STATUS_HALTED', state: 'MARKET_STATE_HALTED' });
    await window.clock.advance(120_000);
    assert.match(
      await noteOf(),
      /^Nobody can trade at these prices now: it is halted\. One book for both sides/,
    );
  });

  it('say what a resting order is paid, by its limit, where the service says how much', async () => {
    const fees = async (): Promise<readonly unknown[]> => {
      const said: unknown[] = [];
      for (const input of [
        { contracts: 19, limitPriceCents: 95 },
        { contracts: 19, limitPriceCents: 95, side: 'no' },
        // Nobody is there: it would rest.
        { contracts: 100, limitPriceCents: 50, action: 'buy' },
        { amountUsd: 50.4, limitPriceCents: 50 },
        { contracts: 1, limitPriceCents: 1 },
        { contracts: 19 },
      ]) {
        const { makerFee, why } = await answer('what_if', { slug: side.slug, ...input });
        said.push(makerFee ?? (why as Shown)['makerFee']);
      }
      return said;
    };
    const unknown = 'It is not known whether this service pays makers.';
    assert.deepEqual(await fees(), Array(6).fill(unknown));
    const paid = ['-0.01', '-0.01', '-0.31', '-0.31', '0.00'].map((amount) => `${amount} USD`);
    for (const id of ['polymarketUS', 'demo'] as const) {
      window.session.connect({ ...window.session.profile, id });
      assert.deepEqual(await fees(), [...paid, 'It needs a limit price to rest at.'], id);
    }
  });

  it('are small enough by default, each of them', async () => {
    for (const [tool, input] of [
      ['get_event', { slug: eventSlugOf(side.slug) }],
      ['get_order_book', { slug: side.slug }],
      ['get_price_history', { slug: side.slug }],
      ['what_if', { slug: side.slug, contracts: 1_000_000 }],
    ] as const) {
      const bytes = Buffer.byteLength(JSON.stringify(await answer(tool, input)));
      assert.ok(bytes <= 4_096, `${tool}: ${bytes}`);
    }
  });

  it('refuse an amount in both units, or in none', async () => {
    const both = await refusal('what_if', { slug: side.slug, contracts: 5, amountUsd: 5 });
    assert.equal(both['next'], 'Pass either contracts or amountUsd.');
    await refusal('what_if', { slug: side.slug });
  });

  it('work nothing out of prices that could not be read again, unless that is asked for', async () => {
    await answer('what_if', { slug: side.slug, contracts: 5 });
    window.plan.fault = GONE;
    await window.clock.advance(120_000);
    const refused = await refusal('what_if', { slug: side.slug, contracts: 5 });
    assert.equal(refused['error'], 'stale');
    assert.equal(refused['stale'], true);
    assert.ok(Number(refused['ageSeconds']) >= 120);
    const old = await answer('what_if', { slug: side.slug, contracts: 5, allowStale: true });
    assert.equal(old['stale'], true);
    assert.ok(old['result']);
    const market = await answer('get_market', { slug: side.slug });
    assert.equal(market['stale'], true);
    assert.equal(market['source'], 'cache');
    assert.equal(market['breakEvenYesCents'], null);
    assert.equal(market['midYesCents'], null);
    const game = market['market'] as Shown;
    assert.ok(game['gameAgeSeconds'] === null || Number(game['gameAgeSeconds']) >= 120);
    const asked = await answer('get_market', { slug: side.slug, allowStale: true });
    assert.equal(asked['midYesCents'], 94.5);
  });

  it('work nothing out while trading is paused, and no allowance but that of what_if lifts it', async () => {
    window.plan.fault = replacing({ status: 'MARKET_STATUS_HALTED', state: 'MARKET_STATE_HALTED' });
    const refused = await refusal('what_if', { slug: side.slug, contracts: 5 });
    assert.equal(refused['error'], 'halted');
    assert.match(String(refused['why']), /^Trading is paused: halted\. Nothing was worked out from it\.$/);
    assert.ok((await answer('what_if', { slug: side.slug, contracts: 5, allowStale: true }))['result']);
    const paused = 'Nothing is worked out of paused prices.';
    for (const allowStale of [false, true]) {
      const shown = await answer('get_market', { slug: side.slug, allowStale });
      assert.equal((shown['market'] as Shown)['state'], 'halted');
      assert.equal(shown['buyYesAtCents'], null);
      for (const name of ['midYesCents', 'feeToBuy100Yes', 'breakEvenYesCents'])
        assert.deepEqual([shown[name], (shown['why'] as Shown)[name]], [null, paused], name);
      const slug = (shown['market'] as Shown)['event'];
      const lines = (await answer('get_event', { slug, allowStale }))['lines'] as readonly Shown[];
      const line = lines.find((each) => each['slug'] === side.slug) ?? {};
      assert.deepEqual([line['state'], line['fairYesPercent']], ['halted', null]);
      assert.equal((line['why'] as Shown)['fairYesPercent'], paused);
    }
  });

  it('say of a market whose window is ahead that it is not open yet, all of them', async () => {
    const ahead = JSON.stringify({ windowEnd: new Date(window.clock.now() + 3_600_000).toISOString() });
    window.plan.fault = saying({
      text: (value, key) =>
        JSON.stringify(
          key === 'status' ? 'MARKET_STATUS_CLOSED' : key === 'state' ? 'MARKET_STATE_CLOSED' : value,
        ),
      object: (fields) => {
        const all = fields.some(([name]) => name === 'marketSides')
          ? [...fields.filter(([name]) => name !== 'assetPriceTerms'), ['assetPriceTerms', ahead]]
          : fields;
        return `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
      },
    });
    const shown = await answer('get_market', { slug: side.slug });
    const book = await answer('get_order_book', { slug: side.slug });
    for (const { market } of [shown, book]) assert.equal((market as Shown)['state'], 'upcoming');
    assert.equal((shown['why'] as Shown)['buyYesAtCents'], 'Trading is not open yet.');
    const refused = await refusal('what_if', { slug: side.slug, contracts: 5 });
    assert.equal(refused['error'], 'upcoming');
    assert.match(String(refused['why']), /^Trading is not open yet\./);
    const settlement = await answer('get_settlement', { slug: side.slug });
    assert.deepEqual(
      [settlement['outcome'], settlement['why']],
      [null, 'There is no outcome yet; it is upcoming.'],
    );
  });

  it('say how a market ended and what each side paid, or why that is not known', async () => {
    const ended = await answer('get_settlement', { slug: side.settledSlug });
    assert.equal(ended['outcome'], 'yes');
    assert.equal(ended['yesPaidCents'], 100);
    assert.equal(ended['noPaidCents'], 0);
    const running = await answer('get_settlement', { slug: side.slug });
    assert.equal(running['outcome'], null);
    assert.equal(running['why'], 'It still trades: there is no outcome yet.');
  });

  it('say that an end is stale where the state beside it could not be read again', async () => {
    await answer('get_market', { slug: side.slug });
    window.plan.fault = {
      ...GONE,
      deliver: (request, reply) =>
        /settlement/.test(request.path) ? sent(reply(request)) : GONE.deliver(request, reply),
    };
    await window.clock.advance(120_000);
    const settlement = await answer('get_settlement', { slug: side.slug });
    assert.deepEqual([settlement['stale'], settlement['source']], [true, 'cache']);
  });

  it('thin a course of prices to the points asked for, and keep its ends, high and low', async () => {
    const whole = await answer('get_price_history', { slug: side.slug, points: 200 });
    const shown = await answer('get_price_history', { slug: side.slug, points: 3 });
    const points = shown['points'] as readonly Shown[];
    assert.equal(points.length, 3);
    assert.deepEqual(points[0], (whole['points'] as readonly Shown[])[0]);
    assert.deepEqual(points[2], (whole['points'] as readonly Shown[]).at(-1));
    assert.equal(shown['highCents'], 94);
    assert.equal(shown['lowCents'], 61);
    const no = await answer('get_price_history', { slug: side.slug, side: 'no', points: 3 });
    assert.equal(no['highCents'], 39);
  });

  it('show a course over the span asked for, a day where none is', async () => {
    for (const [span, from] of [
      ['1H', '2026-09-01T17:00:00.000Z'],
      ['6H', '2026-09-01T12:00:00.000Z'],
      ['1D', '2026-08-31T18:00:00.000Z'],
      [undefined, '2026-08-31T18:00:00.000Z'],
      // It began then.
      ['1W', '2026-08-31T16:00:00.000Z'],
      ['ALL', '2026-08-31T16:00:00.000Z'],
    ]) {
      const shown = await answer('get_price_history', { slug: side.slug, ...(span && { span }), points: 2 });
      assert.deepEqual(
        [shown['span'], (shown['points'] as readonly Shown[])[0]?.['at']],
        [span ?? '1D', from],
      );
      assert.deepEqual(shown['gaps'], []);
    }
  });

  it('say where a course has a gap of more than three times the usual distance', async () => {
    const without = (from: number, to: number) =>
      saying({
        list: (items) =>
          `[${(items.length < 200 ? items : items.filter((_, place) => place < from || place > to)).join(',')}]`,
      });
    window.plan.fault = without(100, 129);
    const { gaps } = await answer('get_price_history', { slug: side.slug });
    assert.deepEqual(gaps, [{ from: '2026-09-01T02:15:00.000Z', to: '2026-09-01T04:50:00.000Z' }]);
    window.plan.fault = without(100, 101);
    const few = await answer('get_price_history', { slug: side.slug });
    assert.deepEqual([few['gaps'], few['gapsInAll']], [[], undefined]);
    // Of every twelve samples the last three are lacking.
    window.plan.fault = saying({
      list: (items) =>
        `[${(items.length < 200 ? items : items.filter((_, place) => place % 12 < 9)).join(',')}]`,
    });
    const many = await answer('get_price_history', { slug: side.slug });
    const { samples } = many;
    assert.equal((many['gaps'] as readonly unknown[]).length, 10);
    assert.equal(many['gapsInAll'], Math.ceil(Number(samples) / 9) - 1);
  });

  it('flag a line whose words name another number, and work nothing out of it', async () => {
    const moved = (value: string | number) => (String(value) === '5.5' ? '7.5' : String(value));
    window.plan.fault = saying({
      text: (value, key) => JSON.stringify(key === 'line' ? moved(value) : value),
      number: (value, key) => (key === 'line' ? moved(value) : String(value)),
    });
    const { lines } = await answer('get_event', { slug: eventSlugOf(side.slug), limit: 100 });
    const [winner, spread] = lines as readonly Shown[];
    const { line, flag, lineValue, why } = winner ?? {};
    assert.deepEqual([line, flag, lineValue], ['winner', undefined, null]);
    assert.equal((why as Shown)['lineValue'], 'The market is not about a number.');
    assert.deepEqual(
      [spread?.['lineValue'], spread?.['flag'], spread?.['fairYesPercent'], spread?.['why']],
      [
        '7.5',
        { kind: 'mislabelled', why: 'Its words name another line than its number, 7.5.' },
        null,
        { fairYesPercent: 'The line cannot be right.' },
      ],
    );
  });

  it('say what the window is: its streams, clock and limits, whether amounts are hidden, and what cannot be done', async () => {
    await window.clock.advance(90_000);
    const shown = await answer('get_environment');
    assert.equal(shown['clock'], new Date(window.clock.now()).toISOString());
    assert.deepEqual(shown['streams'], { markets: 'off', account: 'off' });
    assert.deepEqual(shown['limits'], {
      answerBytes: 4_096,
      moreWith: 'limit and cursor',
      staleAfterSeconds: 45,
    });
    assert.deepEqual(shown['cannot'], [
      'place or change orders',
      'move money',
      'cancel without the dialog in which the person confirms',
      'see keys or other connections',
    ]);
    assert.equal(shown['amountsHidden'], false);
    window.settings.hideAmounts = true;
    assert.equal((await answer('get_environment'))['amountsHidden'], true);
  });

  it('show the board of an event, its lines in slugs that can be asked for', async () => {
    const { market } = await answer('get_market', { slug: side.slug });
    const shown = await answer('get_event', { slug: (market as Shown)['event'] as string, limit: 100 });
    const lines = shown['lines'] as readonly Shown[];
    assert.ok(lines.some(({ slug }) => slug === side.slug));
    const winner = lines.find(({ slug }) => slug === side.slug);
    assert.ok(Number(winner?.['fairYesPercent']) > 94 && Number(winner?.['fairYesPercent']) < 95);
  });

  it('work neither probability nor contradiction out of prices whose stream is quiet, unless that is asked for', async () => {
    // Each line is bid above its offer.
    window.plan.fault = saying({
      object: (fields, key) => (key === 'quote' ? '{"value":"0.2","currency":"USD"}' : objectText(fields)),
    });
    const slug = side.slug.replace(/^[a-z]+-/, '');
    const { latest, eventOf, withEvent } = window.sources.marketViews;
    const freshness = { source: 'stream', at: window.clock.now(), standing: 'stale' } as const;
    const marketViews = {
      eventOf,
      withEvent,
      latest: (market: Market) => ({ ...latest.call(window.marketViews, market), freshness }),
    };
    const schema = toolSchemas().get('get_event') as InputSchema;
    const lines = async (sources: AgentSources, input: object = {}): Promise<readonly Shown[]> => {
      const { lines } = await window.clock.run(getEvent(sources, checkInput(schema, { slug, ...input })));
      return lines as readonly Shown[];
    };
    const quiet = { ...window.sources, marketViews };
    for (const line of await lines(quiet)) {
      assert.deepEqual([line['stale'], line['fairYesPercent'], line['flag']], [true, null, undefined]);
      assert.match(JSON.stringify(line['why']), /Nothing is worked out of stale prices/);
    }
    for (const shown of [await lines(window.sources), await lines(quiet, { allowStale: true })]) {
      const flags = shown.flatMap(({ flag }) => (flag === undefined ? [] : [flag as Shown]));
      const { harder, easier } = flags.find(({ kind }) => kind === 'incoherent') ?? {};
      // The harder result is bid: it can be sold. The easier one is offered.
      for (const [part, action] of [
        [harder as Shown, 'sell'],
        [easier as Shown, 'buy'],
      ] as const) {
        const name = `${action}${part['side'] === 'yes' ? 'Yes' : 'No'}AtCents`;
        const row = shown.find(({ slug }) => slug === part['slug']) ?? {};
        assert.deepEqual(Object.keys(part), ['slug', 'side', name]);
        assert.equal(part[name], row[name]);
      }
    }
  });

  it('find no market because one holds or ordered in it, nor one held before', async () => {
    const found = async (): Promise<readonly unknown[]> => slugsOf(await rowsFound({ ended: true }));
    const before = await found();
    for (const tool of ['list_orders', 'list_positions']) await answer(tool);
    await window.clock.advance(2_000);
    const known = [...window.markets.known()].map(({ slug }) => slug);
    assert.ok(known.length > before.length);
    assert.deepEqual(await found(), before);
    await window.session.signOut();
    assert.deepEqual(await found(), before);
    window.markets.upsert([...window.markets.known()], window.clock.now());
    assert.equal((await found()).length, known.length);
  });

  it('give no answer that was begun on another connection', async () => {
    const reading = window.desk.call('get_market', { slug: side.slug });
    window.session.connect({ ...window.session.profile, id: 'demo' });
    const { answer, isError } = await window.clock.run(reading);
    assert.equal(isError, true);
    assert.equal(answer['buyYesAtCents'], undefined);
  });

  it('hand on an error as an error, in words of ours', async () => {
    const missing = await refusal('get_market', { slug: 'no-such-market' });
    assert.equal(missing['error'], 'notFound');
    assert.match(String(missing['next']), /search_markets/);
    const wrong = await refusal('get_market', { slug: 5 });
    assert.equal(wrong['error'], 'wrongInput');
    assert.equal(wrong['next'], 'Call again with what the schema of the tool allows.');
    assert.equal((await refusal('no_such_tool'))['next'], 'Call one of the tools on the list.');
    Object.defineProperty(window.settings, 'hideAmounts', { get: () => assert.fail('a fault of ours') });
    const failed = await refusal('get_environment');
    assert.equal(failed['error'], 'failed');
    assert.match(String(failed['next']), /tell the person/);
  });
});
