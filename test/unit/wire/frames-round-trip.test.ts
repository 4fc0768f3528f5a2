import assert from 'node:assert/strict';
import { decodeClientFrame } from '../../../src/demo/wire/decode-requests.ts';
import type { Dialect } from '../../../src/exchange/profile.ts';
import type { ClientFrame, SubscriptionType } from '../../../src/exchange/wire/frame.ts';
import { encodeClientFrame } from '../../../src/exchange/wire/requests.ts';
import { plain } from '../../support/fixtures.ts';

const DIALECTS: readonly Dialect[] = ['seed', 'current'];

describe('wire: a frame of the client', () => {
  for (const dialect of DIALECTS)
    for (const [stream, types] of [
      ['markets', ['MARKET_DATA', 'MARKET_DATA_LITE', 'TRADE']],
      ['private', ['ORDER', 'ORDER_SNAPSHOT', 'POSITION', 'ACCOUNT_BALANCE']],
    ] as const)
      it(`is read by the demo as it was meant: ${dialect}, ${stream}`, () => {
        const subscribe = types.flatMap((type): ClientFrame[] => [
          { kind: 'subscribe', requestId: 'r-1', type, slugs: [] },
          { kind: 'subscribe', requestId: 'r-2', type, slugs: ['a-1', 'b'] },
        ]);
        for (const frame of [...subscribe, { kind: 'unsubscribe', requestId: 'r-1' } as const])
          assert.deepEqual(plain(decodeClientFrame(encodeClientFrame(frame, dialect), stream)), plain(frame));
      });
});

describe('wire: what frames look like', () => {
  const subscribe = (type: SubscriptionType, more: Partial<ClientFrame> = {}): ClientFrame =>
    ({ kind: 'subscribe', requestId: 'r-1', type, slugs: [], ...more }) as ClientFrame;
  const sent = (frame: ClientFrame, dialect: Dialect): unknown =>
    JSON.parse(encodeClientFrame(frame, dialect));

  it('of a client: texts today, snake_case and integers before', () => {
    const lite = subscribe('MARKET_DATA_LITE', { slugs: ['s1'] });
    assert.deepEqual(sent(lite, 'current'), {
      subscribe: {
        requestId: 'r-1',
        subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE',
        marketSlugs: ['s1'],
      },
    });
    assert.deepEqual(sent(lite, 'seed'), {
      subscribe: { request_id: 'r-1', subscription_type: 2, market_slugs: ['s1'] },
    });
    const gone: ClientFrame = { kind: 'unsubscribe', requestId: 'r-1' };
    assert.deepEqual(sent(gone, 'seed'), { unsubscribe: { request_id: 'r-1' } });
    assert.deepEqual(sent(gone, 'current'), { unsubscribe: { requestId: 'r-1' } });
  });

  it('trap: never an empty list of slugs, which has meant all markets', () => {
    assert.deepEqual(sent(subscribe('POSITION'), 'current'), {
      subscribe: { requestId: 'r-1', subscriptionType: 'SUBSCRIPTION_TYPE_POSITION' },
    });
  });

  it('trap: the same integer is another type on the other stream', () => {
    const text = '{"subscribe":{"request_id":"r-1","subscription_type":3}}';
    assert.deepEqual(decodeClientFrame(text, 'markets'), subscribe('TRADE'));
    assert.deepEqual(decodeClientFrame(text, 'private'), subscribe('POSITION'));
  });
});

describe('wire: frames of a client that ask for nothing', () => {
  for (const [what, text] of [
    ['no JSON', 'subscribe'],
    ['neither', '{"ping":{}}'],
    ['no id', '{"subscribe":{"subscriptionType":1}}'],
    [
      'a type of the other stream',
      '{"subscribe":{"requestId":"a","subscriptionType":"SUBSCRIPTION_TYPE_ORDER"}}',
    ],
    ['a slug that is none', '{"subscribe":{"requestId":"a","subscriptionType":1,"marketSlugs":["s1",2]}}'],
  ] as const)
    it(what, () => assert.equal(decodeClientFrame(text, 'markets'), undefined));
});
