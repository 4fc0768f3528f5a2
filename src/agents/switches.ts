import type { AgentAccess, AgentCaller } from '../core/agent-access.ts';
import type { ToolAnswer } from './answer.ts';
import type { AgentSources } from './sources.ts';

export type Switch = 'publicData' | 'account' | 'mayAskToCancel';

/** Unix milliseconds. */
export interface AgentsSince {
  readonly account?: number;
  readonly mayAskToCancel?: number;
}

/** What the person is asked, by windows of ours that no agent can answer. */
export interface Person {
  /**
   * Whether agents may read the account in this window. `preview`: the very answer that would go out. `caller`: undefined where
   * the person wants to open it.
   */
  allowAccount(
    tool: string,
    caller: AgentCaller | undefined,
    preview: () => Promise<ToolAnswer>,
  ): Promise<boolean>;
  /**
   * Ends in the ordinary dialog; what came of it, order by order. `mayAsk` is looked at right before the first window opens;
   * undefined where it is false by then, and nobody was asked.
   */
  cancel(
    orderIds: readonly string[],
    caller: AgentCaller,
    mayAsk: () => boolean,
  ): Promise<ToolAnswer | undefined>;
}

/** The three switches of a window, *Stop*, and the question that opens the account. */
export class AgentSwitches {
  readonly #sources: Pick<AgentSources, 'clock' | 'session'>;
  readonly #person: Pick<Person, 'allowAccount'>;
  readonly #onChange: () => void;
  #publicData = true;
  #mayAskToCancel = false;
  #stoppedAt: number | undefined;
  #since: AgentsSince = {};
  /** The account that was opened or refused, by the epoch of the session. */
  #account: { readonly epoch: number; readonly isAllowed: boolean } | undefined;
  /** The question that stands, and the epoch of the account it is about. */
  #asking: { readonly epoch: number; readonly answer: Promise<void> } | undefined;

  constructor(
    sources: Pick<AgentSources, 'clock' | 'session'>,
    person: Pick<Person, 'allowAccount'>,
    onChange: () => void,
  ) {
    this.#sources = sources;
    this.#person = person;
    this.#onChange = onChange;
  }

  /** Unix milliseconds; undefined while agents are not stopped. */
  get stoppedAt(): number | undefined {
    return this.#stoppedAt;
  }

  /** Since when what is off at first is as it is. */
  get since(): AgentsSince {
    return this.#since;
  }

  get access(): AgentAccess {
    const isOpen = this.#stoppedAt === undefined;
    return {
      publicData: this.#publicData && isOpen,
      account: isOpen ? this.#accountAccess : 'refused',
      mayAskToCancel: this.#mayAskToCancel && isOpen,
    };
  }

  get #accountAccess(): AgentAccess['account'] {
    const known = this.#account;
    if (known === undefined || known.epoch !== this.#sources.session.epoch('private')) return 'ask';
    return known.isAllowed ? 'allowed' : 'refused';
  }

  set(name: Switch, isOn: boolean): void {
    const { clock, session } = this.#sources;
    if (name !== 'publicData') this.#since = { ...this.#since, [name]: clock.now() };
    if (name === 'publicData') this.#publicData = isOn;
    else if (name === 'mayAskToCancel') this.#mayAskToCancel = isOn;
    else this.#account = { epoch: session.epoch('private'), isAllowed: isOn };
    this.#onChange();
  }

  /** All is off until it is started again; what was allowed is forgotten. */
  stop(): void {
    this.#stoppedAt = this.#sources.clock.now();
    this.#account = undefined;
    this.#asking = undefined;
    this.#mayAskToCancel = false;
    this.#onChange();
  }

  start(): void {
    this.#stoppedAt = undefined;
    this.#onChange();
  }

  /** One question for all calls about the same account that come meanwhile. An answer after a stop, or about another account, is void. */
  ask(tool: string, caller: AgentCaller | undefined, preview: () => Promise<ToolAnswer>): Promise<void> {
    const { session } = this.#sources;
    const epoch = session.epoch('private');
    if (this.#asking?.epoch === epoch) return this.#asking.answer;
    const ask = async (): Promise<void> => {
      try {
        const isAllowed = await this.#person.allowAccount(tool, caller, preview);
        if (this.#asking === asking && epoch === session.epoch('private')) this.set('account', isAllowed);
      } finally {
        if (this.#asking === asking) this.#asking = undefined;
      }
    };
    const asking = { epoch, answer: Promise.resolve().then(ask) };
    this.#asking = asking;
    return asking.answer;
  }
}
