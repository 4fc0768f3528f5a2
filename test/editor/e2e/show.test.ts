import assert from 'node:assert/strict';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly } from './support/flows.ts';
import { userSetting } from './support/user-settings.ts';

describe('what Markets shows', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor({ viewport: { width: 1280, height: 800 } });
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  const click = async (label: string): Promise<void> =>
    (await editor.workbench.quickInput.row(label)).click();
  const says = (text: RegExp) =>
    eventually(
      () => editor.workbench.view('Markets').message(),
      (message) => text.test(message),
      `the view says ${text}`,
    );

  it('is live, of one league, by volume: said in full, saved, there after a restart, and dropped by a click', async () => {
    const { workbench } = editor;
    await workbench.openSidebar();
    let view = await showOnly(workbench, 'Markets');
    await view.waitForRows();
    await workbench.runCommand('Prediction Markets: Show in Markets…');
    await workbench.quickInput.waitFor('Presets, leagues, sort');
    await click('Live');
    await says(/^Live\./);
    const rows = await workbench.quickInput.rows();
    const league = /^(.*?)\d+ events?/.exec(rows[9] ?? '')?.[1] ?? assert.fail(rows.join());
    await click(league);
    await says(new RegExp(`^Live · ${league}\\.`));
    await workbench.quickInput.cancel();
    await workbench.runCommand('Prediction Markets: Group and Sort Markets…');
    await click('Volume');
    await workbench.quickInput.cancel();
    await workbench.runCommand('Prediction Markets: Save Query…');
    await workbench.quickInput.type('Busy now');
    await workbench.quickInput.accept();
    await eventually(
      () => userSetting<readonly { readonly name: string }[]>(editor, 'savedQueries'),
      (queries) => queries?.[0]?.name === 'Busy now',
      'the query is in the settings',
    );

    await workbench.reload();
    view = await showOnly(workbench, 'Markets');
    await says(new RegExp(`^Live · ${league}\\.`));
    assert.match(await view.description(), /by volume/);
    await view.row(/^Live$/).click();
    await says(new RegExp(`^${league}\\.`));
    await workbench.runCommand('Prediction Markets: Clear Filter');
    const saved = await eventually(
      () => view.rows(20),
      (now) => now.some(({ label }) => label === 'Busy now'),
      'the saved query is a folder',
    );
    assert.match(saved[0]?.description ?? '', /^saved · \d+$/);
    assert.ok(!saved.some(({ label }) => label === 'Shown'));
  });

  it('refuses a maximum below the minimum while it is typed', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Show in Markets…');
    await workbench.quickInput.waitFor('Presets, leagues, sort');
    await click('Big volume');
    await says(/volume ≥ 10k/);
    await workbench.quickInput.type('More');
    await click('More…');
    await workbench.quickInput.waitFor('Every filter of the service');
    await click('Maximum volume');
    await workbench.quickInput.waitFor('Show: Maximum volume');
    await workbench.quickInput.type('5k');
    await workbench.quickInput.waitForRow('The maximum must be at least the minimum, 10k.');
    await workbench.quickInput.type('20k');
    await workbench.quickInput.waitForRow('20k and less');
    await click('20k and less');
    await says(/volume ≥ 10k · volume ≤ 20k/);
    await workbench.quickInput.cancel();
    await workbench.runCommand('Prediction Markets: Clear Filter');
  });
});
