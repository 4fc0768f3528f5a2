import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable.ts';
import { eventPhase } from '../../../src/core/lifecycle.ts';
import type { CommandHandler } from '../../../src/features/commands.ts';
import type { Editor } from '../../../src/features/services.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { screens } from '../../support/editor/screens.ts';
import * as editor from '../../support/editor/vscode.ts';

const MINUTE = 60_000;

async function scene() {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const asked: string[] = [];
  Object.assign(editor.window, {
    showInformationMessage: async (text: string) => void asked.push(text),
    showQuickPick: async (items: readonly object[], { title }: { readonly title: string }) => {
      asked.push(title);
      return items[0];
    },
  });
  const { registerFollow } = await import('../../../src/features/followed-games/register.ts');
  const memory = new Map<string, unknown>();
  const globalState = {
    get: (key: string) => memory.get(key),
    update: async (key: string, value: unknown) => void memory.set(key, value),
  };
  const handlers: Record<string, CommandHandler> = {};
  const commands = { serve: (served: object) => Object.assign(handlers, served) };
  const before = screens.status.length;
  const own = new DisposableStore();
  registerFollow({ context: { globalState }, commands, own } as unknown as Editor, services);
  await clock.run(services.events.load());
  const live = services.events.events.filter((event) => eventPhase(event, clock.now()) === 'live');
  assert.ok(live.length >= 4);
  const shown = (): readonly string[] =>
    screens.status.slice(before).flatMap(({ isShown, text }) => (isShown ? [text] : []));
  const follow = (key: string) => clock.run(Promise.resolve(handlers['followEvent']?.(key)));
  const remembered = (): readonly string[] =>
    Object.values((memory.get('followed') ?? {}) as Record<string, readonly string[]>).flat();
  const close = (): void => {
    own.dispose();
    closeWindow();
  };
  const key = (place: number): string => live[place]?.slug ?? '';
  return { clock, services, asked, remembered, handlers, shown, follow, key, close };
}

describe('a followed game', () => {
  it('stands in the status bar until it ends', async () => {
    const { clock, remembered, shown, follow, key, close } = await scene();
    await follow(key(0));
    await clock.advance(5_000);
    assert.equal(shown().length, 1);
    assert.match(shown()[0] ?? '', /\d/);
    clock.shift(8 * 60 * MINUTE);
    await clock.advance(2 * MINUTE);
    assert.deepEqual(shown(), []);
    assert.deepEqual(remembered(), []);
    close();
  });

  it('is one of three: a fourth asks which to replace', async () => {
    const { clock, asked, remembered, shown, follow, key, close } = await scene();
    for (const place of [0, 1, 2]) await follow(key(place));
    assert.deepEqual(asked, []);
    await follow(key(3));
    assert.deepEqual(asked, ['3 games are followed. Replace which?']);
    assert.deepEqual(remembered(), [key(1), key(2), key(3)]);
    await clock.advance(5_000);
    assert.equal(shown().length, 3);
    close();
  });

  it('is let go by Unfollow Event', async () => {
    const { clock, handlers, remembered, shown, follow, key, close } = await scene();
    await follow(key(0));
    await follow(key(1));
    await clock.advance(5_000);
    await handlers['unfollowEvent']?.(key(0));
    await clock.advance(5_000);
    assert.deepEqual([remembered(), shown().length], [[key(1)], 1]);
    close();
  });

  it('is one of its connection, and there again with it', async () => {
    const { clock, services, shown, follow, key, close } = await scene();
    const { session } = services;
    const demo = session.profile;
    await follow(key(0));
    const counts: number[] = [];
    for (const profile of [demo, { ...demo, id: 'polymarketUS' } as const, demo]) {
      session.connect(profile);
      await clock.advance(60_000);
      // The account has an item too.
      counts.push(shown().filter((text) => !text.startsWith('$(')).length);
    }
    assert.deepEqual(counts, [1, 0, 1]);
    close();
  });
});
