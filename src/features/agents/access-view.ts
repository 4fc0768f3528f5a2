import { l10n, window } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { ToolRefusal } from '../../agents/answer.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type AgentsShown, agentsTree, stoppedText } from '../../view/agents-tree.ts';
import type { Row } from '../../view/row.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS } from '../ids.ts';
import type { Parts } from '../services.ts';
import type { ListContent } from '../trees/views.ts';

/** What the view *Agent Access* shows: what agents may read in this window, who is there, and every call of theirs. */
export function accessContent(services: Parts<'view'>, shown: AgentsShown): ListContent {
  const context = services.view();
  const { stoppedAt, connected } = shown;
  const count = connected.length === 0 ? undefined : String(connected.length);
  return {
    rows: agentsTree(shown, context),
    description: [stoppedAt === undefined ? count : l10n.t('stopped')],
    notes: [stoppedText(shown, context)],
  };
}

/** For the conditions of the manifest. */
export function setAgentKeys(desk: AgentDesk): Disposable {
  const setMayCancel = contextKeySetter<boolean>(CONTEXT_KEYS.agentsMayCancel);
  const setStopped = contextKeySetter<boolean>(CONTEXT_KEYS.agentsStopped);
  return desk.onDidChange(() => {
    setMayCancel(desk.access.mayAskToCancel);
    setStopped(desk.isStopped);
  });
}

/** Turns the switch of a row. The account is opened by the answer to our own question alone. */
export async function turnSwitch(desk: AgentDesk, { subject }: Row, isOn: boolean): Promise<void> {
  // Of agents that are stopped all are off, and none can be turned on by itself.
  if (subject?.kind !== 'agentSwitch' || desk.isStopped) return;
  if (subject.name !== 'account' || !isOn) {
    desk.set(subject.name, isOn);
    return;
  }
  try {
    await desk.openAccount();
  } catch (cause) {
    if (!(cause instanceof ToolRefusal)) throw cause;
    void window.showInformationMessage(l10n.t('No account is signed in here.'));
  }
}
