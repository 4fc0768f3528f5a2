import assert from 'node:assert/strict';
import {
  HandshakeRefused,
  type OpenSocket,
  type Socket,
  type SocketClose,
  type SocketRequest,
} from '../../src/exchange/socket.ts';
import { TransportError } from '../../src/exchange/transport.ts';

export interface SocketSubject {
  readonly open: OpenSocket;
  request(): SocketRequest;
  readonly refused: { readonly request: SocketRequest; readonly status: number };
  /** Something that is always answered with at least one frame. */
  readonly question: string;
  /** The service closes all connections with 1001 and `going away`. */
  endAll(): void;
  dispose(): Promise<void>;
}

/** What of a socket is heard, and promises for what is to come. */
export function follow(socket: Socket) {
  const messages: string[] = [];
  const closes: SocketClose[] = [];
  const heard = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<SocketClose>();
  socket.onMessage((text) => {
    messages.push(text);
    heard.resolve(text);
  });
  socket.onClose((close) => {
    closes.push(close);
    closed.resolve(close);
  });
  return { messages, closes, heard: heard.promise, closed: closed.promise };
}

/** How a handshake failed: its kind, or what the service answered. */
export async function failure(work: Promise<unknown>) {
  const cause = await work.catch((reason: unknown) => reason);
  if (cause instanceof HandshakeRefused) return { kind: 'refused', ...cause, cause };
  assert.ok(cause instanceof TransportError, `expected a TransportError, got ${String(cause)}`);
  return { kind: cause.kind, status: undefined, headers: {}, cause };
}

export const never = (): AbortSignal => new AbortController().signal;

/** What every way to open sockets has to do. */
export function socketsContract(name: string, make: () => Promise<SocketSubject>): void {
  describe(`socket: ${name}`, () => {
    let subject: SocketSubject;
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    const open = (): Promise<Socket> => subject.open(subject.request(), never());

    it('carries text both ways', async () => {
      const socket = await open();
      const { heard } = follow(socket);
      socket.send(subject.question);
      assert.equal(typeof JSON.parse(await heard), 'object');
      socket.close();
    });

    it('several are distinguished', async () => {
      const [one, other] = [await open(), await open()];
      const silent = follow(one);
      const { heard } = follow(other);
      other.send(subject.question);
      await heard;
      assert.deepEqual(silent.messages, []);
      one.close();
      other.close();
    });

    it('closed from this end: said once, and nothing is heard or sent after it', async () => {
      const socket = await open();
      const { messages, closes, closed } = follow(socket);
      socket.close();
      socket.close();
      assert.equal((await closed).code, 1_000);
      const before = messages.length;
      socket.send(subject.question);
      socket.close();
      // Long enough for another one to be answered.
      const other = await open();
      const { heard } = follow(other);
      other.send(subject.question);
      await heard;
      other.close();
      assert.equal(messages.length, before);
      assert.equal(closes.length, 1);
    });

    it('closed from the other end: said once, with its code and reason', async () => {
      const socket = await open();
      const { closes, closed } = follow(socket);
      subject.endAll();
      assert.deepEqual(await closed, { code: 1_001, reason: 'going away' });
      socket.send(subject.question);
      socket.close();
      assert.equal(closes.length, 1);
    });

    it('a refused handshake is `refused`, with its status', async () => {
      const { request, status } = subject.refused;
      const error = await failure(subject.open(request, never()));
      assert.deepEqual([error.kind, error.status], ['refused', status]);
      for (const key of Object.keys(error.headers)) assert.equal(key, key.toLowerCase());
    });

    it('the signal ends the handshake, also one that has fired before', async () => {
      const controller = new AbortController();
      const opening = failure(subject.open(subject.request(), controller.signal));
      controller.abort();
      const later = failure(subject.open(subject.request(), controller.signal));
      for (const { kind } of await Promise.all([opening, later])) assert.equal(kind, 'aborted');
    });

    it('the signal does nothing to an open socket', async () => {
      const controller = new AbortController();
      const socket = await subject.open(subject.request(), controller.signal);
      controller.abort();
      const { heard, closes } = follow(socket);
      socket.send(subject.question);
      await heard;
      assert.deepEqual(closes, []);
      socket.close();
    });

    it('a frame larger than allowed ends it', async () => {
      const socket = await subject.open({ ...subject.request(), maxFrameBytes: 4 }, never());
      const { messages, closed } = follow(socket);
      socket.send(subject.question);
      await closed;
      assert.deepEqual(messages, []);
    });
  });
}
