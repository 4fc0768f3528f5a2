import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Editor } from './editor.ts';

/** What the user's settings file holds under a name of ours; undefined for nothing, and while the editor is writing it. */
export async function userSetting<T>({ server }: Editor, name: string): Promise<T | undefined> {
  const text = await readFile(path.join(server.root, 'data/User/settings.json'), 'utf8');
  try {
    return (JSON.parse(text) as Record<string, T>)[`predictionMarkets.${name}`];
  } catch {
    return undefined;
  }
}
