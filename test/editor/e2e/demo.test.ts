import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { itAtNight } from '../../support/rounds.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import {
  askToCancel,
  cancelOne,
  eventually,
  openFromRow,
  quietOrders,
  showOnly,
  statusText,
} from './support/flows.ts';
import { literally } from './support/text.ts';
import { userSetting } from './support/user-settings.ts';

/** A live game with at least one price: `38¢ MOS 17–20 JUN 64¢`. */
const GAME = /^(?=.*\d¢)[\s\d.¢–]*? ?([A-Z]{2,4} \d+–\d+ [A-Z]{2,4})/;
/** What a row says of a game that may be over before its page is open. */
const LATE = /\b(H2|Q4|P3|OT|Map [23]|2nd innings|[7-9]th|Set [23])/;
const CLEAN = /NaN|undefined|Invalid Date|\[object/;

describe('the demo exchange in a window', () => {
  let editor: Editor;
  let cancelled = '';

  before(async () => {
    editor = await openEditor();
  });

  after(() => editor.close());

  afterEach(keepEvidence(() => editor));

  it('shows no status item before the side bar was opened, and DEMO after', async () => {
    const { workbench } = editor;
    const item = workbench.page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]');
    await workbench.page.locator('.part.statusbar').waitFor();
    assert.equal(await item.count(), 0);
    await workbench.openSidebar();
    await eventually(
      () => statusText(workbench),
      (text) => /^DEMO (\d+ without .* · )?\$[\d,]+\.\d\d .* \d+ orders$/.test(text),
      'amounts and orders',
    );
  });

  it('shows a live game with its prices at once, all its lines after a click, and its sides below it when opened', async () => {
    const { workbench } = editor;
    const view = workbench.view('Markets');
    await view.waitForRows();
    const live = await eventually(
      async () => {
        const rows = await view.rows(12);
        const end = rows.findIndex(({ level }, place) => place > 0 && level === 1);
        return rows[0]?.label === 'Live now' ? rows.slice(1, end < 0 ? undefined : end) : [];
      },
      (rows) => rows.some(({ label }) => GAME.test(label)),
      'a live game with its price',
    );
    const games = live.filter(({ label }) => GAME.test(label));
    const early = games.find(({ description }) => !LATE.test(description)) ?? games[0];
    const [, teams = ''] = GAME.exec(early?.label ?? '') ?? [];
    const game = new RegExp(literally(teams).replace(/\d+/g, String.raw`\d+`));
    const page = await openFromRow(workbench, view, { row: game, title: /./, selector: '.board tbody tr' });
    const lines = await eventually(
      () => page.locator('.board tr').allInnerTexts(),
      // Nobody may sell what is all but lost, and a line that is all but decided is halted.
      (rows) => rows.some((row) => /^\d+\.5\nOver\n(–\n)*(\d+(\.\d)?¢|halted)/.test(row)),
      'its lines with their prices, the total among them',
    );
    assert.doesNotMatch(JSON.stringify(lines), CLEAN);
    const below = async () => {
      const rows = await view.rows(30);
      const place = rows.findIndex(({ label }) => game.test(label));
      const end = rows.findIndex(({ level }, other) => other > place && level <= 2);
      return rows.slice(place + 1, end);
    };
    const sides = await actUntil(
      'opening the game in the list',
      async () => {
        const row = await view.findRow(game);
        if ((await row.getAttribute('aria-expanded')) === 'false')
          await row.locator('.monaco-tl-twistie').click({ timeout: 5000 });
      },
      async () => {
        const rows = await below();
        // A single total is a row of its own.
        const isTotal = rows.some(({ label }) => /^Total$| Over \d/.test(label));
        return isTotal && rows.some(({ label }) => /^\s*\d+(\.\d)?¢ /.test(label)) ? rows : undefined;
      },
    );
    assert.doesNotMatch(JSON.stringify(sides), CLEAN);
  });

  itAtNight('browses from a league to a market and opens its panel', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Markets');
    await view.waitForRows();
    await view.expandGroups(20);
    const rows = await eventually(
      () => view.rows(60),
      (now) => now.some(({ level, label }) => level >= 3 && /¢/.test(label)),
      'markets with prices below their events',
    );
    assert.doesNotMatch(JSON.stringify(rows), CLEAN);
    const page = await openFromRow(workbench, view, {
      row: /\d¢.*vol/,
      level: 3,
      title: /./,
      // The heading alone is there before the market is known.
      selector: '.sides .price',
    });
    assert.match(await page.locator('h1').innerText(), /\S/);
    const text = await page.locator('body').innerText();
    assert.match(text, /to buy/);
    assert.match(text, /DEMO exchange/);
    assert.match(text, /All details/i);
    assert.doesNotMatch(text, CLEAN);
    await page.locator('table').first().waitFor();
  });

  itAtNight('opens a settled market and says who won', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Activity');
    await view.waitForRows();
    const page = await openFromRow(workbench, view, {
      row: /^(Won|Lost) /,
      action: 'Open Settlement',
      title: /^Settlement: /,
      selector: '.outcome[data-state="settled"]',
    });
    const text = await page.locator('body').innerText();
    assert.match(text, /^You (?:won \+|lost −)\$/m);
    assert.match(text, /(?: won|The outcome is \S.*): (?:100|0)¢ for each/);
    assert.doesNotMatch(text, CLEAN);
  });

  // The tab of a game has the nicknames of its teams.
  itAtNight('searches by a team and opens what was picked', async () => {
    const { workbench } = editor;
    await actUntil(
      'searching for a team',
      async () => {
        // A page that is still loading may take the focus, and the box with it.
        await workbench.runCommand('View: Close All Editors');
        await workbench.runCommand('Prediction Markets: Search Markets…');
        await workbench.quickInput.waitFor('a slug or a link');
        await workbench.quickInput.type('Halvorsen', 15_000);
        await workbench.quickInput.waitForRow('Halvorsen');
        await workbench.quickInput.accept();
      },
      async () => ((await workbench.page.locator('.tab').count()) > 0 ? true : undefined),
    );
    // Named after the team, which plays under another name in each sport.
    const page = await workbench.panel(/./).content('body:has-text("Halvorsen") h1');
    assert.match(await page.locator('body').innerText(), /Halvorsen/);
  });

  itAtNight('reads a league to its end when it is opened, and says so in its row', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Markets');
    await view.waitForRows();
    const description = async (): Promise<string> =>
      (await view.rows(200)).find(({ level, label }) => level === 1 && label.startsWith('Hockey'))
        ?.description ?? '';
    await actUntil(
      'a league read to its end',
      async () => (await view.findRow(/^Hockey/)).click({ timeout: 5000 }),
      async () => {
        const said = await description();
        return /\d/.test(said) && !said.includes('so far') ? true : undefined;
      },
    );
  });

  itAtNight('exports the open orders as CSV, all of them, each figure exact', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const place = await actUntil(
      'choosing what to export and where to',
      async () => {
        await workbench.runCommand('Prediction Markets: Export Activity, Orders, Positions or Prices…');
        await (await quickInput.row('Open orders')).click({ timeout: 5000 });
        await (await quickInput.row('CSV')).click({ timeout: 5000 });
      },
      async () => {
        const value = await quickInput.value();
        return value?.endsWith('.csv') === true ? value : undefined;
      },
    );
    await quickInput.accept();
    const [head, ...lines] = await eventually(
      async () => (await readFile(place, 'utf8').catch(() => '')).trimEnd().split('\r\n'),
      (written) => written.length > 1,
      'the file is written',
    );
    assert.match(head ?? '', /^id,league,market,slug,side,action,/);
    const said = await workbench.notification(/rows exported\./);
    assert.match(await said.innerText(), new RegExp(`^${lines.length} rows exported\\.`, 'm'));
    for (const line of lines) assert.match(line, /,(buy|sell),LIMIT,.*,USD,/);
    await workbench.clearNotifications();
  });

  it('says in a document why it takes no text, and saves a copy of it from there, hidden amounts hidden', async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    await workbench.runCommand('Prediction Markets: Hide or Show Amounts');
    await workbench.runCommand('Prediction Markets: Open as Document…');
    await quickInput.pick('positions.md');
    const lines = page.locator('.part.editor .editor-instance[aria-label*="positions.md"] .view-lines');
    const message = page.locator('.monaco-editor-overlaymessage .message');
    await actUntil(
      'typing in the document',
      async () => {
        await lines.click({ timeout: 5000 });
        await page.keyboard.type('x');
      },
      async () => ((await message.isVisible()) ? true : undefined),
    );
    assert.equal(
      (await message.innerText()).trim(),
      'Read-only: this shows a market, an event or your account. Save a Copy',
    );
    await message.locator('a').click();
    const place = await eventually(
      () => quickInput.value(),
      (value) => /\/positions-\d{4}-\d\d-\d\d-\d{4}\.md$/.test(value ?? ''),
      'a place for the copy',
    );
    await quickInput.accept();
    const copy = await eventually(
      () => readFile(place ?? '', 'utf8').catch(() => ''),
      (written) => written !== '',
      'the copy is written',
    );
    assert.match(copy, /^# Positions\nDEMO · USD · /);
    assert.match(copy, /•••/);
    assert.doesNotMatch(copy, /\| *[+−]?\$\d/);
    await workbench.runCommand('Prediction Markets: Hide or Show Amounts');
    await workbench.tab('positions.md').click();
    await workbench.runCommand('View: Close Editor');
  });

  it('cancels one order after its dialog, and keeps the other one', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Orders');
    await view.waitForRows();
    await view.expandGroups(60);
    const count = async (): Promise<number> => Number(/(\d+) open/.exec(await view.description())?.[1]);
    const before = await eventually(count, (n) => n > 1, 'open orders');

    const { labels, text } = await askToCancel(workbench, view);
    const [spared = ''] = labels;
    assert.match(text, /Cancel this order\?/);
    await workbench.answerDialog('Keep Order');
    await eventually(
      () => quietOrders(view),
      (now) => now.includes(spared),
      'the order that was left alone',
    );

    const label = await cancelOne(workbench, view, spared);
    cancelled = label;
    await eventually(
      () => quietOrders(view),
      (labels) => labels.length > 5 && !labels.includes(label),
      'the tree follows: only one was to go',
    );
    await eventually(count, (n) => n < before, 'the heading follows');
    await eventually(
      async () => [await statusText(workbench), await count()] as const,
      ([text, open]) => text.includes(`${open} orders`),
      'the status bar follows',
    );
  });

  it('cancels the orders that are selected, and no other', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Orders');
    await view.waitForRows();
    await view.expandGroups(60);
    const { labels, text } = await askToCancel(workbench, view, { count: 2 });
    assert.match(text, /Cancel these 2 orders\?/);
    await workbench.answerDialog('Cancel 2 Orders');
    // One of them may fill before its cancel arrives.
    await workbench.notification(/\b2 cancelled|\b1 cancelled, 1 already filled/);
    await workbench.clearNotifications();
    await eventually(
      () => quietOrders(view),
      (now) => now.length > 5 && !labels.some((label) => now.includes(label)),
      'both are gone, and no other',
    );
  });

  itAtNight('keeps the cancel, the panels and the layout over a reload of the window', async () => {
    const { workbench } = editor;
    await workbench.reload();
    const page = await workbench.panel(/Halvorsen|Owls/).content('body:has-text("Halvorsen") h1');
    assert.match(await page.locator('body').innerText(), /Halvorsen/);
    const view = await showOnly(workbench, 'Orders');
    await view.waitForRows();
    await view.expandGroups(60);
    const orders = await eventually(
      () => quietOrders(view),
      (labels) => labels.length > 5,
      'open orders',
    );
    assert.ok(!orders.includes(cancelled), `${cancelled} is back`);
  });

  describe('its keys and menus', () => {
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
});
