import assert from 'node:assert/strict';
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

  afterEach(keepEvidence(() => editor));

  it('opens both panels without a complaint about their policy', async () => {
    const { workbench } = editor;
    const activity = await showOnly(workbench, 'Activity');
    await activity.waitForRows();
    await openFromRow(workbench, activity, {
      row: / won/,
      action: 'Open Settlement',
      title: /^Settlement: /,
      selector: '.outcome[data-state]',
    });
    const positions = await showOnly(workbench, 'Positions');
    await positions.waitForRows();
    await positions.expandGroups(3);
    await openFromRow(workbench, positions, {
      row: / @ .*▲|▼/,
      level: 2,
      action: 'Open Market',
      title: /^(?!Settlement)/,
      selector: '.position .pairs, .position dl',
    });
    assert.deepEqual(complaints, []);
  });

  it('writes American odds in rows and in the panel once they are asked for', async () => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Markets');
    await view.waitForRows();
    await view.expandGroups(8);
    const page = await workbench.panel(/^(?!Settlement)/).content('.sides');
    const sides = page.locator('.sides');
    await eventually(
      () => sides.innerText(),
      (text) => /\d¢/.test(text),
      'cents in the panel',
    );
    const texts = async () => (await view.rows(30)).map(({ description }) => description).join('\n');
    await eventually(texts, (text) => /\d¢/.test(text), 'cents in rows');

    const choose = async (name: string) => {
      await workbench.runCommand('Prediction Markets: Set Odds Format…');
      await workbench.quickInput.pick(name);
    };
    await choose('American');
    await eventually(
      texts,
      (text) => /[+−][\d,]{3,}/.test(text) && !/\d¢/.test(text),
      'American odds in rows',
    );
    await eventually(
      () => sides.locator('.price b').allInnerTexts(),
      (prices) => prices.length === 2 && prices.every((price) => /^[+−][\d,]{3,}$/.test(price)),
      'American odds in the panel',
    );
    await choose('Cents');
    await eventually(texts, (text) => /\d¢/.test(text), 'cents again');
  });

  it('hides the amounts of the account everywhere, and shows them again', async () => {
    const { workbench } = editor;
    const toggle = () => workbench.runCommand('Prediction Markets: Hide or Show Amounts');
    await eventually(
      () => statusText(workbench),
      (text) => DOLLARS.test(text),
      'amounts in the status bar',
    );
    const page = await workbench.panel(/^(?!Settlement)/).content('.position');
    const own = page.locator('.position');
    await eventually(
      () => own.innerText(),
      (text) => DOLLARS.test(text),
      'amounts in the panel',
    );
    for (const name of ACCOUNT) {
      const view = await showOnly(workbench, name);
      await view.waitForRows();
      await view.expandGroups(8);
      await eventually(
        () => read(view),
        (text) => DOLLARS.test(text),
        `amounts in ${name}`,
      );
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

  it('agrees with a second window about what was cancelled there', async () => {
    const here = await showOnly(editor.workbench, 'Orders');
    const other = new Workbench(await editor.browser.context.newPage());
    await other.open(editor.url);
    const there = await showOnly(other, 'Orders');
    await there.waitForRows(90_000);
    await there.expandGroups(60);
    await eventually(
      async () => [await quietOrders(here), await quietOrders(there)],
      ([one, two]) => one !== undefined && one.length > 5 && JSON.stringify(one) === JSON.stringify(two),
      'the same orders in both windows',
    );
    const label = await cancelOne(other, there);
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
