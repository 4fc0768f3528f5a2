import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { Happening } from '../../../src/core/happening.ts';
import { APART_MS, showToasts, TOGETHER_MS } from '../../../src/features/news/toasts.ts';
import type { Badge } from '../../../src/features/trees/views.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { VirtualClock } from '../../support/clock.ts';
import * as editor from '../../support/editor/vscode.ts';
import { d } from '../../support/values.ts';

const { showBadge } = await import('../../../src/features/trees/view.ts');

function settled(marketSlug: string): Happening {
  return { kind: 'settled', marketSlug, before: undefined, position: aPosition() };
}

function rig() {
  const clock = new VirtualClock();
  const happened = new Emitter<Happening>();
  const said: string[] = [];
  const state = { items: [] as Happening[], wanted: true };
  const toasts = showToasts({
    clock,
    news: {
      get items() {
        return state.items;
      },
      onDidHappen: happened.event,
    },
    isWanted: async () => state.wanted,
    warn: ({ marketSlug }) => said.push(`taken back: ${marketSlug}`),
    say: (all) => said.push(all.length === 1 ? (all[0]?.marketSlug ?? '') : `${all.length} things`),
  });
  const happen = (...keys: string[]): void => {
    for (const key of keys) {
      const news = settled(key);
      state.items.unshift(news);
      happened.fire(news);
    }
  };
  return { clock, said, state, toasts, happen, happened };
}

describe('messages about the account', () => {
  it('are one for what happens together, and tell a single thing in full', async () => {
    const { clock, said, toasts, happen } = rig();
    happen('one');
    await clock.advance(TOGETHER_MS);
    assert.deepEqual(said, ['one']);
    await clock.advance(APART_MS);
    happen(...Array.from({ length: 20 }, (_, at) => `n${at}`));
    await clock.advance(TOGETHER_MS);
    assert.deepEqual(said, ['one', '20 things']);
    toasts.dispose();
    assert.equal(clock.pending, 0);
  });

  it('warn of a fill that was taken back at once, by itself', () => {
    const { said, state, toasts, happened } = rig();
    state.wanted = false;
    const order = anOrder();
    const busted = { kind: 'busted', marketSlug: 'one', order, quantity: d(5), price: undefined } as const;
    happened.fire(busted);
    assert.deepEqual(said, ['taken back: one']);
    toasts.dispose();
  });

  it('never come in a row: an hour of something every second is at most one message every ten seconds', async () => {
    const { clock, said, happen } = rig();
    for (let second = 0; second < 3_600; second++) {
      happen(`${second}`);
      await clock.advance(1_000);
    }
    assert.ok(said.length <= 3_600_000 / APART_MS, `${said.length}`);
    assert.ok(said.length > 100);
  });

  it('leave out what belongs to another account by then', async () => {
    const { clock, said, state, happen } = rig();
    happen('one', 'two');
    state.items = state.items.filter(({ marketSlug }) => marketSlug !== 'one');
    await clock.advance(TOGETHER_MS);
    assert.deepEqual(said, ['two']);
  });

  it('are not shown where they are not wanted, and what was not shown then is not shown later', async () => {
    const { clock, said, state, happen } = rig();
    state.wanted = false;
    happen('one');
    await clock.advance(TOGETHER_MS);
    state.wanted = true;
    happen('two');
    await clock.advance(TOGETHER_MS);
    assert.deepEqual(said, ['two']);
  });
});

describe('the number on a view', () => {
  function view(visible: boolean, focused: boolean) {
    const visibility = new Emitter<{ readonly visible: boolean }>();
    const focus = new Emitter<{ readonly focused: boolean }>();
    const changes = new Emitter<void>();
    const state = { unseen: 0 };
    const badge: Badge = {
      get: () => (state.unseen === 0 ? undefined : { value: state.unseen, tooltip: `${state.unseen}` }),
      changes: [changes.event],
      seen: () => {
        if (state.unseen === 0) return;
        state.unseen = 0;
        changes.fire();
      },
    };
    const shown = { visible, badge: undefined, onDidChangeVisibility: visibility.event };
    Object.assign(editor.window, { state: { focused }, onDidChangeWindowState: focus.event });
    const showing = showBadge(shown as Parameters<typeof showBadge>[0], badge);
    const setVisible = (): void => {
      shown.visible = true;
      visibility.fire({ visible: true });
    };
    const setFocused = (): void => {
      Object.assign(editor.window, { state: { focused: true } });
      focus.fire({ focused: true });
    };
    const happen = (): void => {
      state.unseen++;
      changes.fire();
    };
    return { visibility, setVisible, setFocused, changes, shown, showing, happen };
  }

  it('counts while the view is hidden, and goes when it is seen', () => {
    const { visibility, setVisible, changes, shown, showing, happen } = view(false, true);
    happen();
    happen();
    assert.deepEqual(shown.badge, { value: 2, tooltip: '2' });
    setVisible();
    assert.equal(shown.badge, undefined);
    showing.dispose();
    assert.ok(!changes.hasListeners && !visibility.hasListeners);
  });

  it('stays on a visible view of a window nobody works in, and never shows on one someone looks at', () => {
    const { setFocused, shown, happen } = view(true, false);
    happen();
    assert.deepEqual(shown.badge, { value: 1, tooltip: '1' });
    setFocused();
    assert.equal(shown.badge, undefined);
    happen();
    assert.equal(shown.badge, undefined);
  });
});
