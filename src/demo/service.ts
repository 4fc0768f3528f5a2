import type { Clock } from '../base/clock.ts';
import type { AuthScheme, Dialect } from '../exchange/profile.ts';
import type { DemoHandler, DemoKey, World } from './api.ts';
import { ReplyFaults } from './faults/plan.ts';
import { createDemoHandler } from './handler/handler.ts';
import type { DemoStreams } from './stream/api.ts';
import { parseFaults } from './stream/fault-text.ts';
import { type FaultPlan, Faults } from './stream/faults.ts';
import { createDemoStreams } from './stream/hub.ts';
import { createWorldClock, type WorldClock } from './world-clock.ts';

/** Markets that `framesPerSecond` is meant for. */
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
  /** The world runs so many times as fast from now on, 1–1000. Default 1. */
  readonly speed?: number | undefined;
  /** Book and lite frames a second on a connection; 0: no limit. Default 0. */
  readonly framesPerSecond?: number | undefined;
  readonly faults?: FaultPlan | undefined;
  /** Which replies lie; none to begin with. A server plays them. */
  readonly replies?: ReplyFaults | undefined;
  /** Serve `POST /v1/demo/control`. Default false. */
  readonly control?: boolean | undefined;
}

/** The demo as a service of its own: requests and streams over one world and one world's time. */
export interface DemoService {
  readonly handler: DemoHandler;
  readonly streams: DemoStreams;
  readonly worldClock: WorldClock;
  readonly replies: ReplyFaults;
}

export function createDemoService(options: DemoServiceOptions): DemoService {
  const { world, clock, keys, dialect, auth, speed = 1, framesPerSecond = 0 } = options;
  const worldClock = createWorldClock(clock, speed);
  const faults = new Faults(options.faults);
  const { replies = new ReplyFaults() } = options;
  const shared = { world: () => world, clock, worldNow: () => worldClock.now(), dialect, keys };
  const handler = createDemoHandler({
    ...shared,
    ...(auth === undefined ? {} : { auth }),
    onlySeed: options.onlySeed ?? false,
    ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit }),
    control:
      options.control === true
        ? {
            setFaults: (text) => faults.set(parseFaults(text)),
            setReplies: (text) => replies.set(text),
            pause: (paused) => worldClock.pause(paused),
          }
        : undefined,
  });
  const streams = createDemoStreams({
    ...shared,
    auth,
    framesPerSecond,
    tickMs: framesPerSecond === 0 ? undefined : tickFor(framesPerSecond),
    faults,
  });
  return { handler, streams, worldClock, replies };
}

/** Books change so much more often than frames may leave: some markets are over, and a busy machine comes late. */
const MORE = 1.5;

/** How often each book has to change so that 300 markets make so many frames; milliseconds of the world. */
export function churnFor(framesPerSecond: number, speed: number): number | undefined {
  return framesPerSecond === 0 ? undefined : (MARKETS * 1000 * speed) / framesPerSecond / MORE;
}

/** Ten looks to a change of a market: frames leave evenly rather than in heaps. */
function tickFor(framesPerSecond: number): number {
  return (MARKETS * 1000) / framesPerSecond / 10;
}
