import assert from 'node:assert/strict';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { showOnly } from './support/flows.ts';

const LIVE = /\n.* · live /;
const PRICE = /\d¢/g;

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

  /** Events and markets by their first lines, those below an event left out. */
  async function listed(text: string): Promise<readonly string[]> {
    await editor.workbench.quickInput.typeKeys(text);
    const rows = await eventually(
      () => editor.workbench.quickInput.rows(),
      (now) => now.some((row) => row.includes('\n')),
      `rows for ${text}`,
    );
    return rows.filter((row) => row.includes('\n'));
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
      const rows = await listed(text);
      const firstOther = rows.findIndex((row) => !LIVE.test(row));
      assert.ok(firstOther !== 0 || !rows.some((row) => LIVE.test(row)), `${text}: ${rows.join(' | ')}`);
      const after = rows.slice(firstOther < 0 ? rows.length : firstOther);
      assert.ok(!after.some((row) => LIVE.test(row)), `${text}: ${rows.join(' | ')}`);
    }
    await editor.workbench.quickInput.cancel();
  });

  it('keeps the order while prices move', async () => {
    await openSearch();
    const names = (rows: readonly string[]) =>
      rows.map((row) =>
        row
          .split('\n')[0]
          ?.replace(PRICE, '')
          .replace(/[\d¢–]+ | [\d¢–]+/g, ''),
      );
    const before = await listed('live');
    const later = await eventually(
      async () => (await editor.workbench.quickInput.rows()).filter((row) => row.includes('\n')),
      (now) => now.join() !== before.join(),
      'a price moves',
    );
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
