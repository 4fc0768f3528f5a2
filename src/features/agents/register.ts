import { commands as editorCommands } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { Emitter } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS, VIEWS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import type { ListContent } from '../trees/views.ts';
import { registerMcp } from './mcp.ts';
import type { CancelForAgent } from './person.ts';

export interface AgentsFeature {
  /** Where the calls go through, made with the first. */
  desk(): Promise<AgentDesk>;
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
  const changed = own.add(new Emitter<void>());
  let content: (() => ListContent) | undefined;
  let withoutWindow: readonly AgentCall[] = [];
  let loading: Promise<AgentDesk> | undefined;
  const load = async (): Promise<AgentDesk> => {
    const { createDesk, accessContent } = await import('./create-desk.ts');
    const desk = own.add(createDesk(editor, services, cancelForAgent));
    const setMayCancel = contextKeySetter<boolean>(CONTEXT_KEYS.agentsMayCancel);
    const setStopped = contextKeySetter<boolean>(CONTEXT_KEYS.agentsStopped);
    own.add(
      desk.onDidChange(() => {
        setMayCancel(desk.access.mayAskToCancel);
        setStopped(desk.isStopped);
        changed.fire();
      }),
    );
    content = () => accessContent(services, desk, withoutWindow);
    changed.fire();
    return desk;
  };
  const desk = (): Promise<AgentDesk> => {
    loading ??= load();
    return loading;
  };
  agents.serve(async (...call) => (await desk()).call(...call));
  fillView(editor, services, {
    name: 'agents',
    needs: { stores: [], changes: [changed.event] },
    content: () => {
      if (content === undefined) desk().catch((cause: unknown) => services.reporter.failed(cause));
      return content?.() ?? { rows: [], description: [] };
    },
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
  const mcp = registerMcp(editor, services, desk, isDirect);
  own.add(
    whenLookedAt(editor, async () => {
      withoutWindow = await mcp.callsWithoutWindow();
      changed.fire();
    }),
  );
  return { desk };
}

/** Reads what no window was there for each time the view comes into sight. */
function whenLookedAt({ views }: Pick<Editor, 'views'>, read: () => Promise<void>): Disposable {
  const { view } = views.slot('agents');
  const look = (): void => {
    if (view.visible) void read();
  };
  look();
  return view.onDidChangeVisibility(look);
}
