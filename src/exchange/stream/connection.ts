import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { ExchangeError } from '../errors.ts';
import type { AuthScheme, Dialect } from '../profile.ts';
import type { OpenSocket, Socket } from '../socket.ts';
import type { StreamId, StreamState } from '../streams.ts';
import type { ClientFrame, ServerFrame } from '../wire/frame.ts';
import { encodeClientFrame } from '../wire/requests.ts';
import { backoffMs, CAP_MS } from './backoff.ts';
import { errorOfClose, errorOfGarbage, errorOfSilence, failureOfHandshake } from './failures.ts';
import { FrameReader } from './frame-reader.ts';
import { LogOnce } from './log-once.ts';
import { HeartbeatRhythm, Pauses, SILENCE_MS, SilenceWatch } from './silence.ts';

export interface ConnectionOptions {
  readonly line: StreamId;
  readonly url: URL;
  /** Signs a request; asked afresh for each handshake. May throw ExchangeError: the line then stops. */
  readonly sign: (method: string, path: string, nowMs: number) => Readonly<Record<string, string>>;
  readonly auth: AuthScheme;
  readonly dialect: Dialect;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly log: Log;
  /** 0…1, 1 excluded. */
  readonly random: () => number;
  readonly onError: (cause: unknown) => void;
  /** Silence that long means the line is dead; less where the service's heartbeats show it sooner. Default 75 s. */
  readonly silenceMs?: number;
}

/** What is said and heard over one socket. Ends with it: nothing that was subscribed outlives a connection. */
export interface Conversation extends Disposable {
  hear(frame: ServerFrame, at: number): void;
}

export interface Voice {
  say(frame: ClientFrame): void;
  /** Gives this socket up: what it tells cannot be relied on. It is tried again. */
  fail(error: ExchangeError): void;
}

const HANDSHAKE_MS = 10_000;
/** A book has tens of kilobytes, a list of open orders may have thousands. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** Heard for that long a line counts as good again; one that breaks sooner is tried less and less often. */
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

/** One line to the service: kept up for as long as it is wanted. */
export class Connection implements Disposable {
  readonly #options: ConnectionOptions;
  readonly #converse: (voice: Voice) => Conversation;
  readonly #changed: Emitter<StreamId>;
  readonly #resumed: Emitter<StreamId>;
  readonly #reader: FrameReader;
  readonly #rhythm: HeartbeatRhythm;
  #phase: Phase = { kind: 'off' };
  #wanted = false;
  #disposed = false;
  #heardAt: number | undefined;
  readonly #pauses = new Pauses();
  /** Since the line was last live for a while. */
  #failures = 0;
  /** What broke last, while it is not mended: letting go of a line does not shorten its wait. */
  #lost: Extract<Phase, { kind: 'lost' }> | undefined;
  /** Whatever the present phase holds: a handshake, a socket, a timer. */
  #held = new DisposableStore();

  /** `converse` is called at each new connection and says what is wanted. */
  constructor(options: ConnectionOptions, converse: (voice: Voice) => Conversation) {
    this.#options = options;
    this.#converse = converse;
    this.#changed = new Emitter(options.onError);
    this.#resumed = new Emitter(options.onError);
    this.#reader = new FrameReader(options.line, new LogOnce(options.log));
    this.#rhythm = new HeartbeatRhythm(options.silenceMs ?? SILENCE_MS);
  }

  get onDidChange(): Emitter<StreamId>['event'] {
    return this.#changed.event;
  }

  get onResumed(): Emitter<StreamId>['event'] {
    return this.#resumed.event;
  }

  get state(): StreamState {
    const phase = this.#phase;
    const heardAt = this.#heardAt;
    if (phase.kind === 'live') {
      const completeUntil = this.#pauses.completeUntil(this.#options.clock.now()) ?? phase.since;
      return { ...phase, heardAt: heardAt ?? phase.since, completeUntil };
    }
    if (phase.kind === 'off' || phase.kind === 'unsupported') return { kind: phase.kind };
    return phase.kind === 'connecting' ? { kind: 'connecting', heardAt } : { ...phase, heardAt };
  }

  /** Whether there is a conversation, heard yet or not. */
  get isOpen(): boolean {
    const phase = this.#phase;
    return phase.kind === 'live' || (phase.kind === 'connecting' && phase.open);
  }

  /** A line that was refused stays so, wanted or not, until `retry`. */
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

  /** Tries at once where the line is lost or was refused, or is open and says nothing. */
  retry(): void {
    const { kind } = this.#phase;
    const isMute = kind === 'connecting' && this.isOpen;
    if (this.#disposed || (kind !== 'stopped' && kind !== 'lost' && !isMute)) return;
    this.#lost = undefined;
    if (this.#wanted) this.#connect();
    else this.#enter({ kind: 'off' });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#phase = { kind: 'off' };
    this.#held.dispose();
    this.#changed.dispose();
    this.#resumed.dispose();
  }

  /** Lets go of all the last phase held. False when a listener has moved on to another phase meanwhile. */
  #enter(phase: Phase): boolean {
    const before = this.#phase.kind;
    this.#phase = phase;
    this.#held.dispose();
    const held = new DisposableStore();
    this.#held = held;
    if (before !== phase.kind) this.#changed.fire(this.#options.line);
    return this.#held === held && !held.disposed;
  }

  #connect(): void {
    if (this.#enter({ kind: 'connecting', open: false })) void this.#dial(this.#held);
  }

  async #dial(held: DisposableStore): Promise<void> {
    const { url, sign, auth, openSocket, clock, log, line } = this.#options;
    const attempt = new AbortController();
    const underWay = true;
    held.add(
      toDisposable(() => {
        if (underWay) attempt.abort();
      }),
    );
    let socket: Socket;
    try {
      const headers = sign('GET', url.pathname, clock.now());
      const asked = { url, headers, handshakeMs: HANDSHAKE_MS, maxFrameBytes: MAX_FRAME_BYTES };
      socket = await openSocket(asked, attempt.signal);
    } catch (cause) {
      if (held.disposed) return;
      const { error, verdict } = failureOfHandshake(cause, auth, clock.now());
      log.debug(`${line} stream: ${error.code} ${error.details.status ?? ''}, ${verdict}`);
      if (verdict === 'again') this.#lose(error, false);
      else this.#enter(verdict === 'stop' ? { kind: 'stopped', error } : { kind: 'unsupported' });
      return;
    }
    if (held.disposed) socket.close();
    else this.#open(socket);
  }

  /** Says what is wanted. Anybody can accept a handshake: it is live once something is heard. */
  #open(socket: Socket): void {
    const { clock, dialect } = this.#options;
    this.#phase = { kind: 'connecting', open: true };
    this.#pauses.restart();
    this.#held.dispose();
    const held = new DisposableStore();
    this.#held = held;
    held.add(toDisposable(() => socket.close()));
    const watch = held.add(
      new SilenceWatch(clock, this.#rhythm, (limitMs) => this.#lose(errorOfSilence(limitMs), true)),
    );
    held.add(socket.onClose((close) => this.#lose(errorOfClose(close), false)));
    const conversation = this.#converse({
      say: (frame) => {
        if (!held.disposed) socket.send(encodeClientFrame(frame, dialect));
      },
      fail: (error) => {
        if (!held.disposed) this.#lose(error, false);
      },
    });
    held.add(conversation);
    let broken = 0;
    held.add(
      socket.onMessage((text) => {
        if (held.disposed) return;
        const at = clock.now();
        const brokenBefore = this.#reader.broken;
        const frame = this.#reader.read(text);
        // What cannot be read says nothing of the service: a proxy may have sent it.
        if (this.#reader.broken > brokenBefore) {
          if (++broken >= MOST_BROKEN) this.#lose(errorOfGarbage(), false);
          return;
        }
        broken = 0;
        if (!watch.heard(at, frame?.kind === 'heartbeat')) return;
        this.#heardAt = at;
        this.#pauses.heard(at);
        // One that is refused something has not been told anything.
        if (this.#phase.kind === 'connecting' && frame?.kind !== 'error') this.#begin(held, at);
        if (held.disposed || frame === undefined || frame.kind === 'heartbeat') return;
        conversation.hear(frame, at);
      }),
    );
  }

  #begin(held: DisposableStore, since: number): void {
    const { line } = this.#options;
    this.#lost = undefined;
    this.#phase = { kind: 'live', since };
    this.#changed.fire(line);
    if (!held.disposed) this.#resumed.fire(line);
  }

  /** `silent`: a line that was good until then is made anew at once, any other after its wait. */
  #lose(error: ExchangeError, silent: boolean): void {
    const { clock, log, random, line } = this.#options;
    const now = clock.now();
    const phase = this.#phase;
    const steady = phase.kind === 'live' && (this.#heardAt ?? 0) - phase.since >= STEADY_MS;
    this.#failures = steady ? 1 : this.#failures + 1;
    const delay = silent && steady ? 0 : backoffMs(this.#failures, random());
    if (this.isOpen) log.info(`${line} stream: lost (${error.message}), again in ${delay} ms`);
    this.#lost = { kind: 'lost', error, retryAt: now + delay };
    this.#wait(this.#lost);
  }

  #wait(lost: Extract<Phase, { kind: 'lost' }>): void {
    const { clock } = this.#options;
    if (!this.#enter(lost)) return;
    // Where the clock was set back it is not waited for as long as that.
    const waitMs = Math.min(lost.retryAt - clock.now(), CAP_MS);
    this.#held.add(clock.setTimeout(() => this.#connect(), waitMs));
  }
}
