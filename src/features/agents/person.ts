import { l10n, Uri, window } from 'vscode';
import { type CancelOutcomes, cancelAnswer } from '../../agents/cancel-answer.ts';
import type { Person } from '../../agents/switches.ts';
import type { AgentCaller } from '../../core/agent-access.ts';
import { calledText } from '../../view/agent-text.ts';
import { connectionMark } from '../connection-settings.ts';
import { AGENT_SCHEME } from '../ids.ts';
import type { Parts } from '../services.ts';

/**
 * Asks in the ordinary dialog. Undefined where the connection or account changed; `stopped` where `mayAsk` is false by the time a
 * window would open.
 */
export type CancelForAgent = (
  ids: ReadonlySet<string>,
  caller: AgentCaller,
  mayAsk: () => boolean,
) => Promise<CancelOutcomes | 'stopped' | undefined>;

/** The document that shows what agents would read. Other extensions can read it while it shows that. */
export interface Preview {
  open(uri: Uri, text: string): Promise<void>;
  empty(): void;
}

/** The questions to the person. Of what an agent sends they hold its name alone, and the name of a tool of ours. */
export function askPerson(
  services: Parts<'session' | 'view' | 'config' | 'clock'>,
  cancelForAgent: CancelForAgent,
  document: Preview,
): Person {
  return {
    allowAccount: async (tool, caller, preview) => {
      const question = l10n.t('{0}: Let agents read your account?', connectionMark(services.session.profile));
      const detail = [
        ...(caller === undefined ? [] : [calledText(tool, caller, services.view())]),
        l10n.t(
          'What agents could read: your positions, orders and activity. They send it to the model they use.',
        ),
        ...(services.config.get('agents.mcpServer')
          ? [l10n.t('Programs connected through MCP are meant too.')]
          : []),
        l10n.t('What they could not do: see your key or other connections, cancel, trade.'),
        l10n.t(
          'It holds for this window and this account. Amounts you hide stay hidden from agents too. Change it in Agent Access.',
        ),
      ];
      const show = { title: l10n.t('Show What They Would Read') };
      const allow = { title: l10n.t('Allow in This Window') };
      const not = { title: l10n.t('Not Now'), isCloseAffordance: true };
      const options = { modal: true, detail: detail.join('\n\n') };
      // The editor focuses the first button: Enter grants nothing.
      const chosen = await window.showWarningMessage(question, options, show, allow, not);
      if (chosen !== show) return chosen === allow;
      const text = JSON.stringify(await preview(), undefined, 2);
      await document.open(Uri.from({ scheme: AGENT_SCHEME, path: `/${tool}.json` }), `${text}\n`);
      // A dialog would stand over what is shown. The editor has a command for the first button of a message, which any extension can
      // run: that one grants nothing.
      try {
        return (await window.showWarningMessage(question, not, allow)) === allow;
      } finally {
        document.empty();
      }
    },
    cancel: async (orderIds, caller, mayAsk) => {
      // Of the connection that was in use when it was asked for.
      const { profile } = services.session;
      const outcomes = await cancelForAgent(new Set(orderIds), caller, mayAsk);
      if (outcomes === 'stopped') return undefined;
      return cancelAnswer({ clock: services.clock, session: { profile } }, orderIds, outcomes);
    },
  };
}
