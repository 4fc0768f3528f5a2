import { type ExtensionContext, env, l10n, lm, McpStdioServerDefinition, Uri, window } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { openWindowServer, type WindowServer } from '../../agents/mcp/window-server.ts';
import { DisposableOwner, DisposableStore } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { Config } from '../config.ts';

interface Given {
  readonly context: ExtensionContext;
  readonly config: Config;
  readonly log: Log;
  readonly desk: () => Promise<AgentDesk>;
}

interface Running extends DisposableStore {
  /** Rejects where the window cannot listen. */
  readonly server: Promise<WindowServer>;
}

/** While its setting is on: this window on the editor's list of MCP servers, and where programs find it. */
export class McpAccess extends DisposableOwner {
  readonly #given: Given;
  #running: Running | undefined;

  constructor(given: Given) {
    super();
    this.#given = given;
  }

  /** Begins or ends as the setting says. */
  follow(): void {
    const { config, log } = this.#given;
    if (config.get('agents.mcpServer') === (this.#running !== undefined)) return;
    if (this.#running !== undefined) {
      this.own.release(this.#running);
      this.#running = undefined;
      return;
    }
    this.#running = this.own.add(this.#begin());
    this.#running.server.catch((cause: unknown) =>
      log.error('The MCP server cannot reach this window', cause),
    );
  }

  /** For a program outside of the editor; it turns the setting on. */
  async copyConfiguration(): Promise<void> {
    await this.#given.config.set('agents.mcpServer', true);
    this.follow();
    const server = await this.#running?.server;
    if (server === undefined) return;
    const mcpServers = { 'prediction-markets': this.#startOf(server.program) };
    await env.clipboard.writeText(`${JSON.stringify({ mcpServers }, undefined, 2)}\n`);
    void window.showInformationMessage(
      l10n.t(
        'Copied. A program with this configuration can call the tools in the window you focused last. The setting “Agents: Mcp Server” is on now.',
      ),
    );
  }

  #begin(): Running {
    const { extension } = this.#given.context;
    const own = new DisposableStore();
    const server = this.#listen(own);
    own.add(
      lm.registerMcpServerDefinitionProvider('predictionMarkets.mcp', {
        provideMcpServerDefinitions: () => [
          new McpStdioServerDefinition('Prediction Markets', '', [], {}, extension.packageJSON.version),
        ],
        // Started by this window, it asks this window; started by others, the one focused last.
        resolveMcpServerDefinition: async (definition) => {
          const { program, id } = await server;
          return Object.assign(definition, this.#startOf(program, id));
        },
      }),
    );
    return Object.assign(own, { server });
  }

  async #listen(own: DisposableStore): Promise<WindowServer> {
    const { context, desk } = this.#given;
    const server = await openWindowServer({
      folder: Uri.joinPath(context.globalStorageUri, 'agents').fsPath,
      program: Uri.joinPath(context.extensionUri, 'dist', 'mcp-server.mjs').fsPath,
      isFocused: window.state.focused,
      desk,
    });
    own.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) void server.focused();
      }),
    );
    return own.add(server);
  }

  #startOf(program: string, ...args: readonly string[]) {
    const node = this.#given.config.get('agents.node').trim();
    // The editor is a Node as well.
    const isEditor = node === '';
    return {
      command: isEditor ? process.execPath : node,
      args: [program, ...args],
      env: isEditor ? { ELECTRON_RUN_AS_NODE: '1' } : {},
    };
  }
}
