import type { AgentCallsContent } from '../view/panels/agent-calls/protocol.ts';
import { CallsPart } from './calls-part.tsx';
import { startPanel } from './page.tsx';

startPanel<AgentCallsContent>('agentCalls', ({ calls }) => (
  <div class="agent-calls">
    <CallsPart section={calls} />
  </div>
));
