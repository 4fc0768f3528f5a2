import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare server for the request benches, a process of its own so that it does not share our event loop. It answers
 * every path with the same small order and checks nothing: what is measured is the client.
 */
const BODY = JSON.stringify({
  order: {
    id: 'BENCH0000001',
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
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) });
  response.end(BODY);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
