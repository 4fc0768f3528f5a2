import type { StreamId } from '../../../../src/exchange/streams.ts';
import type { VirtualClock } from '../../../support/clock.ts';
import { failure, type Method } from '../../../support/fake-exchange.ts';
import type { Frame } from '../../../support/fake-streams.ts';
import { type Fate, type Trip, wait } from '../delivery.ts';
import { type FocusFile, LITE, type LiveWindow, liveWindow, PANEL, showAccount } from './live-rig.ts';
import { READS, SLUGS } from './storm-acts.ts';
import type { StormExchange } from './storm-exchange.ts';

/** So long a stream may be silent before it counts as lost, as the connection above a socket has it. */
export const WATCHDOG_MS = 45_000;
/** Whether what comes is a frame of the markets stream, and of which market. */
function marketOf(frame: Frame): string | undefined {
  if (frame.kind === 'book') return frame.book.marketSlug;
  return frame.kind === 'lite' ? frame.quote.marketSlug : undefined;
}

const streamOf = (frame: Frame): StreamId => (marketOf(frame) === undefined ? 'account' : 'markets');

export class StormWindow {
  readonly window: LiveWindow;
  readonly #clock: VirtualClock;
  readonly #drops: (frame: Frame) => boolean;
  readonly #sent: Frame[] = [];
  readonly #waiting: Readonly<Record<StreamId, Frame[]>> = { markets: [], account: [] };
  #trips: readonly Trip[] = [{ there: 0, back: 0 }];
  #requests = 0;
  #views: { dispose(): void } | undefined;
  #hidden = 0;
  #blurred = 0;
  #statusShown = false;
  alive = true;

  constructor(model: StormExchange, clock: VirtualClock, file: FocusFile, drops: (frame: Frame) => boolean) {
    this.window = liveWindow({ clock, file });
    this.#clock = clock;
    this.#drops = drops;
    const { exchange, streams } = this.window;
    model.serve(exchange);
    streams.snapshotOf = (slug, topic) => this.#remembered(model.frame(slug, topic));
    streams.snapshotOfAccount = () => model.snapshot().map((frame) => this.#remembered(frame));
    this.#serve(READS);
    this.#tellWindow();
  }

  show(): void {
    const { visible, scheduler, markets, activity, books } = this.window;
    const tree = visible.watch('tree', LITE);
    tree.set(SLUGS);
    const panel = visible.watch('panel', PANEL);
    panel.set(['a']);
    const reads = books.watch('a', ['market', 'book']);
    const polled = scheduler.watch([markets, activity, reads]);
    const account = showAccount(this.window);
    const all = [tree, panel, polled, reads, account];
    this.#views = { dispose: () => all.forEach((each) => void each.dispose()) };
  }

  /** The service tells of something; each time it arrives as late as `fate` says, if the stream is there. */
  tell(frame: Frame, fate: Fate): void {
    const slug = marketOf(frame);
    const { streams } = this.window;
    if (slug !== undefined && streams.wanted.get(slug)?.has(frame.kind === 'lite' ? 'lite' : 'book') !== true)
      return;
    this.#sent.push(frame);
    if (this.#drops(frame)) return;
    const { opened } = streams;
    const stream = streamOf(frame);
    const connection = opened[stream];
    for (const ms of fate) {
      if (ms === 0) this.#arrive(frame);
      // What was under way when a connection broke never arrives.
      else this.#clock.setTimeout(() => opened[stream] === connection && this.#arrive(frame), ms);
    }
  }

  /** A frame of before comes again: one that says when it is from, or that cannot be taken at its word. */
  replay(which: number): void {
    const old = this.#sent.filter(({ kind }) => kind !== 'lite');
    const frame = old[which % Math.max(1, old.length)];
    if (frame !== undefined) this.#arrive(frame);
  }

  lose(stream: StreamId, backMs: number): void {
    this.window.streams.lose(stream);
    this.#waiting[stream].length = 0;
    this.#clock.setTimeout(() => this.#resume(stream), backMs);
  }

  refuse(stream: StreamId, forMs: number): void {
    const { refusing } = this.window.streams;
    refusing.add(stream);
    this.#clock.setTimeout(() => refusing.delete(stream), forMs);
    this.lose(stream, 1_000);
  }

  /** The service wants no more of this key, until somebody asks to try again. */
  stop(stream: StreamId): void {
    const { kind } = this.window.streams.state(stream);
    if (kind === 'live' || kind === 'connecting' || kind === 'lost') this.window.streams.stop(stream);
  }

  /** Nothing comes any more; the watchdog notices. */
  stall(stream: StreamId, backMs: number): void {
    const connection = this.#fallSilent(stream);
    this.#clock.setTimeout(() => {
      if (connection() && this.window.streams.isStalled(stream)) this.lose(stream, backMs);
    }, WATCHDOG_MS);
  }

  /** Nothing comes for less than the watchdog waits; then it all does. */
  lag(stream: StreamId, forMs: number): void {
    const connection = this.#fallSilent(stream);
    this.#clock.setTimeout(() => {
      if (!connection()) return;
      this.window.streams.unstall(stream);
      for (const frame of this.#waiting[stream].splice(0)) this.window.streams.send(frame);
    }, forMs);
  }

  fail(methods: readonly Method[], code: 'network' | 'server' | 'rateLimit', forMs: number): void {
    const { exchange } = this.window;
    for (const method of methods) exchange.always(method, failure(code));
    this.#clock.setTimeout(() => this.#serve(methods), forMs);
  }

  slow(trips: readonly Trip[]): void {
    this.#trips = trips;
  }

  hide(forMs: number): void {
    if (this.#hidden++ === 0) this.#views?.dispose();
    this.#clock.setTimeout(() => {
      if (--this.#hidden === 0 && this.alive) this.show();
    }, forMs);
  }

  blur(forMs: number): void {
    this.#blurred++;
    this.#tellWindow();
    this.#clock.setTimeout(() => {
      this.#blurred--;
      if (this.alive) this.#tellWindow();
    }, forMs);
  }

  setStatus(shown: boolean): void {
    this.#statusShown = shown;
    this.#tellWindow();
  }

  end(killed: boolean): void {
    if (!this.alive) return;
    this.alive = false;
    if (killed) this.window.kill();
    else this.window.tearDown();
  }

  #remembered<F extends Frame | undefined>(frame: F): F {
    if (frame !== undefined) this.#sent.push(frame);
    return frame;
  }

  #arrive(frame: Frame): void {
    if (!this.alive) return;
    const stream = streamOf(frame);
    if (this.window.streams.isStalled(stream)) this.#waiting[stream].push(frame);
    else this.window.streams.send(frame);
  }

  /** What says later whether the connection that fell silent is still the present one. */
  #fallSilent(stream: StreamId): () => boolean {
    const { streams } = this.window;
    const before = streams.opened[stream];
    if (!streams.isStalled(stream)) this.#waiting[stream].length = 0;
    streams.stall(stream);
    return () => this.alive && streams.opened[stream] === before && streams.state(stream).kind === 'live';
  }

  /** Tried again until it is taken, as a connection does. */
  #resume(stream: StreamId): void {
    if (!this.alive) return;
    const { streams } = this.window;
    streams.resume(stream);
    if (streams.refusing.has(stream)) this.#clock.setTimeout(() => this.#resume(stream), 5_000);
  }

  #serve(methods: readonly Method[]): void {
    for (const method of methods) this.window.exchange.always(method, (answer) => this.#answer(answer));
  }

  async #answer(answer: () => unknown): Promise<unknown> {
    const { there, back } = this.#trips[this.#requests++ % this.#trips.length] ?? { there: 0, back: 0 };
    await wait(this.#clock, there);
    const value = answer();
    await wait(this.#clock, back);
    return this.alive ? value : new Promise(() => {});
  }

  #tellWindow(): void {
    const focused = this.#blurred === 0;
    this.window.live.setWindow({ focused, statusShown: this.#statusShown });
  }
}
