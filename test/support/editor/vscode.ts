/**
 * What takes the place of the editor's module where a test runs the extension's own views, panels and status item
 * without an editor: only what those use, and as little of it as they need.
 */

import type { Disposable } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/event.ts';
import { inOtherLetters } from '../other-letters.ts';
import { StatusScreen, screens, TreeScreen, type TreeSource } from './screens.ts';

export class EventEmitter<T> {
  readonly #emitter = new Emitter<T>();
  readonly event = this.#emitter.event;

  fire(value: T): void {
    this.#emitter.fire(value);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
    screens.onItem?.(label);
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class MarkdownString {
  value: string;

  constructor(value = '') {
    this.value = value;
  }

  appendMarkdown(value: string): this {
    this.value += value;
    return this;
  }
}

export class Range {
  readonly start: object;
  readonly end: object;

  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = { line, character };
    this.end = { line: endLine, character: endCharacter };
  }
}

export class Hover {
  readonly contents: readonly unknown[];
  readonly range: unknown;

  constructor(contents: unknown, range: unknown) {
    this.contents = [contents];
    this.range = range;
  }
}

export class DocumentLink {
  readonly range: unknown;
  readonly target: unknown;

  constructor(range: unknown, target: unknown) {
    this.range = range;
    this.target = target;
  }
}

export class CodeLens {
  readonly range: unknown;
  readonly command: unknown;

  constructor(range: unknown, command: unknown) {
    this.range = range;
    this.command = command;
  }
}
export class CompletionItem {
  readonly label: unknown;

  constructor(label: unknown) {
    this.label = label;
  }
}
export class CompletionList {
  readonly items: readonly CompletionItem[];

  constructor(items: readonly CompletionItem[]) {
    this.items = items;
  }
}
export class InlayHint {
  readonly position: unknown;
  readonly label: unknown;

  constructor(position: unknown, label: unknown) {
    this.position = position;
    this.label = label;
  }
}
export const CompletionItemKind = { Reference: 17 };
export const CompletionItemTag = { Deprecated: 1 };

export class FileDecoration {}

export class TabInputCustom {}
export class TabInputText {
  readonly uri: object;

  constructor(uri: object) {
    this.uri = uri;
  }
}
export class TabInputTextDiff {
  readonly original: object;
  readonly modified: object;

  constructor(original: object, modified: object) {
    this.original = original;
    this.modified = modified;
  }
}
export class TabInputWebview {
  readonly viewType: string;

  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

export class DataTransferItem {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export const Uri = {
  from: ({
    scheme,
    path,
    query = '',
  }: {
    readonly scheme: string;
    readonly path: string;
    readonly query?: string;
  }) =>
    Object.assign(
      new URL(query === '' ? `${scheme}:${path}` : `${scheme}:${path}?${encodeURIComponent(query)}`),
      {
        scheme,
        path,
        query,
      },
    ),
  parse: (text: string) => new URL(text),
  joinPath: (base: URL, ...parts: readonly string[]) => {
    const url = new URL(parts.join('/'), base);
    return Object.assign(url, { fsPath: url.pathname });
  },
};

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const TreeItemCheckboxState = { Unchecked: 0, Checked: 1 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ViewColumn = { Active: -1 };
export const ConfigurationTarget = { Global: 1 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };

export class FileSystemError extends Error {}
export const FileType = { File: 1, Directory: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const env = { language: 'en', uriScheme: 'vscode', uiKind: UIKind.Desktop };
export const commands = {
  executeCommand: async (): Promise<void> => {},
  registerCommand: (): Disposable => ({ dispose: () => {} }),
};
export const languages = {};

export const l10n = {
  t: (text: string, ...values: readonly unknown[]) =>
    inOtherLetters(text).replace(/\{(\d+)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole)),
};

const nothing: Disposable = { dispose: () => {} };

export class RelativePattern {}

/** What the editor's own settings say, in the look it has by default. */
export const editorSettings: Record<string, unknown> = { 'workbench.experimental.modernUI': true };
const settingsChanged = new Set<() => void>();
export function changeSetting(name: string, value: unknown): void {
  editorSettings[name] = value;
  for (const listener of settingsChanged) listener();
}

export const workspace = {
  getConfiguration: () => ({ get: (name: string) => editorSettings[name] }),
  textDocuments: [],
  isTrusted: false,
  onDidGrantWorkspaceTrust: () => nothing,
  onDidChangeWorkspaceFolders: () => nothing,
  onDidChangeConfiguration: (listener: () => void): Disposable => {
    settingsChanged.add(listener);
    return { dispose: () => settingsChanged.delete(listener) };
  },
  onDidCloseTextDocument: (_listener: (document: { readonly uri: object }) => void): Disposable => nothing,
};

export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: object;

  constructor(label: string, command: string, args: readonly string[], env: object) {
    this.label = label;
    this.command = command;
    this.args = args;
    this.env = env;
  }
}
export const lm = { registerMcpServerDefinitionProvider: (_id: string, _provider: object) => nothing };

export const window = {
  state: { focused: true },
  tabGroups: {
    all: [] as readonly object[],
    onDidChangeTabs: (_listener: () => void): Disposable => nothing,
  },
  onDidChangeWindowState: (_listener: () => void): Disposable => nothing,
  createTreeView(
    id: string,
    { treeDataProvider }: { readonly treeDataProvider: TreeSource<{ readonly id: string }> },
  ) {
    const screen = new TreeScreen(treeDataProvider, () => screens.now());
    screens.trees.set(id, screen);
    return screen;
  },
  createStatusBarItem(): StatusScreen {
    const screen = new StatusScreen(() => screens.now());
    screens.status.push(screen);
    return screen;
  },
  registerFileDecorationProvider: () => nothing,
  showErrorMessage: async (): Promise<undefined> => undefined,
  showWarningMessage: async (): Promise<undefined> => undefined,
};
