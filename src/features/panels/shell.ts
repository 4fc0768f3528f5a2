import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { PageEvent, Snapshot } from '../../view/panels/protocol.ts';
import type { Services } from '../services.ts';
import { PageConnection } from './page-connection.ts';
import { pageHtml } from './page-html.ts';

export interface PanelShell {
  readonly panel: vscode.WebviewPanel;
  /** Call when there may be something new to show. */
  refresh(): void;
  /** Snapshots sent so far. */
  readonly sent: number;
}

interface PanelShellOptions {
  readonly panel: vscode.WebviewPanel;
  readonly services: Services;
  readonly extensionUri: vscode.Uri;
  /** Bundle in dist/webview, without `.js`. */
  readonly script: 'market' | 'settlement';
  title(): string;
  snapshot(): Snapshot;
  handle(event: PageEvent): void;
  onVisible(visible: boolean): void;
  onClosed(): void;
}

/** Fills a webview panel with its page and connects the two, until the panel is closed. */
export function openPanelShell(options: PanelShellOptions): PanelShell {
  const { panel, services, extensionUri } = options;
  const { webview } = panel;
  const own = new DisposableStore();
  const icon = (theme: string): vscode.Uri => file(extensionUri, 'media', `panel-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  webview.options = pageOptions(extensionUri);
  panel.title = options.title();
  const connection = own.add(
    new PageConnection({
      clock: services.clock,
      isVisible: panel.visible,
      snapshot: options.snapshot,
      post: (message) => void webview.postMessage(message),
      handle: options.handle,
      warn: (problem) => services.log.warn(problem),
    }),
  );
  own.add(webview.onDidReceiveMessage((message) => connection.receive(message)));
  const areImagesShown = (): boolean => services.config.get('images');
  const load = (): void => {
    const page = (name: string): string =>
      webview.asWebviewUri(file(extensionUri, 'dist', 'webview', name)).toString();
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      scriptUri: page(`${options.script}.js`),
      styleUri: page('panel.css'),
      language: vscode.env.language,
      title: panel.title,
      loading: services.view().t('Loading…'),
      images: areImagesShown(),
      nonce: randomBytes(16).toString('base64url'),
    });
  };
  load();
  let images = areImagesShown();
  own.add(
    services.onDidChangeView(() => {
      if (areImagesShown() === images) return;
      images = areImagesShown();
      load();
    }),
  );
  own.add(
    panel.onDidChangeViewState(() => {
      connection.setVisible(panel.visible);
      options.onVisible(panel.visible);
    }),
  );
  own.add(
    panel.onDidDispose(() => {
      own.dispose();
      options.onClosed();
    }),
  );
  return {
    panel,
    refresh() {
      if (own.disposed) return;
      const title = options.title();
      if (panel.title !== title) panel.title = title;
      connection.refresh();
    },
    get sent() {
      return connection.sent;
    },
  };
}

/** What a page may do: run its own script, and read the folder it is in. No command links, no forms, no ports. */
function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [file(extensionUri, 'dist', 'webview')],
  };
}

function file(extensionUri: vscode.Uri, ...parts: string[]): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, ...parts);
}
