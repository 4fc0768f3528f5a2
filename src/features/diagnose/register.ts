import { l10n, Uri, workspace } from 'vscode';
import { REPORT_SCHEME } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import type { Surroundings } from './diagnose.ts';

export function registerDiagnose(
  { commands, documents, own }: Editor,
  services: Services,
  surroundings: Surroundings,
): void {
  // Each diagnosis is a document of its own, so that two can be held side by side; in memory for as long as it is open.
  const texts = new Map<string, string>();
  const served = documents.serve(
    REPORT_SCHEME,
    (uri) => texts.get(uri.path) ?? l10n.t('This report is gone: make another.'),
  );
  own.add(served);
  own.add(
    workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === REPORT_SCHEME && texts.delete(uri.path)),
  );
  commands.serve({
    diagnose: async () => {
      const { diagnose } = await import('./diagnose.ts');
      const text = await diagnose(services, surroundings);
      if (text === undefined) return;
      const at = new Date(services.clock.now()).toISOString().replace(/[:.]/g, '-');
      const uri = Uri.from({ scheme: REPORT_SCHEME, path: `/diagnosis-${at}.md` });
      texts.set(uri.path, text);
      await served.open(uri);
    },
    showLog: () => services.log.show(),
  });
}
