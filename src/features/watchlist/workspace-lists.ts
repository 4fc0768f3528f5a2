import { RelativePattern, Uri, type WorkspaceFolder, workspace } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import { readWatchlistFile, WATCHLIST_FILE } from '../../core/watchlist.ts';
import type { WorkspaceWatchlist } from '../../view/watchlist-tree.ts';

/** Reads the watchlist file of each folder of a trusted workspace, and again when it changes. It is never written. */
export function watchWorkspaceLists(
  own: DisposableStore,
  changed: (lists: readonly WorkspaceWatchlist[]) => void,
) {
  const watching = own.add(new DisposableStore());
  const shown = { lists: [] as readonly WorkspaceWatchlist[] };
  let readings = 0;
  const read = async (folders: readonly WorkspaceFolder[]): Promise<void> => {
    const reading = ++readings;
    const lists = (await Promise.all(folders.map(readList))).flatMap((list) => list ?? []);
    // Another one may have begun meanwhile, of files as they are by now.
    if (reading !== readings || own.disposed) return;
    shown.lists = lists;
    changed(lists);
  };
  const begin = (): void => {
    watching.clear();
    const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
    for (const folder of folders) {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, WATCHLIST_FILE));
      watching.add(watcher);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        watching.add(event(() => void read(folders)));
    }
    void read(folders);
  };
  own.add(workspace.onDidGrantWorkspaceTrust(begin));
  own.add(workspace.onDidChangeWorkspaceFolders(begin));
  begin();
  return shown;
}

async function readList({ uri, name }: WorkspaceFolder): Promise<WorkspaceWatchlist | undefined> {
  try {
    const bytes = await workspace.fs.readFile(Uri.joinPath(uri, WATCHLIST_FILE));
    return { name, ...readWatchlistFile(new TextDecoder().decode(bytes)) };
  } catch {
    // Most folders have none.
    return undefined;
  }
}
