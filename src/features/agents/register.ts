import { commands as editorCommands } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import type { AgentCalls } from '../agent-tools.ts';
import { VIEWS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import { Access } from './access.ts';
import { registerMcp } from './mcp.ts';
import type { CancelForAgent } from './person.ts';

export interface AgentsFeature {
  /** Where the calls go through, made with the first. */
  desk(): Promise<AgentDesk>;
  readonly calls: AgentCalls;
}

/**
 * The tools for agents and what the person lets them read: loaded with the first call. `isDirect`: whether requests to an address go
 * there without the editor.
 */
export function registerAgents(
  editor: Editor,
  services: Services,
  cancelForAgent: CancelForAgent,
  isDirect: (url: string) => Promise<boolean>,
): AgentsFeature {
  const { agents, commands, own } = editor;
  const desk = (): Promise<AgentDesk> => access.desk();
  const { callsWithoutWindow } = registerMcp(editor, services, desk, isDirect);
  const access = own.add(new Access(editor, services, cancelForAgent, callsWithoutWindow));
  agents.serve(async (...call) => (await desk()).call(...call));
  fillView(editor, services, {
    name: 'agents',
    needs: { stores: [], changes: [access.onDidChange] },
    content: () => access.content() ?? { rows: [], description: [] },
    ticked: async (row, isOn) => {
      const { turnSwitch } = await import('./create-desk.ts');
      await turnSwitch(await desk(), row, isOn);
    },
  });
  commands.serve({
    agentAccess: async () => {
      await editorCommands.executeCommand(`${VIEWS.agents}.focus`);
    },
    stopAgents: async () => (await desk()).stop(),
    startAgents: async () => (await desk()).start(),
  });
  const { view } = editor.views.slot('agents');
  const look = (): void => {
    if (view.visible) access.look();
  };
  look();
  own.add(view.onDidChangeVisibility(look));
  return { desk, calls: access };
}
