import type { OrderIntent } from '../../../src/core/order.ts';
import type { DemoHandler } from '../../../src/demo/api.ts';
import { keyOf } from '../../../src/demo/keys.ts';
import type { DemoState, DemoStateStore } from '../../../src/demo/state.ts';
import { createWorld, type World, type WorldOptions } from '../../../src/demo/world.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { createHandler, type HandlerOptions } from '../../../tools/exchange/handler.ts';

/** A Friday noon; every test that does not care about the time starts here. */
export const NOON = Date.UTC(2026, 10, 20, 12, 17, 3);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const ALL = { limit: 1_000_000, offset: 0 };
export const KEY = keyOf(1);

export function worldAt(options: Partial<WorldOptions> = {}): World {
  return createWorld({ seed: 1, epochMs: NOON, ...options });
}

/** Keeps the state as the editor does: as JSON, for every window. */
export class MemoryStateStore implements DemoStateStore {
  #stored: string | undefined;
  saves = 0;

  load(): DemoState | undefined {
    return this.#stored === undefined ? undefined : (JSON.parse(this.#stored) as DemoState);
  }

  save(state: unknown): void {
    this.#stored = JSON.stringify(state);
    this.saves += 1;
  }
}

/** Places an order to buy the long side, at noon unless said otherwise. @returns Its id. */
export function placeOrder(
  world: World,
  marketSlug: string,
  { price = '0.01', quantity = '1', intent = 'BUY_LONG', now = NOON }: PlacedOrder = {},
): string {
  return applyDeed(world, { kind: 'placeOrder', marketSlug, intent, price, quantity }, now);
}

interface PlacedOrder {
  readonly price?: string;
  readonly quantity?: string;
  readonly intent?: OrderIntent;
  readonly now?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
}

/** A reply read without checks: a field that is not there ends the test. */
export type Json = { readonly [field: string]: Json } & readonly Json[] & string;

export interface Bench {
  readonly handler: DemoHandler;
  readonly world: World;
  now: number;
  get(target: string, headers?: Record<string, string>): Reply;
  post(path: string, body: unknown): Reply;
  send(method: string, target: string, body: string, headers: Record<string, string>): Reply;
}

/** A handler over a world, with a clock to set by hand and a key to sign with. No rate limit by default. */
export function bench(options: Partial<HandlerOptions> = {}, world: World = worldAt()): Bench {
  const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
  const self: Bench = {
    world,
    now: NOON,
    handler: createHandler({
      world: () => world,
      clock: { now: () => self.now },
      dialect: 'seed',
      keys: [KEY],
      rateLimit: 0,
      ...options,
    }),
    get: (target, headers) => self.send('GET', target, '', headers ?? signed('GET', target)),
    post: (path, body) => self.send('POST', path, JSON.stringify(body), signed('POST', path)),
    send: (method, target, body, headers) => {
      const url = new URL(target, 'http://demo.invalid');
      const reply = self.handler.handle({
        method,
        path: url.pathname,
        query: url.searchParams,
        headers,
        body: new TextEncoder().encode(body),
      });
      return {
        status: reply.status,
        headers: reply.headers,
        json: JSON.parse(new TextDecoder().decode(reply.body)),
      };
    },
  };
  const signed = (method: string, target: string) =>
    signer(method, new URL(target, 'http://demo.invalid').pathname, self.now);
  return self;
}
