import assert from 'node:assert/strict';
import { actUntil } from './support/again.ts';
import { cutInViews } from './support/cut-in-views.ts';
import { cutInDialog } from './support/cut-texts.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { readTranslations, type Translations } from './support/translations.ts';

for (const language of ['es', 'zh-cn']) {
  describe(`the window in ${language}`, function () {
    this.timeout(600_000);
    let editor: Editor;
    let texts: Translations;

    before(async () => {
      texts = await readTranslations(language);
      editor = await openEditor();
      // The editor has no translation of its own here and stays English: what we say is in the language it names.
      await editor.browser.context.addInitScript(
        `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: '${language}', writable: false });`,
      );
      await editor.workbench.reload();
    });

    after(() => editor.close());

    afterEach(keepEvidence(() => editor));
    beforeEach(() => editor.workbench.dismissDialog());

    const titled = (...views: readonly string[]): readonly string[] =>
      views.map((view) => texts.title(`view.${view}.name`));

    for (const width of [300, 220])
      it(`has no row and no title that ends inside a number, at ${width} pixels`, async () => {
        const cut = await cutInViews(editor.workbench, width, {
          all: titled('watchlist', 'markets', 'events', 'orders', 'positions', 'activity', 'alerts'),
          grouped: titled('markets', 'events'),
          flat: titled('orders', 'positions', 'activity'),
        });
        assert.deepEqual(cut, []);
      });

    it('asks in that language alone before it cancels an order, and cuts nothing of it', async () => {
      const { workbench } = editor;
      const { page, quickInput } = workbench;
      await actUntil(
        'asking to cancel an order',
        async () => {
          await quickInput.cancel();
          await workbench.runCommand(commandOf('cancelOrder'));
          await page.locator('.quick-input-list .monaco-list-row').first().click({ timeout: 5000 });
          await quickInput.accept();
        },
        () => workbench.dialogText(),
      );
      await looksRight('Cancel this order?', 'Cancel Order', 'Keep Order');
    });

    it('asks so before the kill switch, too, beside as many orders as it lists', async () => {
      const { workbench } = editor;
      await workbench.runCommand(commandOf('cancelEverything'));
      await workbench.dialog.waitFor();
      const question = 'Cancel all open orders, including new ones?';
      const text = await looksRight(
        question,
        'Cancel All Open Orders',
        'Review List…',
        'Keep Orders',
        'and {0} more orders',
      );
      assert.equal(text.match(/^• /gm)?.length, 9, text);
    });

    const commandOf = (name: string): string => `Prediction Markets: ${texts.title(`command.${name}.title`)}`;

    /** Looks at the dialog, which has these texts. */
    async function looksRight(...has: readonly string[]): Promise<string> {
      const { workbench } = editor;
      const text = (await workbench.dialogText()) ?? '';
      for (const each of has) assert.match(text, new RegExp(texts.pattern(each), 'm'));
      const verbs = ['Buy', 'Sell', 'Order for'].map((verb) => texts.pattern(verb)).join('|');
      const order = new RegExp(`^(?:• )?(?:${verbs}).+ ${texts.pattern('{0} left of {1}')}, `);
      const demo = new RegExp(`^${texts.pattern('DEMO')}(?:: |：)`);
      const others = text.split('\n').filter((line) => line.trim() !== '' && !order.test(line));
      assert.deepEqual(
        others.filter((line) => !texts.hasOnly(line.replace(demo, ''))),
        [],
      );
      assert.deepEqual(await cutInDialog(workbench.page), []);
      return text;
    }
  });
}
