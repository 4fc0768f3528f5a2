import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { createInProcessTransport } from '../../src/demo/in-process.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld, type World } from '../../src/demo/world.ts';
import { createEditorTransport } from '../../src/exchange/http/editor-transport.ts';
import { createUndiciTransport } from '../../src/exchange/http/undici-transport.ts';
import type { ConnectionProfile, Dialect } from '../../src/exchange/profile.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import { createHandler } from '../../tools/exchange/handler.ts';
import { startDemoServer } from '../../tools/exchange/server.ts';
import { VirtualClock } from '../support/clock.ts';
import { rounds } from '../support/rounds.ts';
import { accountContract } from './account.contract.ts';
import { cancelContract } from './cancel.contract.ts';
import { marketContract } from './market.contract.ts';
import { signInContract } from './sign-in.contract.ts';
import type { Subject } from './subject.ts';

type Way = 'in-process' | 'loopback, undici' | 'loopback, fetch';

const pairs: readonly [way: Way, dialect: Dialect, onlySeed: boolean][] = [
  ['in-process', 'seed', false],
  ['in-process', 'current', false],
  ['in-process', 'seed', true],
  ['loopback, undici', 'seed', false],
  ['loopback, undici', 'current', false],
  ['loopback, fetch', 'current', false],
  ['loopback, undici', 'seed', true],
  ['loopback, fetch', 'seed', false],
];

// A time stamp without milliseconds: HTTP dates have none.
const NOW = Date.UTC(2026, 8, 1, 18);
const newWorld = (): World => createWorld({ seed: 3, epochMs: NOW });

const shared = newWorld();

/**
 * What `Exchange` promises, tried against an exchange whose world is known: what comes out of the client is what the
 * world says, whatever dialect and transport lie between. Every test gets a subject of its own, and where orders are
 * cancelled a world of its own too.
 */
for (const [way, dialect, onlySeed] of pairs.slice(0, rounds(6, pairs.length))) {
  describe(`exchange: ${way}, ${dialect}${onlySeed ? ', the nine endpoints alone' : ''}`, () => {
    const opened: Subject[] = [];
    const open = async (world = shared): Promise<Subject> => {
      const subject = await connect(world, way, dialect, onlySeed);
      opened.push(subject);
      return subject;
    };
    afterEach(async () => {
      for (const subject of opened.splice(0)) await subject.dispose();
      assert.deepEqual(shared.state.actions, []);
    });

    for (const contract of [marketContract, accountContract, signInContract]) contract(open);
    cancelContract(() => open(newWorld()));
  });
}

async function connect(world: World, way: Way, dialect: Dialect, onlySeed: boolean): Promise<Subject> {
  const now = NOW;
  const clock = new VirtualClock(now);
  const key = keyOf(3);
  const handler = createHandler({
    world: () => world,
    clock,
    dialect,
    onlySeed,
    keys: [key],
    rateLimit: 0,
  });
  const server = way === 'in-process' ? undefined : await startDemoServer({ handler });
  const transport =
    way === 'in-process'
      ? createInProcessTransport(handler)
      : way === 'loopback, undici'
        ? createUndiciTransport()
        : createEditorTransport({ fetch: globalThis.fetch, clock: systemClock });
  const url = server?.url ?? 'https://exchange.invalid';
  const profile: ConnectionProfile = {
    id: 'custom',
    label: 'contract',
    publicUrl: url,
    privateUrl: url,
    auth: 'ed25519',
    dialect,
  };
  const credentials = { keyId: key.keyId, secret: key.secretKey };
  const client: Subject['connect'] = ({ credentials: used, skewMs = 0 }) =>
    createServiceExchange({
      profile,
      credentials: used,
      transport,
      log: silentLog,
      clock: new VirtualClock(now + skewMs),
      random: () => 0.5,
      requestsPerSecond: 0,
    });
  const exchange = client({ credentials });
  return {
    exchange,
    world,
    now,
    onlySeed,
    credentials,
    connect: client,
    dispose: async () => {
      exchange.dispose();
      transport.dispose();
      await server?.close();
    },
  };
}
