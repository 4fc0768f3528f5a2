import type { ViewContext } from './row.ts';

type Translate = ViewContext['t'];

/** What is wrong with a setting of the custom connection, in one sentence that names the setting. */
export function settingSentence(setting: string, problem: string, t: Translate): string {
  switch (problem) {
    case 'empty':
      return t('Enter the base URL of the service in {0}.', setting);
    case 'badCharacters':
      return t('Remove spaces, backslashes and invisible characters from {0}.', setting);
    case 'notAnAddress':
      return t('Enter a full address that starts with https:// in {0}.', setting);
    case 'notHttps':
      return t('Use https:// in {0}. Plain http works for this computer only.', setting);
    case 'userInfo':
      return t('Remove the user name and password from {0}, and sign in instead.', setting);
    case 'badHost':
      return t('The host in {0} may have letters, digits, dots and dashes only.', setting);
    case 'queryOrFragment':
      return t('Remove everything from ? or # on in {0}.', setting);
    default:
      return t('Choose one of the listed values for {0}.', setting);
  }
}

/** What is wrong with the shape of an entered key, in one or two sentences that never quote it. */
export function credentialsSentence(problem: string, t: Translate): string {
  switch (problem) {
    case 'noKeyId':
      return t('Enter the key id.');
    case 'longKeyId':
      return t('The key id is too long. Copy it again, and nothing else.');
    case 'badKeyId':
      return t('The key id has spaces or other characters no key id has. Copy it again.');
    case 'noSecret':
      return t('Enter the key or token.');
    case 'shortSecret':
      return t('This is too short for a key: use at least 6 characters.');
    case 'longSecret':
      return t('This is too long for a key. Copy it again, and nothing else.');
    case 'badSecret':
      return t('This has spaces or other characters no key has. Copy it again.');
    case 'notBase64':
      return t('The secret key is not base64. Copy all of it again.');
    default:
      return t('An Ed25519 secret key has 32 or 64 bytes. Copy all of it again.');
  }
}
