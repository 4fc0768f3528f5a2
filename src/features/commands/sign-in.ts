import { l10n, ProgressLocation, window } from 'vscode';
import type { ConnectionProfile, Credentials } from '../../exchange/profile.ts';
import { failureSentence } from '../../view/messages.ts';
import type { Services } from '../services.ts';
import { askSecret } from './ask-secret.ts';
import { switchConnection } from './connection.ts';

/** What is wrong with the shape of credentials, as a sentence that never quotes them; undefined when nothing is. */
export type CredentialsCheck = (profile: ConnectionProfile, credentials: Credentials) => string | undefined;

/**
 * Asks for a key, tries it with a signed read and keeps it when the service takes it. What is wrong is said in words,
 * and what was entered can be mended without typing the rest again.
 */
export async function signIn(services: Services, check: CredentialsCheck): Promise<void> {
  const { session } = services;
  if (session.profile.id === 'demo') {
    const switched = await leaveDemo(services);
    if (!switched) return;
  }
  const { profile } = session;
  if (profile.auth === 'none') {
    void window.showInformationMessage(l10n.t('{0} needs no key: you are signed in already.', profile.label));
    return;
  }
  let draft: Credentials = { keyId: '', secret: '' };
  for (;;) {
    const entered = await askCredentials(profile, draft, check);
    if (entered === undefined || session.profile !== profile) return;
    draft = entered;
    const words = await tryThem(services, profile, entered);
    if (words === undefined) return;
    const again = l10n.t('Try Again');
    const showLog = l10n.t('Show Log');
    const chosen = await window.showErrorMessage(
      l10n.t('Signing in to {0} failed. {1}', profile.label, words),
      again,
      showLog,
    );
    if (chosen === showLog) services.log.show();
    if (chosen !== again) return;
  }
}

/** Forgets the key of the present connection, after asking. */
export async function signOut({ session, log }: Services): Promise<void> {
  const { profile } = session;
  if (profile.id === 'demo' || profile.auth === 'none') {
    void window.showInformationMessage(l10n.t('{0} has no key to sign out with.', profile.label));
    return;
  }
  const yes = l10n.t('Sign Out');
  const chosen = await window.showWarningMessage(
    l10n.t('Sign out of {0}?', profile.label),
    {
      modal: true,
      detail: l10n.t('The key is removed from the secret storage of this editor. Open orders stay open.'),
    },
    yes,
  );
  if (chosen !== yes || session.profile !== profile) return;
  try {
    await session.signOut();
  } catch {
    log.error('The key could not be removed from the secret storage.');
    void window.showErrorMessage(
      l10n.t(
        'Signed out of {0} in this window, but the key could not be removed from the secret storage. Sign out again when it works, and revoke the key at the service if it should not be used any more.',
        profile.label,
      ),
    );
  }
}

/** The demo has no account; true once another connection was chosen. */
async function leaveDemo(services: Services): Promise<boolean> {
  const chosen = await switchConnection(services, {
    title: l10n.t('Sign in to which service? The demo exchange needs no key.'),
    without: 'demo',
  });
  return chosen && services.session.profile.id !== 'demo';
}

/** One box after the other; the last one is checked as a whole, so that a wrong length is said before anything is sent. */
async function askCredentials(
  profile: ConnectionProfile,
  draft: Credentials,
  check: CredentialsCheck,
): Promise<Credentials | undefined> {
  const withKeyId = profile.auth === 'ed25519';
  const title = l10n.t('Sign in to {0}', profile.label);
  let keyId = '';
  if (withKeyId) {
    const entered = await window.showInputBox({
      title: `${title} (1/2)`,
      prompt: l10n.t('Key id'),
      placeHolder: l10n.t('The id shown beside the key, e.g. 123e4567-e89b-…'),
      value: draft.keyId,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? l10n.t('Enter the key id.') : undefined),
    });
    if (entered === undefined) return undefined;
    keyId = entered.trim();
  }
  const secret = await askSecret({
    title: withKeyId ? `${title} (2/2)` : title,
    prompt: l10n.t(
      '{0}. It is kept in the secret storage of this editor, for {1} only.',
      secretName(profile),
      hostOf(profile),
    ),
    problemOf: (value) => check(profile, { keyId, secret: value.trim() }),
  });
  return secret === undefined ? undefined : { keyId, secret: secret.trim() };
}

/** What went wrong, in words; undefined when it worked or was given up. */
async function tryThem(
  { session, view }: Services,
  profile: ConnectionProfile,
  credentials: Credentials,
): Promise<string | undefined> {
  const result = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Signing in to {0}…', profile.label),
      cancellable: true,
    },
    (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      return session.signIn(credentials, controller.signal);
    },
  );
  if (result.ok) {
    if (result.kept) void window.setStatusBarMessage(l10n.t('Signed in to {0}', profile.label), 5000);
    else
      void window.showWarningMessage(
        l10n.t(
          'Signed in to {0}, but the key could not be stored: it lasts until this window closes.',
          profile.label,
        ),
      );
    return undefined;
  }
  return result.error.code === 'cancelled' ? undefined : failureSentence(result.error, view());
}

function secretName({ auth }: ConnectionProfile): string {
  switch (auth) {
    case 'bearer':
      return l10n.t('Token');
    case 'apiKey':
      return l10n.t('API key');
    default:
      return l10n.t('Secret key');
  }
}

function hostOf({ privateUrl }: ConnectionProfile): string {
  return URL.parse(privateUrl)?.host ?? privateUrl;
}
