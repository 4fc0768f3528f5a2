import type { AgentDesk } from '../../agents/agent-desk.ts';
import { ChangeSource } from '../../base/change-source.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import type { AgentsShown } from '../../view/agents-tree.ts';
import type { AgentCalls } from '../agent-tools.ts';
import type { Editor, Parts } from '../services.ts';
import type { ListContent } from '../trees/views.ts';
import type { createDesk } from './create-desk.ts';
import type { CancelForAgent } from './person.ts';

type Needed = Parameters<typeof createDesk>[1] & Parts<'reporter'>;

/** What is known of agents, loaded with the first look or call. */
export class Access extends ChangeSource implements AgentCalls {
  readonly #editor: Editor;
  readonly #services: Needed;
  readonly #cancelForAgent: CancelForAgent;
  readonly #callsWithoutWindow: () => Promise<readonly AgentCall[]>;
  #withoutWindow: readonly AgentCall[] = [];
  #loading: Promise<AgentDesk> | undefined;
  #desk: AgentDesk | undefined;
  #content: ((shown: AgentsShown) => ListContent) | undefined;

  constructor(
    editor: Editor,
    services: Needed,
    cancelForAgent: CancelForAgent,
    callsWithoutWindow: () => Promise<readonly AgentCall[]>,
  ) {
    super();
    this.#editor = editor;
    this.#services = services;
    this.#cancelForAgent = cancelForAgent;
    this.#callsWithoutWindow = callsWithoutWindow;
  }

  get shown(): AgentsShown | undefined {
    if (this.#desk === undefined) return undefined;
    const { access, since, stoppedAt, connected, calls } = this.#desk;
    return { access, since, stoppedAt, connected, calls, withoutWindow: this.#withoutWindow };
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
    for (const each of [this.desk(), this.#readWithoutWindow()])
      each.catch((cause: unknown) => this.#services.reporter.failed(cause));
  }

  /** Another window, or none, was there when these were made. */
  async #readWithoutWindow(): Promise<void> {
    this.#withoutWindow = await this.#callsWithoutWindow();
    this.changes.fire();
  }

  async #load(): Promise<AgentDesk> {
    const { createDesk, accessContent, setAgentKeys } = await import('./create-desk.ts');
    const desk = this.own.add(createDesk(this.#editor, this.#services, this.#cancelForAgent));
    this.own.add(setAgentKeys(desk));
    this.own.add(desk.onDidChange(() => this.changes.fire()));
    this.#desk = desk;
    this.#content = (shown) => accessContent(this.#services, shown);
    this.changes.fire();
    return desk;
  }
}
