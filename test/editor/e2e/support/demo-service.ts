import { systemClock } from '../../../../src/base/clock.ts';

import { createDemoHandler } from '../../../../src/demo/handler/handler.ts';
import { keyOf } from '../../../../src/demo/keys.ts';
import { createWorld, type World } from '../../../../src/demo/world.ts';
import type { Dialect } from '../../../../src/exchange/profile.ts';
import { startDemoServer } from '../../../../tools/exchange/server.ts';
import { type RecordingHandler, recordRequests } from '../../../../tools/exchange/service.ts';

export interface DemoServiceOptions {
  readonly dialect?: Dialect;
  readonly onlySeed?: boolean;
  /** Time stands still in its world, so that figures can be worked out beside it. Then nothing is signed. */
  readonly frozen?: boolean;
}

/** The demo exchange on loopback in this process, so that a test can act in its world while the editor looks at it. */
export interface DemoService {
  readonly url: string;
  readonly world: World;
  readonly handler: RecordingHandler;
  readonly keyId: string;
  readonly secretKey: string;
  /** The user settings that make it the editor's connection. */
  readonly settings: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

const SEED = 7;

export async function startDemoService(options: DemoServiceOptions = {}): Promise<DemoService> {
  const { dialect = 'seed', onlySeed = false, frozen = false } = options;
  const key = keyOf(SEED);
  const epochMs = systemClock.now();
  const world = createWorld({ seed: SEED, epochMs });
  const clock = frozen ? { now: () => epochMs } : systemClock;
  const auth = frozen ? 'none' : 'ed25519';
  const handler = recordRequests(
    createDemoHandler({ world: () => world, clock, dialect, keys: [key], onlySeed, auth }),
  );
  const server = await startDemoServer({ handler });
  return {
    url: server.url,
    world,
    handler,
    keyId: key.keyId,
    secretKey: key.secretKey,
    settings: {
      'predictionMarkets.connection': 'custom',
      'predictionMarkets.custom.publicUrl': server.url,
      'predictionMarkets.custom.auth': auth,
      'predictionMarkets.custom.wire': dialect,
    },
    stop: () => server.close(),
  };
}
