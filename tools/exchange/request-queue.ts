import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind the current one; our clients send none before the answer. */
const MOST_WAITING = 16;

/**
 * Answers the requests of a connection one at a time: the next begins when the reply before it has been handed to the
 * socket, so a client that does not read costs one reply. A connection with too many waiting requests is closed.
 */
export class RequestQueue {
  readonly #waiting = new WeakMap<Socket, QueuedRequest[]>();

  /** Calls `begin` at once or after the replies before it; never when the connection ends first. */
  add(socket: Socket, response: ServerResponse, begin: () => void): void {
    if (socket.destroyed) return;
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      this.#start(socket, { response, begin });
    } else if (waiting.length < MOST_WAITING) {
      waiting.push({ response, begin });
    } else {
      waiting.length = 0;
      socket.destroy();
    }
  }

  #start(socket: Socket, { response, begin }: QueuedRequest): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
      if (next === undefined) this.#waiting.delete(socket);
      else this.#start(socket, next);
    });
    begin();
  }
}

interface QueuedRequest {
  readonly response: ServerResponse;
  readonly begin: () => void;
}
