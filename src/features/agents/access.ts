import type { AgentDesk } from '../../agents/agent-desk.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import type { AgentsShown } from '../../view/agents-tree.ts';
import type { AgentCalls } from '../agent-tools.ts';
import type { Editor, Parts } from '../services.ts';
import type { ListContent } from '../trees/views.ts';
import type { createDesk } from './create-desk.ts';
import type { CancelForAgent } from './person.ts';

type Needed = Parameters<typeof createDesk>[1] & Parts<'reporter'>;

/** What is known of agents, loaded with the first look or call. */
export class Access implements AgentCalls {
  readonly #editor: Editor;
  readonly #services: Needed;
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
    services: Needed,
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
