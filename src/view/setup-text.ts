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
