import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { isProof, type Message, MOST_ANSWERED, proofOf, receive, send } from './bridge.ts';
import type { WindowFile } from './window-file.ts';

export interface WindowAnswer {
  readonly json: string;
  readonly isError: boolean;
  /** A window answered, and has it on its list of calls. */
  readonly isListed?: true;
}

interface Waiting {
  readonly resolve: (answer: WindowAnswer) => void;
  readonly reject: (cause: Error) => void;
}

/** The window did not answer in time. It may be busy, or hang. */
export class WindowSilent extends Error {
  override readonly name = 'WindowSilent';
}

/** The connection ended before the answer. What was asked may have been done. */
export class WindowGone extends Error {
  override readonly name = 'WindowGone';
}

/** The program's side of a connection to one window. It keeps no process alive. */
export class WindowConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #mayAskToCancel = false;
  /** Called when it is another, or the connection is gone. */
  onChange: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('close', () => {
      this.#mayAskToCancel = false;
      for (const { reject } of this.#waiting.values()) reject(new WindowGone());
      this.onChange();
    });
  }

  /**
   * Undefined where nobody listens, or somebody who does not know the token. Rejects with WindowSilent after `withinMs`, and
   * where a window has as many connections as it takes.
   */
  static open(
    { pipe, token }: WindowFile,
    name: string,
    withinMs: number,
  ): Promise<WindowConnection | undefined> {
    return new Promise((resolve, reject) => {
      const socket = connect(pipe);
      socket.unref();
      const challenge = randomUUID();
      const connection = new WindowConnection(socket);
      let isProved = false;
      let isDropped = false;
      socket.on('connect', () => {
        isDropped = true;
      });
      const patience = setTimeout(() => {
        reject(new WindowSilent());
        socket.destroy();
      }, withinMs);
      socket.on('close', () => {
        clearTimeout(patience);
        if (isDropped) reject(new WindowSilent());
        else resolve(undefined);
      });
      receive(socket, MOST_ANSWERED, (message) => {
        isDropped = false;
        const { challenge: asked } = message;
        if (typeof asked === 'string' && !isProved)
          send(socket, { proof: proofOf(token, 'server', asked), challenge, name });
        else if (isProved) connection.#take(message);
        else if (isProof(message['proof'], token, 'window', challenge)) isProved = true;
        else socket.destroy();
        // What may be asked is said at once, before any answer.
        if (isProved && typeof message['mayAskToCancel'] === 'boolean') {
          clearTimeout(patience);
          resolve(connection);
        }
      });
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  get mayAskToCancel(): boolean {
    return this.#mayAskToCancel;
  }

  /** Rejects with WindowSilent or WindowGone. */
  async call(tool: string, input: unknown, withinMs: number): Promise<WindowAnswer> {
    if (!this.isOpen) throw new WindowGone();
    const id = this.#count++;
    let patience: NodeJS.Timeout | undefined;
    try {
      return await new Promise<WindowAnswer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        patience = setTimeout(() => reject(new WindowSilent()), withinMs).unref();
        send(this.#socket, { id, tool, input });
      });
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(id);
    }
  }

  #take({ id, json, isError, mayAskToCancel }: Message): void {
    if (typeof mayAskToCancel === 'boolean') {
      this.#mayAskToCancel = mayAskToCancel;
      this.onChange();
    } else if (typeof json === 'string')
      this.#waiting.get(Number(id))?.resolve({ json, isError: isError === true, isListed: true });
  }
}
