import type { Clock } from '../../src/base/clock.ts';
import type { DemoHandler, DemoKey } from '../../src/demo/api.ts';
import type { DemoStreams } from '../../src/demo/stream/api.ts';
import type { World } from '../../src/demo/world.ts';
import type { AuthScheme, Dialect } from '../../src/exchange/profile.ts';
import { CONTROL_PATH, controlEndpoint } from './control.ts';
import { ReplyFaults } from './faults/reply-faults.ts';
import { createHandler, createStreams } from './handler.ts';
import { parseStreamFaults, type StreamFaultPlan, StreamFaults, withStreamFaults } from './stream-faults.ts';

/** Markets that a number of frames a second is meant for. */
const MARKETS = 300;

export interface DemoServiceOptions {
  readonly world: World;
  /** Real time. */
  readonly clock: Clock;
  readonly keys: readonly DemoKey[];
  readonly dialect: Dialect;
  readonly auth?: AuthScheme | undefined;
  readonly onlySeed?: boolean | undefined;
  readonly rateLimit?: number | undefined;
  /** How many book and lite frames a second the world was made for (`churnFor`); 0: as prices move. Default 0. */
  readonly framesPerSecond?: number | undefined;
  readonly faults?: StreamFaultPlan | undefined;
  /** Faults of replies, which a server applies; none by default. */
  readonly replies?: ReplyFaults | undefined;
  /** Serve `POST /v1/demo/control`. Default false. */
  readonly control?: boolean | undefined;
}

/** The demo as a service of its own: requests and streams over one world and one world's time. */
export interface DemoService {
  readonly handler: RecordingHandler;
  readonly streams: DemoStreams;
  readonly streamFaults: StreamFaults;
  readonly worldClock: WorldClock;
  readonly replies: ReplyFaults;
}

export function createDemoService(options: DemoServiceOptions): DemoService {
  const { world, clock, keys, dialect, auth, framesPerSecond = 0, rateLimit } = options;
  const worldClock = new WorldClock(clock);
  const streamFaults = new StreamFaults(options.faults);
  const { replies = new ReplyFaults() } = options;
  const shared = { world: () => world, clock, worldNow: () => worldClock.now(), dialect, keys, auth };
  const control = controlEndpoint({
    setFaults: (text) => streamFaults.set(parseStreamFaults(text)),
    setReplies: (text) => replies.set(text),
    pause: (paused) => worldClock.pause(paused),
    takeRequests: () => handler.takeCounts(),
  });
  const handler = recordRequests(
    createHandler({
      ...shared,
      onlySeed: options.onlySeed ?? false,
      ...(rateLimit === undefined ? {} : { rateLimit }),
      endpoints: options.control === true ? [control] : [],
    }),
  );
  const streams = createStreams({
    ...shared,
    // Ten looks to a change of a market: frames leave evenly rather than in heaps.
    tickMs: framesPerSecond === 0 ? undefined : (MARKETS * 1000) / framesPerSecond / 10,
  });
  return {
    handler,
    streams: withStreamFaults(streams, streamFaults, clock),
    streamFaults,
    worldClock,
    replies,
  };
}

/** How often each book has to change so that 300 markets make so many frames; milliseconds. */
export function churnFor(framesPerSecond: number): number | undefined {
  return framesPerSecond === 0 ? undefined : (MARKETS * 1000) / framesPerSecond;
}

/** The world's time: the real one until it is paused, later by as much as it was paused afterwards. */
class WorldClock {
  readonly #clock: Pick<Clock, 'now'>;
  #behindMs = 0;
  #pausedAt: number | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  now(): number {
    return this.#pausedAt ?? this.#clock.now() - this.#behindMs;
  }

  /** From now on it is later by so many milliseconds. */
  skip(ms: number): void {
    this.#behindMs -= ms;
  }

  pause(isPaused: boolean): void {
    const now = this.now();
    this.#pausedAt = isPaused ? now : undefined;
    this.#behindMs = this.#clock.now() - now;
  }
}

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** Names only, in lower case: values may be credentials. */
  readonly headers: readonly string[];
  readonly status: number;
}

export interface RecordingHandler extends DemoHandler {
  readonly requests: readonly RecordedRequest[];
  /** Requests by method and path since this was last called, without those of the control endpoint. */
  takeCounts(): Readonly<Record<string, number>>;
}

const MOST_RECORDED = 1_000;
/** Of a body and of a path, so that a thousand of the largest are no burden. */
const BODY_BYTES = 16 * 1024;
const PATH_CHARACTERS = 300;

export function recordRequests(handler: DemoHandler): RecordingHandler {
  const requests: RecordedRequest[] = [];
  const counts = new Map<string, number>();
  return {
    requests,
    takeCounts: () => {
      const taken = Object.fromEntries(counts);
      counts.clear();
      return taken;
    },
    handle: (request) => {
      const reply = handler.handle(request);
      const { method, path, query, body } = request;
      const headers = Object.keys(request.headers);
      const text = new TextDecoder().decode(body.subarray(0, BODY_BYTES));
      requests.push({ method, path, query: query.toString(), body: text, headers, status: reply.status });
      if (requests.length > MOST_RECORDED) requests.shift();
      const name = `${method} ${path.slice(0, PATH_CHARACTERS)}`;
      if (path !== CONTROL_PATH && (counts.size < MOST_RECORDED || counts.has(name)))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      return reply;
    },
  };
}
