import { type ExtensionContext, ExtensionMode, window } from 'vscode';
import type { App } from './app.ts';
import { DisposableStore } from './base/disposable.ts';
import { AgentTools } from './features/agent-tools.ts';
import { Commands } from './features/commands.ts';
import { createConfig } from './features/config.ts';
import { DocumentFiles } from './features/document-files.ts';
import { PANELS } from './features/ids.ts';
import { InFiles } from './features/in-files.ts';
import { Notes } from './features/notes.ts';
import { ReadOnlyDocuments } from './features/read-only-documents.ts';
import { Views } from './features/trees/views.ts';

/** What the editor's Markdown preview takes from the extension. */
type MarkdownPlugin = Pick<Notes, 'extendMarkdownIt'>;

/** What to wait for before this process ends: the editor calls `deactivate` without arguments. */
const closing = new Set<() => Promise<void>>();

/**
 * Registers what the manifest promises, and returns. The app behind it is loaded with the first view, command, document,
 * panel or link, or at once where a connection other than the demo is set, for which a key may be stored, an alert waits, or an
 * MCP server may ask.
 */
export function activate(context: ExtensionContext): MarkdownPlugin | Promise<App & MarkdownPlugin> {
  const own = new DisposableStore();
  context.subscriptions.push(own);
  const config = own.add(createConfig());
  const editor = {
    context,
    config,
    commands: new Commands(() => load()),
    views: new Views(() => load()),
    documents: new ReadOnlyDocuments(() => load()),
    documentFiles: new DocumentFiles(() => load()),
    files: new InFiles(config, () => load()),
    notes: new Notes(() => load()),
    agents: new AgentTools(() => load()),
  };
  const loading: { app?: Promise<App> } = {};
  const load = (): Promise<App> => {
    loading.app ??= import('./app.ts').then(({ createApp }) => createApp(editor));
    return loading.app;
  };
  own.add(editor.commands);
  own.add(editor.views);
  own.add(editor.documents);
  own.add(editor.documentFiles);
  own.add(editor.files);
  own.add(editor.notes);
  own.add(editor.agents);
  for (const type of Object.values(PANELS)) {
    own.add(
      window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await load()).panels.restorePanel(panel, state),
      }),
    );
  }
  own.add(
    window.registerUriHandler({ handleUri: async (uri) => (await load()).panels.links.handleUri(uri) }),
  );
  const loadForKey = (): void => {
    const alerts = config.get('alerts');
    const hasAlerts = Array.isArray(alerts) && alerts.length > 0;
    if (config.get('connection') !== 'demo' || hasAlerts || config.get('agents.mcpServer')) void load();
  };
  own.add(config.onDidChange(loadForKey));
  loadForKey();
  closing.add(async () => (await loading.app)?.close());
  const { extendMarkdownIt } = editor.notes;
  return context.extensionMode === ExtensionMode.Test
    ? load().then((app) => ({ ...app, extendMarkdownIt }))
    : { extendMarkdownIt };
}

/** Resolves once the window may close. */
export async function deactivate(): Promise<void> {
  await Promise.all([...closing].map((close) => close()));
}
