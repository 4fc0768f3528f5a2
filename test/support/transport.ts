import {
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportReply,
  type TransportRequest,
} from '../../src/exchange/transport.ts';

export type Answer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as JSON; `text` as it is. */
      readonly json?: unknown;
      readonly text?: string;
      /** Called while headers are there and the body is not. */
      readonly between?: () => Promise<void>;
    }
  | { readonly fail: TransportErrorKind }
  /** Never answers, until the signal fires. */
  | 'silence';

/** Keeps what was sent and answers from a script; `silence` and every wait end with the signal. */
export class FakeTransport implements Transport {
  readonly name = 'fake';
  readonly sent: TransportRequest[] = [];
  aborted = 0;
  disposed = false;
  readonly #answer: (request: TransportRequest, index: number) => Answer | Promise<Answer>;

  /** A list is used in order, its last answer for ever. */
  constructor(
    answers: readonly Answer[] | ((request: TransportRequest, index: number) => Answer | Promise<Answer>),
  ) {
    this.#answer =
      typeof answers === 'function'
        ? answers
        : (_, index) => answers[Math.min(index, answers.length - 1)] ?? {};
  }

  async send(
    request: TransportRequest,
    signal: AbortSignal,
    onHeaders?: () => void,
  ): Promise<TransportReply> {
    const index = this.sent.push(request) - 1;
    const gone = new Promise<never>((_, reject) => {
      const leave = (): void => {
        this.aborted += 1;
        reject(new TransportError('aborted', 'Given up'));
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
    const answer = await Promise.race([this.#answer(request, index), gone]);
    if (answer === 'silence') return gone;
    if ('fail' in answer) throw new TransportError(answer.fail, 'Scripted');
    onHeaders?.();
    await answer.between?.();
    const text = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json));
    return { status: answer.status ?? 200, headers: answer.headers ?? {}, body: Buffer.from(text) };
  }

  dispose(): void {
    this.disposed = true;
  }

  get paths(): readonly string[] {
    return this.sent.map(({ method, url }) => `${method} ${url.pathname}`);
  }
}
