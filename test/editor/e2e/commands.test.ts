import assert from 'node:assert/strict';
import { itAtNight } from '../../support/rounds.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { openDocument } from './support/files.ts';
import { eventually, statusText } from './support/flows.ts';
import { userSetting } from './support/user-settings.ts';

const SEARCH = 'Prediction Markets: Search Markets…';

describe('keys and menus of commands', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor();
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  const press = async (second: string): Promise<void> => {
    await editor.workbench.page.keyboard.press('Control+K');
    await editor.workbench.page.keyboard.press(second);
  };
  /** What the menu of the view says between the dots of its title, one text an entry. */
  const menuOf = async (name: string): Promise<readonly string[]> => {
    const { page } = editor.workbench;
    const entries = page.locator('.monaco-menu .action-label:not(.separator)');
    const texts = await actUntil(
      `opening the menu of ${name}`,
      () => editor.workbench.view(name).titleAction('More Actions...'),
      async () => ((await entries.count()) > 0 ? entries.allInnerTexts() : undefined),
    );
    await page.keyboard.press('Escape');
    return texts;
  };

  itAtNight('tick the steps of the walkthrough when they are done', async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    const ids = () =>
      page
        .locator('.getting-started-step [data-done-step-id].complete')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-done-step-id')?.split('#').at(-1)));
    const openSteps = async (): Promise<void> => {
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await quickInput.pick('Prediction Markets: First Steps');
      await page.locator('.getting-started-step').first().waitFor();
    };
    await openSteps();
    assert.deepEqual(await ids(), []);
    await workbench.openSidebar();
    await eventually(ids, (done) => done.includes('demo'), 'the first step ticked');
    // A key goes nowhere while the editor is still drawing the steps.
    await actUntil(
      'ticking the last step',
      () => press('Shift+A'),
      async () => ((await ids()).includes('customise') ? true : undefined),
    );
    await workbench.runCommand(SEARCH);
    await quickInput.waitFor();
    await quickInput.cancel();
    assert.deepEqual((await ids()).toSorted(), ['customise', 'demo'], 'a search left as it began');
    await workbench.runCommand(SEARCH);
    const [first = ''] = await quickInput.waitForRow('¢');
    await quickInput.pick(first.split('\n')[0] ?? '');
    // What was found is shown in front of the steps.
    await page.locator('.part.editor .tab').nth(1).waitFor();
    await workbench.tab('Welcome').click();
    await eventually(ids, (done) => done.includes('browse'), 'the step of the search ticked');
    // The document is shown in the place of the steps.
    await openDocument(workbench, 'positions.md');
    await openSteps();
    await eventually(ids, (done) => done.includes('files'), 'the step of files ticked');
    if ((await userSetting<boolean>(editor, 'hideAmounts')) === true) await press('Shift+A');
    await workbench.runCommand('View: Close All Editors');
  });

  it('open the portfolio', async () => {
    const { workbench } = editor;
    await actUntil(
      'opening the portfolio',
      () => press('Shift+P'),
      async () => ((await workbench.tab('Portfolio').count()) > 0 ? true : undefined),
    );
  });

  it('hide amounts, and the menu of a view has a tick then', async () => {
    const { workbench } = editor;
    await workbench.openSidebar();
    await eventually(
      () => statusText(workbench),
      (text) => /\$\d/.test(text),
      'amounts',
    );
    assert.ok((await menuOf('Orders')).includes('Hide Amounts'));
    await press('Shift+A');
    await eventually(
      () => statusText(workbench),
      (text) => /•••/.test(text),
      'hidden amounts',
    );
    const hidden = await menuOf('Orders');
    assert.ok(hidden.includes('✓ Hide Amounts') && !hidden.includes('Hide Amounts'), hidden.join());
    await press('Shift+A');
    await eventually(
      () => userSetting<boolean>(editor, 'hideAmounts'),
      (value) => value !== true,
      'amounts shown again',
    );
  });

  it('ask before the kill switch does anything', async () => {
    const { workbench } = editor;
    await press('Shift+X');
    await workbench.dialog.waitFor();
    await workbench.dismissDialog();
  });

  it('leave out of the palette what cannot act now: signing out of the demo, clearing no filter', async () => {
    const { workbench } = editor;
    const { quickInput, page } = workbench;
    const offered = async (typed: string): Promise<readonly string[]> => {
      await quickInput.cancel();
      await page.keyboard.press('F1');
      await quickInput.type(`>${typed}`);
      return quickInput.rows();
    };
    const isThere = (rows: readonly string[], title: string): boolean =>
      rows.some((row) => row.includes(title));
    assert.ok(isThere(await offered('Prediction Markets: Sign'), 'Prediction Markets: Sign In'));
    assert.ok(!isThere(await offered('Prediction Markets: Sign'), 'Prediction Markets: Sign Out'));
    assert.ok(!isThere(await offered('Prediction Markets: Clear'), 'Prediction Markets: Clear Filter'));
    assert.ok(!isThere(await offered('Prediction Markets: Manage'), 'Manage Saved Queries'));
    await quickInput.cancel();
  });
});
