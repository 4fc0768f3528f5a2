import assert from 'node:assert/strict';
import { data, live, standing } from './stream-support.ts';

describe('what the markets stream tells of', () => {
  it('is no more what the service has ended, which is told', async () => {
    const { streams, socket } = await live();
    const [book] = standing(socket).values();
    assert.ok(book);
    socket.receive(data(book, 'a'));
    const covered: boolean[] = [];
    streams.onDidChange(() => covered.push(streams.covers('a', 'book')));
    socket.receive(JSON.stringify({ requestId: book.requestId, error: 'subscription failed' }));
    assert.deepEqual(covered, [false]);
  });
});
