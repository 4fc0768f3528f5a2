import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that sends bytes to a port of this machine and records what comes back. */
export interface RawClient {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  readonly heard: Buffer;
  until(enough: (heard: Buffer) => boolean): Promise<void>;
  /** The other end has closed the connection, or broken it off; resolves with all that was heard. */
  closed(): Promise<Buffer>;
  /** Sends this again and again, `ms` apart, until the connection ends. */
  drip(bytes: string | Uint8Array, ms: number): void;
}

/** It never ends its own half: what is not ended by the other end stays. */
export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let isOver = false;
  const over = Promise.withResolvers<void>();
  const end = (): void => {
    isOver = true;
    over.resolve();
  };
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Cut off with something unread, or written to after its end: both are an end.
  socket.on('error', end).on('end', end).on('close', end);
  await Promise.race([once(socket, 'connect'), over.promise]);
  const heard = (): Buffer => Buffer.concat(chunks);
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    get heard() {
      return heard();
    },
    async until(enough) {
      while (!enough(heard())) {
        if (isOver) throw new Error(`The connection ended after ${heard().length} bytes`);
        await Promise.race([once(socket, 'data'), over.promise]);
      }
    },
    async closed() {
      await over.promise;
      return heard();
    },
    drip(bytes, ms) {
      const timer = setInterval(() => {
        if (socket.writable) socket.write(bytes);
      }, ms);
      socket.once('close', () => clearInterval(timer));
      over.promise.then(() => clearInterval(timer));
    },
  };
}

export function statuses(heard: Buffer): readonly number[] {
  return [...heard.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

interface FrameOptions {
  /** The first byte: FIN and reserved bits, opcode. */
  readonly first: number;
  readonly payload?: string | Uint8Array;
  readonly masked?: boolean;
  /** What it says its length is, in place of the true one. */
  readonly length?: bigint;
}

/** A frame of a client as of RFC 6455, or one that breaks its rules. */
export function frame({ first, payload = '', masked = true, length }: FrameOptions): Buffer {
  const bytes = Buffer.from(payload);
  const said = length ?? BigInt(bytes.length);
  const bit = masked ? 0x80 : 0;
  const head = Buffer.alloc(said < 126n ? 2 : said < 65_536n ? 4 : 10);
  head[0] = first;
  head[1] = bit | (said < 126n ? Number(said) : said < 65_536n ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(Number(said), 2);
  if (head.length === 10) head.writeBigUInt64BE(said, 2);
  return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), bytes]);
}

/** The code of the first close frame among the frames of a server, all after its handshake. */
export function closeCode(heard: Buffer): number | undefined {
  let at = heard.indexOf('\r\n\r\n') + 4;
  while (at + 2 <= heard.length) {
    const [first = 0, short = 0] = [heard[at], heard[at + 1]];
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + head > heard.length) return undefined;
    const length =
      short < 126
        ? short
        : short === 126
          ? heard.readUInt16BE(at + 2)
          : Number(heard.readBigUInt64BE(at + 2));
    if (first === 0x88 && at + head + 2 <= heard.length) return heard.readUInt16BE(at + head);
    at += head + length;
  }
  return undefined;
}
