import { commands as editorCommands } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import type { AgentsShown } from '../../view/agents-tree.ts';
import type { AgentCalls } from '../agent-tools.ts';
import { VIEWS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import { fillView } from '../trees/view.ts';
import type { ListContent } from '../trees/views.ts';
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
  const access = new Access(editor, services, cancelForAgent, callsWithoutWindow);
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

/** What is known of agents, loaded with the first look or call. */
class Access implements AgentCalls {
  readonly #editor: Editor;
  readonly #services: Services;
  readonly #cancelForAgent: CancelForAgent;
  readonly #changed: Emitter<void>;
  readonly onDidChange: Event<void>;
  readonly #callsWithoutWindow: () => Promise<readonly AgentCall[]>;
  #alone: readonly AgentCall[] = [];
  #loading: Promise<AgentDesk> | undefined;
  #shown: (() => AgentsShown) | undefined;
  #content: ((shown: AgentsShown) => ListContent) | undefined;

  constructor(
    editor: Editor,
    services: Services,
    cancelForAgent: CancelForAgent,
    callsWithoutWindow: () => Promise<readonly AgentCall[]>,
  ) {
    this.#editor = editor;
    this.#services = services;
    this.#cancelForAgent = cancelForAgent;
    this.#callsWithoutWindow = callsWithoutWindow;
    this.#changed = editor.own.add(new Emitter<void>());
    this.onDidChange = this.#changed.event;
  }

  get shown(): AgentsShown | undefined {
    return this.#shown?.();
  }

  desk(): Promise<AgentDesk> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** What the view shows; undefined until it is loaded. */
  content(): ListContent | undefined {
    const { shown } = this;
    return shown && this.#content?.(shown);
  }

  /** Says it to the person where that fails. */
  look(): void {
    for (const each of [this.desk(), this.#readAlone()])
      each.catch((cause: unknown) => this.#services.reporter.failed(cause));
  }

  /** Another window, or none, was there when these were made. */
  async #readAlone(): Promise<void> {
    this.#alone = await this.#callsWithoutWindow();
    this.#changed.fire();
  }

  async #load(): Promise<AgentDesk> {
    const { createDesk, accessContent, agentsShown, setAgentKeys } = await import('./create-desk.ts');
    const { own } = this.#editor;
    const desk = own.add(createDesk(this.#editor, this.#services, this.#cancelForAgent));
    own.add(setAgentKeys(desk));
    own.add(desk.onDidChange(() => this.#changed.fire()));
    this.#shown = () => agentsShown(desk, this.#alone);
    this.#content = (shown) => accessContent(this.#services, shown);
    this.#changed.fire();
    return desk;
  }
}
