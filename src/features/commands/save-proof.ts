import { l10n, Uri, window, workspace } from 'vscode';
import type { Services } from '../services.ts';

/** Asks where, and writes the proof there as plain text. `dismissed`: no place was chosen. */
export async function saveProof(
  { log }: Pick<Services, 'log'>,
  name: string,
  text: string,
): Promise<'saved' | 'failed' | 'dismissed'> {
  const { HOME, USERPROFILE } = process.env;
  try {
    const chosen = await window.showSaveDialog({
      defaultUri: Uri.joinPath(Uri.file(HOME ?? USERPROFILE ?? '/'), `${name}.txt`),
      filters: { [l10n.t('Text')]: ['txt'] },
      title: l10n.t('Save Proof'),
    });
    if (chosen === undefined) return 'dismissed';
    await workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
    return 'saved';
  } catch (cause) {
    log.error('The proof could not be saved.', cause);
    return 'failed';
  }
}
