import * as vscode from 'vscode';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { Contract, Handlers, Line } from '../../view/protocol/rpc.ts';
import { openEditorEnd } from '../../view/protocol/rpc.ts';
import type { Shaped } from '../../view/protocol/shape.ts';
import type { PanelDeps } from './deps.ts';
import { createNonce, pageHtml } from './page.ts';

/** A contract whose page is told whole snapshots. */
export type SnapshotContract = Contract & {
  readonly events: { readonly snapshot: Contract['events'][string] };
};

export interface Shell extends Disposable {
  /** Says that there is something new to show; a snapshot is built at most once a moment, and never for a hidden page. */
  changed(): void;
  setTitle(title: string): void;
  reveal(): void;
}

export interface ShellOptions<C extends SnapshotContract> {
  readonly panel: vscode.WebviewPanel;
  readonly deps: PanelDeps;
  readonly contract: C;
  /** Bundle in dist/webview, without `.js`. */
  readonly script: 'market' | 'settlement';
  readonly handlers: Handlers<C>;
  snapshot(): Shaped<C['events']['snapshot']>;
  onVisible(visible: boolean): void;
  onClosed(): void;
}

/** Changes that arrive within this many milliseconds are drawn together. */
const TOGETHER_MS = 40;

/** What every panel has around its content: the page, the line to it, and the moment at which to send a snapshot. */
export function openShell<C extends SnapshotContract>(options: ShellOptions<C>): Shell {
  const { panel, deps, contract } = options;
  const { webview } = panel;
  const own = new DisposableStore();
  let pending: Disposable | undefined;

  const icon = (theme: string): vscode.Uri => file(deps.extensionUri, 'media', `panel-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  webview.options = { enableScripts: true, localResourceRoots: resourceRoots(deps.extensionUri) };
  const send = (): void => {
    pending?.dispose();
    pending = undefined;
    // A message to a hidden page is lost; it says `ready` when it is shown again and gets everything then.
    if (panel.visible) end.tell('snapshot', options.snapshot());
  };
  const changed = (): void => {
    if (own.disposed) return;
    pending ??= deps.clock.setTimeout(send, TOGETHER_MS);
  };
  const onMessage: Event<unknown> = (listener) => webview.onDidReceiveMessage(listener);
  const line: Line = { post: (message) => void webview.postMessage(message), onMessage };
  const end = own.add(
    openEditorEnd(contract, line, options.handlers, send, (problem) => deps.log.warn(problem)),
  );
  const load = (): void => {
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      scriptUri: webview
        .asWebviewUri(file(deps.extensionUri, 'dist', 'webview', `${options.script}.js`))
        .toString(),
      styleUri: webview.asWebviewUri(file(deps.extensionUri, 'media', 'panel.css')).toString(),
      language: vscode.env.language,
      title: panel.title,
      loading: deps.view().t('Loading…'),
      images: deps.images(),
      nonce: createNonce(),
    });
  };
  load();
  let images = deps.images();
  own.add(
    deps.onDidChangeView(() => {
      if (deps.images() === images) return;
      images = deps.images();
      load();
    }),
  );
  own.add(
    panel.onDidChangeViewState(() => {
      options.onVisible(panel.visible);
      if (panel.visible) changed();
    }),
  );
  own.add(
    panel.onDidDispose(() => {
      pending?.dispose();
      own.dispose();
      options.onClosed();
    }),
  );
  return {
    changed,
    setTitle(title) {
      if (!own.disposed && panel.title !== title) panel.title = title;
    },
    reveal: () => panel.reveal(),
    dispose: () => panel.dispose(),
  };
}

/** The only folders a page may read. */
export function resourceRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [file(extensionUri, 'dist', 'webview'), file(extensionUri, 'media')];
}

function file(extensionUri: vscode.Uri, ...parts: string[]): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, ...parts);
}
