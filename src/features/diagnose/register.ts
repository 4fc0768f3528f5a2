import { l10n, Uri } from 'vscode';
import type { DiagnosisFacts } from '../../view/diagnosis.ts';
import { REPORT_SCHEME } from '../ids.ts';
import type { Editor, Parts } from '../services.ts';

export function registerDiagnose(
  { commands, context, documents }: Editor,
  services: Parts<'session' | 'log' | 'clock' | 'connection' | 'view'>,
  network: (url: string) => Promise<DiagnosisFacts['network']>,
): void {
  const uri = Uri.from({ scheme: REPORT_SCHEME, path: '/diagnosis.md' });
  let report = l10n.t('This report is gone: make another.');
  const served = documents.serve(REPORT_SCHEME, () => report);
  commands.serve({
    diagnose: async () => {
      const { diagnose } = await import('./diagnose.ts');
      const made = await diagnose(
        services,
        await network(services.session.profile.publicUrl),
        context.extension.packageJSON.version,
      );
      if (made === undefined) return;
      report = made;
      await served.open(uri);
    },
    showLog: () => services.log.show(),
  });
}
