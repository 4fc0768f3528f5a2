/** The one tool that acts: it asks the person to cancel orders, by their ids. */
export const CANCEL_TOOL = 'cancel_orders';

/** Who calls a tool for agents, as far as that is known. */
export interface AgentCaller {
  /** `chat`: the editor's chat; `extension`: another extension; `mcp`: a program that speaks MCP. */
  readonly via: 'chat' | 'extension' | 'mcp';
  /** What a program calls itself, as `agentName` cleaned it. Nobody has checked it. */
  readonly name?: string | undefined;
}

/** Somebody who is there, or has called. */
export interface ConnectedAgent {
  readonly caller: AgentCaller;
  /** Unix milliseconds. */
  readonly since: number;
  readonly calls: number;
}

/** What agents may do at this moment. */
export interface AgentAccess {
  readonly publicData: boolean;
  /** `ask`: the person is asked at the first call. */
  readonly account: 'ask' | 'allowed' | 'refused';
  readonly mayAskToCancel: boolean;
}

/** A call, as the person sees it. */
export interface AgentCall {
  /** 1 is the first of this window. */
  readonly number: number;
  readonly caller: AgentCaller;
  /** Unix milliseconds. */
  readonly at: number;
  readonly tool: string;
  /** As passed; of an input that was refused, nothing. */
  readonly input: string;
  readonly bytes: number;
  readonly result: 'answered' | 'refused' | 'failed';
  /** The code of an error, such as `stale`, or `declined`; of an answer, `allowed` where the person was asked for it. */
  readonly reason?: string | undefined;
  /**
   * What it was allowed to see. `orders`: how the orders stand that it named, no more of the account. `unknown`: nobody heard whether
   * the window did what was asked.
   */
  readonly saw: 'public' | 'account' | 'account, amounts hidden' | 'orders' | 'nothing' | 'unknown';
  /** The name of the connection that was asked, where that is known. */
  readonly connection?: string | undefined;
}
