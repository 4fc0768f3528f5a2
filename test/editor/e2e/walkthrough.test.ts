import assert from 'node:assert/strict';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { openDocument } from './support/files.ts';
import { eventually } from './support/flows.ts';
import { userSetting } from './support/user-settings.ts';

const SEARCH = 'Prediction Markets: Search Markets…';

describe('the walkthrough', () => {
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

  it('ticks its steps when they are done', async () => {
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
});
