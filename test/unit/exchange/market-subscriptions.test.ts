import assert from 'node:assert/strict';
import type { Subscribe } from '../../../src/exchange/wire/frame.ts';
import type { NullSocket } from '../../support/null-socket.ts';
import {
  data,
  frameOf,
  live,
  SOON,
  said,
  setUp,
  slugs,
  standing,
  subscribed,
  wanted,
} from './stream-support.ts';

type Standing = ReadonlyMap<string, Subscribe>;

const sizes = (subscriptions: Standing): readonly number[] =>
  [...subscriptions.values()].map((one) => one.slugs.length);
const named = (subscriptions: Standing): readonly string[] =>
  [...subscriptions.values()].flatMap((one) => one.slugs).toSorted();
const only = (subscriptions: Standing): Subscribe => {
  const [first] = subscriptions.values();
  assert.ok(first);
  return first;
};
/** As long as a replaced subscription is listened to. */
const HANDOVER = 2_000;

describe('subscriptions of the markets stream', () => {
  it('hold a hundred slugs at most, each topic its own, ids never used twice', async () => {
    const { service } = await subscribed(
      new Map([...wanted(slugs(250), 'book', 'lite'), ...wanted(slugs(5, 't'), 'trades')]),
    );
    const subscriptions = standing(service.sockets[0]);
    assert.deepEqual(
      [...subscriptions.values()].map((one) => [one.type, one.slugs.length]),
      [
        ...[100, 100, 50].map((count) => ['MARKET_DATA', count]),
        ...[100, 100, 50].map((count) => ['MARKET_DATA_LITE', count]),
        ['TRADE', 5],
      ],
    );
  });

  it('of what changes only the difference is sent', async () => {
    const { clock, streams, socket } = await subscribed(wanted(slugs(200), 'lite'));
    streams.wantMarkets(new Map([...wanted(slugs(200), 'lite'), ...wanted(slugs(3, 'n'), 'lite')]));
    await clock.advance(SOON);
    assert.deepEqual(sizes(standing(socket)), [100, 100, 3]);
    assert.equal(socket.sent.length, 3);
    // A few less of a chunk: nothing to say.
    streams.wantMarkets(new Map([...wanted(slugs(180), 'lite'), ...wanted(slugs(3, 'n'), 'lite')]));
    await clock.advance(SOON);
    assert.equal(socket.sent.length, 3);
    // A chunk nothing is wanted of goes at once.
    streams.wantMarkets(wanted(slugs(180), 'lite'));
    await clock.advance(SOON);
    assert.deepEqual(sizes(standing(socket)), [100, 100]);
    assert.equal(clock.pending, 1);
  });

  it('many small changes leave few of them', async () => {
    const { clock, streams, socket } = await live();
    for (let count = 1; count <= 150; count += 1) {
      streams.wantMarkets(wanted(slugs(count), 'lite'));
      await clock.advance(SOON);
    }
    await clock.advance(HANDOVER);
    const subscriptions = standing(socket);
    assert.deepEqual(named(subscriptions), slugs(150).toSorted());
    assert.ok(subscriptions.size <= 9, `${subscriptions.size}`);
  });

  it('a replaced one is listened to until the new one stands, then let go', async () => {
    const { clock, streams, socket, messages } = await live();
    const old = only(standing(socket));
    streams.wantMarkets(wanted(['a', 'b'], 'book'));
    await clock.advance(SOON);
    assert.equal(standing(socket).size, 2);
    socket.receive(data(old, 'a'));
    assert.equal(messages.length, 1);
    assert.equal(streams.covers('a', 'book'), true);
    await clock.advance(HANDOVER);
    assert.deepEqual(named(standing(socket)), ['a', 'b']);
    // From now on it is an old frame sent again.
    socket.receive(data(old, 'a'));
    assert.equal(messages.length, 1);
    assert.equal(clock.pending, 1);
  });

  it('take nothing that is not theirs', async () => {
    const { clock, streams, socket, messages } = await subscribed(wanted(['a', ...slugs(100)], 'book'));
    const [book] = standing(socket).values();
    assert.ok(book);
    socket.receive(data({ ...book, requestId: 'other' }, 'a'));
    socket.receive(data(book, 's99')); // of its neighbour
    socket.receive(data({ ...book, type: 'MARKET_DATA_LITE' }, 'a'));
    socket.receive(data({ ...book, type: 'TRADE' }, 'a'));
    socket.receive(data(book, 'a').replace(`"requestId":"${book.requestId}",`, ''));
    socket.receive(JSON.stringify({ requestId: book.requestId, accountBalancesSnapshot: { balances: [] } }));
    assert.deepEqual(messages, []);
    socket.drop();
    await clock.advance(1_000);
    assert.equal(streams.state('markets').kind, 'live');
    socket.receive(data(book, 'a'));
    assert.deepEqual(messages, []);
  });

  it('of a market that is let go nothing is taken and nothing covered', async () => {
    const { clock, streams, messages, socket } = await subscribed(wanted(slugs(10), 'book'));
    const book = only(standing(socket));
    for (const slug of slugs(10)) socket.receive(data(book, slug));
    streams.wantMarkets(wanted(slugs(9), 'book'));
    await clock.advance(SOON);
    socket.receive(data(book, 's9'));
    assert.equal(messages.length, 10);
    assert.equal(streams.covers('s9', 'book'), false);
    assert.equal(streams.covers('s8', 'book'), true);
    // Wanted again it is asked for again, because only that says what is current.
    streams.wantMarkets(wanted(slugs(10), 'book'));
    await clock.advance(SOON);
    assert.equal(streams.covers('s9', 'book'), false);
    assert.equal(streams.covers('s8', 'book'), true);
    await clock.advance(HANDOVER);
    assert.deepEqual(named(standing(socket)), slugs(10).toSorted());
    assert.equal(standing(socket).has(book.requestId), false);
  });
});

describe('a subscription the service refuses', () => {
  const refusal = (requestId: string, error = 'subscription failed'): string =>
    JSON.stringify({ requestId, error });
  const asked = (socket: NullSocket): number =>
    said(socket).filter(({ kind }) => kind === 'subscribe').length;

  it('is asked for again after a while under a new id, and said once', async () => {
    const { clock, streams, socket, warnings } = await live();
    const first = only(standing(socket));
    socket.receive(data(first, 'a'));
    const covered: boolean[] = [];
    streams.onDidChange(() => covered.push(streams.covers('a', 'book')));
    socket.receive(refusal(first.requestId));
    assert.deepEqual(covered, [false]);
    assert.equal(streams.state('markets').kind, 'live');
    await clock.advance(374);
    assert.equal(asked(socket), 1);
    await clock.advance(1);
    assert.equal(asked(socket), 2);
    const second = only(standing(socket));
    assert.notEqual(second.requestId, first.requestId);
    socket.receive(refusal(second.requestId));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /MARKET_DATA: subscription failed/);
    // The same frame once more is of a subscription that is gone.
    socket.receive(refusal(second.requestId));
    await clock.advance(750);
    assert.equal(asked(socket), 3);
  });

  it('is given up after four times, and asked for when wanted again', async () => {
    const { clock, streams, socket } = await live();
    socket.onSend = (text) => {
      const frame = frameOf(text);
      if (frame.kind === 'subscribe')
        void Promise.resolve().then(() => socket.receive(refusal(frame.requestId)));
    };
    socket.receive(refusal(only(standing(socket)).requestId));
    const beat = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 5_000) {
        socket.receive('{"heartbeat":{}}');
        await clock.advance(5_000);
      }
    };
    await beat(60_000);
    assert.equal(asked(socket), 4);
    await beat(300_000);
    assert.equal(asked(socket), 5);
    streams.wantMarkets(wanted(['b'], 'lite'));
    await clock.advance(SOON);
    socket.onSend = () => {};
    streams.wantMarkets(wanted(['a'], 'book'));
    await clock.advance(SOON);
    const book = [...standing(socket).values()].findLast(({ type }) => type === 'MARKET_DATA');
    assert.deepEqual(book?.slugs, ['a']);
  });

  it('for one market of a hundred does not cost the others', async () => {
    const { clock, service, streams } = setUp();
    const bad = 's42';
    service.onOpen = (socket) => {
      socket.onSend = (text) => {
        const frame = frameOf(text);
        if (frame.kind !== 'subscribe') return;
        void Promise.resolve().then(() => {
          if (frame.slugs.includes(bad)) socket.receive(refusal(frame.requestId));
          else for (const slug of frame.slugs) socket.receive(data(frame, slug));
        });
      };
    };
    streams.wantMarkets(wanted(slugs(150), 'book'));
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000);
      service.sockets[0]?.receive('{"heartbeat":{}}');
    }
    const covered = slugs(150).filter((slug) => streams.covers(slug, 'book'));
    assert.deepEqual(
      covered,
      slugs(150).filter((slug) => slug !== bad),
    );
    assert.equal(streams.state('markets').kind, 'live');
  });

  it('that was being replaced is not missed', async () => {
    const { clock, streams, socket } = await live();
    const old = only(standing(socket));
    streams.wantMarkets(wanted(['a', 'b'], 'book'));
    await clock.advance(SOON);
    socket.receive(refusal(old.requestId));
    await clock.advance(10_000);
    assert.equal(asked(socket), 2);
    assert.equal(clock.pending, 1);
  });
});

describe('frames that are odd', () => {
  it('are said once for each kind of oddness, and cost nothing else', async () => {
    const { socket, warnings, messages, streams } = await live();
    const book = only(standing(socket));
    for (let round = 0; round < 3; round += 1) {
      socket.receive('no JSON');
      socket.receive('[1]');
      socket.receive(JSON.stringify({ requestId: book.requestId, rfqEvent: {} }));
      socket.receive(JSON.stringify({ requestId: book.requestId, later: {} }));
      socket.receive(JSON.stringify({ requestId: book.requestId, marketData: { bids: [] } }));
      socket.receive(JSON.stringify({ error: 'invalid request' }));
      socket.receive(JSON.stringify({ requestId: book.requestId, error: '' }));
    }
    assert.equal(streams.state('markets').kind, 'live');
    assert.deepEqual(messages, []);
    assert.equal(new Set(warnings).size, warnings.length);
    for (const seen of [/not JSON/, /an object/, /rfqEvent/, /later/, /invalid request/]) {
      assert.equal(warnings.filter((line) => seen.test(line)).length, 1, `${seen}: ${warnings.join('\n')}`);
    }
    socket.receive(data(book, 'a'));
    assert.equal(messages.length, 1);
  });

  it('of a stranger who never says the same twice fill no memory and no log', async () => {
    const { socket, warnings } = await live();
    for (let round = 0; round < 1_000; round += 1) socket.receive(`{"key${round}":{}}`);
    assert.equal(warnings.length, 200);
  });
});

describe('what the markets stream tells of', () => {
  it('is no more what only a replaced subscription covered, once that is gone', async () => {
    const { clock, streams, socket } = await subscribed(wanted(slugs(10), 'lite'));
    const [before] = standing(socket).values();
    assert.ok(socket && before);
    for (const slug of slugs(10)) socket.receive(data(before, slug));
    let seen = 0;
    streams.onDidChange(() => seen++);
    const covered = () => slugs(4).filter((slug) => streams.covers(slug, 'lite'));
    // So few are left of it that those are asked for again.
    streams.wantMarkets(wanted(slugs(4), 'lite'));
    await clock.advance(SOON);
    const after = [...standing(socket).values()].find(({ requestId }) => requestId !== before.requestId);
    assert.ok(after);
    assert.equal(covered().length, 4, 'the old one still tells');
    socket.receive(data(after, 's1'));
    socket.receive(data(before, 's1'));
    await clock.advance(HANDOVER);
    assert.deepEqual(covered(), ['s1'], 'the new one covers nothing else');
    assert.equal(seen, 1);
    socket.receive(data(after, 's2'));
    assert.deepEqual(covered(), ['s1', 's2']);
  });
});
