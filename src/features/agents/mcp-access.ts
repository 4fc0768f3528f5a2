import {
  type ExtensionContext,
  env,
  l10n,
  lm,
  McpStdioServerDefinition,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { notePublicService, type PublicService } from '../../agents/mcp/public-service.ts';
import { openWindowServer, type WindowServer } from '../../agents/mcp/window-server.ts';
import type { Clock } from '../../base/clock.ts';
import { DisposableOwner, DisposableStore } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import type { Session } from '../../store/session/session.ts';
import type { Config } from '../config.ts';

interface Given {
  readonly context: ExtensionContext;
  /** Where programs find windows. */
  readonly folder: string;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
  readonly session: Pick<Session, 'profile' | 'onDidChange'>;
  readonly desk: () => Promise<AgentDesk>;
  /** Whether requests to an address go there without the editor. */
  readonly isDirect: (url: string) => Promise<boolean>;
}

interface Running extends DisposableStore {
  /** Rejects where the window cannot listen. */
  readonly server: Promise<WindowServer>;
}

/** While its setting is on: this window on the editor's list of MCP servers, and where programs find it. */
export class McpAccess extends DisposableOwner {
  readonly #given: Given;
  #running: Running | undefined;
  /** The last of what is written about the service, one after the other. */
  #noting: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    super();
    this.#given = given;
  }

  /** Begins or ends as the setting says. */
  apply(): void {
    const { config, log } = this.#given;
    if (config.get('agents.mcpServer') === (this.#running !== undefined)) return;
    if (this.#running !== undefined) {
      this.own.release(this.#running);
      this.#running = undefined;
      this.#note();
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
    this.apply();
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
    const { context, folder, clock, desk, session } = this.#given;
    const server = await openWindowServer({
      folder,
      program: Uri.joinPath(context.extensionUri, 'dist', 'mcp-server.mjs').fsPath,
      label: workspace.name ?? '',
      isFocused: window.state.focused,
      clock,
      desk,
    });
    own.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (!focused) return;
        server.focused();
        this.#note();
      }),
    );
    own.add(
      session.onDidChange((change) => {
        if (change === 'connection') this.#note();
      }),
    );
    // A proxy.
    own.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('http')) this.#note();
      }),
    );
    this.#note();
    return own.add(server);
  }

  /** For the time without a window: which service is public data of; nothing once the setting is off. */
  #note(): void {
    const { folder, log } = this.#given;
    const note = async (): Promise<void> => {
      if (this.own.disposed) return;
      const service = this.#running && (await this.#publicService());
      await notePublicService(folder, service);
    };
    this.#noting = this.#noting.then(note).catch((cause: unknown) => {
      log.error('The MCP server cannot learn which service this is', cause);
    });
  }

  /** No word of what signs: what is read by it is public. */
  async #publicService(): Promise<PublicService> {
    const { context, session, isDirect } = this.#given;
    const { id: connection, publicUrl, dialect } = session.profile;
    const isRead = connection !== 'demo' && publicUrl !== '' && (await isDirect(publicUrl));
    const module = Uri.joinPath(context.extensionUri, 'dist', 'public-data.js').fsPath;
    return { connection, publicUrl: isRead ? publicUrl : '', dialect, module };
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
