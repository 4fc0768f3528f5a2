import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { showOnly } from './support/flows.ts';
import { shownFrame } from './support/page-window.ts';
import { userSetting } from './support/user-settings.ts';
import type { ViewPane } from './support/view-pane.ts';

const LIVE = /\n.* · live /;

/** One window for all of it: to open one costs more than most of these flows. */
describe('exploring the demo', function () {
  this.timeout(600_000);
  let editor: Editor;

  before(async () => {
    // A side bar of 300 px beside an editor.
    editor = await openEditor({ viewport: { width: 1280, height: 800 } });
    await editor.workbench.openSidebar();
    for (const name of ['Positions', 'Markets'] as const)
      await (await showOnly(editor.workbench, name)).waitForRows();
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  describe('search', () => {
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

    it('offers own markets before anything is typed', async () => {
      await openSearch();
      const rows = await editor.workbench.quickInput.rows();
      assert.ok(rows.some((row) => /[◆◇◈]/.test(row)));
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
      let before = await listed('live');
      await eventually(
        async () => {
          const later = await eventually(rowsNow, (now) => now.join() !== before.join(), 'a price moves');
          const isSame = names(later).join() === names(before).join();
          // Live games that were still being read come in by themselves.
          before = later;
          return isSame;
        },
        (isSame) => isSame,
        'a price moves and every row stays where it is',
      );
      await editor.workbench.quickInput.cancel();
    });

    it('says where it looked when nothing is called that', async () => {
      await openSearch();
      await editor.workbench.quickInput.typeKeys('zzyxq');
      const rows = await editor.workbench.quickInput.waitForRow('and the service');
      assert.match(rows[0] ?? '', /^No market matches that/);
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
        // Tabs have short names.
        async () => {
          if ((await editor.workbench.page.locator('.tab').count()) === 0) return undefined;
          const frame = await shownFrame(editor.workbench);
          return (await frame.locator('body').innerText()).includes(name) ? true : undefined;
        },
      );
    });
  });

  describe('the watchlist', () => {
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

  describe('what Markets shows', () => {
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
      // A click while the list is redrawn does nothing, and says so; one too many would drop the next condition.
      await actUntil(
        'dropping a condition',
        async () => {
          const isThere = async () => (await view.message()).startsWith('Live');
          if (!(await isThere())) return;
          await view.row(/^Live$/).click({ timeout: 5000 });
          for (let wait = 0; wait < 40 && (await isThere()); wait++) await workbench.page.waitForTimeout(100);
        },
        async () => ((await view.message()).startsWith(`${league}.`) ? true : undefined),
      );
      await workbench.runCommand('Prediction Markets: Clear Filter');
      const saved = await eventually(
        () => view.rows(20),
        (now) => now.some(({ label }) => label === 'Busy now') && now.every(({ label }) => label !== 'Shown'),
        'the saved query is a folder, and nothing is filtered',
      );
      assert.match(saved[0]?.description ?? '', /^saved · \d+$/);
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
});
