import assert from 'node:assert/strict';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { showOnly } from './support/flows.ts';

const LIVE = /\n.* · live /;

describe('searching in a window', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor();
    await editor.workbench.openSidebar();
    for (const name of ['Positions', 'Markets'] as const)
      await (await showOnly(editor.workbench, name)).waitForRows();
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  async function openSearch(): Promise<void> {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Search Markets…');
    await workbench.quickInput.waitFor('a slug or a link');
  }

  async function rowsNow(): Promise<readonly string[]> {
    return (await editor.workbench.quickInput.rows()).filter((row) => row.includes('\n'));
  }

  /** Without what moves: prices, clocks, volumes. */
  function names(rows: readonly string[]): readonly string[] {
    return rows.map((row) => (row.split('\n')[0] ?? '').replace(/[\d.¢–]+/g, ''));
  }

  /** Events and markets, those below an event left out, once they are those of the whole text. */
  async function listed(text: string): Promise<readonly string[]> {
    await editor.workbench.quickInput.typeKeys(text);
    let before: readonly string[] = [];
    return eventually(
      async () => {
        const last = before;
        before = await rowsNow();
        const isSettled = before.length > 0 && names(before).join() === names(last).join();
        await editor.workbench.page.waitForTimeout(700);
        return isSettled ? before : [];
      },
      (now) => now.length > 0,
      `rows for ${text}`,
    );
  }

  function liveFirst(rows: readonly string[]): boolean {
    const firstOther = rows.findIndex((row) => !LIVE.test(row));
    return firstOther < 0 || !rows.slice(firstOther).some((row) => LIVE.test(row));
  }

  it('offers own markets and words to try before anything is typed', async () => {
    await openSearch();
    const rows = await editor.workbench.quickInput.rows();
    assert.ok(rows.some((row) => /[◆◇◈]/.test(row)));
    assert.ok(rows.some((row) => row.startsWith('live')));
    await editor.workbench.quickInput.cancel();
  });

  it('puts live games first whatever the labels say, for each text up to the last letter', async () => {
    await openSearch();
    for (const text of ['to', 'today', 'o', 'at', 'ha']) {
      // A game that begins while its row is listed stays where it is: the text is typed again.
      await eventually(() => listed(text), liveFirst, text);
    }
    await editor.workbench.quickInput.cancel();
  });

  it('keeps the order while prices move', async () => {
    await openSearch();
    const before = await listed('live');
    const later = await eventually(rowsNow, (now) => now.join() !== before.join(), 'a price moves');
    assert.deepEqual(names(later), names(before));
    await editor.workbench.quickInput.cancel();
  });

  it('says where it looked when nothing is called that', async () => {
    await openSearch();
    await editor.workbench.quickInput.typeKeys('zzyxq');
    const rows = await editor.workbench.quickInput.waitForRow('and the service');
    assert.match(rows[0] ?? '', /^No market is called that/);
    await editor.workbench.quickInput.cancel();
  });

  it('finds a misspelt team while it is typed, and opens its market', async () => {
    await openSearch();
    const [first = ''] = await listed('live');
    const name = /\p{Lu}\p{Ll}{6,}/u.exec(first)?.[0] ?? '';
    const misspelt = name.slice(0, 3) + name.slice(4);
    await editor.workbench.quickInput.cancel();
    await actUntil(
      'opening what was misspelt',
      async () => {
        await openSearch();
        const rows = await listed(misspelt.toLowerCase());
        assert.ok(rows[0]?.includes(name), `${misspelt}: ${rows.join(' | ')}`);
        await editor.workbench.quickInput.accept();
      },
      async () =>
        (await editor.workbench.page.locator('.tab', { hasText: name }).count()) > 0 ? true : undefined,
    );
  });
});
