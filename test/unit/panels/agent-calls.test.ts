import assert from 'node:assert/strict';
import { AGENT_CALLS, type AgentCallsSnapshot } from '../../../src/view/panels/agent-calls/protocol.ts';
import { settle } from '../../support/clock.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { present } from '../../support/values.ts';

/** The page in a window of the demo, as it is drawn last. */
async function scene() {
  const { clock, window, services, close } = await openDemoWindow();
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
  };
  return { clock, desk, services, panel, content, end };
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
        ['quill 2.3', 'list_orders', 'limit 3', 'refused, closed', 'nothing', 'Demo exchange'],
        ['VS Code chat', 'get_environment', '–', 'answered', 'market data', 'Demo exchange'],
      ],
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

  it('stops all agents by its button, and says so', async () => {
    const { desk, content, end } = await scene();
    const button = async () => (await content()).snapshot.content?.head.buttons[0]?.label;
    assert.equal(await button(), 'Stop All Agents');
    desk.stop();
    assert.equal(await button(), 'Start Agents Again');
    assert.match((await content()).snapshot.content?.head.state.text ?? '', /^Stopped at \d/);
    await end();
  });

  it('hides sizes that an agent passed with the amounts', async () => {
    const { clock, desk, services, content, end } = await scene();
    await clock.run(desk.call('what_if', { slug: 'a-market', contracts: 1234 }));
    const passed = async () => (await content()).rows[0]?.cells[3]?.text;
    assert.equal(await passed(), 'slug a-market, contracts 1234');
    await services.config.set('hideAmounts', true);
    assert.equal(await passed(), 'slug a-market, contracts •••');
    await end();
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
