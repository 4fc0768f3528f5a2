import assert from 'node:assert/strict';
import { type Editor, keepPicture, openEditor } from './support/editor.ts';
import { distinctOrders, eventually, orderRow, quietOrders, showOnly, statusText } from './support/flows.ts';
import type { ViewPane } from './support/view-pane.ts';
import { Workbench } from './support/workbench.ts';

const DOLLARS = /\$\s?\d/;

describe('every surface follows', () => {
  let editor: Editor;
  const complaints: string[] = [];

  before(async () => {
    editor = await openEditor();
    editor.browser.page.on('console', (message) => {
      const text = message.text();
      if (/Content.Security.Policy|Refused to|violates/i.test(text)) complaints.push(text);
    });
    await editor.workbench.openSidebar();
  });

  after(() => editor.close());

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await keepPicture(editor.browser, this.currentTest.fullTitle());
  });

  it('opens both panels without a complaint about their policy', async () => {
    const { workbench } = editor;
    const activity = await showOnly(workbench, 'Activity');
    await activity.waitForRows(30_000);
    await activity.rowAction(await activity.findRow(/ won/), 'Open Settlement');
    await workbench.panel(/^Settlement: /).content('.outcome[data-state]');
    const positions = await showOnly(workbench, 'Positions');
    await positions.waitForRows();
    await positions.expandGroups(3);
    await positions.rowAction(await positions.findRow(/ @ .*▲|▼/, 2), 'Open Market');
    await workbench.panel(/^(?!Settlement)/).content('.position .pairs, .position dl');
    assert.deepEqual(complaints, []);
  });

  it('writes American odds in rows and in the panel once they are asked for', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Markets');
    await view.waitForRows();
    await view.expandGroups(8);
    const page = await workbench.panel(/^(?!Settlement)/).content('.sides');
    const sides = page.locator('.sides');
    assert.match(await sides.innerText(), /\d¢/);
    const texts = async () => (await view.rows(30)).map(({ description }) => description).join('\n');
    assert.match(await texts(), /\d¢/);

    const choose = async (name: string) => {
      await workbench.runCommand('Prediction Markets: Set Odds Format…');
      await workbench.quickInput.pick(name);
    };
    await choose('American');
    await eventually(texts, (text) => /[+−]\d{3}/.test(text) && !/\d¢/.test(text), 'American odds in rows');
    await eventually(
      () => sides.locator('.price b').allInnerTexts(),
      (prices) => prices.length === 2 && prices.every((price) => /^[+−]\d{3,}$/.test(price)),
      'American odds in the panel',
    );
    await choose('Cents');
    await eventually(texts, (text) => /\d¢/.test(text), 'cents again');
  });

  it('hides the amounts of the account everywhere, and shows them again', async () => {
    const { workbench } = editor;
    const toggle = () => workbench.runCommand('Prediction Markets: Hide or Show Amounts');
    assert.match(await statusText(workbench), DOLLARS);
    const page = await workbench.panel(/^(?!Settlement)/).content('.position');
    const own = page.locator('.position');
    assert.match(await own.innerText(), DOLLARS);
    for (const name of ACCOUNT) {
      const view = await showOnly(workbench, name);
      await view.waitForRows();
      await view.expandGroups(8);
      assert.match(await read(view), DOLLARS, name);
    }

    await toggle();
    await eventually(
      () => statusText(workbench),
      (text) => !DOLLARS.test(text),
      'the status bar hides its amounts',
    );
    for (const name of ACCOUNT) {
      const view = await showOnly(workbench, name);
      await eventually(
        () => read(view),
        (text) => text.length > 100 && !DOLLARS.test(text),
        `${name} hides its amounts`,
      );
    }
    await eventually(
      () => own.innerText(),
      (text) => /Value now/.test(text) && !DOLLARS.test(text),
      'the panel hides its amounts',
    );
    await toggle();
    await eventually(
      () => statusText(workbench),
      (text) => DOLLARS.test(text),
      'the amounts are back',
    );
  });

  it('cancels the orders that are selected, and no other', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Orders');
    await view.waitForRows();
    await view.expandGroups(60);
    const [second = '', first = ''] = await distinctOrders(view, 2);
    for (const label of [first, second]) {
      await (await view.findRow(orderRow(label))).click({ modifiers: ['ControlOrMeta'] });
    }
    await view.rowAction(await view.findRow(orderRow(second)), 'Cancel Order');
    await workbench.dialog.waitFor();
    const question = await workbench.dialog.innerText();
    assert.match(question, /Cancel these 2 orders\?/);
    for (const label of [first, second]) assert.ok(question.includes(label), `${question} lacks ${label}`);
    await workbench.answerDialog('Cancel 2 Orders');
    await workbench.notification(/\b2 cancelled/);
    await workbench.clearNotifications();
    const left = await eventually(
      () => quietOrders(view),
      (now) => !now.includes(first) && !now.includes(second),
      'both are gone',
    );
    assert.ok(left.length > 5);
  });

  it('agrees with a second window about what was cancelled there', async () => {
    const here = await showOnly(editor.workbench, 'Orders');
    const other = new Workbench(await editor.browser.context.newPage());
    await other.open(editor.url);
    const there = await showOnly(other, 'Orders');
    await there.waitForRows(60_000);
    await there.expandGroups(60);
    await eventually(
      async () => [await quietOrders(here), await quietOrders(there)],
      ([one, two]) => one !== undefined && one.length > 5 && JSON.stringify(one) === JSON.stringify(two),
      'the same orders in both windows',
    );
    const [label = ''] = await distinctOrders(there, 1);
    await there.rowAction(await there.findRow(orderRow(label)), 'Cancel Order');
    await other.answerDialog('Cancel Order');
    await other.notification(`${label}: cancelled`);
    await editor.workbench.runCommand('Prediction Markets: Refresh All Views');
    await eventually(
      () => quietOrders(here),
      (left) => left.length > 5 && !left.includes(label),
      'gone in the first window too',
    );
    await other.page.close();
  });
});

const ACCOUNT = ['Orders', 'Positions', 'Activity'] as const;

/** Heading and rows as one text. */
async function read(view: ViewPane): Promise<string> {
  return `${await view.description()}\n${JSON.stringify(await view.rows(25))}`;
}
