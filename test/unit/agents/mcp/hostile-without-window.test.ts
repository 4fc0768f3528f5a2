import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { notePublicService } from '../../../../src/agents/mcp/public-service.ts';
import { type JsonShape, rewriteJson } from '../../../../tools/exchange/faults/json-shape.ts';
import { type DemoServer, startDemoServer } from '../../../../tools/exchange/server.ts';
import { everyCall } from '../../../support/agent-script.ts';
import { toolSchemas } from '../../../support/agent-window.ts';
import { honestSide } from '../../../support/faulty.ts';
import { HOSTILE_IDENTITIES, HOSTILE_TEXTS } from '../../../support/hostile.ts';
import { assertAnswersAreClean, HOSTILE_SHAPES, textsOfAnswer } from '../../../support/hostile-answers.ts';
import { assertIsNotSteered, HOSTILE_INPUTS, PASSED_WORDS } from '../../../support/hostile-inputs.ts';
import { type McpAnswer, mcpClient } from '../../../support/mcp-client.ts';
import { builtMcpServer, builtPublicData } from '../../../support/mcp-window.ts';

const ACCOUNT = ['list_positions', 'list_orders', 'list_activity', 'cancel_orders'];

describe('MCP server without a window between a client and what is hostile', () => {
  const side = honestSide(Date.now());
  const calls = everyCall(side);
  let shape: JsonShape | undefined;
  let server: DemoServer;
  let built = '';
  let module = '';
  let folder = '';
  let client: Awaited<ReturnType<typeof mcpClient>>;

  before(async () => {
    built = await builtMcpServer();
    module = await builtPublicData(built);
    const handle: typeof side.handler.handle = (request) => {
      const reply = side.handler.handle(request);
      if (shape === undefined) return reply;
      const body: unknown = JSON.parse(new TextDecoder().decode(reply.body));
      return { ...reply, body: new TextEncoder().encode(rewriteJson(body, shape)) };
    };
    server = await startDemoServer({ handler: { ...side.handler, handle } });
  });

  beforeEach(async () => {
    shape = undefined;
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-alone-'));
    const program = path.join(folder, 'mcp-server.mjs');
    await copyFile(built, program);
    const service = { connection: 'custom', publicUrl: server.url, dialect: 'current', module } as const;
    await notePublicService(folder, service);
    client = await mcpClient(program);
  });

  afterEach(async () => {
    await client.close();
    await rm(folder, { recursive: true });
  });

  after(async () => {
    await server.close();
    await rm(path.dirname(built), { recursive: true });
  });

  async function script(): Promise<ReadonlyMap<string, McpAnswer>> {
    const results = new Map<string, McpAnswer>();
    for (const [tool, input] of calls) results.set(tool, await client.call(tool, input));
    return results;
  }

  for (const [name, given] of Object.entries(HOSTILE_SHAPES))
    it(`hands on texts of others under untrusted alone, of every tool: ${name}`, async () => {
      shape = given;
      const results = await script();
      assert.equal(results.size, 12);
      assertAnswersAreClean(new Map([...results].map(([tool, { answer }]) => [tool, answer])));
      for (const [tool, { answer, isError }] of results)
        assert.equal(isError, Object.hasOwn(answer, 'error'), tool);
      assert.equal(client.errors(), '');
      // What is under no name that can be trusted is left out: nothing is found under the honest one then.
      if (given === HOSTILE_IDENTITIES) return;
      const failed = [...results].flatMap(([tool, { isError }]) => (isError ? [tool] : []));
      assert.deepEqual(failed, ACCOUNT);
      if (given !== HOSTILE_TEXTS) return;
      const words = textsOfAnswer(results.get('get_market')?.answer);
      assert.ok(words.some(({ text, isUntrusted }) => isUntrusted && text.includes('evil.invalid')));
    });

  it('is steered past no gate by any value in any field of any tool', async () => {
    for (const [tool, schema] of toolSchemas()) {
      const good = calls.find(([name]) => name === tool)?.[1] ?? {};
      for (const field of [...Object.keys(schema.properties), 'confirm'])
        for (const value of HOSTILE_INPUTS) {
          const result = await client.call(tool, { ...good, [field]: value });
          // A number that JSON has no way to write arrives as nothing.
          const arrived: unknown = JSON.parse(JSON.stringify({ value }))['value'];
          if (!ACCOUNT.includes(tool))
            assertIsNotSteered(result, { tool, field, value: arrived }, schema.properties[field]);
          else {
            assert.match(String(result.answer['error']), /^(?:noWindow|wrongInput)$/, `${tool} ${field}`);
            assert.doesNotMatch(result.text, PASSED_WORDS, `${tool} ${field}`);
          }
        }
    }
  });
});
