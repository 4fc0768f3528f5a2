import type { ListSection } from '../portfolio/protocol.ts';
import type { PageContent, Snapshot } from '../protocol.ts';

/** Names the one page of calls there is where other panels have a slug. */
export const AGENT_CALLS = 'agent-calls';

export type AgentCallsSnapshot = Snapshot<AgentCallsContent>;

export interface AgentCallsContent extends PageContent {
  readonly calls: ListSection;
}
