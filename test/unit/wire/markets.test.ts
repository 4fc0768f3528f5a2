import assert from 'node:assert/strict';
import { lifecycle } from '../../../src/core/lifecycle.ts';
import { sideOf, sidePrices, winner } from '../../../src/core/pricing.ts';
import { decodeSettlement } from '../../../src/exchange/wire/book.ts';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { fixture, fixtureBytes, only } from '../../support/fixtures.ts';

describe('wire: markets', () => {
  it('reads both generations without a problem', () => {
    for (const name of ['seed/market', 'current/market']) {
      const { value, problems } = decodeMarket(fixture(name));
      assert.deepEqual(problems, []);
      assert.equal(
        value.events[0]?.markets.length ?? 0,
        0,
        'what a parent says of its markets are placeholders',
      );
    }
    const market = decodeMarket(fixture('current/market')).value;
    assert.deepEqual([market.subtitle, market.overview], [undefined, undefined], 'an empty text is absent');
  });

  it('unwraps a market or takes the object itself', () => {
    const body = fixture('current/market') as { market: unknown };
    assert.equal(decodeMarket(body.market).value.slug, decodeMarket(body).value.slug);
  });

  it('trap: outcomes come in another order than sides and prices; the long side tells', () => {
    const { value: market } = decodeMarket(fixture('traps/outcomes-reversed'));
    assert.deepEqual(`${market.outcomes} ${market.outcomePrices}`, 'No,Yes 0,1');
    assert.deepEqual(`${sideOf(market, true)?.description} ${sideOf(market, true)?.price}`, 'Yes 0');
    assert.equal(winner(market)?.winner, 'short');
  });

  it('trap: prices mean bid/ask on lists and ask/1 − bid on single markets; quotes say the same in both', () => {
    const listed = only(decodeMarkets(fixture('current/markets')).items);
    const single = decodeMarket(fixture('current/market')).value;
    assert.equal(`${listed.outcomePrices} ${single.outcomePrices}`, '0.4100,0.4300 0.4300,0.59');
    for (const market of [listed, single]) {
      assert.equal(sidePrices(market, true).buy?.price.toString(), '0.43');
      assert.equal(sidePrices(market, false).buy?.price.toString(), '0.59');
    }
  });

  it('trap: outcomePrices with one element, price and quote left out on the empty side', () => {
    const market = only(decodeMarkets(fixture('traps/outcome-prices-one-element')).items);
    assert.deepEqual(market.outcomePrices, ['0.4300']);
    assert.equal(sidePrices(market, true).sell, undefined);
    assert.equal(sidePrices(market, false).buy, undefined);
    assert.equal(sidePrices(market, true).buy?.price.toString(), '0.43');
  });

  it('trap: ["0","0"] is no settled price', () => {
    const { items, problems } = decodeMarkets(fixture('traps/outcome-prices-zero'));
    assert.deepEqual(problems, []);
    assert.equal(winner(only(items)), undefined);
    assert.equal(lifecycle(only(items)), 'resolving');
  });

  it('trap: a resolved market still says active', () => {
    const market = only(decodeMarkets(fixture('traps/active-on-resolved')).items);
    assert.equal(market.active, true);
    assert.equal(lifecycle(market), 'resolved');
  });

  it('trap: snake_case is read, camelCase wins over it', () => {
    const { value: market, problems } = decodeMarket(fixture('traps/snake-case'));
    assert.deepEqual(problems, []);
    assert.equal(market.endDate?.text, '2026-11-22T00:00:00Z');
    assert.equal(market.gameStartTime?.text, '2026-11-20T19:00:00Z');
    assert.equal(market.sportsMarketTypeV2, 'PROP');
    assert.deepEqual([market.ep3Status, market.outcomePrices], ['OPEN', ['0.55']]);
    assert.deepEqual([market.sides[0]?.long, market.sides[0]?.quote?.value.text], [true, '0.6']);
    assert.equal(market.bestBidQuote?.value.text, '0.55');
  });

  it('a broken value costs its field, a broken identity its row, never the page', () => {
    const { items, lost, problems } = decodeMarkets(fixture('traps/broken-markets'));
    assert.deepEqual(
      items.map(({ slug }) => slug),
      ['aec-ncl-gul-fox-2026-11-20', 'aec-ncl-gul-fox-2026-11-20', 'half-broken', 'both-long'],
    );
    assert.equal(lost, 4);
    assert.equal(items[1]?.id, undefined, 'a slug is enough');
    assert.equal(
      problems.map(({ item, field }) => `${item} ${field}`).join(', '),
      '9001 slug, markets[3] , markets[4] , half-broken endDate, half-broken active, half-broken line, ' +
        'half-broken outcomes, half-broken marketSides[1].price, half-broken marketSides[2], ' +
        'half-broken bestBidQuote.value, half-broken tags, both-long marketSides, markets[7] slug, 732 slug',
    );
    const half = items[2];
    assert.deepEqual(
      [half?.line, half?.endDate, half?.active, half?.outcomes],
      [undefined, undefined, undefined, []],
    );
    assert.deepEqual(
      half?.sides.map(({ long }) => long),
      [false, true],
    );
    assert.deepEqual(items[3]?.sides, [], 'two long sides say nothing about either');
  });

  for (const [what, body] of [
    ['a list', []],
    ['nothing', null],
    ['an error', { code: 13, message: 'oops' }],
    ['markets that are no list', { markets: {} }],
  ] as const) {
    it(`throws badReply for ${what}`, () => {
      assert.throws(
        () => decodeMarkets(body),
        (error) => error instanceof WireError,
      );
    });
  }

  it('takes null for a list without elements', () => {
    assert.deepEqual(decodeMarkets({ markets: null }).items, []);
  });

  it('throws badReply for a single market without a slug, takes one without an id', () => {
    assert.throws(() => decodeMarket({ market: { id: '1' } }), WireError);
    assert.equal(decodeMarket({ market: { slug: 'x' } }).value.id, undefined);
  });
});

describe('wire: events', () => {
  it('reads markets, teams and the state of play', () => {
    const { value: event, problems } = decodeEvent(fixture('current/event'));
    assert.deepEqual(problems, []);
    assert.deepEqual([event.period, event.score, event.elapsed, event.live], ['Q2', '48-51', '04:12', true]);
    assert.deepEqual(
      event.teams.map(({ name }) => name),
      ['Harbour Gulls', 'Valley Foxes'],
    );
    assert.deepEqual(
      [event.markets.length, event.gameId, event.openInterest?.toString()],
      [1, '880501', '4500.5'],
    );
  });

  it('finds the state of play in eventState too', () => {
    const state = { score: '1-0', period: 'H2', elapsed: '77', live: true, ended: false };
    const { value } = decodeEvent({ event: { id: 5, eventState: state } });
    assert.deepEqual([value.id, value.score, value.period, value.live], ['5', '1-0', 'H2', true]);
  });

  it('trap: a three-way game is three markets, the draw without a team, the end before the start', () => {
    const { items, problems } = decodeEvents(fixture('traps/three-way-event'));
    assert.deepEqual(problems, []);
    const event = only(items);
    assert.deepEqual(
      event.markets.map((market) => sideOf(market, true)?.team?.name),
      ['Harbour Gulls', undefined, 'Valley Foxes'],
    );
    assert.ok(event.endDate && event.startTime && event.endDate.ms < event.startTime.ms);
  });

  it('drops an event without an id and a market without a slug, and names both', () => {
    const { items, lost, problems } = decodeEvents({
      events: [{ slug: 'no-id' }, { id: '2', slug: 'two', markets: [{ id: '1' }, 5] }],
    });
    assert.deepEqual([items.map(({ id }) => id), lost], [['2'], 1]);
    assert.deepEqual(
      problems.map(({ item, field }) => `${item} ${field}`),
      ['no-id id', 'two markets[0].slug', 'two markets[1]'],
    );
  });
});

describe('wire: settlement', () => {
  for (const [trap, price] of [
    ['settlement-integer', '1'],
    ['settlement-void', '0.5'],
    ['settlement-legacy', '0'],
  ] as const) {
    it(`trap: ${trap}`, () => {
      const { value } = decodeSettlement(fixture(`traps/${trap}`), 'asked');
      assert.deepEqual([value.slug, value.price.toString()], ['aec-ncl-gul-fox-2026-11-20', price]);
    });
  }

  it('is named by what was asked for where the reply does not say', () => {
    assert.equal(decodeSettlement({ settlement: '0.00' }, 'asked').value.slug, 'asked');
  });

  it('throws badReply without a price, so that no price is ever made up', () => {
    for (const body of [{ slug: 'x' }, { slug: 'x', settlement: null }, { settlement: 'void' }, 1]) {
      assert.throws(() => decodeSettlement(body, 'x'), WireError);
    }
  });

  it('trap: 404 has a sentence of the service', () => {
    const error = decodeErrorBody(fixtureBytes('traps/settlement-404'));
    const message = 'No settlement for aec-ncl-gul-fox-2026-11-20 yet';
    assert.deepEqual(error, { message, isOfService: true });
  });
});
