import { l10n, Uri, window, workspace } from 'vscode';
import type { Services } from '../services.ts';

/** Asks where, and writes the proof there as plain text. */
export async function saveProof({ log }: Services, name: string, text: string): Promise<void> {
  const { HOME, USERPROFILE } = process.env;
  const chosen = await window.showSaveDialog({
    defaultUri: Uri.joinPath(Uri.file(HOME ?? USERPROFILE ?? '/'), `${name}.txt`),
    filters: { [l10n.t('Text')]: ['txt'] },
    title: l10n.t('Save Proof'),
  });
  if (chosen === undefined) return;
  try {
    await workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
  } catch (cause) {
    log.error('The proof could not be saved.', cause);
    void window.showErrorMessage(l10n.t('The proof could not be saved. It is still open to be shown.'));
  }
}
