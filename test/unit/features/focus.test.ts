import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { followWindow } from '../../../src/features/focus.ts';
import type { WindowState } from '../../../src/store/live/window-focus.ts';

describe('focus of the window', () => {
  it('reports from the start, also for a window that opens behind others, and then every change', () => {
    const changed = new Emitter<{ readonly focused: boolean }>();
    const shown = new Emitter<boolean>();
    const streams: WindowState[] = [];
    const status = { shown: false, onDidChangeShown: shown.event };
    const following = followWindow(
      { state: { focused: false }, onDidChangeWindowState: changed.event },
      status,
      { setWindow: (state) => void streams.push(state) },
    );
    changed.fire({ focused: true });
    status.shown = true;
    shown.fire(true);
    assert.deepEqual(streams, [
      { focused: false, statusShown: false },
      { focused: true, statusShown: false },
      { focused: true, statusShown: true },
    ]);
    following.dispose();
    assert.ok(!changed.hasListeners && !shown.hasListeners);
  });
});
