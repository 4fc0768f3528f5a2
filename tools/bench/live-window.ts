import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import type { OpenSocket } from '../../src/exchange/socket.ts';
import { openWsSocket } from '../../src/exchange/stream/ws-socket.ts';
import { startDemoProcess } from '../../test/support/demo-process.ts';
import { type ExtensionWindow, openWindow } from '../../test/support/editor/open-window.ts';

/** Of the demo, over so many markets. */
export const FRAMES = 2_000;
export const MARKETS = 300;

/** The extension as in a window, its markets open in the tree, beside a demo in another process. */
export interface LiveWindow {
  readonly window: ExtensionWindow;
  readonly frames: number;
  /** Called with the text of each frame before anything else hears it. */
  onFrame: ((text: string) => void) | undefined;
  /** Subscribes so many markets of the tree, and waits until that has settled. */
  follow(markets: number): Promise<void>;
  close(): Promise<void>;
}

/** `settleMs`: how long `follow` waits, milliseconds. */
export async function openLiveWindow(settleMs: number): Promise<LiveWindow> {
  const demo = await startDemoProcess('--port', '0', '--frames', String(FRAMES), '--rate-limit', '0');
  const state = { frames: 0, onFrame: undefined as ((text: string) => void) | undefined };
  const openSocket: OpenSocket = async (request, signal) => {
    const socket = await openWsSocket(request, signal);
    return {
      onClose: socket.onClose,
      onMessage: (listener) =>
        socket.onMessage((text) => {
          state.frames += 1;
          state.onFrame?.(text);
          listener(text);
        }),
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
  const window = await openWindow({
    clock: systemClock,
    url: demo.url,
    credentials: demo.credentials,
    dialect: 'current',
    settings: { pageSize: MARKETS },
    openSocket,
  });
  const { visible, markets } = window.services;
  const tree = window.tree('markets');
  tree.show(true);
  while (markets.markets.length === 0 || tree.drawn.size === 0) await sleep(50);
  tree.open();
  return {
    window,
    get frames() {
      return state.frames;
    },
    get onFrame() {
      return state.onFrame;
    },
    set onFrame(listener) {
      state.onFrame = listener;
    },
    async follow(most) {
      tree.open(); // rows that were read since
      visible.setMax(most);
      await sleep(settleMs);
    },
    async close() {
      window.dispose();
      await demo.stop();
    },
  };
}
