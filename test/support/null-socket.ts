import type { Clock } from '../../src/base/clock.ts';
import { Emitter } from '../../src/base/event.ts';
import type {
  HandshakeRefused,
  OpenSocket,
  Socket,
  SocketClose,
  SocketRequest,
} from '../../src/exchange/socket.ts';
import { TransportError } from '../../src/exchange/transport.ts';

/** How a handshake ends; `silence`: not at all, until its time is over or it is given up. */
type Handshake = 'accept' | 'silence' | HandshakeRefused | TransportError;

/** A socket that is connected to nothing: a test says what is heard. */
export class NullSocket implements Socket {
  readonly request: SocketRequest;
  readonly sent: string[] = [];
  readonly #messages = new Emitter<string>();
  readonly #closed = new Emitter<SocketClose>();
  readonly onMessage = this.#messages.event;
  readonly onClose = this.#closed.event;
  /** Who ended it, once it has ended. */
  endedBy: 'client' | 'service' | undefined;
  /** Hears what the client sends. */
  onSend: (text: string) => void = () => {};

  constructor(request: SocketRequest) {
    this.request = request;
  }

  send(text: string): void {
    if (this.endedBy !== undefined) return;
    this.sent.push(text);
    this.onSend(text);
  }

  close(): void {
    this.#end('client', { code: 1_000, reason: '' });
  }

  receive(text: string): void {
    if (this.endedBy === undefined) this.#messages.fire(text);
  }

  drop(code = 1_006, reason = ''): void {
    this.#end('service', { code, reason });
  }

  get listened(): boolean {
    return this.#messages.hasListeners || this.#closed.hasListeners;
  }

  #end(by: 'client' | 'service', close: SocketClose): void {
    if (this.endedBy !== undefined) return;
    this.endedBy = by;
    this.#messages.dispose();
    this.#closed.fire(close);
    this.#closed.dispose();
  }
}

export class NullService {
  readonly requests: SocketRequest[] = [];
  readonly sockets: NullSocket[] = [];
  /** How the next handshakes end. */
  handshake: Handshake | ((request: SocketRequest, index: number) => Handshake) = 'accept';
  /** Says something as soon as somebody listens, as services do; undefined: accepts and is silent. */
  greeting: string | undefined = '{"requestId":"none","marketDataLite":{"marketSlug":"none"}}';
  onOpen: (socket: NullSocket) => void = () => {};

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly open: OpenSocket = async (request, signal) => {
    const index = this.requests.push(request) - 1;
    const { handshake } = this;
    const answer = typeof handshake === 'function' ? handshake(request, index) : handshake;
    await new Promise<void>((resolve, reject) => {
      const late = this.#clock.setTimeout(
        () => reject(new TransportError('timeout', 'No answer')),
        request.handshakeMs,
      );
      const giveUp = (): void => {
        late.dispose();
        reject(new TransportError('aborted', 'Given up'));
      };
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
      if (answer === 'silence') return;
      late.dispose();
      resolve();
    });
    if (answer instanceof Error) throw answer;
    const socket = new NullSocket(request);
    this.sockets.push(socket);
    this.onOpen(socket);
    const { greeting } = this;
    if (greeting !== undefined) setImmediate(() => socket.receive(greeting));
    return socket;
  };

  get standing(): readonly NullSocket[] {
    return this.sockets.filter(({ endedBy }) => endedBy === undefined);
  }
}
