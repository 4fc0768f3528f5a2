import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { MarketQuery } from '../../../src/core/request-queries.ts';
import {
  decodeBatchedCancelBody,
  decodeCancelBody,
  decodeQuery,
} from '../../../src/demo/wire/decode-requests.ts';
import { availableQuery } from '../../../src/exchange/profile.ts';
import {
  encodeActivityQuery,
  encodeBatchedCancelBody,
  encodeCancelBody,
  encodeMarketQuery,
  type QueryPairs,
  queryPairs,
} from '../../../src/exchange/wire/requests.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';

const PAGE = { limit: 50, offset: 100 };
const params = (pairs: QueryPairs): URLSearchParams =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
const names = (pairs: QueryPairs): string[] => [...new Set(pairs.map(([name]) => name))];
const badRequest = (error: unknown): boolean => error instanceof WireError;

const FULL: Required<MarketQuery> = {
  orderBy: ['volumeNum', 'endDate'],
  orderDirection: 'asc',
  ids: ['1', '2'],
  slugs: ['a', 'b'],
  archived: false,
  active: true,
  closed: false,
  liquidityMin: Decimal.of('1.5'),
  liquidityMax: Decimal.of('2'),
  volumeMin: Decimal.of('3'),
  volumeMax: Decimal.of('4'),
  startDateMin: '2026-01-01T00:00:00Z',
  startDateMax: '2026-02-01T00:00:00Z',
  endDateMin: '2026-03-01T00:00:00Z',
  endDateMax: '2026-04-01T00:00:00Z',
  tagIds: ['7'],
  relatedTags: true,
  cyom: false,
  gameId: 'g1',
  sportsMarketTypes: ['MONEYLINE', 'PROP'],
  rewardsMinSize: Decimal.of('10'),
  questionIds: ['q1', 'q2'],
  categories: ['sports', 'a&b=c'],
  marketTypes: ['moneyline'],
  includeTag: true,
};

describe('wire: GET /v1/markets', () => {
  it('says all 27 parameters of the seed dialect, arrays as repeated names', () => {
    const pairs = encodeMarketQuery(FULL, PAGE, 'seed');
    const interfacePage =
      'limit offset orderBy orderDirection id slug archived active closed liquidityNumMin liquidityNumMax volumeNumMin ' +
      'volumeNumMax startDateMin startDateMax endDateMin endDateMax tagId relatedTags cyom gameId sportsMarketTypes ' +
      'rewardsMinSize questionIds categories marketTypes includeTag';
    assert.equal(interfacePage.split(' ').length, 27);
    assert.deepEqual(names(pairs).sort(), interfacePage.split(' ').sort());
    assert.deepEqual(params(pairs).getAll('id'), ['1', '2']);
    assert.deepEqual(params(pairs).getAll('sportsMarketTypes'), ['MONEYLINE', 'PROP']);
    assert.deepEqual(params(pairs).getAll('liquidityNumMin'), ['1.5']);
  });

  it('in the current dialect has tagIds and prefixed types, and none of the parameters that are gone', () => {
    const pairs = encodeMarketQuery({ ...FULL, tagIds: ['7', '8'] }, PAGE, 'current');
    const gone = ['liquidityNumMin', 'liquidityNumMax', 'tagId', 'cyom', 'rewardsMinSize', 'questionIds'];
    assert.deepEqual(
      names(pairs).filter((name) => gone.includes(name)),
      [],
    );
    assert.deepEqual(params(pairs).getAll('tagIds'), ['7', '8']);
    assert.deepEqual(params(pairs).getAll('sportsMarketTypes'), [
      'SPORTS_MARKET_TYPE_MONEYLINE',
      'SPORTS_MARKET_TYPE_PROP',
    ]);
    assert.equal(names(pairs).length, 22);
  });

  it('leaves out the filters a dialect cannot say', () => {
    assert.deepEqual(availableQuery(FULL, 'seed'), FULL);
    assert.deepEqual(availableQuery({ tagIds: ['1', '2'], closed: true }, 'seed'), { closed: true });
    assert.deepEqual(names(encodeMarketQuery({ tagIds: ['1', '2'] }, PAGE, 'seed')), ['limit', 'offset']);
    const said = availableQuery(FULL, 'current');
    assert.deepEqual(
      Object.keys(FULL).filter((name) => !(name in said)),
      ['liquidityMin', 'liquidityMax', 'cyom', 'rewardsMinSize', 'questionIds'],
    );
  });

  it('sends the seed dialect no line type but its five, and none at all where nothing is left', () => {
    const typesOf = (types: MarketQuery['sportsMarketTypes'] & {}) =>
      params(encodeMarketQuery({ sportsMarketTypes: types }, PAGE, 'seed')).getAll('sportsMarketTypes');
    assert.deepEqual(typesOf(['MONEYLINE', 'DRAWABLE_OUTCOME']), ['MONEYLINE']);
    assert.deepEqual(typesOf(['UNSPECIFIED', 'SPREAD', 'TOTAL', 'PROP']), [
      'UNSPECIFIED',
      'SPREAD',
      'TOTAL',
      'PROP',
    ]);
    assert.deepEqual(typesOf(['FUTURE']), []);
    assert.deepEqual(availableQuery({ sportsMarketTypes: ['FUTURE'] }, 'seed'), {});
  });

  it('sends false, leaves out what is absent or empty', () => {
    assert.deepEqual(encodeMarketQuery({ closed: false, gameId: '', categories: [] }, PAGE, 'seed'), [
      ['limit', '50'],
      ['offset', '100'],
      ['closed', 'false'],
    ]);
  });

  it('is read by the demo as it was meant', () => {
    const { sportsMarketTypes, tagIds, categories } = decodeQuery(
      params(encodeMarketQuery(FULL, PAGE, 'current')),
    );
    assert.deepEqual(
      [sportsMarketTypes, tagIds, categories],
      [['MONEYLINE', 'PROP'], ['7'], ['sports', 'a&b=c']],
    );
    assert.deepEqual(decodeQuery(new URLSearchParams('sportsMarketTypes=PROP')), { sportsMarketTypes: [''] });
  });
});

describe('wire: the other queries', () => {
  it('events by their own names, false included', () => {
    const query = {
      closed: false,
      live: true,
      categories: ['sports', 'climate'],
      startTimeMin: '2026-11-20',
    };
    assert.equal(
      String(params(queryPairs({ ...PAGE, ...query }))),
      'limit=50&offset=100&closed=false&live=true&categories=sports&categories=climate&startTimeMin=2026-11-20',
    );
  });

  it('activities: prefixed types repeated, sortOrder, a cursor with + and =', () => {
    const query = { types: ['TRADE', 'TRANSFER'], marketSlug: 'm', sortOrder: 'ASCENDING' } as const;
    assert.deepEqual(encodeActivityQuery(query, 'a+/='), [
      ['cursor', 'a+/='],
      ['types', 'ACTIVITY_TYPE_TRADE'],
      ['types', 'ACTIVITY_TYPE_TRANSFER'],
      ['marketSlug', 'm'],
      ['sortOrder', 'SORT_ORDER_ASCENDING'],
    ]);
  });
});

describe('wire: cancel bodies', () => {
  it('spell the market as the dialect does, never both', () => {
    assert.deepEqual(encodeCancelBody('m', 'seed'), { market_slug: 'm' });
    assert.deepEqual(encodeCancelBody('m', 'current'), { marketSlug: 'm' });
    assert.equal(decodeCancelBody(encodeCancelBody('m', 'current')), 'm');
  });

  for (const [what, body] of [
    ['the older spelling', { market_slug: 'm' }],
    ['both spellings', { market_slug: 'm', marketSlug: 'm' }],
    ['none', {}],
    ['an empty one', { marketSlug: '' }],
    ['a number', { marketSlug: 5 }],
    ['a list', []],
  ] as const) {
    it(`the demo refuses ${what}`, () => assert.throws(() => decodeCancelBody(body), badRequest));
  }

  const refs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `O${index}`, marketSlug: `m${index}` }));

  it('batched: 1 to 20 orders, read back', () => {
    assert.deepEqual(decodeBatchedCancelBody(encodeBatchedCancelBody(refs(20), 'current')), refs(20));
    const older = encodeBatchedCancelBody(refs(20), 'seed');
    assert.deepEqual(older.orders[1], { orderId: 'O1', market_slug: 'm1' });
    const wrong = [older, ...[0, 21].map((count) => ({ orders: refs(count) }))];
    for (const body of [...wrong, { orders: [{ marketSlug: 'm' }] }, { orders: 'O1' }])
      assert.throws(() => decodeBatchedCancelBody(body), badRequest);
  });
});
