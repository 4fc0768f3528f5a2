import assert from 'node:assert/strict';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually } from './support/flows.ts';
import { violations } from './support/page-checks.ts';
import { openPage, shownFrame } from './support/page-window.ts';

describe('the API inspector in the editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await openEditor();
    await editor.workbench.openSidebar();
    await editor.workbench.view('Markets').waitForRows();
  });
  after(() => editor.close());
  afterEach(keepEvidence(() => editor));

  it('lists the calls of this window, shows one in full by keyboard, copies it and opens its reply', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    const detail = frame.locator('.call-detail');
    assert.match(await detail.innerText(), /x-pm-signature\s+redacted/);
    assert.deepEqual(await violations(frame), []);

    // The list is one stop of the keyboard, with arrow keys from row to row.
    await frame.locator('.calls tbody button').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const name = await frame.locator(':focus b').innerText();
    await eventually(
      () => detail.locator('p[role=status]').innerText(),
      (shown) => shown === name,
      `${name} in full`,
    );

    await frame.locator('.calls tbody button', { hasText: 'Positions' }).first().click();
    await eventually(
      () => detail.locator('p[role=status]').innerText(),
      (shown) => shown === 'Positions',
      'the positions in full',
    );
    await detail.locator('vscode-button', { hasText: 'Open Raw Reply' }).click();
    await eventually(
      () => page.locator('.part.editor .editor-instance .view-lines').innerText(),
      (text) => text.replace(/\u00a0/g, ' ').includes('GET /v1/portfolio/positions'),
      'the reply as a document',
    );
  });

  it('lists the calls of a span alone that was drawn over the minute, and all again', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    const rows = frame.locator('.calls tbody tr[data-key]');
    const lane = await frame.locator('.lane.of-calls .course').first().boundingBox();
    assert.ok(lane && (await rows.count()) > 0);
    const middle = lane.y + lane.height / 2;
    // The oldest seconds: the window was not there yet.
    await page.mouse.move(lane.x + 1, middle);
    await page.mouse.down();
    await page.mouse.move(lane.x + 12, middle, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(5, 5);
    await eventually(
      () => frame.locator('.calls').innerText(),
      (text) => text.includes('No calls match.'),
      'no calls in the span',
    );
    await frame.locator('button', { hasText: 'Show all calls' }).click();
    await eventually(
      () => rows.count(),
      (count) => count > 0,
      'all calls again',
    );
  });

  it('stands still while it is paused, from the title, and is empty once it is cleared', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    // The editor draws a title again when its buttons change, and a click meanwhile reaches nobody.
    const press = (name: string, says: string): Promise<true> =>
      actUntil(
        name,
        () => page.locator(`.editor-actions a[aria-label^="${name} API Inspector"]`).click({ timeout: 5000 }),
        async () =>
          (await frame.locator('.state', { hasText: says }).isVisible()) ? (true as const) : undefined,
      );
    await press('Pause', 'List paused');
    await press('Resume', 'Recording');
    const before = await frame.locator('.calls tbody tr').count();
    await actUntil(
      'clearing the list',
      async () => {
        await page.locator('.editor-actions a[aria-label^="Clear API Inspector"]').click({ timeout: 5000 });
        await page.mouse.move(5, 5);
      },
      async () => ((await frame.locator('.calls tbody tr').count()) < before ? true : undefined),
    );
  });
});
