import assert from 'node:assert/strict';
import { MOST_RECORDED_CALLS } from '../../../src/core/api-call.ts';
import { CallLog, MOST_REPLY_BYTES } from '../../../src/exchange/call-log.ts';
import { market, page, setUp } from '../../support/client.ts';
import { customProfile } from '../../support/profile.ts';

const profile = customProfile('apiKey');
const asked = { method: 'GET', path: '/v1/markets', signed: false } as const;
const reply = (bytes: number) => ({ status: 200, headers: {}, body: new Uint8Array(bytes) });

describe('the record of calls', () => {
  it('has what was asked, how often it was sent, how long it took and what was answered', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '2' } }, { json: { markets: [market] } }];
    const { exchange, clock, callLog } = setUp(answers);
    await clock.run(exchange.markets({ active: true }, page));
    const [call, ...others] = callLog.calls;
    assert.deepEqual(others, []);
    assert.ok(call);
    assert.equal(`${call.method} ${call.path}`, 'GET /v1/markets');
    assert.match(call.search, /^\?(?=.*limit=50)(?=.*active=true)/);
    assert.deepEqual(
      call.attempts.map(({ status }) => status),
      [429, 200],
    );
    assert.deepEqual(
      [call.error, call.isSigned, call.permitsLeft, call.hasReply],
      [undefined, false, 19, true],
    );
    assert.equal((call.endedAt ?? 0) - call.at, 2_000);
    assert.equal(call.bytes, JSON.stringify({ markets: [market] }).length);
  });

  it('has the error of a call that failed, and of one that never left', async () => {
    const { exchange, callLog, failure } = setUp([{ fail: 'connect' }], { signedIn: false });
    await failure(exchange.balances());
    await failure(exchange.permit().then((permit) => exchange.openOrders(undefined, permit)));
    await failure(exchange.bbo('a'));
    const [never, , broken] = callLog.calls;
    assert.deepEqual([never?.error, never?.attempts], ['auth', []]);
    assert.equal(broken?.error, 'network');
    assert.deepEqual(new Set(broken?.attempts.map(({ problem }) => problem)), new Set(['connect']));
  });

  it('has names of headers, and values only of those that say nothing about who asks', async () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'session=1', 'x-pm-trace-id': 'T1' };
    const { exchange, callLog, clock } = setUp([{ json: { balances: [] }, headers }], {
      secret: 'hush-hush-hush',
    });
    await clock.run(exchange.balances());
    const [call] = callLog.calls;
    assert.deepEqual(call?.requestHeaders, [
      ['accept', 'application/json'],
      ['x-api-key', undefined],
    ]);
    assert.deepEqual(call?.replyHeaders, [
      ['content-type', 'application/json'],
      ['set-cookie', undefined],
      ['x-pm-trace-id', 'T1'],
    ]);
  });

  it('has the handshake of a stream as a call, and counts its frames by second', async () => {
    const { exchange, callLog, clock, service } = setUp([{}]);
    exchange.streams.wantAccount(true);
    await clock.advance(1_000);
    const [call] = callLog.calls;
    assert.deepEqual(
      [call?.stream, call?.path, call?.attempts[0]?.status],
      ['account', '/v1/ws/private', 101],
    );
    for (const socket of service.standing) for (let frames = 0; frames < 3; frames++) socket.receive('{}');
    await clock.advance(2_000);
    const { account, markets } = callLog.frames(clock.now());
    assert.deepEqual(account.slice(0, 3), [0, 0, 3]);
    assert.equal(
      markets.reduce((sum, each) => sum + each, 0),
      0,
    );
  });

  it('forgets frames after a minute', () => {
    const callLog = new CallLog(0);
    callLog.heard('markets', 1_000);
    assert.equal(callLog.frames(60_000).markets[59], 1);
    assert.ok(callLog.frames(61_000).markets.every((count) => count === 0));
  });

  it('keeps the newest calls only', () => {
    const callLog = new CallLog(0);
    for (let count = 0; count < MOST_RECORDED_CALLS + 10; count++) callLog.begin(profile, asked, count);
    assert.deepEqual([callLog.calls.length, callLog.calls[0]?.id], [MOST_RECORDED_CALLS, '11']);
  });

  it('keeps addresses and replies within bounds, the newest of them', () => {
    const callLog = new CallLog(0);
    const long = 'x'.repeat(400_000);
    for (let count = 0; count < 5; count++) callLog.begin(profile, { ...asked, path: long }, count);
    assert.equal(callLog.calls.length, 2);
    callLog.clear();
    for (let count = 0; count < 5; count++)
      callLog.begin(profile, { ...asked, body: { ids: [long] } }, count);
    assert.equal(callLog.calls.length, 2);
    callLog.clear();
    const share = MOST_REPLY_BYTES / 4;
    for (let count = 0; count < 6; count++) callLog.begin(profile, asked, count).answered(reply(share), 0, 1);
    assert.deepEqual(
      callLog.calls.map(({ hasReply }) => hasReply),
      [false, false, true, true, true, true],
    );
    const large = callLog.begin(profile, asked, 9);
    large.answered(reply(3 * share), 0, 1);
    assert.deepEqual([large.hasReply, large.bytes], [false, 3 * share]);
  });

  it('stores the last of several answers, and what was cleared meanwhile not at all', () => {
    const callLog = new CallLog(0);
    const share = MOST_REPLY_BYTES / 2;
    const call = callLog.begin(profile, asked, 0);
    call.answered(reply(share), 0, 1);
    call.answered(reply(share), 0, 1);
    const other = callLog.begin(profile, asked, 1);
    other.answered(reply(share), 0, 1);
    assert.deepEqual([call.hasReply, other.hasReply], [true, true]);
    const late = callLog.begin(profile, asked, 2);
    callLog.clear();
    late.answered(reply(share), 0, 1);
    assert.deepEqual([callLog.calls, late.hasReply], [[], false]);
  });

  it('lets go of the replies of an account with its client', async () => {
    const { exchange, callLog, clock } = setUp([{ json: { balances: [] } }]);
    await clock.run(exchange.balances());
    await clock.run(exchange.bbo('a').catch(() => {}));
    exchange.dispose();
    assert.deepEqual(
      callLog.calls.map(({ hasReply }) => hasReply),
      [false, true],
    );
  });

  it('stores no reply of an account that comes after its client is gone', () => {
    const callLog = new CallLog(0);
    const [own, open] = [true, false].map((signed) => callLog.begin(profile, { ...asked, signed }, 0));
    callLog.dropOwnReplies();
    for (const call of [own, open]) call?.answered(reply(10), 0, 1);
    assert.deepEqual([own?.hasReply, open?.hasReply], [false, true]);
  });

  it('gives back the reply of a call without reading again, with the fields nobody reads', async () => {
    const sent = { market: { ...market, hue: 3 } };
    const { exchange, callLog, clock, transport } = setUp([{ json: sent }]);
    await clock.run(exchange.marketBySlug(market.slug));
    const raw = await exchange.raw({ kind: 'call', id: callLog.calls[0]?.id ?? '' });
    assert.equal(raw.request, `GET /v1/market/slug/${market.slug}`);
    assert.deepEqual([raw.json, [...raw.unread], raw.isOwn], [sent, ['market.hue'], false]);
    assert.equal(transport.sent.length, 1);
  });

  it('gives back a refusal as it came, no JSON as text, and nothing where nothing is stored', async () => {
    const { exchange, callLog, failure } = setUp([{ status: 400, text: 'nope' }]);
    await failure(exchange.order('A'));
    const raw = await exchange.raw({ kind: 'call', id: callLog.calls[0]?.id ?? '' });
    assert.deepEqual([raw.json, raw.isOwn], ['nope', true]);
    assert.equal((await failure(exchange.raw({ kind: 'call', id: '99' }))).code, 'notFound');
  });
});
