import { l10n } from 'vscode';
import { namedConnection } from '../../exchange/profile.ts';
import { agentCallsSnapshot } from '../../view/panels/agent-calls/model.ts';
import type { AgentCalls } from '../agent-tools.ts';
import type { Parts } from '../services.ts';
import type { PanelPage } from './page.ts';

/** What the page of agent calls is made of. */
export function agentCallsPage({ session, view }: Parts<'session' | 'view'>, calls: AgentCalls): PanelPage {
  calls.look();
  return {
    title: () => l10n.t('Agent Calls'),
    slugs: () => [],
    refreshed: () => calls.look(),
    draw: () => {
      const connection = namedConnection(session.profile);
      return {
        content: agentCallsSnapshot({ connection, shown: calls.shown }, view()),
        needs: { stores: [], changes: [calls.onDidChange] },
      };
    },
    dispose: () => {},
  };
}
