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

  it('lists the calls of a span that arrow keys choose, and all again with Escape', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    const rows = frame.locator('.calls tbody tr[data-key]');
    const span = frame.locator('.waterfall [role=status]');
    const hint = await span.innerText();
    await frame.locator('.lanes').focus();
    await page.keyboard.press('ArrowLeft');
    const seconds = async (): Promise<readonly number[]> =>
      (await span.innerText()).split('–').map((time) => {
        const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number);
        return (hours * 60 + minutes) * 60 + rest;
      });
    const [from = 0, to = 0] = await eventually(seconds, (all) => all.length === 2, 'a span');
    assert.equal(to - from, 10);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await eventually(seconds, ([a, b]) => a === from - 1 && b === to - 2, 'a span that moved and shrank');
    await page.keyboard.press('Escape');
    await eventually(
      () => span.innerText(),
      (text) => text === hint,
      'no span',
    );
    await eventually(
      () => rows.count(),
      (count) => count > 0,
      'all calls again',
    );
    assert.deepEqual(await violations(frame), []);
  });

  it('keeps the times below the minute apart, also in a narrow window', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    const size = page.viewportSize();
    for (const width of [1160, 1000, 860, 780]) {
      await page.setViewportSize({ width, height: 800 });
      const gaps = (): Promise<readonly number[]> =>
        frame.evaluate(`(() => {
          const boxes = [...document.querySelectorAll('.tick')].map((tick) => tick.getBoundingClientRect());
          const shown = boxes.filter(({ width }) => width > 0);
          return shown.slice(1).map(({ left }, at) => left - shown[at].right);
        })()`);
      const isApart = (all: readonly number[]): boolean => all.length > 0 && all.every((gap) => gap > 4);
      await eventually(gaps, isApart, `room between the times at ${width}`, 20_000);
    }
    if (size !== null) await page.setViewportSize(size);
  });

  it('says the minute as a table, and finds in a reply from place to place', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openPage(workbench, 'inspector');
    const frame = await shownFrame(workbench);
    const asTable = frame.locator('.waterfall vscode-checkbox');
    await asTable.click();
    const table = frame.locator('.waterfall table');
    await eventually(
      () => table.innerText(),
      (text) => /Account\s+\d+\s+0\s/.test(text),
      'a row of the account',
    );
    assert.equal(await frame.locator('.lanes').count(), 0);
    assert.deepEqual(await violations(frame), []);
    await asTable.click();
    await frame.locator('.lanes').waitFor();

    const box = frame.locator('.find input');
    const count = frame.locator('.find [role=status]');
    await box.fill('NETposition"');
    await eventually(
      () => count.innerText(),
      (text) => /^1 of [2-9]\d*$/.test(text),
      'the first place',
    );
    await page.keyboard.press('Enter');
    assert.match(await count.innerText(), /^2 of/);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    const [, last, all] = /^(\d+) of (\d+)$/.exec(await count.innerText()) ?? [];
    assert.equal(last, all);
    assert.equal(await frame.locator('.code mark.current').innerText(), 'netPosition"');
    assert.deepEqual(await violations(frame), []);
    await box.fill('no such field');
    await eventually(
      () => count.innerText(),
      (text) => /^Not /.test(text),
      'that there is none',
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
