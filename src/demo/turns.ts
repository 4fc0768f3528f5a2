import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind the one being answered. No client of ours sends a second one before its answer. */
const MOST_WAITING = 16;

/**
 * Answers the requests of a connection one at a time: the next is begun when the reply before it has been taken over to
 * be sent, so who asks and does not read makes one reply and no more. A connection on which more are waiting is ended.
 */
export class Turns {
  readonly #waiting = new WeakMap<Socket, Turn[]>();

  /** `begin` is called at once, or when it is its turn, or never where the connection ends before. */
  take(socket: Socket, response: ServerResponse, begin: () => void): void {
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

  #start(socket: Socket, { response, begin }: Turn): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
      if (next === undefined) this.#waiting.delete(socket);
      else this.#start(socket, next);
    });
    begin();
  }
}

interface Turn {
  readonly response: ServerResponse;
  readonly begin: () => void;
}
