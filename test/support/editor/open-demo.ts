import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { createDemo } from '../../../src/demo/index.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { OpenSocket } from '../../../src/exchange/socket.ts';
import { VirtualClock } from '../clock.ts';
import { openWindow, type WindowOptions } from './open-window.ts';

/** A window on the embedded demo, signed in, with nothing read yet. `close` fails where a timer is left. */
export async function openDemoWindow(
  settings: WindowOptions['settings'] = {},
  more: Pick<WindowOptions, 'storage' | 'extension'> = {},
) {
  const clock = new VirtualClock(Date.UTC(2026, 8, 1, 18));
  const demo = createDemo({ clock, stateStore: { load: () => undefined, save: () => {} } });
  const { transport, credentials } = demo;
  const openSocket: OpenSocket = (...request) => demo.openSocket(...request);
  const made = { transport, openSocket, log: silentLog, clock, random: () => 0.5, requestsPerSecond: 0 };
  const window = await openWindow({
    ...more,
    clock,
    url: 'http://127.0.0.1:9',
    credentials,
    dialect: 'current',
    settings: { connection: 'demo', ...settings },
    factory: async (profile, signer) => {
      const { callLog } = window.services;
      return createServiceExchange({ ...made, callLog, profile, credentials: signer });
    },
  });
  const close = (): void => {
    window.dispose();
    demo.streams.dispose();
    assert.equal(clock.pending, 0);
  };
  return { clock, demo, window, services: window.services, close };
}
