import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type FrameKind, frameJson } from './frames-json.ts';

/**
 * A sender of frames for the stream bench, a process of its own so that it does not share our event loop. To
 * `{"kind", "count"}` it makes so many frames ready and answers `ready`; to `go` it sends them in one piece, so that
 * what is measured is who receives them.
 */
const server = createServer();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const sent = { frames: 0 };

server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => {
    let ready: Buffer = Buffer.alloc(0);
    ws.on('message', (data) => {
      const text = data.toString();
      if (text === 'go') {
        socket.write(ready);
        return;
      }
      const { kind, count } = JSON.parse(text) as { kind: FrameKind; count: number };
      ready = Buffer.concat(Array.from({ length: count }, () => framed(frameJson(kind, sent.frames++))));
      ws.send('ready');
    });
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));

/** One unmasked text frame (RFC 6455 §5.2) of 126 to 65,535 bytes. */
function framed(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, body]);
}
