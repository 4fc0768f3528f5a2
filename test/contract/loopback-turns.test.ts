import assert from 'node:assert/strict';
import { startDemoServer } from '../../tools/exchange/server.ts';
import { rawClient, statuses } from '../support/raw-client.ts';

/** A server whose replies are of 4 MB, and how many it has made. */
async function start() {
  let made = 0;
  const body = new Uint8Array(4 * 1024 * 1024);
  const handle = () => {
    made += 1;
    return { status: 200, headers: {}, body };
  };
  const server = await startDemoServer({ handler: { handle } });
  const asks = `GET /v1/markets HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
  const last = asks.replace('Host', 'Connection: close\r\nHost');
  return { server, asks, last, made: () => made };
}

describe('requests that come together on one connection of the demo server', () => {
  it('are not answered ahead of somebody who reads nothing, and too many end the connection', async () => {
    const { server, asks, last, made } = await start();
    for (const count of [10, 2_000]) {
      const before = made();
      const client = await rawClient(server.port);
      client.socket.pause();
      client.send(asks.repeat(count));
      const other = await rawClient(server.port);
      other.send(last);
      assert.deepEqual(statuses(await other.closed()), [200]);
      assert.ok(made() - before <= 3, `${made() - before} replies were made`);
      client.socket.destroy();
    }
    await server.close();
  });

  it('are answered in order to somebody who reads', async () => {
    const { server, asks, last, made } = await start();
    const client = await rawClient(server.port);
    client.send(asks.repeat(5) + last);
    assert.deepEqual(statuses(await client.closed()), [200, 200, 200, 200, 200, 200]);
    assert.equal(made(), 6);
    await server.close();
  });
});
