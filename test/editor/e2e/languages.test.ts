import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../../../tools/repository.ts';
import { cutInViews } from './support/cut-in-views.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';

for (const language of ['es', 'zh-cn']) {
  describe(`the side bar in ${language}`, function () {
    this.timeout(600_000);
    let editor: Editor;
    let titles: Readonly<Record<string, string>>;

    before(async () => {
      titles = JSON.parse(await readFile(path.join(repository, `package.nls.${language}.json`), 'utf8'));
      editor = await openEditor();
      // The editor has no translation of its own here and stays English: what we say is in the language it names.
      await editor.browser.context.addInitScript(
        `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: '${language}', writable: false });`,
      );
      await editor.workbench.reload();
    });

    after(() => editor.close());

    afterEach(keepEvidence(() => editor));

    const titled = (...views: readonly string[]): readonly string[] =>
      views.map((view) => titles[`view.${view}.name`] ?? assert.fail(view));

    for (const width of [300, 220])
      it(`has no row and no title that ends inside a number, at ${width} pixels`, async () => {
        const cut = await cutInViews(editor.workbench, width, {
          all: titled('watchlist', 'markets', 'events', 'orders', 'positions', 'activity', 'alerts'),
          grouped: titled('markets', 'events'),
          flat: titled('orders', 'positions', 'activity'),
        });
        assert.deepEqual(cut, []);
      });
  });
}
