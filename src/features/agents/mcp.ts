import { Uri } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import { inBrowser } from '../platform.ts';
import type { Editor, Parts } from '../services.ts';
import type { McpAccess } from './mcp-access.ts';

/**
 * The MCP server: nothing of it is loaded, opened or written before its setting is on. While it is off, the note of the public service
 * alone is removed: a setting that was turned off while no window was open counts from now on for the server without a window, too.
 * `callsWithoutWindow`: those of the server that no window answered, newest first.
 */
export function registerMcp(
  { context, commands, own }: Editor,
  { clock, config, log, session }: Parts<'clock' | 'config' | 'log' | 'session'>,
  desk: () => Promise<AgentDesk>,
  isDirect: (url: string) => Promise<boolean>,
): { callsWithoutWindow(): Promise<readonly AgentCall[]> } {
  // It is a program, and there are none in a browser.
  if (inBrowser) return { callsWithoutWindow: async () => [] };
  const folder = Uri.joinPath(context.globalStorageUri, 'agents').fsPath;
  let loading: Promise<McpAccess> | undefined;
  const access = (): Promise<McpAccess> => {
    loading ??= import('./mcp-access.ts').then(({ McpAccess }) =>
      own.add(new McpAccess({ context, folder, clock, config, log, session, desk, isDirect })),
    );
    return loading;
  };
  const apply = (): void => {
    if (config.get('agents.mcpServer') || loading !== undefined) void access().then((mcp) => mcp.apply());
  };
  own.add(config.onDidChange(apply));
  apply();
  const forget = async (): Promise<void> => {
    const { notePublicService } = await import('../../agents/mcp/public-service.ts');
    if (loading === undefined) await notePublicService(folder, undefined);
  };
  if (loading === undefined)
    forget().catch((cause: unknown) => log.error('The MCP server goes on without a window', cause));
  commands.serve({ copyMcpConfiguration: async () => (await access()).copyConfiguration() });
  return {
    callsWithoutWindow: async () => (await import('../../agents/mcp/call-file.ts')).readCalls(folder),
  };
}
