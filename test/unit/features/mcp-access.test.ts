import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpServerDefinitionProvider, McpStdioServerDefinition } from 'vscode';
import { COMMANDS } from '../../../src/features/ids.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: object;
}

describe('how the MCP server is started', () => {
  let home = '';

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'mcp-access-'));
    await mkdir(path.join(home, 'dist'));
    await writeFile(path.join(home, 'dist', 'mcp-server.mjs'), 'the program');
  });

  afterEach(async () => {
    await rm(home, { recursive: true });
  });

  /** What is copied for agents outside, and what the editor starts; by the setting `agents.node`. */
  async function startsWith(node: string) {
    let copied = '';
    const writeText = async (text: string): Promise<void> => {
      copied = text;
    };
    let provider: McpServerDefinitionProvider<McpStdioServerDefinition> | undefined;
    Object.assign(editor.env, { clipboard: { writeText } });
    Object.assign(editor.window, { showInformationMessage: async () => undefined });
    Object.assign(editor.lm, {
      registerMcpServerDefinitionProvider: (_id: string, given: typeof provider) => {
        provider = given;
        return { dispose: () => {} };
      },
    });
    const folder = pathToFileURL(`${home}/`);
    const more = { storage: folder, extension: folder };
    const { window, close } = await openDemoWindow({ 'agents.node': node }, more);
    try {
      await window.run(COMMANDS.copyMcpConfiguration);
      const token = {} as never;
      const [listed] = (await provider?.provideMcpServerDefinitions(token)) ?? [];
      assert.ok(listed);
      const before = { ...listed };
      const started = await provider?.resolveMcpServerDefinition?.(listed, token);
      const { command, args, env } = started as unknown as Start;
      return { copied: JSON.parse(copied) as unknown, before, command, args, env };
    } finally {
      close();
    }
  }

  const program = (): string => path.join(home, 'agents', 'mcp-server.mjs');

  it('is by the Node of the editor where the setting names none', async () => {
    const { copied, before, command, args, env } = await startsWith(' ');
    const start = { command: process.execPath, args: [program()], env: { ELECTRON_RUN_AS_NODE: '1' } };
    assert.deepEqual(copied, { mcpServers: { 'prediction-markets': start } });
    assert.deepEqual([command, env, args[0]], [start.command, start.env, program()]);
    // The one window to ask.
    assert.match(args[1] ?? '', /^[0-9a-f-]{36}$/);
    // Nothing of it is there before it is started.
    assert.deepEqual(before, { label: 'Prediction Markets', command: '', args: [], env: {} });
  });

  it('is by the Node that the setting names, with nothing that is meant for the editor', async () => {
    const { copied, command, args, env } = await startsWith(' /opt/node 22/bin/node ');
    const start = { command: '/opt/node 22/bin/node', args: [program()], env: {} };
    assert.deepEqual(copied, { mcpServers: { 'prediction-markets': start } });
    assert.deepEqual([command, env, args[0]], [start.command, {}, program()]);
  });
});
