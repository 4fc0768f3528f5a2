import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../../src/features/ids.ts';
import { mcpClient } from '../../support/mcp-client.ts';
import { describeInside, run, until } from './inside.ts';

const SERVER = `${EXTENSION_ID}/Prediction Markets`;

/** The name the editor gives a tool of the server. */
function toolNamed(name: string): string | undefined {
  return vscode.lm.tools
    .map((tool) => tool.name)
    .find((each) => each.startsWith('mcp_') && each.endsWith(name));
}

await describeInside('MCP server in the editor', ({ agents, services }) => {
  const chat = vscode.workspace.getConfiguration('chat');

  before(() => chat.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global));

  after(async () => {
    await services.config.set('agents.mcpServer', false);
    await chat.update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global);
  });

  it('is started by the editor once its setting is on, and its tools answer from this window', async () => {
    assert.equal(toolNamed('get_environment'), undefined);
    await services.config.set('agents.mcpServer', true);
    const name = await until(() => {
      void vscode.commands.executeCommand('workbench.mcp.startServer', SERVER);
      return toolNamed('get_environment');
    });
    assert.equal(toolNamed('cancel_orders'), undefined);
    const { content } = await vscode.lm.invokeTool(name, { input: {}, toolInvocationToken: undefined });
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    assert.equal((JSON.parse(part.value) as { readonly environment: string }).environment, 'demo');
    const desk = await agents.desk();
    assert.equal(desk.calls[0]?.tool, 'get_environment');
    assert.equal(desk.calls[0]?.caller.via, 'mcp');
    desk.set('mayAskToCancel', true);
    await until(() => toolNamed('cancel_orders'));
    desk.set('mayAskToCancel', false);
    await until(() => toolNamed('cancel_orders') === undefined);
  });

  it('is reached from outside by the configuration that a command copies, until its setting is off', async () => {
    await run('copyMcpConfiguration');
    assert.equal(services.config.get('agents.mcpServer'), true);
    const { mcpServers } = JSON.parse(await vscode.env.clipboard.readText()) as {
      readonly mcpServers: Readonly<
        Record<
          string,
          {
            readonly command: string;
            readonly args: readonly [string];
            readonly env: Readonly<Record<string, string>>;
          }
        >
      >;
    };
    const { command, args, env } = mcpServers['prediction-markets'] ?? assert.fail();
    assert.deepEqual(Object.keys(env), ['ELECTRON_RUN_AS_NODE']);
    const { call, close } = await mcpClient(args[0], { command, env });
    assert.equal((await call('get_environment')).answer['environment'], 'demo');
    await services.config.set('agents.mcpServer', false);
    while ((await call('get_environment')).answer['error'] !== 'noWindow');
    await close();
  });
});
