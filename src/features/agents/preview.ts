import { l10n, type Uri } from 'vscode';
import { onVoid } from '../../store/session/owner.ts';
import { AGENT_SCHEME } from '../ids.ts';
import type { Editor, Parts } from '../services.ts';
import type { Preview } from './person.ts';

/**
 * What agents would read, as a document, until the person has answered or the account or what is hidden is another. Other
 * extensions can read an open document: none opens once agents are stopped.
 */
export function servePreview(
  { documents, own }: Pick<Editor, 'documents' | 'own'>,
  services: Parts<'onDidChangeView' | 'session'>,
  isStopped: () => boolean,
): Preview {
  let shown = '';
  // A tab without a word would look broken.
  const emptied = (): string =>
    JSON.stringify(l10n.t('Shown until you answer, or until the account or what is hidden changes.'));
  const served = own.add(documents.serve(AGENT_SCHEME, () => (shown === '' ? emptied() : shown)));
  const empty = (): void => {
    if (shown === '') return;
    shown = '';
    served.renew();
  };
  own.add(services.onDidChangeView(empty));
  own.add(onVoid(services.session, 'private', empty));
  const open = async (uri: Uri, text: string): Promise<void> => {
    if (isStopped()) return;
    shown = text;
    await served.open(uri);
  };
  return { open, empty };
}
