import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type FrameKind, frameJson } from './payloads.ts';

// What the benches of requests and streams talk to, a process of its own so that it does not share our event loop. It
// prints its port and ends with its standard input.

/** The small order whose id ends the path; nothing of the request is checked. */
const order = JSON.stringify({
  order: {
    id: '?',
    marketSlug: 'aec-nba-bench',
    side: 'ORDER_SIDE_BUY',
    type: 'ORDER_TYPE_LIMIT',
    price: { value: '0.4100', currency: 'USD' },
    quantity: 200,
    cumQuantity: 50,
    leavesQuantity: 150,
    tif: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
    intent: 'ORDER_INTENT_BUY_LONG',
    state: 'ORDER_STATE_PARTIALLY_FILLED',
    createTime: '2026-09-01T10:00:00.123456789Z',
  },
});

const server = createServer((request, response) => {
  request.resume();
  const url = request.url ?? '';
  const body = order.replace('?', url.slice(url.lastIndexOf('/') + 1));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.keepAliveTimeout = 60_000;

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
let sentFrames = 0;

// To `{"kind", "count"}` it prepares so many frames and answers `ready`; to `go` it sends them in one piece, so that
// the sender is no part of what is measured.
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => {
    let prepared: Buffer = Buffer.alloc(0);
    ws.on('message', (data) => {
      const text = data.toString();
      if (text === 'go') {
        socket.write(prepared);
        return;
      }
      const { kind, count } = JSON.parse(text) as { kind: FrameKind; count: number };
      prepared = Buffer.concat(Array.from({ length: count }, () => textFrame(frameJson(kind, sentFrames++))));
      ws.send('ready');
    });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));

/** One unmasked text frame (RFC 6455, 5.2) of 126 to 65,535 bytes. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff]), body]);
}
