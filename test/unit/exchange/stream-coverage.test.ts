import assert from 'node:assert/strict';
import { data, live, SOON, setUp, slugs, standing, wanted } from './stream-support.ts';

/** How long a replaced subscription is listened to, milliseconds. */
const HANDOVER = 2_000;

describe('what the markets stream tells of', () => {
  it('is no more what the service has ended, which is an event', async () => {
    const { streams, socket } = await live();
    const [book] = standing(socket).values();
    assert.ok(book);
    socket.receive(data(book, 'a'));
    const covered: boolean[] = [];
    streams.onDidChange(() => covered.push(streams.covers('a', 'book')));
    socket.receive(JSON.stringify({ requestId: book.requestId, error: 'subscription failed' }));
    assert.deepEqual(covered, [false]);
  });

  it('is no more what only a replaced subscription covered, once that is gone', async () => {
    const { clock, streams, service } = setUp();
    streams.wantMarkets(wanted(slugs(10), 'lite'));
    await clock.advance(SOON);
    const [socket] = service.sockets;
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

  it('is no more what only a replaced subscription covered that the service ends', async () => {
    const { clock, streams, service } = setUp();
    streams.wantMarkets(wanted(slugs(10), 'lite'));
    await clock.advance(SOON);
    const [socket] = service.sockets;
    const [before] = standing(socket).values();
    assert.ok(socket && before);
    socket.receive(data(before, 's0'));
    streams.wantMarkets(wanted(slugs(4), 'lite'));
    await clock.advance(SOON);
    assert.equal(streams.covers('s0', 'lite'), true);
    socket.receive(JSON.stringify({ requestId: before.requestId, error: 'subscription failed' }));
    assert.equal(streams.covers('s0', 'lite'), false);
  });
});
