import { RelativePattern, Uri, type WorkspaceFolder, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { readWatchlistFile } from '../../core/watchlist.ts';
import { WATCHLIST_FILE, type WorkspaceWatchlist } from '../../view/watchlist-tree.ts';

interface WorkspaceLists extends Disposable {
  readonly lists: readonly WorkspaceWatchlist[];
}

/** Reads the watchlist file of each folder of a trusted workspace, and again when it changes. It is never written. */
export function watchWorkspaceLists(changed: (lists: readonly WorkspaceWatchlist[]) => void): WorkspaceLists {
  const own = new DisposableStore();
  const watching = own.add(new DisposableStore());
  let lists: readonly WorkspaceWatchlist[] = [];
  let readings = 0;
  const read = async (): Promise<void> => {
    const reading = ++readings;
    const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
    const found = (await Promise.all(folders.map(readList))).flatMap((list) => list ?? []);
    // Another one may have begun meanwhile, of files as they are by now.
    if (reading !== readings || own.disposed || (found.length === 0 && lists.length === 0)) return;
    lists = found;
    changed(lists);
  };
  const begin = (): void => {
    watching.clear();
    const folders = workspace.isTrusted ? (workspace.workspaceFolders ?? []) : [];
    for (const folder of folders) {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, WATCHLIST_FILE));
      watching.add(watcher);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        watching.add(event(() => void read()));
    }
    void read();
  };
  own.add(workspace.onDidGrantWorkspaceTrust(begin));
  own.add(workspace.onDidChangeWorkspaceFolders(begin));
  begin();
  return {
    get lists() {
      return lists;
    },
    dispose: () => own.dispose(),
  };
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
