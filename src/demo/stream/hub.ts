import type { Disposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import type { World } from '../world.ts';
import { AccountFeed } from './account-feed.ts';
import type {
  Admission,
  DemoStreams,
  DemoStreamsOptions,
  StreamName,
  StreamPeer,
  StreamSink,
} from './api.ts';
import { StreamClient, type StreamMoment } from './stream-client.ts';

/** No document names a figure; silence of 60–90 s counts as dead (interface.md 10). */
/** Half of the time after which a client calls a stream quiet, milliseconds. */
const HEARTBEAT_MS = 5_000;
const TICK_MS = 250;
const LEAST_TICK_MS = 5;

const PATHS: Readonly<Record<string, StreamName>> = {
  '/v1/ws/markets': 'markets',
  '/v1/ws/private': 'private',
};

/** Both streams over one world. Nothing runs while nobody is connected. */
export class StreamHub implements DemoStreams {
  readonly #options: DemoStreamsOptions;
  readonly #tickMs: number;
  readonly #account = new AccountFeed();
  readonly #clients = new Set<StreamClient>();
  #world: World | undefined;
  #acted: Disposable | undefined;
  readonly #tick: Timer;
  readonly #soon: Timer;
  readonly #heartbeat: Timer;
  #disposed = false;

  constructor(options: DemoStreamsOptions) {
    this.#options = options;
    this.#tickMs = Math.min(TICK_MS, Math.max(LEAST_TICK_MS, options.tickMs ?? TICK_MS));
    this.#tick = new Timer(options.clock, () => this.#onTick());
    this.#soon = new Timer(options.clock, () => this.#isWatched && this.#look());
    this.#heartbeat = new Timer(options.clock, () => this.#onHeartbeat());
  }

  get connections(): number {
    return this.#clients.size;
  }

  admit(path: string, headers: Readonly<Record<string, string>>): Admission {
    const { authenticate, clock } = this.#options;
    const stream = Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
    if (stream === undefined || this.#disposed) return refusal('Not Found', 404, 5);
    const request = { method: 'GET', path, query: new URLSearchParams(), headers, body: new Uint8Array() };
    const verdict = authenticate(request, clock.now());
    if (!verdict.ok) return refusal(verdict.message, 401, 16);
    return { ok: true, open: (sink) => this.#open(stream, sink) };
  }

  dispose(): void {
    this.#disposed = true;
    for (const client of [...this.#clients]) client.close(1001, 'going away');
    this.#clients.clear();
    this.#settle();
  }

  #open(stream: StreamName, sink: StreamSink): StreamPeer {
    const client = new StreamClient({
      stream,
      sink,
      look: () => this.#look(),
      onSubscribed: () => this.#settle(),
      onGone: () => {
        this.#clients.delete(client);
        this.#settle();
      },
    });
    if (this.#disposed) client.close(1001, 'going away');
    else this.#clients.add(client);
    this.#settle();
    return client;
  }

  /** Looks at the world and sends what happened to the account at once; what moved in the markets waits for a tick. */
  #look(): StreamMoment {
    const { clock, world: current, worldNow } = this.#options;
    const world = current();
    const now = worldNow?.() ?? clock.now();
    this.#enter(world);
    const listening = [...this.#clients].filter((each) => each.listensToAccount);
    if (listening.length === 0) this.#account.reset();
    else {
      const changes = this.#account.look(world, now);
      for (const client of listening) client.sendAccount(changes);
    }
    return { world, now, realMs: clock.now() };
  }

  /** Another world has another account: frames sent before are wrong now, and no frame could say so. */
  #enter(world: World): void {
    if (world === this.#world) return;
    const before = this.#world;
    this.#world = world;
    this.#acted?.dispose();
    this.#acted = world.onDidAct(() => this.#lookSoon());
    if (before === undefined) return;
    this.#account.reset();
    for (const client of [...this.#clients]) client.close(1012, 'service restart');
  }

  /** Several deeds in a row are one look. */
  #lookSoon(): void {
    if (this.#isWatched) this.#soon.setOnce(0);
  }

  get #isWatched(): boolean {
    if (this.#disposed) return false;
    return [...this.#clients].some((each) => each.isSubscribed);
  }

  #settle(): void {
    if (!this.#isWatched) {
      for (const each of [this.#tick, this.#soon, this.#acted]) each?.dispose();
      this.#acted = this.#world = undefined;
      this.#account.reset();
    } else this.#tick.setOnce(this.#tickMs);
    if (this.#clients.size === 0) this.#heartbeat.stop();
    else this.#heartbeat.setOnce(HEARTBEAT_MS);
  }

  #onTick(): void {
    const moment = this.#look();
    for (const client of [...this.#clients]) client.sendMarkets(moment);
    this.#settle();
  }

  #onHeartbeat(): void {
    for (const client of [...this.#clients]) client.heartbeat();
    this.#settle();
  }
}

function refusal(message: string, status: number, code: number): Admission {
  return { ok: false, status, code, message };
}
