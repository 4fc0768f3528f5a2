import type { Clock } from '../base/clock.ts';
import type { ConnectionProfile, Credentials } from '../exchange/profile.ts';
import type { OpenSocket } from '../exchange/socket.ts';
import type { Transport } from '../exchange/transport.ts';
import { accessTo } from './access.ts';
import type { DemoHandler } from './api.ts';
import { RequestHandler } from './handler/handler.ts';
import { createInProcessSocket, createInProcessTransport } from './in-process.ts';
import { DEMO_PROFILE } from './profile.ts';
import { type DemoState, type DemoStateStore, readState } from './state.ts';
import type { DemoStreams } from './stream/api.ts';
import { StreamHub } from './stream/hub.ts';
import { createWorld, type World } from './world.ts';

export type { DemoState, DemoStateStore } from './state.ts';

/** With futures and questions about 1,300, enough to look around in. Every window has the same. */
export const MARKETS = 880;

/** A stored state keeps its own. */
export const SEED = 1;

interface WindowOptions {
  readonly clock: Clock;
  readonly stateStore: DemoStateStore;
}

export interface Demo {
  readonly profile: ConnectionProfile;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly openSocket: OpenSocket;
  /** Both streams, and what goes wrong with them on purpose. */
  readonly streams: DemoStreams;
  /** The world as it is now, with what other windows did to it. */
  readonly world: World;
  readonly handler: DemoHandler;
  /** Starts over: a new epoch, nothing done yet. */
  reset(): void;
}

/**
 * The demo exchange for one window. The store is the truth: it is looked at before every request, so what another
 * window did, a reset included, is known here. Cheap to make; events and account are worked out when first asked for.
 */
export function createDemo(options: WindowOptions): Demo {
  const { clock, stateStore } = options;
  const { credentials, authenticate } = accessTo(readState(stateStore.load())?.seed ?? SEED);
  const keeper = new Keeper(clock, stateStore);
  const shared = { world: () => keeper.world(), clock, authenticate };
  const handler = new RequestHandler(shared);
  const streams = new StreamHub(shared);
  return {
    profile: DEMO_PROFILE,
    credentials,
    transport: createInProcessTransport(handler),
    openSocket: createInProcessSocket(() => streams),
    streams,
    get world() {
      return keeper.world();
    },
    handler,
    reset: () => keeper.reset(),
  };
}

/** Keeps the world of this window and the stored state in step. */
class Keeper {
  readonly #clock: Clock;
  readonly #store: DemoStateStore;
  #world: World | undefined;

  constructor(clock: Clock, store: DemoStateStore) {
    this.#clock = clock;
    this.#store = store;
  }

  /**
   * The editor keeps all values of an extension as one: another window that stores any of them may bring back what it last
   * saw of this one. So the later world stands, and the stored state never loses what this window did.
   */
  world(): World {
    const stored = readState(this.#store.load());
    const own = this.#world;
    if (stored === undefined) return own ?? this.#begin(this.#clock.now());
    if (own === undefined || stored.epochMs > own.epochMs) return this.#take(stored);
    if (stored.epochMs === own.epochMs && stored.seed !== own.seed) return this.#take(stored);
    if (stored.epochMs === own.epochMs) own.merge(stored.actions);
    const { state } = own;
    if (stored.epochMs < own.epochMs || stored.actions.length < state.actions.length) this.#store.save(state);
    return own;
  }

  reset(): void {
    // Not the same moment twice: other windows tell a reset by its epoch.
    const before = Math.max(readState(this.#store.load())?.epochMs ?? 0, this.#world?.epochMs ?? 0);
    this.#begin(Math.max(this.#clock.now(), before + 1));
  }

  #begin(epochMs: number): World {
    const seed = readState(this.#store.load())?.seed ?? SEED;
    this.#store.save({ seed, epochMs, actions: [] });
    return this.#take({ seed, epochMs, actions: [] });
  }

  #take(state: DemoState): World {
    const world = createWorld({ ...state, markets: MARKETS });
    world.onDidAct((acted) => {
      const stored = readState(this.#store.load());
      // Another window has started over meanwhile: what was done belongs to a world that is gone.
      if (stored !== undefined && stored.epochMs > acted.epochMs) return;
      // What another window stored meanwhile stays.
      if (stored?.epochMs === acted.epochMs) world.merge(stored.actions);
      this.#store.save(world.state);
    });
    this.#world = world;
    return world;
  }
}
