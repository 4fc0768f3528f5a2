import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { AgentDesk, Switch } from '../../agents/agent-desk.ts';
import type { AgentCall } from '../../core/agent-access.ts';
import { connectionMark } from '../connection-settings.ts';
import type { Services } from '../services.ts';

type Item = QuickPickItem & { readonly act?: () => void };

/** What agents may read in this window, and every call of theirs. Each choice is done, and the list shown again. */
export async function showAccess(services: Services, desk: AgentDesk): Promise<void> {
  const title = l10n.t('{0}: Agent Access', connectionMark(services.session.profile));
  for (;;) {
    const chosen = await window.showQuickPick<Item>([...switches(desk), ...calls(desk, services)], {
      title,
      placeHolder: l10n.t('It holds for this window'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (chosen === undefined) return;
    chosen.act?.();
  }
}

function switches(desk: AgentDesk): readonly Item[] {
  if (desk.isStopped)
    return [
      {
        label: `$(play) ${l10n.t('Start Again')}`,
        detail: l10n.t('Stopped: every call is refused, market data too.'),
        act: () => desk.start(),
      },
    ];
  const { publicData, account, mayAskToCancel } = desk.access;
  const turn = (name: Switch, isOn: boolean, label: string, detail: string): Item => ({
    label: `$(${isOn ? 'check' : 'circle-large-outline'}) ${label}`,
    description: isOn ? l10n.t('on') : l10n.t('off'),
    detail,
    act: () => desk.set(name, !isOn),
  });
  return [
    turn('publicData', publicData, l10n.t('Public Data'), l10n.t('Markets, prices, rules')),
    turn(
      'account',
      account === 'allowed',
      l10n.t('My Account'),
      l10n.t('Positions, orders and activity of the account in use; you are asked at the first call'),
    ),
    turn(
      'mayAskToCancel',
      mayAskToCancel,
      l10n.t('May Ask to Cancel'),
      l10n.t('Each time you confirm in the ordinary dialog'),
    ),
    {
      label: `$(debug-stop) ${l10n.t('Stop All Agents')}`,
      detail: l10n.t('Refuses every call until you start them again'),
      act: () => desk.stop(),
    },
  ];
}

function calls(desk: AgentDesk, services: Services): readonly Item[] {
  const { t, format } = services.view();
  const words: Readonly<Record<AgentCall['result'], string>> = {
    answered: t('answered'),
    refused: t('refused'),
    failed: t('failed'),
  };
  const saw: Readonly<Record<AgentCall['saw'], string>> = {
    public: t('market data'),
    account: t('account'),
    'account, amounts hidden': t('account, amounts hidden'),
    nothing: t('nothing'),
  };
  const bytes = desk.calls.reduce((sum, call) => sum + call.bytes, 0);
  const heading = t('Calls: {0}, {1} KB', desk.calls.length, kilobytes(bytes));
  return [
    { label: heading, kind: QuickPickItemKind.Separator },
    ...desk.calls.map((call) => ({
      label: call.tool,
      description: call.input,
      detail: t(
        '{0} · {1} · {2} KB · allowed to see: {3}',
        format.moment(call.at),
        words[call.result],
        kilobytes(call.bytes),
        saw[call.saw],
      ),
    })),
  ];
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
