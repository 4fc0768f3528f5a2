import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { EXTENSION_ID, SETTINGS } from '../../../src/features/ids.ts';
import { startDemoProcess } from '../../support/demo-process.ts';
import { mcpClient } from '../../support/mcp-client.ts';
import { describeInside, run, until } from './inside.ts';

const SERVER = `${EXTENSION_ID}/Prediction Markets`;

/** The name the editor gives a tool of the server. */
function toolNamed(name: string): string | undefined {
  return vscode.lm.tools
    .map((tool) => tool.name)
    .find((each) => each.startsWith('mcp_') && each.endsWith(name));
}

/**
 * VS Code 1.105 goes on listing a tool that its server has taken back, refuses to call it, and keeps the program of a server that
 * is gone: that asks a window which is not there any more.
 */
const dropsTools = !vscode.version.startsWith('1.105.');
const isGone = (name: string): boolean => !dropsTools || toolNamed(name) === undefined;

interface Answer {
  readonly environment: string | null;
}

/** What the tool answers once the editor has it from the server, which is started for that. */
async function answerOf(name: string): Promise<Answer> {
  for (;;) {
    const tool = await until(() => {
      void vscode.commands.executeCommand('workbench.mcp.startServer', SERVER);
      return toolNamed(name);
    });
    try {
      const { content } = await vscode.lm.invokeTool(tool, { input: {}, toolInvocationToken: undefined });
      const [part] = content;
      assert.ok(part instanceof vscode.LanguageModelTextPart);
      const answer = JSON.parse(part.value) as Answer;
      if (dropsTools || answer.environment !== null) return answer;
      await vscode.commands.executeCommand('workbench.mcp.restartServer', SERVER);
    } catch (error) {
      if (dropsTools || !/was not contributed/.test(String(error))) throw error;
      await sleep(20);
    }
  }
}

await describeInside('MCP server in the editor', ({ agents, services, storage }) => {
  const chat = vscode.workspace.getConfiguration('chat');

  before(() => chat.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global));

  after(async () => {
    await services.config.set('agents.mcpServer', false);
    await chat.update('disableAIFeatures', undefined, vscode.ConfigurationTarget.Global);
  });

  it('is started by the editor once its setting is on, and its tools answer from this window', async () => {
    assert.ok(isGone('get_environment'));
    await services.config.set('agents.mcpServer', true);
    assert.equal((await answerOf('get_environment')).environment, 'demo');
    assert.ok(isGone('cancel_orders'));
    const desk = await agents.desk();
    assert.equal(desk.calls[0]?.tool, 'get_environment');
    assert.equal(desk.calls[0]?.caller.via, 'mcp');
    desk.set('mayAskToCancel', true);
    await until(() => toolNamed('cancel_orders'));
    desk.set('mayAskToCancel', false);
    await until(() => isGone('cancel_orders'));
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

  it('learns from the window which service to read without one, and forgets it with the setting', async () => {
    const folder = path.join(storage.fsPath, 'agents');
    /** Waits until the connection and address of the file are these. */
    const noted = async (...wanted: readonly (string | undefined)[]): Promise<void> => {
      for (;;) {
        const text = await readFile(path.join(folder, 'public-service'), 'utf8').catch(() => '{}');
        const { connection, publicUrl } = JSON.parse(text) as Readonly<Record<string, string>>;
        if (connection === wanted[0] && publicUrl === wanted[1]) return;
        await sleep(20);
      }
    };
    await services.config.set('agents.mcpServer', true);
    await noted('demo', '');
    const exchange = await startDemoProcess();
    // Where no window is: what this one has written, in a folder of its own.
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'mcp-elsewhere-'));
    try {
      await services.config.set('custom.publicUrl', exchange.url);
      await services.config.set('custom.wire', 'current');
      await services.config.set('connection', 'custom');
      await noted('custom', exchange.url);
      for (const name of ['public-service', 'mcp-server.mjs'])
        await copyFile(path.join(folder, name), path.join(elsewhere, name));
      const program = path.join(elsewhere, 'mcp-server.mjs');
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const { call, close } = await mcpClient(program, { command: process.execPath, env });
      const { answer, isError } = await call('search_markets', { limit: 1 });
      assert.equal(isError, false);
      assert.match(String(answer['window']), /^none: public data of the service alone/);
      assert.equal((answer['markets'] as readonly unknown[]).length, 1);
      await close();
    } finally {
      for (const name of ['connection', 'custom.wire', 'custom.publicUrl'] as const)
        await services.config.set(name, SETTINGS[name].default as never);
      await exchange.stop();
      await rm(elsewhere, { recursive: true });
    }
    await services.config.set('agents.mcpServer', false);
    await noted();
  });
});
