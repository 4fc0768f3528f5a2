import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly } from './support/flows.ts';
import { userSetting } from './support/user-settings.ts';
import type { ViewPane } from './support/view-pane.ts';

/** A side bar of 300 px beside an editor. */
const VIEWPORT = { width: 1280, height: 800 };

describe('the watchlist', function () {
  this.timeout(600_000);
  let editor: Editor;

  before(async () => {
    editor = await openEditor({ viewport: VIEWPORT });
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  const written = async (): Promise<Readonly<Record<string, readonly string[]>>> =>
    (await userSetting(editor, 'watchlist')) ?? {};
  const labels = async (view: ViewPane) =>
    (await view.rows(40)).filter(({ level }) => level <= 2).map(({ label, level }) => `${level} ${label}`);

  /** Drags a row of one view onto a row of another, or of the same. */
  const drag = async (from: Locator, to: Locator): Promise<void> => {
    const { page } = editor.workbench;
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    assert.ok(start && end);
    await page.mouse.move(start.x + 60, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 70, start.y + start.height / 2 + 6, { steps: 4 });
    await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 12 });
    await page.waitForTimeout(300);
    await page.mouse.up();
  };

  it('takes a market by the star of its row, and another one that is dragged there', async () => {
    const { workbench } = editor;
    const markets = await showOnly(workbench, 'Markets');
    await markets.waitForRows();
    await markets.expandGroups(12);
    const rows = await markets.rows(40);
    const leaves = rows.filter(({ expanded }) => expanded === undefined);
    assert.ok(leaves.length >= 2);
    const row = await markets.findRow(/¢ to sell/);
    await actUntil(
      'watching a market by its star',
      () => markets.rowAction(row, 'Add to Watchlist'),
      async () => ((await written())['']?.length === 1 ? true : undefined),
    );
    const watchlist = workbench.view('Watchlist');
    await watchlist.setExpanded(true);
    await watchlist.waitForRows();
    const events = workbench.view('Events');
    await events.setExpanded(true);
    await events.waitForRows();
    await events.expandGroups(3);
    const abbreviations = (label = ''): string => (label.match(/\b[A-Z]{2,4}\b/g) ?? []).join('.*');
    const [first] = await watchlist.rows(5);
    const others = (await events.rows(20))
      .filter(({ level }) => level === 2)
      .map(({ label }) => abbreviations(label))
      .filter((teams) => teams.includes('.*') && teams !== abbreviations(first?.label));
    assert.ok(others.length > 0);
    await actUntil(
      'dragging another event to the watchlist',
      async () => drag(await events.findRow(new RegExp(others[0] ?? ''), 2), await watchlist.findRow(/¢/)),
      async () => ((await written())['']?.length === 2 ? true : undefined),
    );
  });

  it('has groups, to which rows are moved', async () => {
    const { workbench } = editor;
    const watchlist = await showOnly(workbench, 'Watchlist');
    await workbench.runCommand('Prediction Markets: Edit Watchlist…');
    await workbench.quickInput.waitFor('Name of the Group');
    await workbench.quickInput.type('Tonight');
    await workbench.quickInput.accept();
    await watchlist.findRow(/^Tonight 0/);
    await actUntil(
      'dragging a row into a group',
      async () => drag(await watchlist.findRow(/¢/, 1), await watchlist.findRow(/^Tonight/)),
      async () => ((await written())['Tonight']?.length === 1 ? true : undefined),
    );
    await eventually(
      () => labels(watchlist),
      (now) => now.length === 3 && now.some((label) => label.startsWith('2 ')),
      'a row in the group, and one beside it',
    );
  });

  it('takes a removal back', async () => {
    const { workbench } = editor;
    const watchlist = await showOnly(workbench, 'Watchlist');
    const before = await written();
    await actUntil(
      'removing a row',
      async () => watchlist.rowAction(await watchlist.findRow(/./, 2), 'Remove from Watchlist'),
      async () => ((await written())['Tonight']?.length === 0 ? true : undefined),
    );
    const notice = await workbench.notification('was removed from the watchlist');
    await notice.locator('.monaco-button', { hasText: 'Undo' }).click();
    await eventually(written, (now) => JSON.stringify(now) === JSON.stringify(before), 'the row is back');
  });

  it('is there again after a reload of the window', async () => {
    const { workbench } = editor;
    const watchlist = await showOnly(workbench, 'Watchlist');
    const before = await eventually(
      () => labels(watchlist),
      (now) => now.length === 3,
      'all rows',
    );
    await workbench.reload();
    const again = await showOnly(workbench, 'Watchlist');
    await again.waitForRows();
    await eventually(
      () => labels(again),
      (now) => now.length === before.length && now.includes('1 Tonight'),
      'the same rows',
    );
  });
});
