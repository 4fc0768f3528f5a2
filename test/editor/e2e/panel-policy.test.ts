import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { itAtNight, rounds } from '../../support/rounds.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, openFromRow, showOnly } from './support/flows.ts';
import { violations } from './support/page-checks.ts';
import { openPage } from './support/page-window.ts';
import { chooseTheme } from './support/themes.ts';
import { setUserSetting } from './support/user-settings.ts';

/** What the editor calls them, and the class it gives a page in them. */
const THEMES = {
  'Light High Contrast': 'vscode-high-contrast-light',
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
} as const;
/** In the order of their tabs. */
const PANELS = [
  { title: /^Settlement: /, selector: '.outcome[data-state]' },
  { title: /^(?!Settlement)/, selector: '.position .pairs, .position dl' },
  { title: /./, selector: '.board tbody tr' },
  { title: /^Portfolio/, selector: '.portfolio .orders tbody tr' },
  { title: /^API Inspector/, selector: '.inspector .calls tbody tr' },
] as const;

/** The pages as the editor really hosts them: its frames, its colours, its policy beside ours. */
describe('the panels in the editor', () => {
  let editor: Editor;
  const complaints: string[] = [];

  before(async () => {
    editor = await openEditor();
    editor.browser.context.on('console', (message) => {
      const text = message.text();
      if (/Content.Security.Policy|Refused to|violates/i.test(text)) complaints.push(text);
    });
    const { workbench } = editor;
    const activity = await showOnly(workbench, 'Activity');
    await activity.waitForRows();
    await openFromRow(workbench, activity, { row: /^(Won|Lost) /, action: 'Open Settlement', ...PANELS[0] });
    await openMarket();
    const keepOpen = workbench.page.locator('.editor-actions a[aria-label^="Keep Open"]');
    await keepOpen.click();
    await keepOpen.waitFor({ state: 'detached' });
    const events = await showOnly(workbench, 'Events');
    await events.waitForRows();
    await openFromRow(workbench, events, { row: /\d¢.*[◆◈]/, ...PANELS[2] });
    await workbench.page.locator('.statusbar-item', { hasText: 'DEMO' }).first().click();
    await workbench.panel(PANELS[3].title).content(PANELS[3].selector);
    const inspector = await openPage(workbench, 'inspector');
    await inspector.locator('.lanes .bar').first().waitFor();
  });
  after(() => editor.close());

  const openMarket = async (): Promise<void> => {
    const positions = await showOnly(editor.workbench, 'Positions');
    await positions.waitForRows();
    await positions.expandGroups(3);
    await openFromRow(editor.workbench, positions, {
      row: /^[▲▼].*×/,
      action: 'Open Market',
      ...PANELS[1],
    });
  };
  afterEach(keepEvidence(() => editor));

  const shown = async (panel: (typeof PANELS)[number]): Promise<Frame> => {
    const { title, selector } = panel;
    const { page } = editor.workbench;
    await page.locator('.part.editor .tab').nth(PANELS.indexOf(panel)).click();
    const content = await editor.workbench.panel(title).content(selector);
    const frame = await (await content.locator('#root').elementHandle())?.ownerFrame();
    assert.ok(frame);
    return frame;
  };

  const refused = async (frame: Frame, wrong: string): Promise<void> => {
    complaints.length = 0;
    await frame.evaluate(`{ ${wrong} }`).catch(() => {});
    await eventually(
      async () => complaints.length,
      (count) => count > 0,
      wrong,
    );
  };

  for (const [place, [theme, mark]] of Object.entries(THEMES).slice(0, rounds(1, 4)).entries()) {
    it(`break no rule of accessibility, and no policy, in ${theme}`, async () => {
      await chooseTheme(editor.workbench, theme);
      for (const panel of PANELS) {
        const frame = await shown(panel);
        await eventually(
          () => frame.evaluate('document.body.className'),
          (classes) => String(classes).split(' ').includes(mark),
          `a page in ${theme}`,
        );
        // What the inspector folds in is one call, which is open already.
        if (panel !== PANELS[4]) await frame.locator('summary').first().click();
        if (panel === PANELS[1]) await frame.locator('vscode-checkbox').first().click();
        assert.deepEqual(complaints, []);
        assert.deepEqual(await violations(frame, place === 0 ? 'everything' : 'colours'), []);
      }
    });
  }

  it('portfolio: sorted and selected by keyboard; a position selected is watched, and Cancel selected asks about these orders only', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    const frame = await shown(PANELS[3]);
    const values = frame.locator('.positions thead th', { hasText: 'Value' });
    const sortedBy = (order: string) =>
      eventually(
        () => values.getAttribute('aria-sort'),
        (now) => now === order,
        `positions sorted ${order}`,
      );
    await values.locator('button').focus();
    await page.keyboard.press('Enter');
    await sortedBy('descending');
    await page.keyboard.press('Enter');
    await sortedBy('ascending');
    await frame.locator('.positions tbody input').first().focus();
    await page.keyboard.press('Space');
    await frame.locator('.positions vscode-button', { hasText: 'Watch selected (1)' }).focus();
    await page.keyboard.press('Enter');
    const watchlist = workbench.view('Watchlist');
    await watchlist.setExpanded(true);
    await watchlist.findRow(/¢/);
    await watchlist.setExpanded(false);
    const boxes = frame.locator('.orders tbody input');
    for (const place of [0, 1]) {
      await boxes.nth(place).focus();
      await page.keyboard.press('Space');
    }
    const cancel = frame.locator('.orders vscode-button', { hasText: 'Cancel selected (2)…' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await workbench.dialog.waitFor();
    assert.match((await workbench.dialogText()) ?? '', /2 orders/);
    await workbench.dismissDialog();
    assert.equal(await frame.locator('.orders tbody input:checked').count(), 2);
  });

  it('event: from its row to the board, what each result makes, moving prices, by keyboard to a market and back', async () => {
    const { page } = editor.workbench;
    const frame = await shown(PANELS[2]);
    assert.ok((await frame.locator('.payouts tbody tr').count()) > 1);
    assert.ok((await frame.locator('.board tr.held').count()) > 0);
    const board = frame.locator('.board tbody');
    const before = await board.innerText();
    await eventually(
      () => board.innerText(),
      (now) => now !== before,
      'a price on the board moves',
    );
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 800 });
    const cut = await frame.locator('.board .scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.ok(cut <= 0, `${cut} px of the board are cut in a window of 1280 px`);
    await page.setViewportSize(size ?? { width: 1400, height: 900 });
    const title = (await frame.locator('h1').textContent()) ?? '';
    await frame.locator('.board button.link').first().focus();
    await page.keyboard.press('Enter');
    const market = await editor.workbench.panel(/./).content('.ladder');
    const tabs = page.locator('.part.editor .tab');
    const [ofEvent, ofMarket] = [await tabs.nth(2).innerText(), await tabs.nth(3).innerText()];
    assert.ok(
      ofMarket.endsWith(` · ${ofEvent.trim()}`),
      `the market is called ${ofMarket} in the event ${ofEvent}`,
    );
    // The market that was opened first has its panel to itself.
    assert.equal(await tabs.count(), PANELS.length + 1);
    await market.locator('.crumbs button.link', { hasText: title }).first().click();
    await eventually(
      () => tabs.nth(2).getAttribute('aria-selected'),
      (selected) => selected === 'true',
      'the event in front again',
    );
  });

  it('would be heard complaining: what the policy refuses is refused, and said', async () => {
    const frame = await shown(PANELS[1]);
    for (const wrong of [
      "document.body.setAttribute('style', 'color: red')",
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'b { color: red }' }))",
      "document.head.append(Object.assign(document.createElement('script'), { textContent: 'document.title = 1' }))",
      "document.body.append(Object.assign(document.createElement('img'), { src: 'https://evil.example/a.png' }))",
      "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/' }))",
      "void fetch('https://evil.example/').catch(() => {})",
      "void new WebSocket('wss://evil.example/')",
    ]) {
      await refused(frame, wrong);
    }
  });

  itAtNight('let pictures over https through once the setting says so, and nothing else', async () => {
    await setUserSetting(editor, 'predictionMarkets.images', true);
    const frame = await shown(PANELS[1]);
    const policy = await frame.evaluate("document.querySelector('meta[http-equiv]').content");
    assert.match(String(policy), /img-src https:;/);
    complaints.length = 0;
    const picture =
      "document.body.append(Object.assign(new Image(), { onerror: done, src: 'https://evil.example/a.png' }))";
    await frame.evaluate(`new Promise((done) => { ${picture} }).then(() => true)`);
    assert.deepEqual(complaints, []);
    for (const wrong of [
      "document.body.append(Object.assign(new Image(), { src: 'http://evil.example/a.png' }))",
      "document.body.append(Object.assign(new Image(), { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }))",
      "document.body.setAttribute('style', 'background: url(https://evil.example/a.png)')",
      "document.head.append(Object.assign(document.createElement('script'), { src: 'https://evil.example/a.js' }))",
      "void fetch('https://evil.example/').catch(() => {})",
    ]) {
      await refused(frame, wrong);
    }
  });
});
