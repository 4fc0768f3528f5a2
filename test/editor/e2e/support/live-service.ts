import { systemClock } from '../../../../src/base/clock.ts';
import type { DemoHandler } from '../../../../src/demo/api.ts';
import { keyOf } from '../../../../src/demo/keys.ts';
import type { DemoStreams } from '../../../../src/demo/stream/api.ts';
import { createWorld, type World } from '../../../../src/demo/world.ts';
import { createSigner } from '../../../../src/exchange/service/sign.ts';
import { CONTROL_PATH } from '../../../../tools/exchange/control.ts';
import type { DemoDeed } from '../../../../tools/exchange/deeds.ts';
import { type DemoServer, startDemoServer } from '../../../../tools/exchange/server.ts';
import { churnFor, createDemoService, type RecordingHandler } from '../../../../tools/exchange/service.ts';

/** What `npm run exchange -- --control` serves, in this process: both streams, and the call that makes them fail. */
export interface LiveService {
  readonly world: World;
  readonly url: string;
  readonly keyId: string;
  readonly secretKey: string;
  /** The user settings that make it the editor's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
  now(): number;
  /** Lets so many milliseconds pass at once. */
  skip(ms: number): void;
  readonly connections: number;
  readonly requests: RecordingHandler['requests'];
  /**
   * Stops the streams without closing them, and answers every new request and handshake with 503; or lets all of it go
   * on.
   */
  stall(stalled: boolean): Promise<void>;
  /** Stops the streams without closing them, and answers every request; or lets them go on. */
  quiet(isQuiet: boolean): Promise<void>;
  /** What goes wrong with replies from now on, as `ReplyFaults` reads it; an empty text: nothing. */
  lie(replies: string): Promise<void>;
  whilePaused(work: () => Promise<void>): Promise<void>;
  act(deed: DemoDeed): Promise<string>;
  takeRequests(): Promise<Readonly<Record<string, number>>>;
  /** Nobody answers any more, and all connections break; or somebody does again, at the same address. */
  setReachable(reachable: boolean): Promise<void>;
  stop(): Promise<void>;
}

interface LiveServiceOptions {
  /** Book and lite frames a second were 300 markets subscribed; 0: as prices move. Default 0. */
  readonly frames?: number;
  readonly seed?: number;
  /** Default `seed`. */
  readonly dialect?: 'seed' | 'current';
  /** Only the endpoints of the older interface. Default false. */
  readonly onlySeed?: boolean;
}

const SEED = 7;
const BUSY = { status: 503, headers: {}, body: new Uint8Array() };

export async function startLiveService(options: LiveServiceOptions = {}): Promise<LiveService> {
  const { frames = 0, seed = SEED, onlySeed = false, dialect = 'seed' } = options;
  const key = keyOf(seed);
  const churnMs = churnFor(frames);
  const world = createWorld({
    seed,
    epochMs: systemClock.now(),
    ...(churnMs === undefined ? {} : { churnMs }),
  });
  const made = createDemoService({
    world,
    clock: systemClock,
    keys: [key],
    dialect,
    framesPerSecond: frames,
    onlySeed,
    // On a busy machine requests bunch on their way, and a cancel over the limit is not sent again.
    rateLimit: 0,
    control: true,
  });
  let busy = false;
  const streams: DemoStreams = {
    admit: (path, headers) =>
      busy ? { ok: false, status: 503, code: 14, message: 'unavailable' } : made.streams.admit(path, headers),
    get connections() {
      return made.streams.connections;
    },
    dispose: () => made.streams.dispose(),
  };
  const handler: DemoHandler = {
    handle: (request) => (busy ? BUSY : made.handler.handle(request)),
  };
  const { replies } = made;
  let server: DemoServer | undefined = await startDemoServer({ handler, streams, replies });
  const { url, port } = server;
  const signer = createSigner('ed25519', { keyId: key.keyId, secret: key.secretKey });
  /** As over the wire; called directly, so that it works while nobody can reach the demo. */
  const control = async (asked: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const { status, body } = made.handler.handle({
      method: 'POST',
      path: CONTROL_PATH,
      query: new URLSearchParams(),
      headers: signer('POST', CONTROL_PATH, systemClock.now()),
      body: new TextEncoder().encode(JSON.stringify(asked)),
    });
    const text = new TextDecoder().decode(body);
    if (status !== 200) throw new Error(`The demo refused ${JSON.stringify(asked)}: ${text}`);
    return JSON.parse(text);
  };
  return {
    world,
    url,
    keyId: key.keyId,
    secretKey: key.secretKey,
    settings: {
      'predictionMarkets.connection': 'custom',
      'predictionMarkets.custom.publicUrl': url,
      'predictionMarkets.custom.auth': 'ed25519',
      'predictionMarkets.custom.wire': dialect,
    },
    now: () => made.worldClock.now(),
    skip: (ms) => made.worldClock.skip(ms),
    get connections() {
      return streams.connections;
    },
    requests: made.handler.requests,
    stall: async (stalled) => {
      busy = stalled;
      await control({ faults: stalled ? 'stall=3600s@1' : '' });
    },
    quiet: async (isQuiet) => void (await control({ faults: isQuiet ? 'stall=3600s@1' : '' })),
    lie: async (replies) => void (await control({ replies })),
    whilePaused: async (work) => {
      await control({ pause: true });
      await work().finally(() => control({ pause: false }));
    },
    act: async (deed) => String((await control({ deed }))['orderId']),
    takeRequests: async () => (await control({ requests: true }))['requests'] as Record<string, number>,
    setReachable: async (reachable) => {
      if (reachable) server ??= await startDemoServer({ handler, streams, replies, port });
      else {
        await server?.close();
        server = undefined;
      }
    },
    stop: async () => {
      await server?.close();
      streams.dispose();
    },
  };
}
