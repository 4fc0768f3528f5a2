import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { noteCall } from '../../../src/agents/mcp/call-file.ts';
import { AGENT_CALLS, type AgentCallsSnapshot } from '../../../src/view/panels/agent-calls/protocol.ts';
import { settle } from '../../support/clock.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { present } from '../../support/values.ts';

/** The page in a window of the demo, as it is drawn last. */
async function scene(more: Parameters<typeof openDemoWindow>[1] = {}) {
  const { clock, window, services, close } = await openDemoWindow({}, more);
  const ran: string[] = [];
  const { executeCommand } = editor.commands;
  const run = async (id: string, ...args: readonly unknown[]): Promise<void> => {
    if (!id.startsWith('predictionMarkets.')) return;
    ran.push(id.replace('predictionMarkets.', ''));
    if (!id.endsWith('.focus')) await window.run(id, ...args);
  };
  Object.assign(editor.commands, { executeCommand: run });
  const panel = window.openPanel(AGENT_CALLS, 'agentCalls');
  let drawn: AgentCallsSnapshot | undefined;
  panel.onPost = ({ number, snapshot }) => {
    drawn = snapshot as AgentCallsSnapshot;
    panel.say({ type: 'drawn', number });
  };
  panel.say({ type: 'ready', details: false });
  const desk = await window.agents.desk();
  const content = async () => {
    await clock.advance(1_000);
    await settle();
    const snapshot = present(drawn);
    return { snapshot, rows: snapshot.content?.calls.content?.rows ?? [] };
  };
  const end = async (): Promise<void> => {
    panel.dispose();
    await clock.advance(60_000);
    close();
    Object.assign(editor.commands, { executeCommand });
  };
  return { clock, desk, services, panel, content, ran, end };
}

describe('the page of agent calls', () => {
  it('says that nobody has called yet', async () => {
    const { content, end } = await scene();
    const { snapshot, rows } = await content();
    assert.equal(snapshot.note?.text, 'No agent has called yet.');
    assert.deepEqual(rows, []);
    await end();
  });

  it('lists each call once, newest first, with who, tool, arguments, size, result and what it was allowed to see', async () => {
    const { clock, desk, content, end } = await scene();
    await clock.run(desk.call('get_environment', {}, { via: 'chat' }));
    await clock.advance(1_000);
    await clock.run(desk.call('list_orders', { limit: 3 }, { via: 'mcp', name: 'quill 2.3' }));
    const { snapshot, rows } = await content();
    const { calls } = snapshot.content ?? {};
    assert.deepEqual(
      calls?.content?.columns.map(({ label }) => label),
      ['Time', 'Who', 'Tool', 'Arguments', 'Answer', 'Result', 'Was allowed to see', 'Connection'],
    );
    const shown = rows.map(({ cells }) => cells.slice(1).map(({ text }) => text));
    assert.match(shown[0]?.[3] ?? '', /^\d+\.\d KB$/);
    assert.deepEqual(
      shown.map(([who, tool, input, , result, saw, on]) => [who, tool, input, result, saw, on]),
      [
        ['quill 2.3', 'list_orders', 'limit 3', 'refused, not allowed', 'nothing', 'Demo exchange'],
        ['VS Code chat', 'get_environment', '–', 'answered', 'market data', 'Demo exchange'],
      ],
    );
    assert.deepEqual(
      rows.map(({ cells }) => cells[5]?.short),
      ['refused', 'answered'],
    );
    assert.deepEqual(
      calls?.tabs?.map(({ label }) => label),
      ['All', 'Refused 1'],
    );
    assert.match(
      calls?.footnote ?? '',
      /^In this window: 2 · \d+\.\d KB · 1 refused\. .*nobody has checked it/,
    );
    await end();
  });

  it('stops all agents by its button, starts them again by the same one, and says so', async () => {
    const { desk, panel, content, ran, end } = await scene();
    const press = async (place: number): Promise<readonly [string | undefined, string | undefined]> => {
      const { head } = present((await content()).snapshot.content);
      panel.say({ type: 'run', action: present(head.buttons[place]?.action) });
      const after = present((await content()).snapshot.content).head;
      return [after.buttons[0]?.label, after.state.text];
    };
    const [start, stopped] = await press(0);
    assert.equal(start, 'Start Agents Again');
    assert.match(stopped ?? '', /^Stopped at \d/);
    assert.equal((await desk.call('get_environment', {})).answer['error'], 'stopped');
    assert.deepEqual(await press(0), ['Stop All Agents', 'Not stopped']);
    assert.equal((await desk.call('get_environment', {})).isError, false);
    await press(1);
    assert.deepEqual(ran, ['stopAgents', 'startAgents', 'agentAccess', 'agents.focus']);
    await end();
  });

  it('hides sizes that an agent passed with the amounts', async () => {
    const { clock, desk, services, content, end } = await scene();
    await clock.run(desk.call('what_if', { slug: 'a-market', contracts: 1234 }));
    const passed = async () => (await content()).rows[0]?.cells[3]?.text;
    assert.equal(await passed(), 'a-market, contracts 1234');
    await services.config.set('hideAmounts', true);
    assert.equal(await passed(), 'a-market, contracts •••');
    await end();
  });

  it('has tabs of the calls that saw the account and of those no window answered, read from their file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-calls-'));
    await mkdir(path.join(folder, 'agents'));
    const at = Date.UTC(2026, 8, 1, 17);
    const alone = { at, name: 'quill 2.3', tool: 'get_market', input: 'slug tides', bytes: 2_048 };
    noteCall(path.join(folder, 'agents'), alone);
    noteCall(path.join(folder, 'agents'), { ...alone, tool: 'list_orders', error: 'noWindow' });
    const { clock, desk, content, end } = await scene({ storage: pathToFileURL(`${folder}/`) });
    desk.set('account', true);
    await clock.run(desk.call('list_orders', {}));
    await clock.run(desk.call('get_environment', {}));
    // The file takes its own time.
    while ((await content()).rows.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    const { snapshot, rows } = await content();
    assert.deepEqual(
      snapshot.content?.calls.tabs?.map(({ label }) => label),
      ['All', 'Account 1', 'Refused 1', 'Without a window 2'],
    );
    assert.deepEqual(
      rows.map(({ tabs, cells }) => [cells[2]?.text, tabs]),
      [
        ['get_environment', []],
        ['list_orders', ['account']],
        ['list_orders', ['refused', 'alone']],
        ['get_market', ['alone']],
      ],
    );
    assert.deepEqual(
      rows
        .at(-1)
        ?.cells.slice(1)
        .map(({ text }) => text),
      ['quill 2.3', 'get_market', 'tides', '2.0 KB', 'answered', 'market data', '–'],
    );
    await end();
    await rm(folder, { recursive: true });
  });

  it('is drawn again with every call', async () => {
    const { clock, desk, content, end } = await scene();
    for (let count = 1; count <= 3; count++) {
      await clock.run(desk.call('get_environment', {}));
      assert.equal((await content()).rows.length, count);
    }
    await end();
  });
});
