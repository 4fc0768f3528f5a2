import { l10n, window } from 'vscode';
import type { ConnectionProfile, Credentials, CredentialsProblem } from '../../exchange/profile.ts';
import { failureSentence } from '../../view/messages.ts';
import { credentialsSentence } from '../../view/setup-text.ts';
import { confirmed, withAbortableProgress } from '../ask.ts';
import type { Parts } from '../services.ts';
import { type SwitchServices, switchConnection } from './switch-connection.ts';

/** What is wrong with the shape of credentials; undefined when nothing is. */
export type CredentialsCheck = (
  profile: ConnectionProfile,
  credentials: Credentials,
) => CredentialsProblem | undefined;

/** Asks for a key, tries it with a signed request and stores it when the service takes it. A failed one can be corrected. */
export async function signIn(services: SwitchServices, check: CredentialsCheck): Promise<void> {
  const { session } = services;
  if (services.inBrowser) {
    void window.showInformationMessage(
      l10n.t(
        'In a browser the extension takes no key: it reads public data only. To sign in, use VS Code on the desktop.',
      ),
    );
    return;
  }
  if (session.profile.id === 'demo') {
    const title = l10n.t('Sign in to which service? The demo exchange needs no key.');
    const isChosen = await switchConnection(services, { title, without: 'demo' });
    if (!isChosen || session.profile.id === 'demo') return;
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
    const problem = await tryCredentials(services, profile, entered);
    if (problem === undefined) return;
    const again = l10n.t('Try Again');
    const showLog = l10n.t('Show Log');
    const failed = l10n.t('Signing in to {0} failed. {1}', profile.label, problem);
    const chosen = await window.showErrorMessage(failed, again, showLog);
    if (chosen === showLog) services.log.show();
    if (chosen !== again) return;
  }
}

/** Deletes the key of the current connection, after asking. */
export async function signOut({ session, log }: Parts<'session' | 'log'>): Promise<void> {
  const { profile } = session;
  if (profile.id === 'demo' || profile.auth === 'none') {
    void window.showInformationMessage(l10n.t('{0} uses no key, so you cannot sign out.', profile.label));
    return;
  }
  const question = l10n.t('Sign out of {0}?', profile.label);
  const detail = l10n.t("Your key is deleted from the editor's secret storage. Open orders stay open.");
  if (!(await confirmed(question, detail, l10n.t('Sign Out'))) || session.profile !== profile) return;
  try {
    await session.signOut();
  } catch {
    log.error('The key could not be deleted from the secret storage.');
    void window.showErrorMessage(
      l10n.t(
        'Signed out of {0} in this window, but the key could not be deleted from the secret storage. Sign out again later; to be safe, revoke the key at the service.',
        profile.label,
      ),
    );
  }
}

async function askCredentials(
  profile: ConnectionProfile,
  draft: Credentials,
  check: CredentialsCheck,
): Promise<Credentials | undefined> {
  const title = l10n.t('Sign in to {0}', profile.label);
  const hasKeyId = profile.auth === 'ed25519';
  const keyId = hasKeyId
    ? await window.showInputBox({
        title: `${title} (1/2)`,
        prompt: l10n.t('Key id'),
        placeHolder: l10n.t('The id shown beside the key, e.g. 123e4567-e89b-…'),
        value: draft.keyId,
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === '' ? l10n.t('Enter the key id.') : undefined),
      })
    : '';
  if (keyId === undefined) return undefined;
  const secret = await askSecret({
    title: hasKeyId ? `${title} (2/2)` : title,
    prompt: l10n.t(
      "{0}. It is stored in the editor's secret storage and sent to {1} only.",
      secretName(profile),
      URL.parse(profile.privateUrl)?.host ?? profile.privateUrl,
    ),
    problemOf: (value) => {
      const problem = check(profile, { keyId: keyId.trim(), secret: value.trim() });
      return problem && credentialsSentence(problem, l10n.t);
    },
  });
  return secret === undefined ? undefined : { keyId: keyId.trim(), secret: secret.trim() };
}

/** What went wrong, in words; undefined when it worked or was stopped. */
async function tryCredentials(
  { session, view }: Parts<'session' | 'view'>,
  profile: ConnectionProfile,
  credentials: Credentials,
): Promise<string | undefined> {
  const title = l10n.t('Signing in to {0}…', profile.label);
  const result = await withAbortableProgress(title, (signal) => session.signIn(credentials, signal));
  if (!result.ok)
    return result.error.code === 'cancelled' ? undefined : failureSentence(result.error, view());
  if (result.stored) void window.showInformationMessage(l10n.t('Signed in to {0}.', profile.label));
  else {
    void window.showWarningMessage(
      l10n.t(
        'Signed in to {0}, but the key could not be stored. You stay signed in until this window closes.',
        profile.label,
      ),
    );
  }
  return undefined;
}

function secretName({ auth }: ConnectionProfile): string {
  if (auth === 'bearer') return l10n.t('Token');
  return auth === 'apiKey' ? l10n.t('API key') : l10n.t('Secret key');
}

interface SecretQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What is wrong with the text in the box, as a sentence; undefined when nothing is. */
  problemOf(value: string): string | undefined;
}

/**
 * Asks for a secret behind dots; undefined when closed. The editor reuses one box for all questions, and its text stays in
 * it, hidden, until the next question: so it is emptied here before it closes.
 */
export function askSecret({ title, prompt, problemOf }: SecretQuestion): Promise<string | undefined> {
  return new Promise((resolve) => {
    const box = window.createInputBox();
    let isOver = false;
    const end = (value: string | undefined): void => {
      isOver = true;
      // A closed box takes no value until it is shown.
      if (value === undefined && box.value !== '') box.show();
      box.value = '';
      box.hide();
      box.dispose();
      resolve(value);
    };
    const check = (): boolean => {
      const problem = problemOf(box.value);
      box.validationMessage = problem ?? '';
      return problem === undefined;
    };
    box.title = title;
    box.prompt = prompt;
    box.password = true;
    box.ignoreFocusOut = true;
    box.onDidChangeValue(() => {
      if (!isOver) check();
    });
    box.onDidAccept(() => {
      if (!isOver && check()) end(box.value);
    });
    box.onDidHide(() => {
      if (!isOver) end(undefined);
    });
    box.show();
  });
}
