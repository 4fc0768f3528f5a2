import { Uri } from 'vscode';

/** Where a dialog for files begins. */
export function homeFolder(): Uri {
  const { HOME, USERPROFILE } = process.env;
  return Uri.file(HOME ?? USERPROFILE ?? '/');
}
