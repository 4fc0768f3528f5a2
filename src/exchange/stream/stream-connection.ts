import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Log } from '../../base/log.ts';
import { SILENCE_MS } from '../../core/freshness.ts';
import type { ExchangeError } from '../errors.ts';
import type { Sign } from '../http/request.ts';
import type { AuthScheme, Dialect } from '../profile.ts';
import type { OpenSocket, Socket } from '../socket.ts';
import type { StreamId, StreamState } from '../streams.ts';
import { decodeServerFrame } from '../wire/decode-frame.ts';
import type { ClientFrame, ServerFrame } from '../wire/frame.ts';
import { encodeClientFrame } from '../wire/requests.ts';
import { cleanLine } from '../wire/text.ts';
import { SilenceWatch, StallDetector } from './silence.ts';
import { errorOfClose, errorOfGarbage, errorOfSilence, failureOfHandshake } from './stream-errors.ts';

export interface StreamConnectionOptions {
  readonly stream: StreamId;
  readonly url: URL;
  /** Where it throws, the stream stops. */
  readonly sign: Sign;
  readonly auth: AuthScheme;
  readonly dialect: Dialect;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly log: Log;
  readonly once: LogOnce;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
}

/** What is said and heard over one socket. Ends with it: nothing that was subscribed outlives a connection. */
export interface FrameHandler extends Disposable {
  handle(frame: ServerFrame, at: number): void;
}

export interface FrameSender {
  send(frame: ClientFrame): void;
  /** Gives this socket up: what it tells cannot be relied on. It is tried again. */
  fail(error: ExchangeError): void;
}

const HANDSHAKE_MS = 10_000;
/** A book has tens of kilobytes, a list of open orders may have thousands. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** Heard for that long a stream counts as good again; one that breaks sooner is tried less and less often. */
const STEADY_MS = 10_000;

/** So many frames in a row of which nothing can be made, and the socket is given up: whatever sends them is no service. */
const MOST_BROKEN = 20;

type Phase =
  | { readonly kind: 'off' }
  /** `open`: the handshake is over, and nothing was heard yet. */
  | { readonly kind: 'connecting'; readonly open: boolean }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'live'; readonly since: number }
  | { readonly kind: 'lost'; readonly error: ExchangeError; readonly retryAt: number }
  | { readonly kind: 'stopped'; readonly error: ExchangeError };

/** One stream of the service, connected for as long as it is wanted. */
export class StreamConnection implements Disposable {
  readonly #options: StreamConnectionOptions;
  readonly #createHandler: (sender: FrameSender) => FrameHandler;
  readonly #changed = new Emitter<StreamId>();
  readonly #resumed = new Emitter<StreamId>();
  readonly onDidChange = this.#changed.event;
  readonly onResumed = this.#resumed.event;
  #phase: Phase = { kind: 'off' };
  #wanted = false;
  #disposed = false;
  #heardAt: number | undefined;
  #silence: SilenceWatch | undefined;
  readonly #stalls = new StallDetector();
  /** Since the stream was last live for a while. */
  #failures = 0;
  /** What broke last, while it is not mended: letting go of a stream does not shorten its wait. */
  #lost: Extract<Phase, { kind: 'lost' }> | undefined;
  /** What ends with the present phase: a handshake, a socket, a timer. */
  #owned = new DisposableStore();

  /** `createHandler` is called at each new connection and says what is wanted. */
  constructor(options: StreamConnectionOptions, createHandler: (sender: FrameSender) => FrameHandler) {
    this.#options = options;
    this.#createHandler = createHandler;
  }

  get state(): StreamState {
    const phase = this.#phase;
    const heardAt = this.#heardAt;
    if (phase.kind === 'live') {
      const completeUntil = this.#stalls.completeUntil(this.#options.clock.now()) ?? phase.since;
      const isQuiet = this.#silence?.isQuiet === true;
      return { ...phase, heardAt: heardAt ?? phase.since, completeUntil, ...(isQuiet ? { isQuiet } : {}) };
    }
    if (phase.kind === 'off' || phase.kind === 'unsupported') return { kind: phase.kind };
    return phase.kind === 'connecting' ? { kind: 'connecting', heardAt } : { ...phase, heardAt };
  }

  /** Whether there is a handler, heard yet or not. */
  get isOpen(): boolean {
    const phase = this.#phase;
    return phase.kind === 'live' || (phase.kind === 'connecting' && phase.open);
  }

  /** A stream that was refused stays so, wanted or not. */
  want(wanted: boolean): void {
    if (this.#disposed || this.#wanted === wanted) return;
    this.#wanted = wanted;
    const { kind } = this.#phase;
    if (kind === 'stopped' || kind === 'unsupported') return;
    if (!wanted) this.#enter({ kind: 'off' });
    else if (this.#lost !== undefined && this.#lost.retryAt > this.#options.clock.now()) {
      this.#wait(this.#lost);
    } else this.#connect();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#phase = { kind: 'off' };
    this.#owned.dispose();
    this.#changed.dispose();
    this.#resumed.dispose();
  }

  /** Ends all that the last phase had. False when a listener has moved on to another phase meanwhile. */
  #enter(phase: Phase): boolean {
    const before = this.#phase.kind;
    this.#phase = phase;
    this.#owned.dispose();
    const owned = new DisposableStore();
    this.#owned = owned;
    if (before !== phase.kind) this.#changed.fire(this.#options.stream);
    return this.#owned === owned && !owned.disposed;
  }

  #connect(): void {
    if (this.#enter({ kind: 'connecting', open: false })) void this.#dial(this.#owned);
  }

  async #dial(owned: DisposableStore): Promise<void> {
    const { log, stream } = this.#options;
    const attempt = new AbortController();
    owned.add(toDisposable(() => attempt.abort()));
    const dialled = await dial(this.#options, attempt.signal);
    if ('close' in dialled) {
      if (owned.disposed) dialled.close();
      else this.#open(dialled);
    } else if (!owned.disposed) {
      const { error, verdict } = dialled;
      log.debug(() => `${stream} stream: ${error.code} ${error.details.status ?? ''}, ${verdict}`);
      if (verdict === 'again') this.#lose(error, false);
      else this.#enter(verdict === 'stop' ? { kind: 'stopped', error } : { kind: 'unsupported' });
    }
  }

  /** Says what is wanted. Anybody can accept a handshake: it is live once something is heard. */
  #open(socket: Socket): void {
    const { clock, dialect, stream } = this.#options;
    this.#phase = { kind: 'connecting', open: true };
    this.#stalls.restart();
    this.#owned.dispose();
    const owned = new DisposableStore();
    this.#owned = owned;
    owned.add(toDisposable(() => socket.close()));
    const listener = {
      quiet: () => this.#phase.kind === 'live' && this.#changed.fire(stream),
      silent: () => this.#lose(errorOfSilence(SILENCE_MS), true),
    };
    const watch = owned.add(new SilenceWatch(clock, listener, this.#silence?.quietMs));
    this.#silence = watch;
    owned.add(socket.onClose((close) => this.#lose(errorOfClose(close), false)));
    const handler = this.#createHandler({
      send: (frame) => {
        if (!owned.disposed) socket.send(encodeClientFrame(frame, dialect));
      },
      fail: (error) => {
        if (!owned.disposed) this.#lose(error, false);
      },
    });
    owned.add(handler);
    let broken = 0;
    owned.add(
      socket.onMessage((text) => {
        if (owned.disposed) return;
        const at = clock.now();
        const { frame, isBroken } = this.#read(text);
        // What cannot be read says nothing of the service: a proxy may have sent it.
        if (isBroken) {
          if (++broken >= MOST_BROKEN) this.#lose(errorOfGarbage(), false);
          return;
        }
        broken = 0;
        const wasQuiet = watch.isQuiet;
        if (!watch.heard(at, frame?.kind === 'heartbeat')) return;
        this.#heardAt = at;
        this.#stalls.heard(at);
        if (wasQuiet && this.#phase.kind === 'live') this.#changed.fire(stream);
        // A refusal is no data.
        if (this.#phase.kind === 'connecting' && frame?.kind !== 'error') this.#begin(owned, at);
        if (owned.disposed || frame === undefined || frame.kind === 'heartbeat') return;
        handler.handle(frame, at);
      }),
    );
  }

  /** A frame that is broken or of a kind this version does not know is logged once and left out; the socket stays. */
  #read(text: string): { readonly frame: ServerFrame | undefined; readonly isBroken: boolean } {
    const { stream, once } = this.#options;
    const { frame, unknown, broken, problems } = decodeServerFrame(text);
    const warn = (key: string, what: string): void =>
      once.warn(`${stream} ${key}`, `${stream} stream: ${cleanLine(what).slice(0, 300)}`);
    for (const { field, reason } of problems)
      warn(`field ${field} ${reason}`, `field ${field} of a frame: ${reason}`);
    if (unknown !== undefined)
      warn(`unknown ${unknown}`, `frames of the unknown kind ${unknown} are ignored`);
    if (broken !== undefined) warn(`broken ${broken}`, `a frame was dropped: ${broken}`);
    return { frame, isBroken: broken !== undefined };
  }

  #begin(owned: DisposableStore, since: number): void {
    const { stream } = this.#options;
    this.#lost = undefined;
    this.#phase = { kind: 'live', since };
    this.#changed.fire(stream);
    if (!owned.disposed) this.#resumed.fire(stream);
  }

  /** `silent`: a connection that was good until then is made again at once, any other after its wait. */
  #lose(error: ExchangeError, silent: boolean): void {
    const { clock, log, random, stream } = this.#options;
    const now = clock.now();
    const phase = this.#phase;
    const steady = phase.kind === 'live' && (this.#heardAt ?? 0) - phase.since >= STEADY_MS;
    this.#failures = steady ? 1 : this.#failures + 1;
    const delay = silent && steady ? 0 : backoffMs(this.#failures, random());
    if (this.isOpen) log.info(`${stream} stream: lost (${error.message}), again in ${delay} ms`);
    this.#lost = { kind: 'lost', error, retryAt: now + delay };
    this.#wait(this.#lost);
  }

  #wait(lost: Extract<Phase, { kind: 'lost' }>): void {
    const { clock } = this.#options;
    if (!this.#enter(lost)) return;
    // Where the clock was set back it is not waited for as long as that.
    const waitMs = Math.min(lost.retryAt - clock.now(), CAP_MS);
    this.#owned.add(clock.setTimeout(() => this.#connect(), waitMs));
  }
}

/** One signed handshake: its socket, or why there is none and what to do then. */
export async function dial(
  {
    url,
    sign,
    auth,
    openSocket,
    clock,
  }: Pick<StreamConnectionOptions, 'url' | 'sign' | 'auth' | 'openSocket' | 'clock'>,
  signal: AbortSignal,
): Promise<Socket | ReturnType<typeof failureOfHandshake>> {
  const sentAt = clock.now();
  try {
    const headers = sign('GET', url.pathname, sentAt);
    const asked = { url, headers, handshakeMs: HANDSHAKE_MS, maxFrameBytes: MAX_FRAME_BYTES };
    return await openSocket(asked, signal);
  } catch (cause) {
    return failureOfHandshake(cause, auth, sentAt, clock.now());
  }
}

const BASE_MS = 500;
/** Never waited longer than this, milliseconds. */
const CAP_MS = 30_000;

/**
 * How long to wait before trying again, milliseconds: the ceiling doubles from 500 ms to 30 s with
 * each failure; half of it is waited for certain, the rest is drawn, so that clients of one outage do not return as one.
 * `failures`: 1 for the first. `random`: 0…1, 1 excluded.
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(failures - 1, 10));
  return Math.floor((ceiling * (1 + random)) / 2);
}

const MOST_KEYS = 200;

/** Writes a line once for each key: a stream repeats what is odd about it many times a second. */
export class LogOnce {
  readonly #log: Log;
  readonly #said = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Keys come from the service: after 200 different ones nothing more is stored or logged. */
  warn(key: string, text: string): void {
    if (this.#said.has(key) || this.#said.size >= MOST_KEYS) return;
    this.#said.add(key);
    this.#log.warn(text);
  }
}
