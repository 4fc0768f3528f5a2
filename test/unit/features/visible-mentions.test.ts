import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import type { InFiles } from '../../../src/features/in-files.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';

const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
const { VisibleMentions } = await import('../../../src/features/in-files/visible-mentions.ts');

/** A window that shows one file, of which nothing was read before. */
async function scene(isTrusted = true) {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const [typed, scrolled, opened] = [new Emitter<void>(), new Emitter<void>(), new Emitter<void>()];
  const shown = { lines: [] as readonly string[], from: 0, to: 0 };
  const document = {
    get lineCount() {
      return shown.lines.length;
    },
    lineAt: (at: number) => ({ text: shown.lines[at] ?? '' }),
  };
  const textEditor = {
    document,
    get visibleRanges() {
      return [{ start: { line: shown.from }, end: { line: shown.to } }];
    },
  };
  Object.assign(editor.languages, { match: () => 10 });
  Object.assign(editor.workspace, { isTrusted, onDidChangeTextDocument: typed.event });
  Object.assign(editor.window, {
    onDidChangeVisibleTextEditors: opened.event,
    onDidChangeTextEditorVisibleRanges: scrolled.event,
    visibleTextEditors: [textEditor],
  });
  const exchange = await clock.run(services.session.ensure());
  const { items } = await clock.run(exchange.markets({}, { limit: 40, offset: 0 }));
  services.callLog.clear();
  const mentions = new Mentions(services);
  const visible = new VisibleMentions(services, mentions, { selector: [] } as unknown as InFiles, () => {});
  const show = (lines: readonly string[], from: number, to: number): void =>
    void Object.assign(shown, { lines, from, to });
  /** The slugs each list of markets was asked for, and every other request by its path. */
  const asked = (): readonly unknown[] =>
    services.callLog.calls
      .filter(({ stream }) => stream === undefined)
      .map(({ path, query }) =>
        path === '/v1/markets' ? query.flatMap(([name, value]) => (name === 'slug' ? [value] : [])) : path,
      );
  const close = async (): Promise<void> => {
    visible.dispose();
    mentions.dispose();
    Object.assign(editor.workspace, { isTrusted: false });
    await clock.advance(60_000);
    closeWindow();
  };
  return { clock, services, slugs: items.map(({ slug }) => slug), show, asked, typed, scrolled, close };
}

describe('what visible lines of files name', () => {
  it('is read in one request once typing pauses, what is out of sight left out, and nothing at each key', async () => {
    const { clock, slugs, show, asked, typed, close } = await scene();
    const [one = '', two = '', three = '', hidden = ''] = slugs;
    for (const end of [one.length - 2, one.length - 1, one.length]) {
      show([one.slice(0, end), `${two} and ${three}`, two, hidden], 0, 2);
      typed.fire();
      await clock.advance(300);
    }
    assert.deepEqual(asked(), []);
    await clock.advance(2_000);
    assert.deepEqual(asked(), [[one, two, three]]);
    await close();
  });

  it('is read as it comes into sight, without what was read before, and what is typed beside it reads nothing', async () => {
    const { clock, slugs, show, asked, typed, scrolled, close } = await scene();
    const [one = '', two = ''] = slugs;
    show([one, two, ''], 0, 0);
    typed.fire();
    await clock.advance(2_000);
    show([one, two, ''], 0, 2);
    scrolled.fire();
    await clock.advance(2_000);
    assert.deepEqual(asked(), [[one], [two]]);
    for (const text of ['f', 'feature-branch', 'feature-branch-2026-11-22']) {
      show([one, two, text], 0, 2);
      typed.fire();
      await clock.advance(1_000);
    }
    assert.deepEqual(asked(), [[one], [two]]);
    await close();
  });

  it('is not read for a workspace that is not trusted', async () => {
    const { clock, slugs, show, asked, typed, close } = await scene(false);
    show(slugs, 0, slugs.length - 1);
    typed.fire();
    await clock.advance(5_000);
    assert.deepEqual(asked(), []);
    await close();
  });
});
