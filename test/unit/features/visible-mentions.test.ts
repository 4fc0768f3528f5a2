import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Range, TextDocument } from 'vscode';
import { Emitter } from '../../../src/base/event.ts';
import type { InFiles } from '../../../src/features/in-files.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';

const { Mentions } = await import('../../../src/features/in-files/mentions.ts');
const { VisibleMentions } = await import('../../../src/features/in-files/visible-mentions.ts');

interface Shown {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** An editor of one file, with what of it is visible. */
function editorOf(shown: Shown) {
  const document = {
    get lineCount() {
      return shown.lines.length;
    },
    lineAt: (at: number) => ({ text: shown.lines[at] ?? '' }),
  };
  return {
    document,
    get visibleRanges() {
      return [{ start: { line: shown.from }, end: { line: shown.to } }];
    },
  };
}

/** A window that shows one file, of which nothing was read before. */
async function scene(isTrusted = true) {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const [scrolled, opened] = [new Emitter<void>(), new Emitter<void>()];
  const edited = new Emitter<{ readonly document: object; readonly contentChanges: readonly object[] }>();
  const shown: Shown = { lines: [], from: 0, to: 0 };
  const textEditor = editorOf(shown);
  const { document } = textEditor;
  Object.assign(editor.languages, { match: () => 10 });
  Object.assign(editor.workspace, { isTrusted, onDidChangeTextDocument: edited.event });
  Object.assign(editor.window, {
    onDidChangeVisibleTextEditors: opened.event,
    onDidChangeTextEditorVisibleRanges: scrolled.event,
    visibleTextEditors: [textEditor],
    activeTextEditor: textEditor,
  });
  const exchange = await clock.run(services.session.ensure());
  const { items } = await clock.run(exchange.markets({}, { limit: 40, offset: 0 }));
  services.callLog.clear();
  const mentions = new Mentions(services);
  const pricesOf = (who: typeof mentions): readonly unknown[] =>
    who
      .provideInlayHints(
        document as unknown as TextDocument,
        { start: { line: shown.from }, end: { line: shown.to } } as Range,
      )
      .map(({ label }) => label);
  let heard = 0;
  const visible = new VisibleMentions(services, mentions, { selector: [] } as unknown as InFiles, () => {
    heard += 1;
    pricesOf(mentions);
  });
  const show = (lines: readonly string[], from: number, to: number): void =>
    void Object.assign(shown, { lines, from, to });
  /** A change of the text, after which the editor asks again, as it does when it hears of a change. */
  const type = (where: object = document): void => {
    edited.fire({ document: where, contentChanges: [{}] });
    pricesOf(mentions);
  };
  /** What stands in the file once the editor asked, what would if nobody had typed, and how often the editor heard of a change. */
  const prices = () => ({ shown: pricesOf(mentions), newest: pricesOf(new Mentions(services)), heard });
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
  return { clock, slugs: items.map(({ slug }) => slug), show, asked, type, prices, scrolled, close };
}

describe('what visible lines of files name', () => {
  it('is read in one request once typing pauses, what is out of sight left out, and nothing at each key', async () => {
    const { clock, slugs, show, asked, type, close } = await scene();
    const [one = '', two = '', three = '', hidden = ''] = slugs;
    for (const end of [one.length - 2, one.length - 1, one.length]) {
      show([one.slice(0, end), `${two} and ${three}`, two, hidden], 0, 2);
      type();
      await clock.advance(300);
    }
    assert.deepEqual(asked(), []);
    await clock.advance(2_000);
    assert.deepEqual(asked(), [[one, two, three]]);
    await close();
  });

  it('is read as it comes into sight, without what was read before, and what is typed beside it reads nothing', async () => {
    const { clock, slugs, show, asked, type, scrolled, close } = await scene();
    const [one = '', two = ''] = slugs;
    show([one, two, ''], 0, 0);
    type();
    await clock.advance(2_000);
    show([one, two, ''], 0, 2);
    scrolled.fire();
    await clock.advance(2_000);
    assert.deepEqual(asked(), [[one], [two]]);
    for (const text of ['f', 'feature-branch', 'feature-branch-2026-11-22']) {
      show([one, two, text], 0, 2);
      type();
      await clock.advance(1_000);
    }
    assert.deepEqual(asked(), [[one], [two]]);
    await close();
  });

  it('is not read for a workspace that is not trusted', async () => {
    const { clock, slugs, show, asked, type, close } = await scene(false);
    show(slugs, 0, slugs.length - 1);
    type();
    await clock.advance(5_000);
    assert.deepEqual(asked(), []);
    await close();
  });
});

describe('the prices behind markets that a file names', () => {
  it('stand still while somebody types there, and are the newest once the typing pauses', async () => {
    const { clock, slugs, show, type, prices, close } = await scene();
    show(slugs, 0, slugs.length - 1);
    type();
    await clock.advance(3_000);
    const before = prices();
    assert.ok(before.shown.length > 10);
    assert.deepEqual(before.shown, before.newest);
    type();
    for (let key = 0; key < 100; key += 1) {
      await clock.advance(300);
      type();
      assert.deepEqual(prices().shown, before.shown);
    }
    assert.notDeepEqual(prices().newest, before.shown);
    assert.equal(prices().heard, before.heard);
    await clock.advance(500);
    assert.equal(prices().heard, before.heard + 1);
    assert.deepEqual(prices().shown, prices().newest);
    await close();
  });

  it('move on soon after a key, though a text changes all the while in which nobody types', async () => {
    const { clock, slugs, show, type, prices, close } = await scene();
    show(slugs, 0, slugs.length - 1);
    type();
    await clock.advance(3_000);
    const before = prices();
    type();
    for (let line = 0; line < 100; line += 1) {
      type({});
      await clock.advance(300);
    }
    assert.ok(prices().heard > before.heard);
    assert.deepEqual(prices().shown, prices().newest);
    await close();
  });

  it('of one that is typed waits for the pause, and of one pasted back after long is not what it was', async () => {
    const { clock, slugs, show, type, prices, close } = await scene();
    const [one = '', two = ''] = slugs;
    const edit = async (lines: readonly string[], ms: number) => {
      show(lines, 0, 1);
      type();
      await clock.advance(ms);
      return prices();
    };
    const [first, second] = (await edit([one, two], 3_000)).shown;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal((await edit([one, ''], 3_000)).shown.length, 1);
    await clock.advance(120_000);
    const { shown, heard } = await edit([one, two], 100);
    assert.equal(shown.length, 1);
    await clock.advance(400);
    assert.deepEqual([prices().heard, prices().shown.length], [heard + 1, 2]);
    await close();
  });
});
