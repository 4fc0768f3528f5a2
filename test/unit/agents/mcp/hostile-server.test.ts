import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentDesk } from '../../../../src/agents/agent-desk.ts';
import { openWindowServer } from '../../../../src/agents/mcp/window-server.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { everyCall, playScript } from '../../../support/agent-script.ts';
import { agentWindow, toolSchemas } from '../../../support/agent-window.ts';
import { faultySession, honestSide } from '../../../support/faulty.ts';
import { HOSTILE, saying } from '../../../support/hostile.ts';
import { assertAnswersAreClean, HOSTILE_SHAPES } from '../../../support/hostile-answers.ts';
import { assertIsNotSteered, HOSTILE_INPUTS, PASSED_WORDS } from '../../../support/hostile-inputs.ts';
import { MODES, mcpClient } from '../../../support/mcp-client.ts';
import { builtMcpServer } from '../../../support/mcp-window.ts';
import { rounds } from '../../../support/rounds.ts';

const side = honestSide();
const CALLS = everyCall(side);

describe('MCP server between a client and what is hostile', () => {
  let built = '';
  let folder = '';
  const open: { close(): unknown }[] = [];

  before(async () => {
    built = await builtMcpServer();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-hostile-'));
  });

  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close();
    await rm(folder, { recursive: true });
  });

  after(() => rm(path.dirname(built), { recursive: true }));

  /** A window on a service that `plan` makes hostile, and a client that reaches it through the server's own process. */
  async function connected(options: NonNullable<Parameters<typeof mcpClient>[1]>) {
    const { clock, session, plan } = faultySession(side);
    const window = agentWindow(clock, session);
    const { desk } = window;
    // Nobody else moves the clock of this window while a call comes from outside.
    const served = {
      get access() {
        return desk.access;
      },
      connect: (...given: Parameters<AgentDesk['connect']>) => desk.connect(...given),
      onDidChange: desk.onDidChange,
      call: (...given: Parameters<AgentDesk['call']>) => clock.run(desk.call(...given)),
    } as AgentDesk;
    const given = { folder, program: built, label: HOSTILE, isFocused: true, clock: systemClock };
    const server = await openWindowServer({ ...given, desk: async () => served });
    open.push({ close: window.tearDown }, { close: () => server.dispose() });
    const client = await mcpClient(server.program, options);
    open.push(client);
    return { window, plan, client };
  }

  for (const mode of MODES) {
    const era = typeof mode === 'string' ? mode : mode.pin;

    // What is asked of a service and made of its answers is one code for both eras.
    const shapes = Object.entries(HOSTILE_SHAPES).slice(0, era === 'legacy' ? rounds(2, 99) : 99);
    for (const [name, shape] of shapes)
      it(`hands on texts of others under untrusted alone, of every tool, in the era ${era}: ${name}`, async () => {
        const { window, plan, client } = await connected({ mode });
        plan.fault = saying(shape);
        const results = await playScript(window, CALLS, client.call);
        const answers = new Map([...results].map(([tool, { answer }]) => [tool, answer]));
        assert.equal(answers.size, 12);
        assertAnswersAreClean(answers);
        for (const [tool, { answer, isError }] of results)
          assert.equal(isError, Object.hasOwn(answer, 'error'), tool);
        assert.equal(client.errors(), '');
      });

    it(`is steered past no gate by any value in any field of any tool, in the era ${era}`, async () => {
      const { window, client } = await connected({ mode });
      window.desk.set('account', true);
      window.desk.set('mayAskToCancel', true);
      for (const [tool, schema] of toolSchemas()) {
        const good = CALLS.find(([name]) => name === tool)?.[1] ?? {};
        for (const field of [...Object.keys(schema.properties), 'confirm'])
          for (const value of HOSTILE_INPUTS) {
            const result = await client.call(tool, { ...good, [field]: value });
            // A number that JSON has no way to write arrives as nothing.
            const arrived: unknown = JSON.parse(JSON.stringify({ value }))['value'];
            assertIsNotSteered(result, { tool, field, value: arrived }, schema.properties[field]);
          }
      }
      assert.ok(!window.asked.some((asked) => PASSED_WORDS.test(asked)), window.asked.join());
    });

    it(`lists a client by a name that says and shows nothing else, in the era ${era}`, async () => {
      const { window, client } = await connected({ mode, name: HOSTILE });
      await client.call('get_environment');
      const { name = '' } = window.desk.connected[0]?.caller ?? {};
      assert.match(name, /^[\p{L}\p{N} .:/!=#;,_?\\|{}-]{1,40}…?$/u);
      assert.doesNotMatch(name, /\$\(|["<>[\]]/);
    });
  }
});
