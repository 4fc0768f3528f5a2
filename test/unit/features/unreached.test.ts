import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { ViewName } from '../../../src/features/ids.ts';
import { VirtualClock } from '../../support/clock.ts';
import { openWindow } from '../../support/editor/open-window.ts';
import { fixtureBytes } from '../../support/fixtures.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';

const KEY = { keyId: 'key-71', secret: Buffer.alloc(32, 7).toString('base64') };
const MARKETS: Answer = { text: new TextDecoder().decode(fixtureBytes('seed/markets')) };

/** A window on a custom service that nobody serves, until `answer` is set. */
async function open(isSignedIn: boolean, views: readonly ViewName[] = ['markets', 'orders']) {
  const clock = new VirtualClock(Date.UTC(2026, 8, 1, 18));
  const given: { answer: Answer } = { answer: { fail: 'connect' } };
  const transport = new FakeTransport(() => given.answer);
  const window = await openWindow({
    clock,
    url: 'https://pm.example',
    credentials: (isSignedIn ? KEY : undefined) as typeof KEY,
    dialect: 'seed',
    factory: async (profile, credentials) =>
      createServiceExchange({ profile, credentials, transport, clock, log: silentLog, random: () => 0 }),
  });
  for (const view of views) window.tree(view).show(true);
  await clock.advance(50_000);
  return { clock, window, given, transport };
}

describe('a service that cannot be reached', () => {
  for (const isSignedIn of [true, false])
    it(`is named as such by the status item and every view, ${isSignedIn ? 'with' : 'without'} a key`, async () => {
      const { window } = await open(isSignedIn);
      assert.equal(window.status?.text, '$(debug-disconnect) pm.example cannot be reached');
      for (const [view, state] of [
        ['markets', 'offline'],
        ['orders', isSignedIn ? 'offline' : 'unreached'],
      ] as const) {
        const content = window.content(view);
        assert.deepEqual(content.description, ['pm.example', 'cannot be reached'], view);
        assert.equal(content.state, state, view);
      }
      window.dispose();
    });

  it('is noticed where only Orders are in sight and nobody is signed in, and again once it answers', async () => {
    const { window, clock, given, transport } = await open(false, ['orders']);
    assert.equal(window.content('orders').state, 'unreached');
    const asked = transport.sent.length;
    assert.ok(asked <= 4, `${asked} requests in the first minute`);
    given.answer = MARKETS;
    await clock.advance(60_000);
    assert.equal(window.content('orders').state, 'signedOut');
    await clock.advance(600_000);
    assert.equal(transport.sent.length, asked + 1, 'known to be there');
    assert.ok(transport.sent.every(({ headers }) => Object.keys(headers).join() === 'accept'));
    window.dispose();
  });

  it('is asked again by Try Again also where nobody is signed in, and then asks to sign in', async () => {
    const { window, clock, given } = await open(false);
    window.tree('markets').show(false);
    given.answer = MARKETS;
    const { registerListCommands } = await import('../../../src/features/list-commands/register.ts');
    let refresh: (() => Promise<void>) | undefined;
    const commands = {
      serve: (handlers: { readonly refresh: () => Promise<void> }) => {
        refresh = handlers.refresh;
      },
    };
    registerListCommands({ commands } as never, window.services);
    await clock.run(refresh?.() ?? Promise.reject(new Error('not served')));
    await clock.advance(2_000);
    assert.equal(window.content('orders').state, 'signedOut');
    assert.deepEqual(window.content('orders').description, ['pm.example']);
    assert.equal(window.status?.isShown ?? false, false);
    window.dispose();
  });
});
