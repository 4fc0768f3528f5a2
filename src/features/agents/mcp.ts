import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { Editor, Services } from '../services.ts';
import type { McpAccess } from './mcp-access.ts';

/** The MCP server: nothing of it is loaded, opened or written before its setting is on. */
export function registerMcp(
  { context, commands, own }: Editor,
  { config, log, session }: Services,
  desk: () => Promise<AgentDesk>,
  isDirect: (url: string) => Promise<boolean>,
): void {
  let loading: Promise<McpAccess> | undefined;
  const access = (): Promise<McpAccess> => {
    loading ??= import('./mcp-access.ts').then(({ McpAccess }) =>
      own.add(new McpAccess({ context, config, log, session, desk, isDirect })),
    );
    return loading;
  };
  const follow = (): void => {
    if (config.get('agents.mcpServer') || loading !== undefined) void access().then((mcp) => mcp.follow());
  };
  own.add(config.onDidChange(follow));
  follow();
  commands.serve({ copyMcpConfiguration: async () => (await access()).copyConfiguration() });
}
