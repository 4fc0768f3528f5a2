import { type Disposable, DisposableOwner, toDisposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import {
  type AgentAccess,
  type AgentCall,
  type AgentCaller,
  CANCEL_TOOL,
  type ConnectedAgent,
} from '../core/agent-access.ts';
import { listPositions } from './account-tools.ts';
import { environmentOf, errorAnswer, type ToolAnswer } from './answer.ts';
import { CallQueue } from './call-queue.ts';
import { Callers } from './callers.ts';
import { openAccount } from './own-list.ts';
import { checkInput, type InputSchema, type ToolInput, WrongInput } from './schema.ts';
import { type Fits, shortened } from './shorten.ts';
import type { AgentSources } from './sources.ts';
import { AgentSwitches, type AgentsSince, type Person, type Switch } from './switches.ts';
import { ACCOUNT_TOOLS, failureAnswer, getEnvironment, PUBLIC_TOOLS } from './tools.ts';

/** What is shown of the account where no agent has asked for anything yet. */
const SHOWN_TOOL = 'list_positions';

interface ToolResult {
  readonly answer: ToolAnswer;
  /** The same as text. */
  readonly json: string;
  /** To be passed on as one: an error is never a success around one. */
  readonly isError: boolean;
}

interface ListedResult extends Omit<ToolResult, 'json'> {
  readonly saw: AgentCall['saw'];
  /** Nothing of it may be left out, and it goes out in any case. */
  readonly isWhole?: true;
  /** The person was asked for it. */
  readonly wasAsked?: boolean;
}

const failed = (answer: ToolAnswer): ListedResult => ({ answer, isError: true, saw: 'nothing' });

/** Any extension can call a tool, and the editor does not say which. */
const UNKNOWN: AgentCaller = { via: 'extension' };

/** So many calls are remembered, in memory. */
const MOST_CALLS = 200;
/** So many reads run at once. The others wait here, not before the service, where what a person asks for would wait too. */
const MOST_READS = 2;

const STOPPED = 'The person has stopped all agents.';
const CLOSED = 'The person has closed the account to agents.';
const FAILED = 'Do not call it again as it is: tell the person, who can read the log. Do not guess.';
const OTHER_TOOL = 'Call one of the tools on the list.';
const LESS = 'Pass a smaller limit, or ask about less.';
const SWITCHED =
  'Go on without it, or tell the person: the command "Agent Access" of Prediction Markets has the switches.';

/** Where every call of an agent goes through: its input is checked, the switches are asked, and it is listed. */
export class AgentDesk extends DisposableOwner {
  readonly #sources: AgentSources;
  readonly #schemas: ReadonlyMap<string, InputSchema>;
  readonly #person: Person;
  readonly #windowName: () => string | undefined;
  readonly #changed = this.own.add(new Emitter<void>());
  readonly #calls: AgentCall[] = [];
  readonly #callers = new Callers();
  readonly #switches: AgentSwitches;
  #numbered = 0;
  readonly #queue = new CallQueue(MOST_READS);
  #isCancelling = false;

  /** `windowName`: of the workspace, if it has one. */
  constructor(
    sources: AgentSources,
    schemas: ReadonlyMap<string, InputSchema>,
    person: Person,
    windowName: () => string | undefined = () => undefined,
  ) {
    super();
    this.#windowName = windowName;
    this.#sources = sources;
    this.#schemas = schemas;
    this.#person = person;
    this.#switches = new AgentSwitches(sources, person, () => this.#changed.fire());
  }

  readonly onDidChange = this.#changed.event;

  /** Newest first. */
  get calls(): readonly AgentCall[] {
    return this.#calls;
  }

  /** Who is there, or has called. */
  get connected(): readonly ConnectedAgent[] {
    return this.#callers.all;
  }

  /** Lists a caller as there, until the result is disposed. Its calls come with an equal caller. */
  connect(caller: AgentCaller): Disposable {
    this.#callers.enter(caller, this.#sources.clock.now());
    this.#changed.fire();
    return toDisposable(() => {
      this.#callers.leave(caller);
      this.#changed.fire();
    });
  }

  /** Unix milliseconds; undefined while agents are not stopped. */
  get stoppedAt(): number | undefined {
    return this.#switches.stoppedAt;
  }

  get isStopped(): boolean {
    return this.stoppedAt !== undefined;
  }

  get since(): AgentsSince {
    return this.#switches.since;
  }

  get access(): AgentAccess {
    return this.#switches.access;
  }

  /** The switches hold for this window, and that of the account for the account in use alone. */
  set(name: Switch, isOn: boolean): void {
    this.#switches.set(name, isOn);
  }

  /** Asks the person, who wants to open the account, as a first call would. Rejects with ToolRefusal where nobody is signed in. */
  async openAccount(): Promise<void> {
    const sources = this.#sources;
    await openAccount(sources);
    if (this.isStopped || this.access.account === 'allowed') return;
    const input = checkInput(this.#schemas.get(SHOWN_TOOL) as InputSchema, {});
    await this.#switches.ask(SHOWN_TOOL, undefined, () => listPositions(sources, input));
  }

  /** Refuses every call until it is started again; what was allowed is forgotten. */
  stop(): void {
    this.#switches.stop();
  }

  start(): void {
    this.#switches.start();
  }

  /** Never rejects. */
  async call(tool: string, given: unknown, caller: AgentCaller = UNKNOWN, fits?: Fits): Promise<ToolResult> {
    // The person may choose another one while a dialog stands.
    const { profile } = this.#sources.session;
    let input: ToolInput | undefined;
    let result: ListedResult;
    try {
      input = this.#checked(tool, given);
      const checked = input;
      const run = (): Promise<ListedResult> => this.#run(tool, checked, caller);
      result = await this.#shortened(await this.#ofOneConnection(run), checked, fits);
    } catch (cause) {
      result = this.#failure(cause);
    }
    const { isError, saw, wasAsked } = result;
    // An error, too, is of the connection on which it was asked.
    const answer = isError ? { ...result.answer, environment: environmentOf(profile) } : result.answer;
    const json = JSON.stringify(answer);
    const isDeclined = answer['declined'] === true;
    const isRefused = isError || isDeclined;
    this.#callers.called(caller, this.#sources.clock.now());
    this.#numbered += 1;
    this.#note({
      number: this.#numbered,
      connection: profile.label,
      caller,
      at: this.#sources.clock.now(),
      tool: this.#schemas.has(tool) ? tool : 'unknown tool',
      input: input?.toString() ?? '',
      bytes: Buffer.byteLength(json),
      result: isError && answer['error'] === 'failed' ? 'failed' : isRefused ? 'refused' : 'answered',
      reason: isDeclined ? 'declined' : isError ? String(answer['error']) : wasAsked ? 'allowed' : undefined,
      saw,
    });
    return { answer, json, isError };
  }

  /** What came of cancels is said in full, however little room there is. */
  async #shortened(result: ListedResult, input: ToolInput, fits: Fits | undefined): Promise<ListedResult> {
    const { answer, isError, isWhole } = result;
    if (fits === undefined || isError || isWhole === true) return result;
    const smaller = await shortened(answer, Number(input.text('cursor') ?? 0), fits);
    if (smaller !== undefined) return { ...result, answer: smaller };
    return this.#refused('tooLarge', 'The answer does not fit into the tokens that are left.', LESS);
  }

  /** What was begun on one connection never goes out under the name of another, nor a reason read there: demo and real are not mixed up. */
  async #ofOneConnection(run: () => Promise<ListedResult>): Promise<ListedResult> {
    const { session } = this.#sources;
    const epoch = session.epoch('public');
    const result = await run().catch((cause: unknown) => this.#failure(cause));
    if (result.isWhole === true || session.epoch('public') === epoch) return result;
    return this.#refused('changed', 'The connection changed while this was read.', 'Call again.');
  }

  #checked(tool: string, given: unknown): ToolInput {
    const schema = this.#schemas.get(tool);
    if (schema === undefined) throw new WrongInput('There is no tool of that name.', OTHER_TOOL);
    return checkInput(schema, given ?? {});
  }

  async #run(tool: string, input: ToolInput, caller: AgentCaller): Promise<ListedResult> {
    const sources = this.#sources;
    if (this.isStopped) return this.#refused('stopped', STOPPED);
    if (tool === 'get_environment')
      return {
        answer: getEnvironment(sources, this.access, this.#windowName()),
        isError: false,
        saw: 'public',
      };
    const read = PUBLIC_TOOLS[tool];
    if (read !== undefined) {
      // The switch may have been turned while it waited, or while it was read.
      let isOwn = false;
      const answer = await this.#queue.run(
        () => this.access.publicData,
        () => {
          isOwn = tool === 'get_market' && this.access.account === 'allowed';
          return read(sources, input, isOwn);
        },
      );
      if (answer === undefined || !this.access.publicData)
        return this.#refused('off', 'The person has closed market data to agents.');
      if (isOwn && this.access.account !== 'allowed') return this.#refused('closed', CLOSED, 'Call again.');
      return { answer, isError: false, saw: isOwn ? this.#sawAccount : 'public' };
    }
    return tool === CANCEL_TOOL ? this.#cancel(input, caller) : this.#readAccount(tool, input, caller);
  }

  async #cancel(input: ToolInput, caller: AgentCaller): Promise<ListedResult> {
    const mayAsk = (): boolean => this.access.mayAskToCancel;
    const notAllowed = (): ListedResult =>
      this.#refused('off', 'The person has not allowed agents to ask for this.');
    if (!mayAsk()) return notAllowed();
    // One dialog at a time: a heap of them is answered without being read.
    if (this.#isCancelling)
      return this.#refused(
        'busy',
        'The person is being asked about another cancel.',
        'Wait until that call has its answer.',
      );
    this.#isCancelling = true;
    try {
      const answer = await this.#person.cancel(input.texts('orderIds'), caller, mayAsk);
      if (answer === undefined) return notAllowed();
      return { answer, isError: false, saw: 'orders', isWhole: true };
    } finally {
      this.#isCancelling = false;
    }
  }

  async #readAccount(tool: string, input: ToolInput, caller: AgentCaller): Promise<ListedResult> {
    const sources = this.#sources;
    const read = ACCOUNT_TOOLS[tool];
    if (read === undefined) throw new WrongInput('There is no tool of that name.', OTHER_TOOL);
    // Opening the connection may be what tells which account there is.
    await sources.session.ensure();
    const wasAsked = this.access.account === 'ask' && sources.session.canSign;
    if (wasAsked) await this.#switches.ask(tool, caller, () => read(sources, input));
    if (this.access.account !== 'allowed' && sources.session.canSign)
      return this.#refused('closed', 'The person has not opened the account to agents.');
    const mayRead = (): boolean => this.access.account === 'allowed' || !sources.session.canSign;
    const answer = await this.#queue.run(mayRead, () => read(sources, input));
    // The switch may have been turned, or the account changed, while it waited or was read.
    if (answer === undefined || this.access.account !== 'allowed') return this.#refused('closed', CLOSED);
    return { answer, isError: false, saw: this.#sawAccount, wasAsked };
  }

  get #sawAccount(): AgentCall['saw'] {
    return this.#sources.view().format.settings.hideAmounts ? 'account, amounts hidden' : 'account';
  }

  /** Where agents were stopped while it ran, that is the reason, whatever else there is. */
  #refused(code: string, reason: string, then = SWITCHED): ListedResult {
    const [error, why, next] = this.isStopped ? ['stopped', STOPPED, SWITCHED] : [code, reason, then];
    return this.#error(error, why, next);
  }

  #error(error: string, why: string, next: string): ListedResult {
    return failed(errorAnswer(this.#sources, undefined, { error, why, next }));
  }

  #failure(cause: unknown): ListedResult {
    const sources = this.#sources;
    if (cause instanceof WrongInput) return this.#refused('wrongInput', cause.message, cause.next);
    const known = failureAnswer(sources, cause);
    if (known !== undefined) return failed(known);
    sources.session.log.error(`A tool for agents failed: ${String(cause)}`);
    return this.#error('failed', 'It failed here, for a reason that is in the log.', FAILED);
  }

  #note(call: AgentCall): void {
    this.#calls.unshift(call);
    this.#calls.splice(MOST_CALLS);
    this.#changed.fire();
  }
}
