import { LanguageModelTextPart, LanguageModelToolResult, lm } from 'vscode';
import { DisposableOwner } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import type { AgentCaller } from '../core/agent-access.ts';
import type { AgentsShown } from '../view/agents-tree.ts';
import { TOOL_PREFIX } from './ids.ts';

/** What is known of agents, for their view and the page of their calls. */
export interface AgentCalls {
  /** Undefined until it is loaded, which `look` begins; `look` also reads again what no window was there for. */
  readonly shown: AgentsShown | undefined;
  readonly onDidChange: Event<void>;
  look(): void;
}

/** What a call came to, as JSON; an error is thrown with it, so that no client takes it for an answer. */
interface CalledTool {
  readonly json: string;
  readonly isError: boolean;
}

/** `fits`: whether an answer, as JSON, has room; undefined: any has. */
type Call = (
  tool: string,
  input: unknown,
  caller: AgentCaller,
  fits: ((json: string) => Promise<boolean>) | undefined,
) => Promise<CalledTool>;

/** Each stands in the manifest with its description and schema. */
const TOOL_NAMES = [
  'get_environment',
  'search_markets',
  'get_market',
  'get_event',
  'get_order_book',
  'get_price_history',
  'get_settlement',
  'what_if',
  'list_positions',
  'list_orders',
  'list_activity',
  'cancel_orders',
] as const;

/**
 * The editor's side of the tools for agents. What they answer comes from what `load` loads, which calls `serve`. The editor checks
 * no input, may ask nobody, and lets any extension call a tool it does not list: all of that is done behind `serve`.
 */
export class AgentTools extends DisposableOwner {
  #call: Call | undefined;

  constructor(load: () => Promise<unknown>) {
    super();
    for (const name of TOOL_NAMES)
      this.own.add(
        lm.registerTool<object>(`${TOOL_PREFIX}${name}`, {
          invoke: async ({ input, toolInvocationToken, tokenizationOptions: room }, token) => {
            await load();
            const via = toolInvocationToken === undefined ? 'extension' : 'chat';
            const fits =
              room && (async (json: string) => (await room.countTokens(json, token)) <= room.tokenBudget);
            const called = await this.#call?.(name, input, { via }, fits);
            if (called === undefined) throw new Error('The tools are not ready. Try again in a second.');
            if (called.isError) throw new Error(called.json);
            return new LanguageModelToolResult([new LanguageModelTextPart(called.json)]);
          },
        }),
      );
  }

  serve(call: Call): void {
    this.#call = call;
  }
}
