import type { Clock } from '../../base/clock.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Shape, Shaped } from './shape.ts';
import { finite, flag, maybe, oneOf, record, text, textUpTo } from './shape.ts';

/** What a page can ask the editor for, and what the editor tells a page; each with the shapes that are checked. */
export interface Contract {
  readonly calls: Readonly<
    Record<string, { readonly params: Shape<unknown>; readonly result: Shape<unknown> }>
  >;
  readonly events: Readonly<Record<string, Shape<unknown>>>;
}

/** A two-way line of messages: a webview as the editor sees it, or the editor as the page sees it. */
export interface Line {
  post(message: unknown): void;
  readonly onMessage: Event<unknown>;
}

export type Handlers<C extends Contract> = {
  readonly [K in keyof C['calls']]: (
    params: Shaped<C['calls'][K]['params']>,
  ) => Promise<Shaped<C['calls'][K]['result']>>;
};

export type Listeners<C extends Contract> = {
  readonly [K in keyof C['events']]: (value: Shaped<C['events'][K]>) => void;
};

/**
 * - `timeout`: no answer in time. - `failed`: the handler rejected; the message is its sentence.
 * - `badMessage`: params or result have not the agreed shape. - `closed`: this end was disposed.
 */
export type RpcErrorCode = 'timeout' | 'failed' | 'badMessage' | 'closed';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Of a call's id, which comes back in the answer, and of names. UTF-16 units. */
const NAME = 40;
/** Calls and `ready`s a page may send: so many at once, and so many a second. A person clicks far less often. */
const AT_ONCE = 50;
const PER_SECOND = 10;

const MESSAGE = record({
  rpc: oneOf('ready', 'drawn', 'call', 'answer', 'event'),
  /** Of the frame that was drawn. */
  number: maybe(finite),
  id: maybe(textUpTo(NAME)),
  name: maybe(textUpTo(NAME)),
  ok: maybe(flag),
  error: maybe(record({ code: oneOf('failed', 'badMessage'), message: text })),
});

export interface EditorEnd<C extends Contract> extends Disposable {
  /** Tells the page; without effect before the page said it is ready, because what it gets first is a whole snapshot. */
  tell<K extends keyof C['events'] & string>(name: K, value: Shaped<C['events'][K]>): void;
}

export interface PageEnd<C extends Contract> extends Disposable {
  /** Says that the page can be told things. Call once, after everything that listens is set up. */
  ready(): void;
  /** Says that what was told in the frame of this number is on the screen. */
  drawn(number: number): void;
  /** Rejects with RpcError only. */
  call<K extends keyof C['calls'] & string>(
    name: K,
    params: Shaped<C['calls'][K]['params']>,
  ): Promise<Shaped<C['calls'][K]['result']>>;
}

/** What a page says of itself. */
export interface PageNews {
  /** It was loaded, or loaded anew, or missed something: it wants to be told everything. */
  ready(): void;
  drawn(number: number): void;
}

/**
 * The editor's end. Every call is answered: with the handler's result, or with the sentence of what it rejected with.
 * Unknown messages are ignored, and so is what a page sends too much of: an answer to each would be a flood of its own.
 */
export function openEditorEnd<C extends Contract>(
  contract: C,
  line: Line,
  handlers: Handlers<C>,
  news: PageNews,
  onProblem: (message: string) => void,
  clock: Pick<Clock, 'now'>,
): EditorEnd<C> {
  const store = new DisposableStore();
  const allowance = new Allowance(clock);
  let isReady = false;
  const answer = async (id: string, name: string, params: unknown): Promise<void> => {
    const post = (reply: object): void => {
      if (!store.disposed) line.post({ rpc: 'answer', id, ...reply });
    };
    const call = Object.hasOwn(contract.calls, name) ? contract.calls[name] : undefined;
    if (call === undefined || !call.params(params)) {
      onProblem(`A panel sent a call that is not understood: ${name}`);
      post({
        ok: false,
        error: { code: 'badMessage', message: 'The editor did not understand this request.' },
      });
      return;
    }
    try {
      post({ ok: true, value: await handlers[name as keyof C['calls']]?.(params as never) });
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      post({ ok: false, error: { code: 'failed', message } });
    }
  };
  store.add(
    line.onMessage((message) => {
      if (!MESSAGE(message)) return;
      if (message.rpc === 'drawn') {
        // Costs nothing: what follows is sent once a frame at most.
        if (message.number !== undefined) news.drawn(message.number);
        return;
      }
      const verdict = allowance.take();
      if (verdict === 'firstTooMany') onProblem('A panel sends more than is taken of it; some is left out.');
      if (verdict !== 'granted') return;
      if (message.rpc === 'ready') {
        isReady = true;
        news.ready();
      } else if (message.rpc === 'call' && message.id !== undefined && message.name !== undefined) {
        void answer(message.id, message.name, (message as { readonly params?: unknown }).params);
      }
    }),
  );
  return {
    tell(name, value) {
      if (isReady && !store.disposed) line.post({ rpc: 'event', name, value });
    },
    dispose: () => store.dispose(),
  };
}

/** What a page may still send. */
class Allowance {
  readonly #clock: Pick<Clock, 'now'>;
  #left = AT_ONCE;
  #at: number;
  #isExceeded = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  take(): 'granted' | 'firstTooMany' | 'tooMany' {
    const now = this.#clock.now();
    // A clock that is set back gives nothing.
    const earned = (Math.max(0, now - this.#at) * PER_SECOND) / 1000;
    this.#left = Math.min(AT_ONCE, this.#left + earned);
    this.#at = now;
    if (this.#left >= 1) {
      this.#left -= 1;
      if (this.#left > AT_ONCE / 2) this.#isExceeded = false;
      return 'granted';
    }
    const verdict = this.#isExceeded ? 'tooMany' : 'firstTooMany';
    this.#isExceeded = true;
    return verdict;
  }
}

/** The page's end. A call without an answer within `timeoutMs` milliseconds rejects with `timeout`. */
export function openPageEnd<C extends Contract>(
  contract: C,
  line: Line,
  listeners: Listeners<C>,
  clock: Clock,
  timeoutMs: number,
): PageEnd<C> {
  const waiting = new Map<string, (answer: Answer) => void>();
  let lastId = 0;
  let isClosed = false;
  const listening = line.onMessage((message) => {
    if (!MESSAGE(message)) return;
    if (message.rpc === 'answer' && message.id !== undefined) {
      waiting.get(message.id)?.(message as Answer);
    } else if (message.rpc === 'event' && message.name !== undefined) {
      const { value } = message as { readonly value?: unknown };
      const shape = Object.hasOwn(contract.events, message.name) ? contract.events[message.name] : undefined;
      if (shape?.(value)) listeners[message.name as keyof C['events']](value as never);
    }
  });
  return {
    ready: () => line.post({ rpc: 'ready' }),
    drawn: (number) => line.post({ rpc: 'drawn', number }),
    call(name, params) {
      return new Promise((resolve, reject) => {
        const id = String(++lastId);
        const settle = ({ ok, value, error }: Answer): void => {
          waiting.delete(id);
          timer.dispose();
          if (error !== undefined) reject(new RpcError(error.code, error.message));
          else if (ok === true && contract.calls[name]?.result(value)) resolve(value as never);
          else reject(new RpcError('badMessage', 'The editor answered something else than was asked.'));
        };
        const timer = clock.setTimeout(() => {
          settle({ error: { code: 'timeout', message: 'The editor did not answer in time.' } });
        }, timeoutMs);
        waiting.set(id, settle);
        if (isClosed) settle(CLOSED);
        else line.post({ rpc: 'call', id, name, params });
      });
    },
    dispose() {
      isClosed = true;
      listening.dispose();
      for (const settle of [...waiting.values()]) settle(CLOSED);
    },
  };
}

const CLOSED: Answer = { error: { code: 'closed', message: 'This panel was closed.' } };

interface Answer {
  readonly ok?: boolean | undefined;
  readonly value?: unknown;
  readonly error?: { readonly code: RpcErrorCode; readonly message: string } | undefined;
}
