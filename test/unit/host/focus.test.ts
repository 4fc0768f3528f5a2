import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { followFocus } from '../../../src/host/focus.ts';

describe('focus of the window', () => {
  it('is told from the start, also of a window that opens behind others, and then with every change', () => {
    const changed = new Emitter<{ readonly focused: boolean }>();
    const told: boolean[] = [];
    const following = followFocus(
      { state: { focused: false }, onDidChangeWindowState: changed.event },
      { setFocused: (focused) => void told.push(focused) },
    );
    assert.deepEqual(told, [false]);
    changed.fire({ focused: true });
    assert.deepEqual(told, [false, true]);
    following.dispose();
    assert.ok(!changed.hasListeners);
  });
});
