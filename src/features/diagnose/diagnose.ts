import { env, l10n, version } from 'vscode';
import { type DiagnosisFacts, diagnosisReport } from '../../view/diagnosis.ts';
import { withAbortableProgress } from '../ask.ts';
import type { Parts, Services } from '../services.ts';

/** Checks everything between here and the service; resolves with the report, or undefined when stopped. */
export async function diagnose(
  services: Parts<'session' | 'clock' | 'connection' | 'view'>,
  network: DiagnosisFacts['network'],
  extensionVersion: string,
): Promise<string | undefined> {
  const { session, clock } = services;
  const { id, label, auth, publicUrl, privateUrl } = session.profile;
  const problem = services.connection.problem;
  return withAbortableProgress(l10n.t('Checking the connection…'), async (signal) => {
    // Without a client the report says so, and the log why.
    const diagnostics = (await session.ensure().catch(() => undefined))?.diagnostics;
    /** One after the other, so that a slow service is not asked four things at once. */
    const probe = async () =>
      diagnostics && {
        public: await diagnostics.probe('public', signal),
        account: await diagnostics.probe('account', signal),
        marketsStream: await diagnostics.probe('marketsStream', signal),
        accountStream: await diagnostics.probe('accountStream', signal),
      };
    const facts = {
      at: clock.now(),
      versions: `Prediction Markets ${extensionVersion}, ${env.appName} ${version}, ${process.platform}`,
      connection: {
        id,
        label,
        auth,
        problem,
        publicOrigin: origin(publicUrl),
        privateOrigin: origin(privateUrl),
      },
      probes: problem === undefined ? await probe() : undefined,
      key: keyOf(session),
      network,
      pausedMs: diagnostics?.budget().pausedMs ?? 0,
    };
    return signal.aborted ? undefined : diagnosisReport(facts, services.view());
  });
}

function keyOf({ account, isStorageFailing }: Services['session']): DiagnosisFacts['key'] {
  if (isStorageFailing) return 'unreadable';
  if (account.kind !== 'needsSignIn') return account.kind === 'signedOut' ? 'none' : 'present';
  return account.why === 'refused' ? 'present' : account.why;
}

function origin(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
