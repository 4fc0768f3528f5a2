import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { EXTENSION_ID } from '../../../src/features/ids.ts';
import { mcpClient } from '../../support/mcp-client.ts';
import { itAtNight } from '../../support/rounds.ts';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { answerOf, type Shown, scriptedAgent, type ToolCall } from './support/scripted-agent.ts';
import type { ViewPane } from './support/view-pane.ts';
import { Workbench } from './support/workbench.ts';

const CANCEL_TOOL = 'predictionMarkets_cancel_orders';

/** An agent by a script in a real chat with AI features on, and no model. */
describe('agents in the real window', function () {
  this.timeout(600_000);
  let editor: Editor;
  let access: ViewPane;
  let calling: Awaited<ReturnType<typeof scriptedAgent>>['calling'];
  /** Where the extension keeps its files. */
  let storage = '';
  let outside: Awaited<ReturnType<typeof mcpClient>>;

  before(async () => {
    editor = await openEditor({
      settings: { 'chat.disableAIFeatures': false },
      beside: path.join(import.meta.dirname, 'support/probe'),
      viewport: { width: 1400, height: 900 },
    });
    ({ calling } = await scriptedAgent(editor));
    storage = path.join(editor.server.root, 'data/User/globalStorage', EXTENSION_ID);
    await editor.workbench.openSidebar();
    await editor.workbench.runCommand('Prediction Markets: Agent Access');
    access = editor.workbench.view('Agent Access');
    await access.waitForRows();
    for (const other of ['Markets', 'Orders', 'Positions'])
      await editor.workbench.view(other).setExpanded(false);
  });

  after(async () => {
    await outside?.close();
    await editor.close();
  });

  afterEach(keepEvidence(() => editor));

  const rowOf = async (label: RegExp): Promise<string> =>
    eventually(
      async () => {
        const rows = (await access.rows()).map((row) => `${row.label} | ${row.description}`);
        return rows.find((row) => label.test(row)) ?? '';
      },
      (row) => row !== '',
      String(label),
    );
  const resting = async (): Promise<readonly Shown[]> => {
    const listed = await calling('extension', [['list_orders', { limit: 100 }]]);
    return answerOf(listed, 0)['orders'] as readonly Shown[];
  };
  /** The order least likely to be filled meanwhile. */
  const quietest = async (): Promise<Shown> => {
    const [order] = (await resting())
      .filter(({ action }) => action === 'buy')
      .sort((one, other) => Number(one['limitCents']) - Number(other['limitCents']));
    return order ?? assert.fail('there is an order');
  };
  /** Presses what the dialog has ready, and leaves all orders of its list selected. */
  const reviewAll = async (): Promise<void> => {
    const { page, quickInput } = editor.workbench;
    await page.keyboard.press('Enter');
    await quickInput.waitFor('Deselect the orders to keep');
    await quickInput.accept();
  };
  const assertAsked = async (who: RegExp): Promise<void> => {
    await editor.workbench.dialog.waitFor();
    const text = (await editor.workbench.dialogText()) ?? '';
    assert.match(text, /DEMO: Cancel this order\?/);
    assert.match(text, who);
  };
  /** What was written of cancels, as it is before each is sent. */
  const attempts = async (): Promise<string> => {
    const folder = path.join(storage, 'cancels');
    const names = await readdir(folder).catch(() => []);
    return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
  };
  const assertDeclined = async (answer: Shown, orderId: unknown): Promise<void> => {
    assert.deepEqual([answer['declined'], answer['cancelled']], [true, 0]);
    assert.deepEqual(answer['results'], [{ orderId, result: 'declined', now: 'open' }]);
    assert.ok(!(await attempts()).includes(String(orderId)), 'nothing was sent');
  };
  const tick = async (label: RegExp): Promise<void> =>
    (await access.findRow(label)).locator('.custom-view-tree-node-item-checkbox').click();

  it('read every market tool from the chat, and are named in the view', async () => {
    const found = answerOf(await calling('chat', [['search_markets', { limit: 1 }]]), 0);
    const slug = (found['markets'] as readonly Shown[])[0]?.['slug'];
    const about = { slug };
    const market = answerOf(await calling('chat', [['get_market', about]]), 0);
    assert.equal(market['yours'], null);
    const calls: readonly ToolCall[] = [
      ['get_environment', {}],
      ['get_event', { slug: (market['market'] as Shown)['event'] }],
      ['get_order_book', about],
      ['get_price_history', about],
      ['get_settlement', about],
      ['what_if', { ...about, contracts: 1, allowStale: true }],
    ];
    const answered = await calling('chat', calls);
    for (const [place, [tool]] of calls.entries())
      assert.equal(answerOf(answered, place)['environment'], 'demo', tool);
    assert.match(await rowOf(/^VS Code chat/), /8 calls/);
    assert.match(await rowOf(/^get_price_history/), /KB/);
  });

  it('bring a skill and a prompt', async () => {
    const { prompts } = await calling('extension', [['get_environment', {}]]);
    for (const name of ['portfolio-brief.prompt.md', 'reading-prediction-markets/SKILL.md'])
      assert.ok(
        prompts.some((each) => each.endsWith(`media/agents/${name.includes('/') ? 'skills/' : ''}${name}`)),
        `${name} in ${prompts.join()}`,
      );
  });

  it('read the account after the person has seen what it is, and has allowed it', async () => {
    const { workbench } = editor;
    const calls: readonly ToolCall[] = [
      ['list_positions', {}],
      ['list_orders', { limit: 2 }],
      ['list_activity', { limit: 2 }],
    ];
    const read = await calling('chat', calls, async () => {
      await workbench.dialog.waitFor();
      assert.match((await workbench.dialogText()) ?? '', /An agent in VS Code chat called list_positions\./);
      // Enter shows, and grants nothing.
      await workbench.page.keyboard.press('Enter');
      await workbench.tab('list_positions.json').waitFor();
      assert.match(await rowOf(/^My account/), /asks you/);
      const notice = await workbench.notification('Let agents read your account?');
      await notice.getByText('Allow in This Window').click();
    });
    for (const place of calls.keys()) assert.ok(Number(answerOf(read, place)['count']) > 0);
    assert.match(await rowOf(/^My account/), /this window · since \d\d:\d\d/);
  });

  it('are offered no cancel while its switch is off; one that asks ends in the dialog, where Enter cancels nothing', async () => {
    const { workbench } = editor;
    const off = await calling('chat', [['cancel_orders', { orderIds: ['A'] }]]);
    assert.equal(off.answers[0]?.[1], 'thrown');
    assert.match(off.answers[0]?.[2] ?? '', /has not allowed agents to ask for this/);
    // The platform's own limit: extensions see it all the same.
    assert.ok(off.tools.includes(CANCEL_TOOL));
    assert.ok(off.offered.length > 0, 'the chat offers tools');
    assert.ok(!off.offered.includes(CANCEL_TOOL), off.offered.join());
    await tick(/^May ask to cancel/);
    await eventually(
      () => rowOf(/^May ask to cancel/),
      (text) => /you confirm each/.test(text),
      'the row that says so',
    );
    const { orderId } = await quietest();
    const declined = await calling('chat', [['cancel_orders', { orderIds: [orderId] }]], async () => {
      await assertAsked(/An agent in VS Code chat asks for this\./);
      await workbench.answerDialog('Keep Order');
    });
    assert.ok(declined.offered.includes(CANCEL_TOOL), declined.offered.join());
    await assertDeclined(answerOf(declined, 0), orderId);
    assert.match(await rowOf(/^cancel_orders .*declined by you/), /declined by you/);
  });

  it('of another extension, without a chat, are asked for in the same dialog: declined at once or after its list, nothing is sent', async () => {
    const { workbench } = editor;
    const { orderId } = await quietest();
    const cancel: readonly ToolCall[] = [['cancel_orders', { orderIds: [orderId] }]];
    for (const isReviewed of [false, true]) {
      const declined = await calling('extension', cancel, async () => {
        await assertAsked(/Another extension asks for this\. It cannot answer this dialog\./);
        if (isReviewed) await reviewAll();
        await workbench.answerDialog('Keep Order');
      });
      await assertDeclined(answerOf(declined, 0), orderId);
    }
  });

  it('learn the outcome of a cancel that the person confirmed, for which Enter shows the list and asks again', async () => {
    const { workbench } = editor;
    const { orderId } = await quietest();
    const confirmed = await calling('chat', [['cancel_orders', { orderIds: [orderId] }]], async () => {
      await workbench.dialog.waitFor();
      await reviewAll();
      await workbench.answerDialog('Cancel Order');
    });
    const answer = answerOf(confirmed, 0);
    assert.deepEqual(
      [answer['environment'], answer['asked'], answer['cancelled'], answer['declined']],
      ['demo', 1, 1, undefined],
    );
    assert.deepEqual(answer['results'], [{ orderId, result: 'cancelled', now: 'cancelled' }]);
    assert.ok(!(await resting()).some((each) => each['orderId'] === orderId));
    assert.match(await rowOf(/^cancel_orders/), /\| \d+\.\d KB · \d\d:\d\d/);
  });

  it('over MCP are offered to cancel while that is allowed, which ends in the same dialog', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Copy MCP Server Configuration');
    const isListening = async (): Promise<boolean> =>
      (await readdir(path.join(storage, 'agents')).catch(() => [])).some((name) => name.endsWith('.json'));
    await eventually(isListening, (now) => now, 'the window listens');
    outside = await mcpClient(path.join(storage, 'agents/mcp-server.mjs'));
    for (const [turns, isOffered] of [true, false, true].entries()) {
      if (turns > 0) {
        await tick(/^May ask to cancel/);
        // A click while the row is drawn again would go nowhere.
        await eventually(
          () => rowOf(/^May ask to cancel/),
          (text) => /you confirm each/.test(text) === isOffered,
          `the row says so: ${isOffered}`,
        );
      }
      const isListed = async (): Promise<boolean> => (await outside.list()).includes('cancel_orders');
      await eventually(isListed, (now) => now === isOffered, `on the list: ${isOffered}`);
    }
    const { orderId } = await quietest();
    const call = outside.call('cancel_orders', { orderIds: [orderId] });
    await assertAsked(/Through MCP, from a program that calls itself “quill 2\.3”\. It cannot answer/);
    await reviewAll();
    await workbench.answerDialog('Keep Order');
    await assertDeclined((await call).answer, orderId);
  });

  it('are refused every call once they are stopped', async () => {
    await editor.workbench.runCommand('Prediction Markets: Stop All Agents');
    const { answers } = await calling('chat', [['get_environment', {}]]);
    assert.match(answers[0]?.[2] ?? '', /The person has stopped all agents/);
    assert.match(await access.message(), /Every call is refused, market data too/);
  });

  it('have a page of all their calls, opened from one of them, which starts them again', async () => {
    const { workbench } = editor;
    const page = await actUntil(
      'opening the page of calls',
      () =>
        access
          .row(/^get_environment/)
          .first()
          .click(),
      () => workbench.panel(/Agent Calls/).shown('.agent-calls tbody tr'),
    );
    const refused = page.locator('.agent-calls tbody tr', { hasText: 'refused, stopped' });
    assert.match(
      (await refused.first().innerText()).replaceAll(/\s+/g, ' '),
      /get_environment .*refused, stopped/,
    );
    assert.ok((await page.locator('.agent-calls tbody tr', { hasText: 'list_positions' }).count()) > 0);
    // However narrow it is: calls that a part of the page keeps out of sight seem not to have been made.
    const list = page.locator('.agent-calls .scroll');
    assert.ok((await page.locator('.agent-calls tbody tr').count()) > 13);
    assert.equal(await list.evaluate((part) => part.scrollHeight - part.clientHeight), 0);
    await page.getByRole('button', { name: 'Start Agents Again' }).click();
    await page.getByRole('button', { name: 'Stop All Agents' }).waitFor();
    answerOf(await calling('chat', [['get_environment', {}]]), 0);
    const calls = page.locator('.agent-calls tbody tr', { hasText: 'get_environment' });
    await eventually(
      () => calls.first().innerText(),
      (text) => text.includes('answered'),
      'the call is listed',
    );
  });

  itAtNight('over MCP are answered by the window focused last', async () => {
    const { workbench, browser, server } = editor;
    const isAsked = async (wanted: string): Promise<void> => {
      const asked = async (): Promise<unknown> => {
        const { answer } = await outside.call('get_environment');
        return answer['error'] ?? (answer['untrusted'] as Shown)['window'];
      };
      await eventually(asked, (window) => window === wanted, `${wanted} is asked`);
    };
    await isAsked('workspace');
    await workbench.setFocused(false);
    const folder = path.join(server.root, 'elsewhere');
    await mkdir(folder);
    const url = new URL(editor.url);
    url.searchParams.set('folder', folder);
    const second = new Workbench(await browser.context.newPage());
    await second.open(url.href);
    await isAsked('elsewhere');
    await second.setFocused(false);
    await workbench.setFocused(true);
    await isAsked('workspace');
    await workbench.setFocused(false);
    await second.setFocused(true);
    await isAsked('elsewhere');
    // Its end is a matter of the server, which may wait for a page that left to come again.
    await second.page.close();
  });
});
