// @ts-nocheck: the editor loads it as it is.
const { EventEmitter, FileSystemError, FileType, workspace } = require('vscode');

const LISTS = '/project/.prediction-markets/watchlist.json';
const FILES = new Map([[LISTS, Buffer.from(JSON.stringify({ '': ['no-such-market'] }))]]);

exports.activate = (context) => {
  const isFolder = (path) => [...FILES.keys()].some((file) => file.startsWith(path.replace(/\/?$/, '/')));
  const refuse = () => {
    throw FileSystemError.NoPermissions('This folder is read-only.');
  };
  const folder = {
    onDidChangeFile: new EventEmitter().event,
    watch: () => ({ dispose: () => {} }),
    stat({ path }) {
      const size = FILES.get(path)?.length;
      if (size === undefined && !isFolder(path)) throw FileSystemError.FileNotFound(path);
      return {
        type: size === undefined ? FileType.Directory : FileType.File,
        ctime: 0,
        mtime: 0,
        size: size ?? 0,
      };
    },
    readDirectory: () => [],
    readFile({ path }) {
      const text = FILES.get(path);
      if (text === undefined) throw FileSystemError.FileNotFound(path);
      return text;
    },
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  context.subscriptions.push(
    workspace.registerFileSystemProvider('memory', folder, { isReadonly: true, isCaseSensitive: true }),
  );
};
