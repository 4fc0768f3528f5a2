import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Editor } from './editor.ts';

const fileOf = ({ server }: Editor): string => path.join(server.root, 'data/User/settings.json');

/** What the user's settings file holds under a name of ours; undefined for nothing, and while the editor is writing it. */
export async function userSetting<T>(editor: Editor, name: string): Promise<T | undefined> {
  const text = await readFile(fileOf(editor), 'utf8');
  try {
    return (JSON.parse(text) as Record<string, T>)[`predictionMarkets.${name}`];
  } catch {
    return undefined;
  }
}

/** Writes a setting into that file, under its whole name, and reloads the window: it does not look at the file by itself. */
export async function setUserSetting(editor: Editor, name: string, value: unknown): Promise<void> {
  const settings = JSON.parse(await readFile(fileOf(editor), 'utf8')) as object;
  await writeFile(fileOf(editor), JSON.stringify({ ...settings, [name]: value }));
  await editor.workbench.reload();
}
