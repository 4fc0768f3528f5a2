import { l10n, Uri } from 'vscode';
import { onVoid } from '../../store/session/owner.ts';
import { awayText } from '../../view/away-text.ts';
import { connectionMark } from '../connection-settings.ts';
import { AWAY_SCHEME } from '../ids.ts';
import { withoutLinks } from '../plain-text.ts';
import type { Editor, Parts } from '../services.ts';

/** What happened during an absence as a read-only document. Returns what shows it. */
export function registerAwayDocument(
  { documents, own }: Editor,
  services: Parts<'away' | 'session' | 'onDidChangeView' | 'marketViews' | 'view'>,
): () => Promise<void> {
  const { away, session } = services;
  const uri = Uri.from({ scheme: AWAY_SCHEME, path: `/${l10n.t('While you were away')}.txt` });
  const served = own.add(documents.serve(AWAY_SCHEME, () => textOf(services)));
  // Putting the row away does not take the page from someone who reads it; another account does.
  const renew = (): void => {
    if (away.digest !== undefined) served.renew();
  };
  own.add(away.onDidChange(renew));
  own.add(services.onDidChangeView(renew));
  own.add(onVoid(session, 'private', served.renew));
  return () => served.open(uri);
}

function textOf(services: Parts<'away' | 'marketViews' | 'session' | 'view'>): string {
  const { away, marketViews, session, view } = services;
  return away.digest === undefined
    ? `${l10n.t('There is nothing to show of an absence.')}\n`
    : withoutLinks(awayText(away.digest, marketViews.known, connectionMark(session.profile), view()));
}
