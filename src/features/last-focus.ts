import { Uri, workspace } from 'vscode';
import type { LastFocusFile } from '../store/live/window-focus.ts';

/** Notes in `folder`, which all windows share, which one was focused last. A disk that fails counts as no file. */
export function createLastFocusFile(folder: Uri): LastFocusFile {
  const file = Uri.joinPath(folder, 'last-focus.txt');
  return {
    read: async () => {
      try {
        return new TextDecoder().decode(await workspace.fs.readFile(file));
      } catch {
        return undefined;
      }
    },
    write: async (id) => {
      try {
        await workspace.fs.createDirectory(folder);
        await workspace.fs.writeFile(file, new TextEncoder().encode(id));
      } catch {
        // Without the file each window counts itself the last one.
      }
    },
  };
}
