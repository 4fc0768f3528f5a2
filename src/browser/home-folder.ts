import { Uri, workspace } from 'vscode';
import type * as machine from '../features/home-folder.ts';

/** A page has none: the first folder that is open. */
export const homeFolder: typeof machine.homeFolder = () =>
  workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');
