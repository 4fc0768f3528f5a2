import { type Failure, failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';

type Translate = ViewContext['t'];

/** What is wrong with a setting of the custom connection, in one sentence that names the setting. */
export function settingSentence(setting: string, problem: string, t: Translate): string {
  const sentences: Readonly<Record<string, string>> = {
    empty: t('Enter the base URL of the service in {0}.', setting),
    badCharacters: t('Remove spaces, backslashes and invisible characters from {0}.', setting),
    notAnAddress: t('Enter a full address that starts with https:// in {0}.', setting),
    notHttps: t('Use https:// in {0}. Plain http works for this computer only.', setting),
    userInfo: t('Remove the user name and password from {0}, and sign in instead.', setting),
    badHost: t('The host in {0} may have letters, digits, dots and dashes only.', setting),
    queryOrFragment: t('Remove everything from ? or # on in {0}.', setting),
  };
  return sentences[problem] ?? t('Choose one of the listed values for {0}.', setting);
}

/** What is wrong with the shape of an entered key, in one or two sentences that never quote it. */
export function credentialsSentence(problem: string, t: Translate): string {
  const sentences: Readonly<Record<string, string>> = {
    noKeyId: t('Enter the key id.'),
    badKeyId: t('The key id is too long or has characters no key id has. Copy it again, and nothing else.'),
    noSecret: t('Enter the key or token.'),
    shortSecret: t('This is too short for a key: use at least 6 characters.'),
    badSecret: t('This is too long for a key or has characters no key has. Copy it again, and nothing else.'),
  };
  return sentences[problem] ?? t('An Ed25519 secret key is 32 or 64 bytes in base64. Copy all of it again.');
}

/** `exchange.example:8443`; the text itself where it is no address. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** What was found out about a service by reading some of its markets. */
export function foundText(dialect: 'seed' | 'current' | undefined, t: Translate): string {
  if (dialect === undefined) return t('It answers, but lists no market from which to tell its dialect.');
  return dialect === 'seed'
    ? t('It answers and speaks the older dialect, seed.')
    : t('It answers and speaks the current dialect.');
}

/** Why nothing can be read at an address, and what to do. */
export function unusableText(url: string, failure: Failure, context: ViewContext): string {
  const { t } = context;
  if (failure.code === 'notFound')
    return t('What answers at {0} has no list of markets. Check the address.', url);
  if (failure.code === 'timeout')
    return t('Nothing at {0} answered in time. Check the address and the network connection.', url);
  if (failure.code === 'network' && failure.details?.reason === undefined)
    return t('Nothing answers at {0}. Check the address and the network connection.', url);
  return `${t('{0} cannot be used.', url)} ${failureSentence(failure, context)}`;
}
